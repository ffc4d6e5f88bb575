import {
  type AnyConnector,
  type CredentialField,
  hasClientSecret,
  isSecret,
  listCustomSettings,
} from '../../define/index.ts'
import type { OAuthApp, OAuthAppInput, OAuthAppTrial } from '../../runtime/runtime.ts'
import { findOauthConfig } from '../connectors/connectors.ts'
import type { Problems } from '../connectors/field.tsx'
import type { SentForm } from '../form.ts'

/** The form of an OAuth app as it stands. */
export interface AppFormState {
  readonly connector: AnyConnector
  /** As it is saved. */
  readonly app: OAuthApp | undefined
  /** What is in the boxes, secrets left out. */
  readonly values: Readonly<Record<string, string>>
  readonly problems: Problems
  /** Where people would be sent; undefined: nowhere, or it cannot be told yet. */
  readonly preview: string | undefined
  /** What asking the vendor came to, where it was asked. */
  readonly trial: OAuthAppTrial | undefined
}

/** The form's fields in order, by the names that they have in it. */
export function listAppFields(
  connector: AnyConnector,
): readonly { readonly name: string; readonly field: CredentialField }[] {
  const config = findOauthConfig(connector)
  const settings = listCustomSettings(connector.definition).map((field) => ({ name: `settings.${field.id}`, field }))
  if (config === undefined) return settings
  return [
    { name: 'clientId', field: { id: 'clientId', label: 'Client ID', type: 'text', required: true } },
    {
      name: 'clientSecret',
      field: { id: 'clientSecret', label: 'Client secret', type: 'password', required: hasClientSecret(config) },
    },
    ...settings,
  ]
}

/** What was typed, as the runtime takes it. Of a secret an empty box means that it stays. */
export function readEnteredApp(connector: AnyConnector, form: SentForm): OAuthAppInput {
  const secret = form.text('clientSecret')
  const settings = listCustomSettings(connector.definition).flatMap((setting) => {
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

/** What may be shown again. */
export function pickShownValues(connector: AnyConnector, typed: (name: string) => string | undefined) {
  return Object.fromEntries(
    listAppFields(connector).flatMap(({ name, field }) => (isSecret(field) ? [] : [[name, typed(name) ?? '']])),
  )
}

export function pickSavedValues(connector: AnyConnector, app: OAuthApp | undefined) {
  return pickShownValues(connector, (name) =>
    name === 'clientId' ? app?.clientId : app?.settings[name.slice('settings.'.length)],
  )
}

/** Id under which a secret is told to be set. */
export function toSecretId(name: string): string {
  return name === 'clientSecret' ? 'client_secret' : name.slice('settings.'.length)
}
