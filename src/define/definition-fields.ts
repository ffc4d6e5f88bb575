import type { Capture } from './auth-config.ts'
import type { ConnectorDefinition } from './connector-definition.ts'
import type { CertificateField, CredentialField, CustomSetting } from './credential-field.ts'

/**
 * The fields that a form shows for a connector: those that its strategy generates (api_key, basic), then those that it
 * declares. OAuth grants tokens and captures, which nobody types.
 */
export function listCredentialFields(definition: ConnectorDefinition): readonly CredentialField[] {
  return [...listStrategyFields(definition), ...(definition.credentialFields ?? [])]
}

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
        type: 'text',
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

/** Values that the OAuth provider hands out while connecting. */
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

/** Whether what is typed into a field must never be shown: what goes into a large box is a key or a service account file. */
export function isSecret({ type }: Pick<CredentialField, 'type'>): boolean {
  return type === 'password' || type === 'textarea' || type === 'certificate'
}

/** Ids of the credential values that must never be shown. */
export function listSecretIds(definition: ConnectorDefinition): ReadonlySet<string> {
  return new Set([
    ...listCredentialFields(definition)
      .filter(isSecret)
      .map((field) => field.id),
    ...listCaptures(definition)
      .filter((capture) => capture.secret === true)
      .map((capture) => capture.id),
    ...(definition.auth.type === 'oauth2' ? ['access_token', 'refresh_token'] : []),
  ])
}

/** The field whose value TLS connections are opened with; a connector has one at most. */
export function findCertificateField(definition: ConnectorDefinition): CertificateField | undefined {
  return listCredentialFields(definition).find((field) => field.type === 'certificate')
}

/** Patterns by placeholder name, for the host rules of templates. */
export function collectPatterns(definition: ConnectorDefinition): Readonly<Record<string, string>> {
  const entries: [string, string][] = []
  for (const { id, pattern } of [...listCredentialFields(definition), ...listCaptures(definition)]) {
    if (pattern !== undefined) entries.push([id, pattern])
  }
  for (const setting of listCustomSettings(definition)) {
    if (setting.pattern !== undefined)
      entries.push([setting.id, setting.pattern], [toTokenName(setting), setting.pattern])
  }
  return Object.fromEntries(entries)
}
