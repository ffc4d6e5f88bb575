import { type Fillings, fillHost } from '../define/index.ts'

/**
 * Whether a URL's host is the one that an entry of `allowedHosts` names: `host`, `host:port`, or any below `*.suffix`.
 * The scheme is the caller's to judge.
 * @throws CredentialError when a value is missing or is no host
 */
export function allowedHost(template: string, fillings: Fillings): (url: URL) => boolean {
  if (template.startsWith('*.')) {
    const suffix = `.${fillHost(template.slice(2), fillings)}`
    return (url) => url.port === '' && url.hostname.endsWith(suffix) && url.hostname.length > suffix.length
  }
  const host = fillHost(template, fillings)
  // A URL drops its scheme's own port, so "host:443" and "host" are one.
  return (url) =>
    url.host === host || (url.port === '' && `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` === host)
}
