import type { Capture, OAuth2Config } from './auth-config.ts'
import type { ConnectorDefinition } from './connector-definition.ts'
import type { CertificateField, CredentialField, CustomSetting } from './credential-field.ts'
import { perDefinition } from './per-definition.ts'

/**
 * The fields that a form shows for a connector: those that its strategy generates (api_key, basic), then those that it
 * declares. OAuth grants tokens and captures, so nobody types them.
 */
export const listCredentialFields = perDefinition((definition): readonly CredentialField[] => [
  ...listStrategyFields(definition),
  ...(definition.credentialFields ?? []),
])

/** The fields that come with the strategy: generated for api_key and basic, declared in its config for custom. */
export function listStrategyFields({ auth }: ConnectorDefinition): readonly CredentialField[] {
  switch (auth.type) {
    case 'oauth2':
      return []
    case 'custom':
      return auth.config.credentialFields
    case 'api_key':
      return [
        {
          ...auth.config.field,
          id: 'api_key',
          label: auth.config.field?.label ?? 'API Key',
          type: 'password',
          required: true,
        },
      ]
    case 'basic': {
      const {
        usernameField = 'username',
        passwordField = 'password',
        fixedUsername,
        fixedPassword,
        labels,
      } = auth.config
      const username: CredentialField = {
        id: usernameField,
        label: labels?.username ?? 'Username',
        // If everybody knows the password, the user name is the key.
        type: fixedPassword === undefined ? 'text' : 'password',
        required: true,
      }
      const password: CredentialField = {
        id: passwordField,
        label: labels?.password ?? 'Password',
        type: 'password',
        required: true,
      }
      return [...(fixedUsername === undefined ? [username] : []), ...(fixedPassword === undefined ? [password] : [])]
    }
  }
}

/** Values that the OAuth provider gives while somebody connects. */
export function listCaptures({ auth }: ConnectorDefinition): readonly Capture[] {
  return auth.type === 'oauth2' ? (auth.config.capture ?? []) : []
}

/** Values that an operator enters once: beside an OAuth app, or for a sign-in of the connector's own. */
export function listCustomSettings({ auth }: ConnectorDefinition): readonly CustomSetting[] {
  return auth.type === 'oauth2' || auth.type === 'custom' ? (auth.config.customSettings ?? []) : []
}

/** Name inside the braces of a setting's placeholder. */
export function toTokenName(setting: CustomSetting): string {
  return setting.token === undefined ? setting.id : setting.token.slice(1, -1)
}

/**
 * Whether a field's value must never be shown. A large text box counts too: it holds a key or a service account file.
 */
export function isSecret({ type }: Pick<CredentialField, 'type'>): boolean {
  return type === 'password' || type === 'textarea' || type === 'certificate'
}

/** Whether it answers challenges with a proof of its password, and never sends it. */
export function isDigest({ auth }: ConnectorDefinition): boolean {
  return auth.type === 'basic' && auth.config.scheme === 'digest'
}

/** Ids of the credential values that must never be shown. */
export const listSecretIds = perDefinition(
  (definition): ReadonlySet<string> =>
    new Set([
      ...listCredentialFields(definition)
        .filter(isSecret)
        .map((field) => field.id),
      ...listCaptures(definition)
        .filter((capture) => capture.secret === true)
        .map((capture) => capture.id),
      ...(definition.auth.type === 'oauth2' ? ['access_token', 'refresh_token'] : []),
    ]),
)

/** Ids of the settings that are secrets: they are sealed, and hidden in what leaves a run. */
export const listSecretSettings = perDefinition(
  (definition): ReadonlySet<string> =>
    new Set(
      listCustomSettings(definition)
        .filter(isSecret)
        .map((setting) => setting.id),
    ),
)

/** Whether the OAuth app proves itself by a secret: a public client has none, and another one has a certificate. */
export function hasClientSecret({ publicClient, clientAuthMethod }: OAuth2Config): boolean {
  return !publicClient && clientAuthMethod !== 'certificate'
}

/** The field with the certificate for TLS connections. A connector has at most one. */
export function findCertificateField(definition: ConnectorDefinition): CertificateField | undefined {
  return listCredentialFields(definition).find((field) => field.type === 'certificate')
}

/** Patterns by placeholder name, for the host rules of templates. A list says by its options what may stand there. */
export const collectPatterns = perDefinition((definition): Readonly<Record<string, string>> => {
  const entries: [string, string][] = []
  for (const { id, pattern } of listCaptures(definition)) if (pattern !== undefined) entries.push([id, pattern])
  for (const field of listCredentialFields(definition)) {
    const pattern = findFieldPattern(field)
    if (pattern !== undefined) entries.push([field.id, pattern])
  }
  for (const setting of listCustomSettings(definition)) {
    const pattern = findFieldPattern(setting)
    if (pattern !== undefined) entries.push([setting.id, pattern], [toTokenName(setting), pattern])
  }
  return Object.fromEntries(entries)
})

function findFieldPattern(field: CredentialField): string | undefined {
  if (field.pattern !== undefined || field.type !== 'select') return field.pattern
  return field.options.map(({ value }) => value.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
}
