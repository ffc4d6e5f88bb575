import type { SystemSettings } from '../../../crosscheck/people/directory-store.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, PostForm } from '../../pages/frame/links.tsx'
import { Choice } from '../../pages/shared/choice.tsx'
import { InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { ChangedMeanwhile, nameSeen, SeenField, type ShownNow } from '../../pages/shared/seen.tsx'

interface SystemOfForm {
  readonly id: string
  readonly name: string
  /** One that is disconnected is offered if something was said of it, so that it can be taken back. */
  readonly isConnected: boolean
  /** Whether people may sign in to others by it. */
  readonly canSignIn: boolean
}

/** What a person entered of a connection that is not saved. */
export interface RefusedSystem {
  readonly entry: SystemEntry
  /** Whether somebody else saved it meanwhile. */
  readonly wasChanged: boolean
  /** The state that the form goes on to replace. @default that of now */
  readonly seen?: string | undefined
}

/** In the form's format. */
export interface SystemEntry {
  readonly enforcedDomains: string
  readonly signsInBy: string
  readonly reason: string
  readonly expires: string
}

function toEntry(settings: SystemSettings | undefined): SystemEntry {
  return {
    enforcedDomains: settings?.enforcedDomains.join(', ') ?? '',
    signsInBy: settings?.signsInBy ?? '',
    reason: settings?.exempt?.reason ?? '',
    expires: settings?.exempt?.expires ?? '',
  }
}

interface SystemFormsProps {
  readonly connections: readonly SystemOfForm[]
  /** Id of the one whose form is open. */
  readonly chosen: string | undefined
  readonly settings: ReadonlyMap<string, SystemSettings>
  readonly refused: RefusedSystem | undefined
  /** The latest last day. */
  readonly latest: string
  readonly path: string
}

/** What only people can say of a connection. One form at a time, because an organization may have hundreds. */
export function SystemForms({ connections, chosen, settings, refused, latest, path }: SystemFormsProps) {
  const texts = useTexts()
  const connection = connections.find(({ id }) => id === chosen)
  const offered = connections.filter(({ id, isConnected }) => isConnected || settings.has(id))
  return (
    <section class="sheet">
      <h2>{texts.labels.connections}</h2>
      <p class="small">{texts.directory.systems.help}</p>
      {offered.length === 0 ? (
        <p>{texts.connections.list.empty}</p>
      ) : (
        <GetForm to={path} class="filter dense">
          <Choice
            name="connection"
            label={texts.labels.connection}
            chosen={chosen}
            options={offered.map(({ id, name }) => [id, nameSystem(texts, name, settings.get(id))])}
            isComplete
          />
          <SubmitButton looks="quiet">{texts.actions.open}</SubmitButton>
        </GetForm>
      )}
      {connection && (
        <>
          <h3>{connection.name}</h3>
          <SystemForm
            connection={connection}
            others={connections.filter(
              ({ id, canSignIn }) =>
                id !== connection.id && (canSignIn || settings.get(connection.id)?.signsInBy === id),
            )}
            settings={settings.get(connection.id)}
            refused={refused}
            latest={latest}
            path={path}
          />
        </>
      )}
    </section>
  )
}

function nameSystem(texts: Texts, name: string, settings: SystemSettings | undefined): string {
  if (settings?.exempt) return texts.directory.systems.exempt({ name })
  return settings && (settings.signsInBy !== null || settings.enforcedDomains.length > 0)
    ? texts.directory.systems.configured({ name })
    : name
}

interface SystemFormProps {
  readonly connection: { readonly id: string; readonly name: string }
  readonly others: SystemFormsProps['connections']
  readonly settings: SystemSettings | undefined
  readonly refused: RefusedSystem | undefined
  readonly latest: string
  readonly path: string
}

function SystemForm({ connection: { id }, others, settings, refused, latest, path }: SystemFormProps) {
  const texts = useTexts()
  const entry = refused?.entry ?? toEntry(settings)
  return (
    <PostForm to={`${path}/systems/${id}`}>
      {refused?.wasChanged && <ChangedMeanwhile now={describeNow(texts, settings, others)} />}
      <SeenField seen={refused?.seen ?? nameSeen(settings)} />
      <InputField
        name="enforcedDomains"
        id={`domains-${id}`}
        label={texts.directory.systems.domains}
        optional
        help={texts.directory.systems.domainsHelp}
        type="text"
        value={entry.enforcedDomains}
      />
      <div class="field">
        <label for={`idp-${id}`}>{texts.directory.systems.signIn}</label>
        <select id={`idp-${id}`} name="signsInBy">
          <option value="">{texts.shared.unset}</option>
          {others.map((other) => (
            <option value={other.id} selected={entry.signsInBy === other.id}>
              {other.name}
            </option>
          ))}
        </select>
      </div>
      <InputField
        name="reason"
        id={`reason-${id}`}
        label={texts.directory.systems.exemptReason}
        optional
        type="text"
        maxlength={1_000}
        value={entry.reason}
      />
      <InputField
        name="expires"
        id={`expires-${id}`}
        label={texts.labels.until}
        optional={texts.directory.systems.untilHint}
        type="date"
        max={latest}
        value={entry.expires}
      />
      <div class="actions">
        <SubmitButton>{texts.actions.save}</SubmitButton>
      </div>
    </PostForm>
  )
}

function describeNow(
  texts: Texts,
  settings: SystemSettings | undefined,
  others: SystemFormsProps['connections'],
): ShownNow {
  const { enforcedDomains, signsInBy, reason, expires } = toEntry(settings)
  const identityProvider = others.find(({ id }) => id === signsInBy)?.name ?? texts.shared.unset
  return [
    [texts.directory.systems.domains, enforcedDomains],
    [texts.directory.systems.signIn, identityProvider],
    [texts.directory.systems.exemptReason, reason],
    [texts.labels.until, expires],
  ]
}
