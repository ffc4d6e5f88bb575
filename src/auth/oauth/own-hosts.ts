import { type ConnectorDefinition, type Fillings, fillUrl } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import { matchAllowedHost } from '../allowed-host.ts'
import { isConfidential } from './confidential-url.ts'
import { requireOauth2Config } from './connector-config.ts'

/**
 * The URLs that a `token` hook may request, because it has the client secret: the connector's token endpoints, its base
 * URL and its allowed hosts, filled with the connection's values.
 */
export function matchOwnHosts(definition: ConnectorDefinition, fillings: Fillings): (url: URL) => boolean {
  const { tokenUrl, refreshUrl } = requireOauth2Config(definition)
  const origins = [tokenUrl, refreshUrl, definition.baseUrl].flatMap((template) =>
    template === undefined ? [] : fillOrSkip(() => fillUrl(template, fillings).origin),
  )
  const rules = (definition.allowedHosts ?? []).flatMap((template) =>
    fillOrSkip(() => matchAllowedHost(template, fillings)),
  )
  return (url) => isConfidential(url) && (origins.includes(url.origin) || rules.some((rule) => rule(url)))
}

/** A host that depends on a later capture is unknown so far, and therefore not allowed. */
function fillOrSkip<T>(fill: () => T): readonly T[] {
  try {
    return [fill()]
  } catch (error) {
    if (error instanceof CredentialError) return []
    throw error
  }
}
