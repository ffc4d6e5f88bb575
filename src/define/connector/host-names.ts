import type { ConnectorDefinition } from './connector-definition.ts'
import { cutUrlTemplate, listPlaceholders } from './template.ts'

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

/** Placeholders in the host parts of URLs. A text that is neither a URL nor a path counts as a host. */
export function listHostPlaceholders(templates: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(
    templates.flatMap((template) => {
      if (template === undefined || /^\/(?![/\\])/.test(template)) return []
      return listPlaceholders(cutUrlTemplate(template)?.authority ?? template)
    }),
  )
}

const noEndpoints: Partial<
  Record<'authorizeUrl' | 'tokenUrl' | 'refreshUrl' | 'revokeUrl' | 'registrationUrl', string>
> = {}
