import { type Fillings, fillHost } from '../define/index.ts'

/**
 * Whether a URL's host is the one that an entry of `allowedHosts` names: `host`, `host:port`, any below `*.suffix`, or
 * `host` with a `*` that stands for one label, such as a region.
 * The scheme is the caller's to judge.
 * @throws CredentialError when a value is missing or is no host
 */
export function matchAllowedHost(template: string, fillings: Fillings): (url: URL) => boolean {
  if (template.startsWith('*.')) {
    const suffix = `.${fillHost(template.slice(2), fillings)}`
    return (url) => url.port === '' && url.hostname.endsWith(suffix) && url.hostname.length > suffix.length
  }
  const host = fillHost(template, fillings)
  const [before, after] = host.split('*')
  if (before !== undefined && after !== undefined) {
    const isLabel = (text: string) => text !== '' && !text.includes('.')
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
