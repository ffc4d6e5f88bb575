import {
  type ConnectorDefinition,
  type CredentialField,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  listHostPlaceholders,
  type OAuth2Config,
} from '../define/index.ts'

/** The hooks of a connector that matter here: whether it requests tokens itself, and proves whose account is typed. */
interface SignInHooks {
  readonly token?: unknown
  readonly verify?: unknown
}

/** The part of an OAuth app, or of the settings of a custom sign-in, that an organization's own values decide. */
export interface TenantChoice {
  /**
   * - `host`: the host that secrets of the app are sent to. - `identity`: the account that the app reads without a
   *   person's grant.
   */
  readonly of: 'host' | 'identity'
  /** Ids of the fields that decide it. */
  readonly fields: readonly string[]
}

/**
 * Whether a value that an organization chooses decides where secrets of an OAuth app go, or whose data it reads. An app
 * that serves every organization must not allow that. Its secret could be sent to anybody's host, or one organization
 * could read the account of another by typing its id. One rule over the definition, so that it holds for every
 * connector. It finds which values can reach which place. A value that only code uses counts as reachable.
 */
export function findTenantChoice(definition: ConnectorDefinition, hooks: SignInHooks): TenantChoice | undefined {
  const hosts = listTenantHosts(definition, hooks)
  if (hosts.length > 0) return { of: 'host', fields: pickTenantNames(definition, listHostPlaceholders(hosts)) }
  const fields = listIdentityNames(definition, hooks)
  return fields.length > 0 ? { of: 'identity', fields } : undefined
}

/** Values that say whose account is read, where neither a person's grant nor the vendor confirms it. */
function listIdentityNames(definition: ConnectorDefinition, { token, verify }: SignInHooks): readonly string[] {
  const { auth } = definition
  if (auth.type === 'oauth2') {
    // No person grants access: whatever is typed can choose the account, in the token request, an API request or a hook.
    const isByPerson = auth.config.grant !== 'client_credentials' && token === undefined
    return isByPerson ? [] : listTenantNames(definition)
  }
  // A login with secrets of the platform opens any account that has let the platform in: an installation of its GitHub App.
  if (verify !== undefined || !listCustomSettings(definition).some(isSecret)) return []
  return listCredentialFields(definition)
    .filter((field) => !isProof(field))
    .map(({ id }) => id)
}

/** Nobody else can type it. What goes into a large box may be a list of account ids. */
function isProof({ type }: CredentialField): boolean {
  return type === 'password' || type === 'certificate'
}

/** Templates of URLs and hosts that secrets of an app are sent to, and that an organization's values decide. */
export function listTenantHosts(definition: ConnectorDefinition, hooks: SignInHooks): readonly string[] {
  const { auth, baseUrl, allowedHosts = [] } = definition
  const { tokenUrl, refreshUrl, revokeUrl } = auth.type === 'oauth2' ? auth.config : ({} as Partial<OAuth2Config>)
  const settings = listCustomSettings(definition)
  // A login sends values that it derives from its settings. A token hook has the client secret and may use these too.
  // Secret settings can be part of every request.
  const reachesApi =
    hooks.token !== undefined || settings.some(isSecret) || (auth.type === 'custom' && settings.length > 0)
  const templates = [tokenUrl, refreshUrl, revokeUrl, ...(reachesApi ? [baseUrl, ...allowedHosts] : [])]
  return templates.filter((template): template is string => {
    if (template === undefined) return false
    return pickTenantNames(definition, listHostPlaceholders([template])).length > 0
  })
}

/** What decides where secrets of an app go. Whoever enters the app says which server it is for, in the same words. */
export function listServerFields(definition: ConnectorDefinition, hooks: SignInHooks): readonly CredentialField[] {
  const names = pickTenantNames(definition, listHostPlaceholders(listTenantHosts(definition, hooks)))
  const fields = new Map(listCredentialFields(definition).map((field) => [field.id, field]))
  const captures = new Map(listCaptures(definition).map((capture) => [capture.id, capture]))
  return names.map((id) => {
    const typed: CredentialField = fields.get(id) ?? { id, label: id, type: 'text', pattern: captures.get(id)?.pattern }
    return { ...typed, required: true }
  })
}

/**
 * Values that a person types into a form or that a browser brings back from the vendor. The person can change them on
 * the way.
 */
function listTenantNames(definition: ConnectorDefinition): readonly string[] {
  return [
    ...listCredentialFields(definition).map(({ id }) => id),
    ...listCaptures(definition)
      .filter(({ from }) => from === 'callback')
      .map(({ id }) => id),
  ]
}

/**
 * Of names in hosts, those that an organization decides. Captures of a token reply belong to them: a connection can be made
 * of tokens that somebody has already, and its captures are then typed as well.
 */
function pickTenantNames(definition: ConnectorDefinition, names: ReadonlySet<string>): readonly string[] {
  const captures = listCaptures(definition).map(({ id }) => id)
  return [...new Set([...listTenantNames(definition), ...captures])].filter((name) => names.has(name))
}
