import type { SystemSettings } from '../../crosscheck/people/directory-store.ts'
import { GetForm, PostForm } from '../frame/links.tsx'
import { Choice } from '../shared/choice.tsx'

interface SystemFormsProps {
  readonly connections: readonly { readonly id: string; readonly name: string }[]
  /** Id of the one whose form is open. */
  readonly chosen: string | undefined
  readonly settings: ReadonlyMap<string, SystemSettings>
  /** The latest last day. */
  readonly latest: string
  readonly path: string
}

/** What only people can say of a connection. One form at a time, because an organization may have hundreds. */
export function SystemForms({ connections, chosen, settings, latest, path }: SystemFormsProps) {
  const connection = connections.find(({ id }) => id === chosen)
  return (
    <section class="sheet">
      <h2>Connections</h2>
      <p class="small">What no vendor says of a connection.</p>
      {connections.length === 0 ? (
        <p>There is no connection yet.</p>
      ) : (
        <GetForm to={path} class="filter dense">
          <Choice
            name="connection"
            label="Connection"
            chosen={chosen}
            options={connections.map(({ id, name }) => [id, `${name}${describeSaid(settings.get(id))}`])}
            isComplete
          />
          <button class="button quiet" type="submit">
            Open
          </button>
        </GetForm>
      )}
      {connection && (
        <>
          <h3>{connection.name}</h3>
          <SystemForm
            connection={connection}
            others={connections.filter(({ id }) => id !== connection.id)}
            settings={settings.get(connection.id)}
            latest={latest}
            path={path}
          />
        </>
      )}
    </section>
  )
}

function describeSaid(settings: SystemSettings | undefined): string {
  if (settings?.exempt) return ' (taken out of cross-checks)'
  return settings && (settings.signsInBy !== null || settings.enforcedDomains.length > 0) ? ' (something is said)' : ''
}

interface SystemFormProps {
  readonly connection: { readonly id: string; readonly name: string }
  readonly others: SystemFormsProps['connections']
  readonly settings: SystemSettings | undefined
  readonly latest: string
  readonly path: string
}

function SystemForm({ connection: { id }, others, settings, latest, path }: SystemFormProps) {
  return (
    <PostForm to={`${path}/systems/${id}`}>
      <div class="field">
        <label for={`domains-${id}`}>
          Own domains <span class="optional">optional</span>
        </label>
        <p class="help" id={`domains-help-${id}`}>
          Domains of yours in which this vendor lets nobody but members have addresses. An address there then says whose
          an account is.
        </p>
        <input
          id={`domains-${id}`}
          name="enforcedDomains"
          type="text"
          value={settings?.enforcedDomains.join(', ') ?? ''}
          aria-describedby={`domains-help-${id}`}
        />
      </div>
      <div class="field">
        <label for={`idp-${id}`}>People sign in by</label>
        <select id={`idp-${id}`} name="signsInBy">
          <option value="">nobody has said</option>
          {others.map((other) => (
            <option value={other.id} selected={settings?.signsInBy === other.id}>
              {other.name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`reason-${id}`}>
          Why it takes no part in cross-checks <span class="optional">optional</span>
        </label>
        <input id={`reason-${id}`} name="reason" type="text" maxlength={1_000} value={settings?.exempt?.reason ?? ''} />
      </div>
      <div class="field">
        <label for={`expires-${id}`}>
          Until <span class="optional">with a reason</span>
        </label>
        <input id={`expires-${id}`} name="expires" type="date" max={latest} value={settings?.exempt?.expires ?? ''} />
      </div>
      <div class="actions">
        <button class="button" type="submit">
          Save
        </button>
      </div>
    </PostForm>
  )
}
