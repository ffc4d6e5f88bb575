import { type Fillings, fillUrl } from '../../define/index.ts'
import { CredentialError } from '../../errors/index.ts'
import { isConfidential } from './confidential-url.ts'

/**
 * Fills the URL of an OAuth endpoint. Only the result gets client secrets and codes, so it must be https. Plain http is
 * for loopback hosts, where tests and demos run (RFC 6749 §3.2).
 * @throws CredentialError when a value is missing, or would lead the secrets elsewhere
 */
export function fillEndpointUrl(template: string, fillings: Fillings): URL {
  const url = fillUrl(template, fillings)
  if (isConfidential(url)) return url
  // Definitions refuse http already, so only a value with its own scheme comes here.
  throw new CredentialError(
    `The OAuth endpoint at ${url.host} has the scheme ${url.protocol.slice(0, -1)}, and only https is allowed.`,
    {
      code: 'CREDENTIAL_INVALID',
      problems: [{ path: template, message: 'must give an https URL, because client secrets are sent to it' }],
    },
  )
}
