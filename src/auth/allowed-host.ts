import { type Fillings, fillHost } from '../define/index.ts'

/**
 * Whether a URL's host matches an entry of `allowedHosts`: `host`, `host:port`, any name below `*.suffix`, or `host`
 * with a `*` that replaces one label, such as a region. The caller checks the scheme.
 * @throws CredentialError when a value is missing or is no host
 */
export function matchAllowedHost(template: string, fillings: Fillings): (url: URL) => boolean {
  if (template.startsWith('*.')) {
    const suffix = `.${fillHost(template.slice(2), fillings)}`
    return ({ hostname, port }) =>
      port === '' && hostname.endsWith(suffix) && hostname.slice(0, -suffix.length).split('.').every(isLabel)
  }
  const host = fillHost(template, fillings)
  const [before, after] = host.split('*')
  if (before !== undefined && after !== undefined) {
    return ({ hostname, port }) =>
      port === '' &&
      hostname.startsWith(before) &&
      hostname.endsWith(after) &&
      isLabel(hostname.slice(before.length, -after.length))
  }
  // A URL drops its scheme's own port, so "host:443" and "host" are one.
  return (url) =>
    url.host === host || (url.port === '' && `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` === host)
}

function isLabel(text: string): boolean {
  return text !== '' && !text.includes('.')
}
