import {
  type ConnectorDefinition,
  cutUrlTemplate,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  listPlaceholders,
} from '../define/index.ts'

/** What of a connector's hooks matters here: whether it asks for tokens itself. */
interface TokenHooks {
  readonly token?: unknown
}

/** What people of an organization choose of the use of an OAuth app, or of the settings of a custom sign-in, by what they type or bring along. */
export interface TenantChoice {
  /**
   * - `host`: where secrets of the app are sent. - `identity`: as whom the app asks, without a person who grants it.
   */
  readonly of: 'host' | 'identity'
  /** Ids of the fields that decide it. */
  readonly fields: readonly string[]
}

/**
 * Whether a value that an organization chooses decides where secrets of an OAuth app go, or whose data it reads. An app
 * that serves every organization must not be used so: its secret would be sent to a host of anybody's, or one organization
 * would read the account of another by typing its id. One rule over the definition, so that it holds for every connector:
 * it asks which values can reach which place, and what only code knows counts as reachable.
 */
export function findTenantChoice(definition: ConnectorDefinition, hooks: TokenHooks): TenantChoice | undefined {
  const { auth } = definition
  const hosts = listTenantHosts(definition, hooks)
  if (hosts.length > 0) return { of: 'host', fields: pickTenantNames(definition, listHostPlaceholders(hosts)) }
  // The settings of a custom sign-in are made to serve every organization: its login decides for whom.
  if (auth.type !== 'oauth2') return undefined
  // No person grants access: whatever is typed can choose the account, in the token request, an API request or a hook.
  const isByPerson = auth.config.grant !== 'client_credentials' && hooks.token === undefined
  const fields = isByPerson ? [] : listTenantNames(definition)
  return fields.length > 0 ? { of: 'identity', fields } : undefined
}

/** Templates of URLs and hosts that secrets of an app are sent to, and that an organization's values decide. */
export function listTenantHosts(definition: ConnectorDefinition, hooks: TokenHooks): readonly string[] {
  const { auth, baseUrl, allowedHosts = [] } = definition
  const { tokenUrl, refreshUrl, revokeUrl } = auth.type === 'oauth2' ? auth.config : noEndpoints
  const settings = listCustomSettings(definition)
  // A login sends what it makes of its settings. A token hook holds the client secret and may ask these too. Secret settings
  // can be part of every request.
  const reachesApi =
    hooks.token !== undefined || settings.some(isSecret) || (auth.type === 'custom' && settings.length > 0)
  const templates = [tokenUrl, refreshUrl, revokeUrl, ...(reachesApi ? [baseUrl, ...allowedHosts] : [])]
  return templates.filter((template): template is string => {
    if (template === undefined) return false
    return pickTenantNames(definition, listHostPlaceholders([template])).length > 0
  })
}

const noEndpoints: Partial<
  Record<'authorizeUrl' | 'tokenUrl' | 'refreshUrl' | 'revokeUrl' | 'registrationUrl', string>
> = {}

/** Names of all values that decide which host a connection's requests go to: `base_url`, `domain`. */
export function listHostNames(definition: ConnectorDefinition): ReadonlySet<string> {
  const { auth, baseUrl, allowedHosts = [], test, graphqlPath } = definition
  const { authorizeUrl, tokenUrl, refreshUrl, revokeUrl, registrationUrl } =
    auth.type === 'oauth2' ? auth.config : noEndpoints
  return listHostPlaceholders([
    ...[baseUrl, ...allowedHosts, test?.path, graphqlPath],
    ...[authorizeUrl, tokenUrl, refreshUrl, revokeUrl, registrationUrl],
  ])
}

/** What is typed into a form, and what a browser brings back from the vendor: a person can change that on the way. */
function listTenantNames(definition: ConnectorDefinition): readonly string[] {
  return [
    ...listCredentialFields(definition).map(({ id }) => id),
    ...listCaptures(definition)
      .filter(({ from }) => from === 'callback')
      .map(({ id }) => id),
  ]
}

function pickTenantNames(definition: ConnectorDefinition, names: ReadonlySet<string>): readonly string[] {
  return listTenantNames(definition).filter((name) => names.has(name))
}

/** Placeholders in the host parts of URLs; what is neither a URL nor a path is a host. */
function listHostPlaceholders(templates: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(
    templates.flatMap((template) => {
      if (template === undefined || /^\/(?![/\\])/.test(template)) return []
      return listPlaceholders(cutUrlTemplate(template)?.authority ?? template)
    }),
  )
}
