import { type AnyConnector, type CredentialField, hasClientSecret, isSecret } from '../../../define/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { listAppSettings } from '../../connectors/app-destination.ts'
import { findOauthConfig } from '../../connectors/pages/connectors.ts'
import type { Problems } from '../../connectors/pages/field.tsx'
import type { SentForm } from '../../pages/form.ts'
import type { OAuthApp, OAuthAppInput, OAuthAppTrial } from '../../runtime/runtime.ts'

/** The form of an OAuth app, in its present state. */
export interface AppFormState {
  readonly connector: AnyConnector
  /** The saved app. */
  readonly app: OAuthApp | undefined
  /** The values in the boxes, without secrets. */
  readonly values: Readonly<Record<string, string>>
  readonly problems: Problems
  /** The address that people would be sent to; undefined: none, or not known yet. */
  readonly preview: string | undefined
  /** The result of the test at the vendor, if there was one. */
  readonly trial: OAuthAppTrial | undefined
  /** The secrets that were typed and not refused, so that nobody types them again. */
  readonly sealed?: SealedSecrets | undefined
}

export interface SealedSecrets {
  /** All of them, sealed by the service. */
  readonly sealed: string
  /** The names of their fields. */
  readonly names: readonly string[]
}

/** The form's fields in order, by their names in it. */
export function listAppFields(
  texts: Texts,
  connector: AnyConnector,
): readonly { readonly name: string; readonly field: CredentialField }[] {
  const config = findOauthConfig(connector)
  const settings = listAppSettings(connector).map((field) => ({ name: `settings.${field.id}`, field }))
  if (config === undefined) return settings
  return [
    { name: 'clientId', field: { id: 'clientId', label: texts.setup.form.clientId, type: 'text', required: true } },
    {
      name: 'clientSecret',
      field: {
        id: 'clientSecret',
        label: texts.setup.form.clientSecret,
        type: 'password',
        required: hasClientSecret(config),
      },
    },
    ...settings,
  ]
}

/** The typed values, in the runtime's form. For a secret, an empty box means that it stays the same. */
export function readEnteredApp(connector: AnyConnector, form: SentForm): OAuthAppInput {
  const secret = form.text('clientSecret')
  const settings = listAppSettings(connector).flatMap((setting) => {
    const value = form.text(`settings.${setting.id}`)
    return value === '' ? [] : [[setting.id, value]]
  })
  return {
    connector,
    clientId: form.text('clientId'),
    clientSecret: secret.trim() === '' ? undefined : secret,
    settings: Object.fromEntries(settings),
  }
}

/** The values that may be shown again. */
export function pickShownValues(
  texts: Texts,
  connector: AnyConnector,
  readTyped: (name: string) => string | undefined,
) {
  return Object.fromEntries(
    listAppFields(texts, connector).flatMap(({ name, field }) =>
      isSecret(field) ? [] : [[name, readTyped(name) ?? '']],
    ),
  )
}

export function pickSavedValues(texts: Texts, connector: AnyConnector, app: OAuthApp | undefined) {
  return pickShownValues(texts, connector, (name) =>
    name === 'clientId' ? app?.clientId : app?.settings[name.slice('settings.'.length)],
  )
}

/** Id of a secret in the list of secrets that are set. */
export function toSecretId(name: string): string {
  return name === 'clientSecret' ? 'client_secret' : name.slice('settings.'.length)
}
