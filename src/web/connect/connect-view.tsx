import { type ConnectorReadiness, findOauthConfig, isSentToVendor, listScopeUses } from '../connectors/connectors.ts'
import { ErrorSummary, Field } from '../connectors/field.tsx'
import { Instructions, Monogram } from '../connectors/parts.tsx'
import { Link, PostForm } from '../frame/links.tsx'
import { formatCount } from '../shared/moment.tsx'
import { type ConnectFormState, toFieldName } from './connect-form.ts'

interface ConnectViewProps {
  readonly state: ConnectFormState
  /** Why it cannot be connected now. */
  readonly obstacle: Exclude<ConnectorReadiness, 'ready'> | undefined
  readonly isAdmin: boolean
  readonly organizationId: string
  /** Shown at the top if the values did not work. */
  readonly refusal?: string | undefined
}

/** The page on which a person connects a system. */
export function ConnectView({ state, obstacle, isAdmin, organizationId, refusal }: ConnectViewProps) {
  const { connector, connection } = state
  const { name, description } = connector.definition
  const isSent = isSentToVendor(connector)
  return (
    <>
      <p class="crumbs">
        {connection === undefined ? (
          <Link to="/connect">Connect</Link>
        ) : (
          <Link to={`/connections/${connection.id}`}>Connection</Link>
        )}
      </p>
      <div class="head">
        <div>
          <div class="titled">
            <Monogram name={name} />
            <h1>{connection === undefined ? `Connect ${name}` : `Connect ${name} again`}</h1>
          </div>
          {description !== undefined && <p class="lead">{description}</p>}
        </div>
      </div>
      <div class="split">
        <div class="stack">
          {obstacle === undefined && (
            <ConnectForm
              state={state}
              organizationId={organizationId}
              refusal={refusal}
              to={`/connect/${connector.id}${connection === undefined ? '' : `?connection=${encodeURIComponent(connection.id)}`}`}
            />
          )}
          {obstacle === 'needs-app' && <NotReady state={state} isAdmin={isAdmin} />}
          {obstacle === 'disabled' && <Disabled state={state} isAdmin={isAdmin} />}
          <Asked state={state} />
          {!isSent && <Checks state={state} isOpen={false} />}
        </div>
        <div class="stack">
          {isSent ? <Checks state={state} isOpen={true} /> : <Instructions connector={connector} />}
        </div>
      </div>
    </>
  )
}

interface ConnectFormProps extends Pick<ConnectViewProps, 'state' | 'organizationId' | 'refusal'> {
  /** Where it is sent. */
  readonly to: string
}

export function ConnectForm({ state, organizationId, refusal, to }: ConnectFormProps) {
  const { connector, fields, connection, values, problems, wasSent } = state
  const { name } = connector.definition
  const isSent = isSentToVendor(connector)
  const { auth } = connector.definition
  const customDescription = auth.type === 'custom' ? auth.config.description : undefined
  return (
    <section class="sheet" aria-labelledby="by">
      <h2 id="by">{isSent ? `Sign in at ${name}` : 'Credentials'}</h2>
      {refusal !== undefined && (
        <div class="alert" role="alert" tabindex={-1} id="refusal">
          <h2>{`That did not work with ${name}`}</h2>
          <p>{refusal}</p>
        </div>
      )}
      <ErrorSummary
        problems={problems}
        fields={Object.fromEntries(fields.map((field) => [toFieldName(field), field.label]))}
      />
      {customDescription !== undefined && <p>{customDescription}</p>}
      {connector.hooks.verify !== undefined && (
        <p class="small">
          The account at {name} must name your organization. The id of your organization is{' '}
          <code>{organizationId}</code>.
        </p>
      )}
      {!isSent && connection !== undefined && (
        <p class="small">If you leave a field empty, its value stays as it is.</p>
      )}
      <PostForm to={to} novalidate>
        {connection === undefined && !isSent && (
          <div class="field">
            <label for="connection-name">
              Name of the connection <span class="optional">optional</span>
            </label>
            <p
              class="help"
              id="help-connection-name"
            >{`If you connect more than one ${name}, such as "Production".`}</p>
            <input
              id="connection-name"
              name="name"
              maxlength={100}
              value={state.name}
              aria-describedby="help-connection-name"
            />
          </div>
        )}
        {fields.map((field) => (
          <Field
            name={toFieldName(field)}
            field={field}
            value={values[toFieldName(field)]}
            problem={problems[toFieldName(field)]}
            secretNote={describeSecretNote(wasSent, connection !== undefined)}
            isRequired={field.required === true && connection === undefined}
          />
        ))}
        <div class="actions">
          <button class="button primary" type="submit" data-busy={isSent ? undefined : `Asking ${name}…`}>
            {isSent ? `Continue to ${name}` : connection === undefined ? `Connect ${name}` : 'Save and test'}
          </button>
        </div>
        <p class="small after">
          {isSent
            ? `You sign in at ${name} and decide there. Checkwright never sees your password.`
            : `Checkwright tests it with ${name} immediately.`}
        </p>
      </PostForm>
    </section>
  )
}

function describeSecretNote(wasSent: boolean, isKept: boolean): string | undefined {
  if (isKept) return 'A value is set. Checkwright never shows it. Leave the box empty to keep it.'
  return wasSent ? 'This page does not repeat secrets. Type the value again.' : undefined
}

function NotReady({ state: { connector }, isAdmin }: Pick<ConnectViewProps, 'state' | 'isAdmin'>) {
  const { name } = connector.definition
  const what = findOauthConfig(connector) ? 'an OAuth app' : 'settings'
  return (
    <section class="alert caution" aria-labelledby="not-ready">
      <h2 id="not-ready">{`${name} is not set up yet`}</h2>
      <p>
        {isAdmin
          ? `${name} needs ${what}. Enter ${findOauthConfig(connector) ? 'one' : 'them'} first; it takes a few minutes.`
          : `${name} needs ${what}. Ask an administrator to enter ${findOauthConfig(connector) ? 'one' : 'them'} first.`}
      </p>
      {isAdmin && (
        <p class="after">
          <Link to={`/setup/${connector.id}`} looks="primary">{`Set up ${name}`}</Link>
        </p>
      )}
    </section>
  )
}

function Disabled({ state: { connector }, isAdmin }: Pick<ConnectViewProps, 'state' | 'isAdmin'>) {
  const { name } = connector.definition
  return (
    <section class="alert caution" aria-labelledby="disabled">
      <h2 id="disabled">{`${name} cannot be connected for now`}</h2>
      <p>An administrator of this service has disabled it. Existing connections continue to work.</p>
      {isAdmin && (
        <p class="after">
          <Link to={`/setup/${connector.id}`} looks="primary">{`Set up ${name}`}</Link>
        </p>
      )}
    </section>
  )
}

/** The requested scopes, with the purpose of each. */
export function Asked({ state: { connector } }: Pick<ConnectViewProps, 'state'>) {
  const uses = listScopeUses(connector)
  if (uses.length === 0 || findOauthConfig(connector) === undefined) return null
  return (
    <section class="sheet" aria-labelledby="scopes">
      <h2 id="scopes">{`Access that you grant at ${connector.definition.name}, and why`}</h2>
      <ul class="scopes">
        {uses.map(({ scope, checks }) => (
          <li>
            <code>{scope}</code>
            <p>
              {checks.length === 0
                ? 'The connector needs this to sign in, or to stay signed in.'
                : `For: ${checks.join(' · ')}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Checks({ state: { connector }, isOpen }: Pick<ConnectViewProps, 'state'> & { readonly isOpen: boolean }) {
  const { checks } = connector
  if (checks.length === 0) return null
  return (
    <details class="sheet" open={isOpen}>
      <summary>
        <h2>{`${formatCount(checks.length, 'check')} will run`}</h2>
      </summary>
      <ul class="plain">
        {checks.map(({ title, writes }) => (
          <li>
            {title}
            {writes && <span class="badge manual">may change data there</span>}
          </li>
        ))}
      </ul>
      {checks.every(({ writes }) => writes !== true) && <p class="small">All checks are read-only.</p>}
    </details>
  )
}
