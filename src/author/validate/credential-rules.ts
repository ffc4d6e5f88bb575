import {
  type ConnectorDefinition,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
} from '../../define/index.ts'
import { isSecretName } from './secret-name.ts'
import type { ValidationRule } from './validation-finding.ts'

export const credentialRules: readonly ValidationRule[] = [
  {
    id: 'secret-not-password',
    level: 'error',
    find: ({ connector: { id, definition }, sources }) => [
      ...[...listCredentialFields(definition), ...listCustomSettings(definition)]
        .filter((field) => !isSecret(field) && (isSecretName(field.id) || isSecretName(field.label)))
        .map((field) => ({
          path: `${id}.${field.id}`,
          message: `looks like a secret, but has the type ${field.type}, so Checkwright shows it and keeps it in results; set type "password"`,
          at: sources.findId(field.id),
        })),
      ...listCaptures(definition)
        .filter((capture) => !capture.secret && isSecretName(capture.id))
        .map((capture) => ({
          path: `${id}.${capture.id}`,
          message: 'looks like a secret, but is not captured as one; add secret: true',
          at: sources.findId(capture.id),
        })),
    ],
  },
  {
    id: 'offline-access',
    level: 'warning',
    find: ({ connector: { id, definition }, sources }) => {
      const lacking = explainLackForRefresh(definition)
      if (lacking === undefined) return []
      const message = `expects refresh tokens, and ${lacking}; else the connection ends with its first access token`
      return [{ path: `${id}.auth`, message, at: sources.findQuoted('oauth2') }]
    },
  },
]

/** The parameters that vendors require for a refresh token, by the host of their authorization page. */
const offlineHabits: readonly {
  readonly host: RegExp
  readonly vendor: string
  readonly scope?: string
  readonly param?: readonly [name: string, value: string]
}[] = [
  { host: /(?:^|\.)accounts\.google\.com$/, vendor: 'Google', param: ['access_type', 'offline'] },
  { host: /(?:^|\.)login\.microsoftonline\.(?:com|us)$/, vendor: 'Microsoft', scope: 'offline_access' },
  { host: /(?:^|\.)auth\.atlassian\.com$/, vendor: 'Atlassian', scope: 'offline_access' },
  { host: /(?:^|\.)(?:okta|oktapreview|okta-emea)\.com$/, vendor: 'Okta', scope: 'offline_access' },
  { host: /(?:^|\.)auth0\.com$/, vendor: 'Auth0', scope: 'offline_access' },
  { host: /(?:^|\.)login\.xero\.com$/, vendor: 'Xero', scope: 'offline_access' },
  { host: /(?:^|\.)dropbox\.com$/, vendor: 'Dropbox', param: ['token_access_type', 'offline'] },
  { host: /(?:^|\.)accounts\.zoho\.(?:com|eu|in|com\.au|jp)$/, vendor: 'Zoho', param: ['access_type', 'offline'] },
  { host: /(?:^|\.)(?:login|test)\.salesforce\.com$/, vendor: 'Salesforce', scope: 'refresh_token' },
  { host: /(?:^|\.)reddit\.com$/, vendor: 'Reddit', param: ['duration', 'permanent'] },
]

function explainLackForRefresh({ auth }: ConnectorDefinition): string | undefined {
  if (auth.type !== 'oauth2') return undefined
  const { grant, supportsRefreshToken = true, authorizeUrl = '', authorizationParams = {}, scopes } = auth.config
  if (!supportsRefreshToken || grant === 'client_credentials') return undefined
  const host = readTemplateHost(authorizeUrl)
  const habit = offlineHabits.find((each) => each.host.test(host))
  if (habit?.scope !== undefined && !scopes.includes(habit.scope))
    return `${habit.vendor} gives them for the scope "${habit.scope}", which is not in auth.config.scopes`
  if (habit?.param && authorizationParams[habit.param[0]] !== habit.param[1])
    return `${habit.vendor} gives them for authorizationParams { ${habit.param[0]}: '${habit.param[1]}' }`
  return undefined
}

/** A template with example values. */
function readTemplateHost(template: string): string {
  const url = template.replaceAll(/\{[^{}]*\}/g, 'x')
  return URL.canParse(url) ? new URL(url).hostname : ''
}
