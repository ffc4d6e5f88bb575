import { chooseDigestChallenge } from '../../auth/strategies/digest-challenge.ts'
import { type ConnectorDefinition, isDigest } from '../../define/index.ts'
import { listHeader, type ReplyHeaders } from '../pace/retry-after.ts'

/** Schemes in which Checkwright cannot sign in, by their names in a challenge. */
const others: Readonly<Record<string, string>> = {
  ntlm: 'NTLM',
  negotiate: 'Negotiate',
  kerberos: 'Kerberos',
  hoba: 'HOBA',
  mutual: 'Mutual',
  'scram-sha-1': 'SCRAM-SHA-1',
  'scram-sha-256': 'SCRAM-SHA-256',
}
const windows: readonly string[] = ['NTLM', 'Negotiate', 'Kerberos']

/**
 * What to do about a 401 that asks for another scheme than the connector has, where no other password would help.
 * Undefined where the scheme fits.
 */
export function findSchemeRemedy(definition: ConnectorDefinition, headers: ReplyHeaders): string | undefined {
  const challenges = listHeader(headers, 'www-authenticate') ?? ''
  const names = listSchemes(challenges)
  const { type } = definition.auth
  const asked = names.flatMap((name) => others[name] ?? [])
  if (asked.length > 0 && asked.length === names.length)
    return `It asks for ${asked.join(' or ')}, which Checkwright does not speak${windows.includes(asked[0] ?? '') ? ' (a sign-in of Windows)' : ''}. No other password helps: ask its administrator to allow ${type === 'basic' ? 'Basic over https' : 'the sign-in of the connector'}, or an API token.`
  if (type !== 'basic') return undefined
  const takesDigest = chooseDigestChallenge(challenges) !== undefined
  if (isDigest(definition))
    return takesDigest
      ? undefined
      : 'It asks for no Digest that Checkwright answers (SHA-256 or MD5, with qop="auth"). Look up how the vendor signs in; the connector says scheme: "digest".'
  if (names.length === 0 || names.includes('basic')) return undefined
  if (takesDigest) return 'It asks for Digest, and the connector sends Basic. Set scheme: "digest" in auth.config.'
  return `It asks for the scheme ${names.join(' or ')}, and the connector sends Basic, so that no other password helps. Look up how the vendor signs in.`
}

/** Names of the schemes of `WWW-Authenticate` (RFC 9110 §11.6.1), in small letters. */
function listSchemes(challenges: string): string[] {
  const names = challenges
    .slice(0, 4_096)
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '""')
    .split(',')
    .flatMap((part) => /^\s*([A-Za-z][\w-]*)(?:\s+[^=\s]|\s*$)/.exec(part)?.[1]?.toLowerCase() ?? [])
  return [...new Set(names)]
}
