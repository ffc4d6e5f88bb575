import type { StoredWaiver, WaiverState } from '../../checks/waivers/waiver-store.ts'
import { PostForm } from '../frame/links.tsx'
import { ConnectionLink } from '../shared/connection-link.tsx'
import { Moment } from '../shared/moment.tsx'

interface WaiverEntryProps {
  readonly waiver: StoredWaiver
  readonly state: WaiverState
  /** Of connections, by id. */
  readonly names: ReadonlyMap<string, string>
  /** Who entered it, if known. */
  readonly person: string | undefined
  readonly mayWrite: boolean
}

const resourcesShown = 5

/** One accepted risk, with its end. */
export function WaiverEntry({ waiver: stored, state, names, person, mayWrite }: WaiverEntryProps) {
  const { id, waiver, needsReview, createdAtMs, revokedAtMs } = stored
  const check = [waiver.check].flat().join(', ')
  return (
    <li class="waiver" id={id}>
      <span class="what">
        <b>{`${[waiver.connector].flat().join(', ')}: ${check}`}</b>
        <Scope stored={stored} names={names} />
        <p>{waiver.justification}</p>
        <p class="small">
          Accepted by {waiver.approver}
          {person !== undefined && person !== waiver.approver && `, entered by ${person}`}, <Moment at={createdAtMs} />
          {revokedAtMs !== null && state === 'revoked' && (
            <>
              . Revoked <Moment at={revokedAtMs} />
            </>
          )}
        </p>
        {needsReview && (
          <p class="small">It was accepted before a risk had to name its connection. Keep it for all, or revoke it.</p>
        )}
      </span>
      <span class={state === 'expiring' ? 'until overdue' : 'until'}>
        {state === 'expired' ? 'Over since' : 'Until'} <time datetime={waiver.expires}>{waiver.expires}</time>
      </span>
      {mayWrite && state !== 'revoked' && (
        <span class="row">
          {needsReview && (
            <PostForm to={`/waivers/${id}/confirm`}>
              <button class="button quiet" type="submit" aria-label={`Keep it: ${check}`}>
                Keep it
              </button>
            </PostForm>
          )}
          <PostForm to={`/waivers/${id}/revoke`}>
            <button class="button danger" type="submit" aria-label={`Revoke it: ${check}`}>
              Revoke it
            </button>
          </PostForm>
        </span>
      )}
    </li>
  )
}

/** What it covers, and where. */
function Scope({ stored: { waiver }, names }: Pick<WaiverEntryProps, 'names'> & { readonly stored: StoredWaiver }) {
  const resources = [waiver.resource ?? 'every resource'].flat()
  const connections = waiver.connection === undefined ? [] : [waiver.connection].flat()
  const more = resources.length - resourcesShown
  return (
    <p class="small">
      {[waiver.resourceType ?? []].flat().join(', ')} {resources.slice(0, resourcesShown).join(', ')}
      {more > 0 && ` and ${more} more`},{' '}
      {connections.length === 0
        ? 'on every connection'
        : connections.map((connection, index) => (
            <>
              {index > 0 ? ', ' : 'on '}
              <ConnectionLink id={connection}>{names.get(connection) ?? <code>{connection}</code>}</ConnectionLink>
            </>
          ))}
    </p>
  )
}
