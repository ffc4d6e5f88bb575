import { type ConnectorDefinition, type Fillings, fillHost, fillUrl } from '../define/index.ts'
import { CredentialError } from '../errors/index.ts'

/** Where a connection's requests go, and which hosts may receive its credentials. */
export interface Origins {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** Whether the URL's host may receive credentials. */
  allows(url: URL): boolean
}

/**
 * Fills the hosts of a connector with a connection's values.
 * @throws CredentialError when a value is missing or would lead credentials elsewhere
 */
export function originsOf(definition: ConnectorDefinition, fillings: Fillings, allowPrivateNetwork: boolean): Origins {
  const base = fillUrl(definition.baseUrl, fillings)
  if (base.protocol !== 'https:' && !allowPrivateNetwork) {
    throw new CredentialError(
      `The base URL of "${definition.id}" is ${base.protocol}//${base.host}; credentials travel by https only. ` +
        'Use an https URL, or allow the private network where that is meant.',
      { code: 'HTTP_HOST_REFUSED' },
    )
  }
  const rules = (definition.allowedHosts ?? []).map((template) => hostRule(template, fillings))
  return {
    baseUrl: base.href.replace(/\/$/, ''),
    allows: (url) =>
      url.origin === base.origin ||
      ((url.protocol === 'https:' || (allowPrivateNetwork && url.protocol === 'http:')) &&
        rules.some((rule) => rule(url))),
  }
}

function hostRule(template: string, fillings: Fillings): (url: URL) => boolean {
  if (template.startsWith('*.')) {
    const suffix = `.${fillHost(template.slice(2), fillings)}`
    return (url) => url.port === '' && url.hostname.endsWith(suffix) && url.hostname.length > suffix.length
  }
  const host = fillHost(template, fillings)
  // A URL drops its scheme's own port, so "host:443" and "host" are one.
  return (url) =>
    url.host === host || (url.port === '' && `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` === host)
}
