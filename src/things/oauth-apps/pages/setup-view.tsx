import { type AnyConnector, isSecret } from '../../../define/index.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import { useFrame } from '../../all-texts/frame.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { type ConnectorStatus, findOauthConfig, isSentToVendor } from '../../connectors/pages/connectors.ts'
import { ErrorSummary, Field } from '../../connectors/pages/field.tsx'
import { Instructions, Monogram } from '../../connectors/pages/parts.tsx'
import { chooseCallbackUrl } from '../../connectors/platform-app.ts'
import { ExternalLink, Link, PostForm } from '../../pages/frame/links.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { OAuthAppTrial, Runtime } from '../../runtime/runtime.ts'
import { hasPlatformApp } from '../platform-settings.ts'
import { type AppFormState, listAppFields, toSecretId } from './app-form.ts'
import { sealedField } from './sealed-secrets.ts'
import { ReadinessBadge } from './setup-list.tsx'
import { describeForm, describeOwner, describeRemoval } from './setup-words.ts'

interface SetupViewProps {
  readonly state: AppFormState
  readonly runtime: Pick<Runtime, 'callbackUrl'>
}

interface ViewProps extends SetupViewProps {
  readonly readiness: ConnectorStatus
  readonly role: Role
}

/** The page on which an administrator makes a connector ready. */
export function SetupView({ state, runtime, readiness, role }: ViewProps) {
  const texts = useTexts()
  const { connector } = state
  const { name, description } = connector.definition
  const config = findOauthConfig(connector)
  return (
    <>
      <p class="crumbs">
        <Link to="/setup">{texts.labels.setup}</Link>
      </p>
      <div class="head">
        <div>
          <div class="titled">
            <Monogram name={name} />
            <h1>{name}</h1>
            <ReadinessBadge connector={connector} of={readiness.readiness} />
          </div>
          {description !== undefined && <p class="lead">{description}</p>}
        </div>
        <Link to={`/connect/${connector.id}`} looks="quiet">
          {texts.actions.connectNamed({ name })}
        </Link>
      </div>
      {!hasPlatformApp(connector.definition) ? (
        <div class="stack">
          <p class="notice">{texts.setup.nothingToDo({ name })}</p>
          <Instructions connector={connector} />
        </div>
      ) : (
        <div class="split">
          <div class="stack">
            {config !== undefined && <AppAtVendor state={state} runtime={runtime} />}
            <Instructions connector={connector} forOperator />
          </div>
          <AppForm state={state} readiness={readiness} role={role} />
        </div>
      )}
      {mayDo(role, 'connectors:write') && (
        <Switch connector={connector} isDisabled={readiness.readiness === 'disabled'} />
      )}
    </>
  )
}

/** Whether people can connect it at all. */
function Switch({ connector, isDisabled }: { readonly connector: AnyConnector; readonly isDisabled: boolean }) {
  const texts = useTexts()
  const { name } = connector.definition
  return (
    <Sheet
      id="switch"
      title={isDisabled ? texts.setup.availability.disabled({ name }) : texts.setup.availability.title}
    >
      <p>{isDisabled ? texts.setup.availability.disabledText : texts.setup.availability.text}</p>
      <PostForm to={`/setup/${connector.id}/${isDisabled ? 'enable' : 'disable'}`}>
        <SubmitButton looks="quiet">
          {isDisabled ? texts.setup.availability.enable({ name }) : texts.setup.availability.disable({ name })}
        </SubmitButton>
      </PostForm>
    </Sheet>
  )
}

function AppAtVendor({ state: { connector, app }, runtime }: SetupViewProps) {
  const { texts, appearance } = useFrame()
  const service = appearance.name
  const { name } = connector.definition
  const config = findOauthConfig(connector)
  return (
    <Sheet id="at-vendor" title={texts.setup.vendor.title({ name })}>
      {config?.registrationUrl !== undefined && <p>{texts.setup.vendor.selfRegistering({ name, service })}</p>}
      {isSentToVendor(connector) && (
        <div>
          <p class="label">{texts.setup.vendor.callbackUrl}</p>
          <div class="copy">
            <code id="callback">{chooseCallbackUrl(runtime, connector.id, app?.ownCallback ?? true)}</code>
            <button type="button" class="button quiet scripted" data-copy="callback" data-copied={texts.shared.copied}>
              {texts.actions.copy}
            </button>
          </div>
        </div>
      )}
      {config !== undefined && config.scopes.length > 0 && (
        <div>
          <p class="label">{texts.setup.vendor.scopes}</p>
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
          <ExternalLink href={config.createAppUrl}>{texts.setup.vendor.createApp({ name })}</ExternalLink>
        </p>
      )}
    </Sheet>
  )
}

function AppForm({ state, readiness, role }: Pick<ViewProps, 'state' | 'readiness' | 'role'>) {
  const { base, texts, appearance } = useFrame()
  const service = appearance.name
  const { connector, app, values, problems, trial, sealed } = state
  const place = `/setup/${connector.id}`
  const fields = listAppFields(texts, connector)
  return (
    <div class="stack">
      <Sheet id="app" title={describeForm(texts, connector, role, app !== undefined)}>
        <p class="small">{describeOwner(texts, connector, role, readiness, service)}</p>
        {app !== undefined && (
          <p class="small">{texts.setup.form.lastChanged({ moment: <Moment at={app.updatedAt} /> })}</p>
        )}
        <ErrorSummary
          problems={problems}
          fields={Object.fromEntries(fields.map(({ name, field }) => [name, field.label]))}
        />
        {trial && <Trial {...trial} />}
        <PostForm to={place} novalidate data-preview={`${base}${place}/preview`}>
          {sealed !== undefined && <input type="hidden" name={sealedField} value={sealed.sealed} />}
          {fields.map(({ name, field }) => {
            const isSet = app?.secretsSet.includes(toSecretId(name)) === true
            const isSealed = sealed?.names.includes(name) === true
            const wasSent = Object.keys(problems).length > 0 || trial !== undefined || sealed !== undefined
            return (
              <Field
                name={name}
                field={field}
                value={values[name]}
                problem={problems[name]}
                secretNote={
                  isSealed ? texts.setup.form.secretSealed : describeAppSecretNote(texts, service, isSet, wasSent)
                }
                isRequired={isSecret(field) ? field.required === true && !isSet && !isSealed : undefined}
              />
            )
          })}
          <div class="actions">
            <SubmitButton looks="primary">{texts.actions.save}</SubmitButton>
            {findOauthConfig(connector) !== undefined && (
              <SubmitButton looks="quiet" formaction={`${base}${place}/test`}>
                {texts.setup.form.test}
              </SubmitButton>
            )}
            {isSentToVendor(connector) && (
              <button class="button quiet unscripted" type="submit" formaction={`${base}${place}/preview`}>
                {texts.setup.preview.button}
              </button>
            )}
          </div>
        </PostForm>
      </Sheet>
      {isSentToVendor(connector) && <Preview state={state} />}
      {app !== undefined && <Removal state={state} />}
    </div>
  )
}

/** Secrets are not shown after they are entered; the box explains what leaving it empty means. */
function describeAppSecretNote(texts: Texts, service: string, isSet: boolean, wasSent: boolean): string {
  if (isSet) return wasSent ? texts.setup.form.secretReplaced : texts.shared.valueIsSet({ service })
  return wasSent ? texts.shared.secretNotRepeated : texts.setup.form.secretNew({ service })
}

function Preview({ state: { connector, preview } }: { readonly state: AppFormState }) {
  const texts = useTexts()
  return (
    <Sheet id="preview-title" title={texts.setup.preview.title}>
      <div id="preview" aria-live="polite">
        {preview === undefined ? (
          <p class="small">{texts.setup.preview.empty({ name: connector.definition.name })}</p>
        ) : (
          <code class="address">
            {preview.split(/(?=[?&])/).map((part) => (
              <span>{part}</span>
            ))}
          </code>
        )}
      </div>
      <p class="small">{texts.setup.preview.help}</p>
    </Sheet>
  )
}

function Trial({ outcome, message }: OAuthAppTrial) {
  const texts = useTexts()
  return (
    <div class={outcomeLooks[outcome]} role="status" id="trial" tabindex={-1}>
      <h2>{texts.setup.trial[outcome]}</h2>
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

function Removal({ state: { connector } }: { readonly state: AppFormState }) {
  const texts = useTexts()
  const { title, effect, button } = describeRemoval(texts, connector)
  return (
    <details class="sheet">
      <summary>{title}</summary>
      <p>{effect}</p>
      <PostForm to={`/setup/${connector.id}/delete`}>
        <SubmitButton looks="danger">{button}</SubmitButton>
      </PostForm>
    </details>
  )
}
