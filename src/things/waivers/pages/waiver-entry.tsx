import type { StoredWaiver, WaiverState } from '../../../checks/waivers/waiver-store.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'

interface WaiverEntryProps {
  readonly waiver: StoredWaiver
  readonly state: WaiverState
  readonly connectors: readonly AnyConnector[]
  /** Of connections, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Who entered it, if known. */
  readonly person: string | undefined
  readonly mayWrite: boolean
}

const resourcesShown = 5

/** One accepted risk, with its end. */
export function WaiverEntry({ waiver: stored, state, connectors, names, person, mayWrite }: WaiverEntryProps) {
  const texts = useTexts()
  const { id, waiver, createdAtMs, revokedAtMs } = stored
  const title = describeChecks(stored, connectors)
  return (
    <li class="waiver" id={id}>
      <span class="what">
        <b>{title}</b>
        <Scope stored={stored} names={names} />
        <p>{waiver.justification}</p>
        <p class="small">
          {person !== undefined && person !== waiver.approver
            ? texts.waivers.acceptedByAndEntered({
                approver: waiver.approver,
                person,
                moment: <Moment at={createdAtMs} />,
              })
            : texts.waivers.acceptedBy({ approver: waiver.approver, moment: <Moment at={createdAtMs} /> })}
          {revokedAtMs !== null && state === 'revoked' && (
            <> {texts.waivers.revokedOn({ moment: <Moment at={revokedAtMs} /> })}</>
          )}
        </p>
      </span>
      <span class={state === 'expiring' ? 'until soon' : 'until'}>
        {texts.waivers[state === 'expired' ? 'expired' : 'until']({
          day: <time datetime={waiver.expires}>{waiver.expires}</time>,
        })}
      </span>
      {mayWrite && state !== 'revoked' && (
        <span class="row">
          <PostForm to={`/waivers/${id}/revoke`}>
            <SubmitButton looks="danger" aria-label={texts.actions.revokeNamed({ name: title })}>
              {texts.actions.revoke}
            </SubmitButton>
          </PostForm>
        </span>
      )}
    </li>
  )
}

/** The names of a known connector and check; ids and patterns as they are. */
function describeChecks({ waiver }: StoredWaiver, connectors: readonly AnyConnector[]): string {
  const named = [waiver.connector].flat().map((id) => connectors.find((connector) => connector.id === id) ?? id)
  const checks = [waiver.check].flat().map((id) => {
    const [only] = named
    const known =
      named.length === 1 && typeof only === 'object' ? only.checks.find((check) => check.id === id) : undefined
    return known?.title ?? id
  })
  const names = named.map((connector) => (typeof connector === 'object' ? connector.definition.name : connector))
  return `${names.join(', ')}: ${checks.join(', ')}`
}

/** What it covers, and where. */
function Scope({ stored: { waiver }, names }: Pick<WaiverEntryProps, 'names'> & { readonly stored: StoredWaiver }) {
  const texts = useTexts()
  const resources = [waiver.resource ?? texts.waivers.scope.everyResource].flat()
  const connections = waiver.connection === undefined ? [] : [waiver.connection].flat()
  const more = resources.length - resourcesShown
  const named = [
    [waiver.resourceType ?? []].flat().join(', '),
    resources.slice(0, resourcesShown).join(', '),
    more > 0 ? texts.counts.andMore({ count: more }) : '',
  ]
  const covered = named.filter(Boolean).join(' ')
  return (
    <p class="small">
      {connections.length === 0
        ? texts.waivers.scope.onEveryConnection({ resources: covered })
        : texts.waivers.scope.onConnections({
            resources: covered,
            connections: connections.map((connection, index) => (
              <>
                {index > 0 && ', '}
                <ConnectionLink id={connection}>{names.get(connection) ?? <code>{connection}</code>}</ConnectionLink>
              </>
            )),
          })}
    </p>
  )
}
