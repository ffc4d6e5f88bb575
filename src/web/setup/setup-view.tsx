import { type AnyConnector, isSecret } from '../../define/index.ts'
import type { OAuthAppTrial, Runtime } from '../../runtime/runtime.ts'
import { mayDo, type Role } from '../../workspace/permissions.ts'
import { findOauthConfig, isSentToVendor, judgeReadiness } from '../connectors/connectors.ts'
import { ErrorSummary, Field } from '../connectors/field.tsx'
import { Instructions, Monogram } from '../connectors/parts.tsx'
import { useFrame } from '../frame/frame.ts'
import { ExternalLink, Link, PostForm } from '../frame/links.tsx'
import { Moment } from '../shared/moment.tsx'
import { type AppFormState, listAppFields, toSecretId } from './app-form.ts'
import { ReadinessBadge } from './setup-list.tsx'

interface SetupViewProps {
  readonly state: AppFormState
  readonly runtime: Pick<Runtime, 'callbackUrl'>
}

interface ViewProps extends SetupViewProps {
  readonly isDisabled: boolean
  readonly role: Role
}

/** What an administrator needs to make a connector ready. */
export function SetupView({ state, runtime, isDisabled, role }: ViewProps) {
  const { connector, app } = state
  const { name, description } = connector.definition
  const config = findOauthConfig(connector)
  return (
    <>
      <p class="crumbs">
        <Link to="/setup">Set up</Link>
      </p>
      <div class="head">
        <div>
          <div class="titled">
            <Monogram name={name} />
            <h1>{name}</h1>
            <ReadinessBadge of={judgeReadiness(connector, { hasApp: app !== undefined, isDisabled })} />
          </div>
          {description !== undefined && <p class="lead">{description}</p>}
        </div>
        <Link to={`/connect/${connector.id}`} looks="quiet">
          {`Connect ${name}`}
        </Link>
      </div>
      {config === undefined ? (
        <div class="stack">
          <p class="notice">{`Nothing is to be set up here: whoever connects ${name} types their own credentials.`}</p>
          <Instructions connector={connector} />
        </div>
      ) : (
        <div class="split">
          <div class="stack">
            <AppAtVendor state={state} runtime={runtime} />
            <Instructions connector={connector} />
          </div>
          <AppForm state={state} />
        </div>
      )}
      {config !== undefined && <Owner role={role} />}
      {mayDo(role, 'connectors:write') && <Switch connector={connector} isDisabled={isDisabled} />}
    </>
  )
}

/** Whose app it is that is entered here. */
function Owner({ role }: { readonly role: Role }) {
  return (
    <p class="small">
      {mayDo(role, 'platform-apps:write')
        ? 'You set the app of the platform. It serves every organization that has none of its own.'
        : 'You set the app of your organization. Where there is none, the app of the platform serves it.'}
    </p>
  )
}

/** Whether people can connect it at all. */
function Switch({ connector, isDisabled }: { readonly connector: AnyConnector; readonly isDisabled: boolean }) {
  const { name } = connector.definition
  return (
    <section class="sheet" aria-labelledby="switch">
      <h2 id="switch">{isDisabled ? `${name} is disabled` : 'Who may connect it'}</h2>
      <p>
        {isDisabled
          ? 'Nobody connects it for now. What is connected goes on, and can be connected again.'
          : 'Everybody who is signed in. Disabled, nobody can connect it anew; what is connected goes on.'}
      </p>
      <PostForm to={`/setup/${connector.id}/${isDisabled ? 'enable' : 'disable'}`}>
        <button class="button quiet" type="submit">
          {isDisabled ? `Enable ${name}` : `Disable ${name}`}
        </button>
      </PostForm>
    </section>
  )
}

function AppAtVendor({ state: { connector }, runtime }: SetupViewProps) {
  const { name } = connector.definition
  const config = findOauthConfig(connector)
  return (
    <section class="sheet" aria-labelledby="at-vendor">
      <h2 id="at-vendor">{`The app at ${name}`}</h2>
      {config?.registrationUrl !== undefined && (
        <p>{`${name} lets Checkwright register itself, so that none has to be made by hand. Enter one only to use your own.`}</p>
      )}
      {isSentToVendor(connector) && (
        <div>
          <p class="label">Callback URL, to be entered there exactly so</p>
          <div class="copy">
            <code id="callback">{runtime.callbackUrl}</code>
            <button type="button" class="button quiet scripted" data-copy="callback">
              Copy
            </button>
          </div>
        </div>
      )}
      {config !== undefined && config.scopes.length > 0 && (
        <div>
          <p class="label">Scopes that it has to allow</p>
          <p class="tokens">
            {config.scopes.map((scope) => (
              <>
                <code>{scope}</code>{' '}
              </>
            ))}
          </p>
        </div>
      )}
      {config?.createAppUrl !== undefined && (
        <p>
          <ExternalLink href={config.createAppUrl}>{`Create the app at ${name}`}</ExternalLink>
        </p>
      )}
    </section>
  )
}

function AppForm({ state }: { readonly state: AppFormState }) {
  const { base } = useFrame()
  const { connector, app, values, problems, trial } = state
  const place = `/setup/${connector.id}`
  const fields = listAppFields(connector)
  return (
    <div class="stack">
      <section class="sheet" aria-labelledby="app">
        <h2 id="app">{app === undefined ? 'Enter the app' : 'The app, as it is entered'}</h2>
        {app !== undefined && (
          <p class="small">
            Last changed <Moment at={app.updatedAt} />
          </p>
        )}
        <ErrorSummary
          problems={problems}
          fields={Object.fromEntries(fields.map(({ name, field }) => [name, field.label]))}
        />
        {trial && <Trial {...trial} />}
        <PostForm to={place} novalidate data-preview={`${base}${place}/preview`}>
          {fields.map(({ name, field }) => {
            const isSet = app?.secretsSet.includes(toSecretId(name)) === true
            return (
              <Field
                name={name}
                field={field}
                value={values[name]}
                problem={problems[name]}
                secretNote={describeAppSecretNote(isSet, Object.keys(problems).length > 0 || trial !== undefined)}
                isRequired={isSecret(field) ? field.required === true && !isSet : undefined}
              />
            )
          })}
          <div class="actions">
            <button class="button primary" type="submit">
              Save
            </button>
            <button class="button quiet" type="submit" formaction={`${base}${place}/test`}>
              Test the app
            </button>
            {isSentToVendor(connector) && (
              <button class="button quiet unscripted" type="submit" formaction={`${base}${place}/preview`}>
                Show the address
              </button>
            )}
          </div>
        </PostForm>
      </section>
      {isSentToVendor(connector) && <Preview state={state} />}
      {app !== undefined && <Removal state={state} />}
    </div>
  )
}

/** Secrets go in and never come out; the box says what that means for it. */
function describeAppSecretNote(isSet: boolean, wasSent: boolean): string {
  if (isSet) return 'It is set, and never shown. Leave the box empty to keep it.'
  return wasSent
    ? 'What you typed here is not sent back to the page: type it again.'
    : 'It is kept sealed, and never shown.'
}

function Preview({ state: { connector, preview } }: { readonly state: AppFormState }) {
  return (
    <section class="sheet" aria-labelledby="preview-title">
      <h2 id="preview-title">Where people are sent</h2>
      <div id="preview" aria-live="polite">
        {preview === undefined ? (
          <p class="small">{`It cannot be shown yet: a value that stands in the address of ${connector.definition.name} does not fit.`}</p>
        ) : (
          <code class="address">
            {preview.split(/(?=[?&])/).map((part) => (
              <span>{part}</span>
            ))}
          </code>
        )}
      </div>
      <p class="small">What changes each time, and what people type themselves, stands there by example.</p>
    </section>
  )
}

function Trial({ outcome, message }: OAuthAppTrial) {
  const { looks, title } = outcomes[outcome]
  return (
    <div class={looks} role="status" id="trial" tabindex={-1}>
      <h2>{title}</h2>
      <p>{message}</p>
    </div>
  )
}

const outcomes: Readonly<Record<OAuthAppTrial['outcome'], { readonly looks: string; readonly title: string }>> = {
  accepted: { looks: 'notice', title: 'The app works' },
  recognized: { looks: 'notice', title: 'The app is known there' },
  refused: { looks: 'alert', title: 'The app is refused' },
  unknown: { looks: 'alert untold', title: 'Nobody can tell yet' },
}

function Removal({ state: { connector } }: { readonly state: AppFormState }) {
  return (
    <details class="sheet">
      <summary>Delete the app</summary>
      <p>{`People can connect ${connector.definition.name} no more, and connections that were made with it cannot renew their access.`}</p>
      <PostForm to={`/setup/${connector.id}/delete`}>
        <button class="button danger" type="submit">
          {`Delete the app of ${connector.definition.name}`}
        </button>
      </PostForm>
    </details>
  )
}
