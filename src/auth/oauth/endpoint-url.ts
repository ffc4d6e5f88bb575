import { type Fillings, fillUrl } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'

/**
 * Fills the URL of an OAuth endpoint. Client secrets and codes go to the result and nowhere else, so it must be https;
 * plain http is for loopback hosts, where tests and demos run (RFC 6749 §3.2).
 * @throws CredentialError when a value is missing, or would lead the secrets elsewhere
 */
export function fillEndpointUrl(template: string, fillings: Fillings): URL {
  const url = fillUrl(template, fillings)
  if (isConfidential(url)) return url
  // Definitions refuse http already; only a value that brings its own scheme comes here.
  throw new CredentialError(`The OAuth endpoint at ${url.host} would be asked by ${url.protocol.slice(0, -1)}.`, {
    code: 'CREDENTIAL_INVALID',
    problems: [{ path: template, message: 'must give an https URL, because client secrets are sent to it' }],
  })
}

/** Whether secrets may travel to the URL: by https, or without leaving this machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
