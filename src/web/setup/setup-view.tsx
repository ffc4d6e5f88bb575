import { type AnyConnector, isSecret } from '../../define/index.ts'
import { chooseCallbackUrl } from '../../runtime/apps/app-in-use.ts'
import { hasPlatformApp } from '../../runtime/apps/platform-settings.ts'
import type { OAuthAppTrial, Runtime } from '../../runtime/runtime.ts'
import { mayDo, type Role } from '../../workspace/permissions.ts'
import { findOauthConfig, isSentToVendor, type Standing } from '../connectors/connectors.ts'
import { ErrorSummary, Field } from '../connectors/field.tsx'
import { Instructions, Monogram } from '../connectors/parts.tsx'
import { useFrame } from '../frame/frame.ts'
import { ExternalLink, Link, PostForm } from '../frame/links.tsx'
import { Moment } from '../shared/moment.tsx'
import { type AppFormState, listAppFields, toSecretId } from './app-form.ts'
import { heldField } from './held-secrets.ts'
import { ReadinessBadge } from './setup-list.tsx'
import { describeForm, describeOwner, describeRemoval } from './setup-words.ts'

interface SetupViewProps {
  readonly state: AppFormState
  readonly runtime: Pick<Runtime, 'callbackUrl'>
}

interface ViewProps extends SetupViewProps {
  readonly standing: Standing
  readonly role: Role
}

/** The page on which an administrator makes a connector ready. */
export function SetupView({ state, runtime, standing, role }: ViewProps) {
  const { connector } = state
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
            <ReadinessBadge connector={connector} of={standing.readiness} />
          </div>
          {description !== undefined && <p class="lead">{description}</p>}
        </div>
        <Link to={`/connect/${connector.id}`} looks="quiet">
          {`Connect ${name}`}
        </Link>
      </div>
      {!hasPlatformApp(connector.definition) ? (
        <div class="stack">
          <p class="notice">{`You do not need to set it up. People who connect ${name} enter their own credentials.`}</p>
          <Instructions connector={connector} />
        </div>
      ) : (
        <div class="split">
          <div class="stack">
            {config !== undefined && <AppAtVendor state={state} runtime={runtime} />}
            <Instructions connector={connector} forOperator />
          </div>
          <AppForm state={state} standing={standing} role={role} />
        </div>
      )}
      {mayDo(role, 'connectors:write') && (
        <Switch connector={connector} isDisabled={standing.readiness === 'disabled'} />
      )}
    </>
  )
}

/** Whether people can connect it at all. */
function Switch({ connector, isDisabled }: { readonly connector: AnyConnector; readonly isDisabled: boolean }) {
  const { name } = connector.definition
  return (
    <section class="sheet" aria-labelledby="switch">
      <h2 id="switch">{isDisabled ? `${name} is disabled` : 'People who may connect it'}</h2>
      <p>
        {isDisabled
          ? 'People cannot connect it now. Existing connections continue to work, and people can reconnect them.'
          : 'Everybody who is signed in. If you disable it, people cannot add connections. Existing connections continue to work.'}
      </p>
      <PostForm to={`/setup/${connector.id}/${isDisabled ? 'enable' : 'disable'}`}>
        <button class="button quiet" type="submit">
          {isDisabled ? `Enable ${name}` : `Disable ${name}`}
        </button>
      </PostForm>
    </section>
  )
}

function AppAtVendor({ state: { connector, app }, runtime }: SetupViewProps) {
  const { name } = connector.definition
  const config = findOauthConfig(connector)
  return (
    <section class="sheet" aria-labelledby="at-vendor">
      <h2 id="at-vendor">{`The app at ${name}`}</h2>
      {config?.registrationUrl !== undefined && (
        <p>{`Checkwright registers itself at ${name}, so you need no app. Enter one only if you want to use your own.`}</p>
      )}
      {isSentToVendor(connector) && (
        <div>
          <p class="label">Callback URL: enter it there exactly like this</p>
          <div class="copy">
            <code id="callback">{chooseCallbackUrl(runtime, connector.id, app?.ownCallback ?? true)}</code>
            <button type="button" class="button quiet scripted" data-copy="callback">
              Copy
            </button>
          </div>
        </div>
      )}
      {config !== undefined && config.scopes.length > 0 && (
        <div>
          <p class="label">Scopes that the app must allow</p>
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

function AppForm({ state, standing, role }: Pick<ViewProps, 'state' | 'standing' | 'role'>) {
  const { base } = useFrame()
  const { connector, app, values, problems, trial, held } = state
  const place = `/setup/${connector.id}`
  const fields = listAppFields(connector)
  return (
    <div class="stack">
      <section class="sheet" aria-labelledby="app">
        <h2 id="app">{describeForm(connector, role, app !== undefined)}</h2>
        <p class="small">{describeOwner(connector, role, standing)}</p>
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
          {held !== undefined && <input type="hidden" name={heldField} value={held.sealed} />}
          {fields.map(({ name, field }) => {
            const isSet = app?.secretsSet.includes(toSecretId(name)) === true
            const isHeld = held?.names.includes(name) === true
            const wasSent = Object.keys(problems).length > 0 || trial !== undefined || held !== undefined
            return (
              <Field
                name={name}
                field={field}
                value={values[name]}
                problem={problems[name]}
                secretNote={
                  isHeld
                    ? 'The value that you typed is kept for 15 minutes. Leave the box empty to save it. If you change another value, type it again.'
                    : describeAppSecretNote(isSet, wasSent)
                }
                isRequired={isSecret(field) ? field.required === true && !isSet && !isHeld : undefined}
              />
            )
          })}
          <div class="actions">
            <button class="button primary" type="submit">
              Save
            </button>
            {findOauthConfig(connector) !== undefined && (
              <button class="button quiet" type="submit" formaction={`${base}${place}/test`}>
                Test the app
              </button>
            )}
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

/** Secrets are not shown after they are entered; the box explains what leaving it empty means. */
function describeAppSecretNote(isSet: boolean, wasSent: boolean): string {
  if (isSet)
    return wasSent
      ? 'What you typed here is not kept. Type it again, or leave the box empty to keep the value that was set earlier.'
      : 'A value is set. Checkwright never shows it. Leave the box empty to keep it.'
  return wasSent
    ? 'This page does not repeat secrets. Type the value again.'
    : 'Checkwright encrypts it, and never shows it.'
}

function Preview({ state: { connector, preview } }: { readonly state: AppFormState }) {
  return (
    <section class="sheet" aria-labelledby="preview-title">
      <h2 id="preview-title">Address where people sign in</h2>
      <div id="preview" aria-live="polite">
        {preview === undefined ? (
          <p class="small">{`You see it when the values in the address of ${connector.definition.name} are valid.`}</p>
        ) : (
          <code class="address">
            {preview.split(/(?=[?&])/).map((part) => (
              <span>{part}</span>
            ))}
          </code>
        )}
      </div>
      <p class="small">Values that change each time, and values that people enter, are examples.</p>
    </section>
  )
}

function Trial({ outcome, message }: OAuthAppTrial) {
  return (
    <div class={outcomeLooks[outcome]} role="status" id="trial" tabindex={-1}>
      <h2>{outcomeWords[outcome]}</h2>
      <p>{message}</p>
    </div>
  )
}

const outcomeLooks: Readonly<Record<OAuthAppTrial['outcome'], string>> = {
  accepted: 'notice',
  recognized: 'notice',
  refused: 'alert',
  unknown: 'alert untold',
}

const outcomeWords = {
  accepted: 'The app works',
  recognized: 'The vendor knows the app',
  refused: 'The vendor refuses the app',
  unknown: 'The result is not known yet',
}

function Removal({ state: { connector } }: { readonly state: AppFormState }) {
  const { title, effect, button } = describeRemoval(connector)
  return (
    <details class="sheet">
      <summary>{title}</summary>
      <p>{effect}</p>
      <PostForm to={`/setup/${connector.id}/delete`}>
        <button class="button danger" type="submit">
          {button}
        </button>
      </PostForm>
    </details>
  )
}
