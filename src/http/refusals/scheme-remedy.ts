import { chooseDigestChallenge } from '../../auth/strategies/digest-challenge.ts'
import { type ConnectorDefinition, isDigest } from '../../define/index.ts'
import { listHeader, type ReplyHeaders } from '../pace/retry-after.ts'

/**
 * What to do about a 401 that asks for another scheme than the connector has, where no other password would help.
 * Undefined where the scheme fits.
 */
export function findSchemeRemedy(definition: ConnectorDefinition, headers: ReplyHeaders): string | undefined {
  if (definition.auth.type !== 'basic') return undefined
  const challenges = listHeader(headers, 'www-authenticate') ?? ''
  const takesDigest = chooseDigestChallenge(challenges) !== undefined
  if (isDigest(definition))
    return takesDigest
      ? undefined
      : 'It asks for no Digest that Checkwright answers (SHA-256 or MD5, with qop="auth"). Look up how the vendor signs in; the connector says scheme: "digest".'
  return takesDigest && !/\bbasic\b/i.test(challenges)
    ? 'It asks for Digest, and the connector sends Basic. Set scheme: "digest" in auth.config.'
    : undefined
}
