import { type ConnectorDefinition, type Fillings, fillHost, fillUrl } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import { oauth2ConfigOf } from './connector-config.ts'
import { isConfidential } from './endpoint-url.ts'

/**
 * Which URLs a `token` hook may ask, because it holds the client secret: the connector's token endpoints, its base URL
 * and its allowed hosts, each filled with the connection's values.
 */
export function ownHosts(definition: ConnectorDefinition, fillings: Fillings): (url: URL) => boolean {
  const { tokenUrl, refreshUrl } = oauth2ConfigOf(definition)
  const origins = [tokenUrl, refreshUrl, definition.baseUrl].flatMap((template) =>
    template === undefined ? [] : whereFilled(() => fillUrl(template, fillings).origin),
  )
  const hosts = (definition.allowedHosts ?? []).flatMap((template) => {
    const isSuffix = template.startsWith('*.')
    return whereFilled(() => ({ host: fillHost(isSuffix ? template.slice(2) : template, fillings), isSuffix }))
  })
  return (url) =>
    isConfidential(url) &&
    (origins.includes(url.origin) ||
      hosts.some(({ host, isSuffix }) => (isSuffix ? isBelow(url, host) : isSameHost(url, host))))
}

function isBelow({ port, hostname }: URL, suffix: string): boolean {
  return port === '' && hostname.endsWith(`.${suffix}`)
}

/** "host:443" and "host" are one for https. */
function isSameHost({ protocol, host }: URL, allowed: string): boolean {
  return URL.canParse(`${protocol}//${allowed}`) && new URL(`${protocol}//${allowed}`).host === host
}

/** A host that a later capture decides is not known yet, and so not allowed yet. */
function whereFilled<T>(fill: () => T): readonly T[] {
  try {
    return [fill()]
  } catch (error) {
    if (error instanceof CredentialError) return []
    throw error
  }
}
