import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import type { SecurityRequirement } from '../../../descriptions/security.ts'
import type { HeaderRecord } from './answer.ts'

interface SentMembers {
  readonly headers: HeaderRecord
  readonly query: URLSearchParams
}

/**
 * Whether a request has the credentials of one of the requirements, in their place.
 * @param expected values by scheme; for a scheme without one any value counts. Basic is `username:password`.
 */
export function isAuthorized(
  requirements: readonly SecurityRequirement[],
  request: SentMembers,
  expected: Readonly<Record<string, string>>,
): boolean {
  if (requirements.length === 0) return true
  return requirements.some(({ schemes }) =>
    schemes.every(({ name, scheme }) => {
      const sent = readCredential(scheme, request)
      return sent !== undefined && sent !== '' && (expected[name] === undefined || expected[name] === sent)
    }),
  )
}

function readCredential(scheme: DescriptionNode, { headers, query }: SentMembers): string | undefined {
  switch (scheme.at('type').value) {
    case 'apiKey': {
      const name = scheme.at('name').text ?? ''
      const place = scheme.at('in').value
      if (place === 'cookie') return readCookie(headers, name)
      return place === 'query' ? (query.get(name) ?? undefined) : headers[name.toLowerCase()]
    }
    case 'http': {
      const kind = scheme.at('scheme').text ?? 'bearer'
      const sent = readAfterScheme(kind, headers.authorization)
      return sent !== undefined && kind.toLowerCase() === 'basic' ? Buffer.from(sent, 'base64').toString() : sent
    }
    case 'oauth2':
    case 'openIdConnect':
      // RFC 6750 §2.1; no known description uses the other two ways to send a token.
      return readAfterScheme('bearer', headers.authorization)
    default:
      return undefined
  }
}

/** The value of a cookie (RFC 6265 §5.4); undefined if it was not sent. */
export function readCookie({ cookie = '' }: HeaderRecord, name: string): string | undefined {
  const pair = cookie.split(/; */).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

function readAfterScheme(scheme: string, header: string | undefined): string | undefined {
  const [, sent, credential] = /^(\S+) +(\S.*)$/.exec(header ?? '') ?? []
  return sent?.toLowerCase() === scheme.toLowerCase() ? credential : undefined
}
