import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import {
  type ConnectorReadiness,
  findOauthConfig,
  isSentToVendor,
  listScopeUses,
} from '../../connectors/pages/connectors.ts'
import { ErrorSummary, Field } from '../../connectors/pages/field.tsx'
import { Instructions, Monogram } from '../../connectors/pages/parts.tsx'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
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
  const texts = useTexts()
  const { connector, connection } = state
  const { name, description } = connector.definition
  const isSent = isSentToVendor(connector)
  return (
    <>
      <p class="crumbs">
        {connection === undefined ? (
          <Link to="/connect">{texts.actions.connect}</Link>
        ) : (
          <Link to={`/connections/${connection.id}`}>{texts.labels.connection}</Link>
        )}
      </p>
      <div class="head">
        <div>
          <div class="titled">
            <Monogram name={name} />
            <h1>
              {connection === undefined ? texts.actions.connectNamed({ name }) : texts.actions.reconnectNamed({ name })}
            </h1>
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
  const { texts, appearance } = useFrame()
  const service = appearance.name
  const { connector, fields, connection, values, problems, wasSent } = state
  const { name } = connector.definition
  const isSent = isSentToVendor(connector)
  const { auth } = connector.definition
  const customDescription = auth.type === 'custom' ? auth.config.description : undefined
  return (
    <Sheet id="by" title={isSent ? texts.actions.signInTo({ name }) : texts.connect.form.credentials}>
      {refusal !== undefined && (
        <div class="alert" role="alert" tabindex={-1} id="refusal">
          <h2>{texts.connect.form.refused({ name })}</h2>
          <p>{refusal}</p>
        </div>
      )}
      <ErrorSummary
        problems={problems}
        fields={Object.fromEntries(fields.map((field) => [toFieldName(field), field.label]))}
      />
      {customDescription !== undefined && <p>{customDescription}</p>}
      {connector.hooks.verify !== undefined && (
        <p class="small">{texts.connect.form.accountId({ name, code: <code>{organizationId}</code> })}</p>
      )}
      {!isSent && connection !== undefined && <p class="small">{texts.connect.form.emptyFieldsStay}</p>}
      <PostForm to={to} novalidate>
        {connection === undefined && !isSent && (
          <InputField
            name="name"
            id="connection-name"
            label={texts.connect.form.name}
            optional
            help={texts.connect.form.nameHelp({ name })}
            maxlength={nameLengthMax}
            value={state.name}
          />
        )}
        {fields.map((field) => (
          <Field
            name={toFieldName(field)}
            field={field}
            value={values[toFieldName(field)]}
            problem={problems[toFieldName(field)]}
            secretNote={describeSecretNote(texts, service, wasSent, connection !== undefined)}
            isRequired={field.required === true && connection === undefined}
          />
        ))}
        <div class="actions">
          <SubmitButton looks="primary" data-busy={isSent ? undefined : texts.connect.form.busy({ name })}>
            {isSent
              ? texts.actions.continueTo({ name })
              : connection === undefined
                ? texts.actions.connectNamed({ name })
                : texts.connect.form.saveAndTest}
          </SubmitButton>
        </div>
        <p class="small after">
          {isSent ? texts.connect.form.signInHelp({ name, service }) : texts.connect.form.testHelp({ name, service })}
        </p>
      </PostForm>
    </Sheet>
  )
}

function describeSecretNote(texts: Texts, service: string, wasSent: boolean, isStored: boolean): string | undefined {
  if (isStored) return texts.shared.valueIsSet({ service })
  return wasSent ? texts.shared.secretNotRepeated : undefined
}

function NotReady({ state: { connector }, isAdmin }: Pick<ConnectViewProps, 'state' | 'isAdmin'>) {
  const texts = useTexts()
  const { name } = connector.definition
  const isApp = findOauthConfig(connector) !== undefined
  return (
    <section class="alert caution" aria-labelledby="not-ready">
      <h2 id="not-ready">{texts.connect.notReady.title({ name })}</h2>
      <p>
        {isAdmin ? texts.connect.notReady.setUp({ name, isApp }) : texts.connect.notReady.askAdmin({ name, isApp })}
      </p>
      {isAdmin && <SetUpLink connector={connector} />}
    </section>
  )
}

function Disabled({ state: { connector }, isAdmin }: Pick<ConnectViewProps, 'state' | 'isAdmin'>) {
  const texts = useTexts()
  const { name } = connector.definition
  return (
    <section class="alert caution" aria-labelledby="disabled">
      <h2 id="disabled">{texts.connect.disabled.title({ name })}</h2>
      <p>{texts.connect.disabled.text}</p>
      {isAdmin && <SetUpLink connector={connector} />}
    </section>
  )
}

function SetUpLink({ connector: { id, definition } }: Pick<ConnectViewProps['state'], 'connector'>) {
  return (
    <p class="after">
      <Link to={`/setup/${id}`} looks="primary">
        {useTexts().actions.setUpNamed({ name: definition.name })}
      </Link>
    </p>
  )
}

/** The requested scopes, with the purpose of each. */
export function Asked({ state: { connector } }: Pick<ConnectViewProps, 'state'>) {
  const texts = useTexts()
  const uses = listScopeUses(connector)
  if (uses.length === 0 || findOauthConfig(connector) === undefined) return null
  return (
    <Sheet id="scopes" title={texts.connect.scopes.title({ name: connector.definition.name })}>
      <ul class="scopes">
        {uses.map(({ scope, checks }) => (
          <li>
            <code>{scope}</code>
            <p>
              {checks.length === 0
                ? texts.connect.scopes.forSignIn
                : texts.connect.scopes.forChecks({ checks: checks.join(' · ') })}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Checks({ state: { connector }, isOpen }: Pick<ConnectViewProps, 'state'> & { readonly isOpen: boolean }) {
  const texts = useTexts()
  const { checks } = connector
  if (checks.length === 0) return null
  return (
    <details class="sheet" open={isOpen}>
      <summary>
        <h2>{texts.connect.checks.title({ checks: checks.length })}</h2>
      </summary>
      <ul class="plain">
        {checks.map(({ title, writes }) => (
          <li>
            {title}
            {writes && <span class="badge manual">{texts.connect.checks.writes}</span>}
          </li>
        ))}
      </ul>
      {checks.every(({ writes }) => writes !== true) && <p class="small">{texts.connect.checks.readOnly}</p>}
      <p>
        <Link to={`/connect/${connector.id}/checks`}>{texts.connectors.checks.link}</Link>
      </p>
    </details>
  )
}
