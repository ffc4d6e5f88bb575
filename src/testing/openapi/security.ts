import type { HeaderRecord } from '../vendor/answer.ts'
import { type OpenApiDescription, resolved, type SecurityRequirement } from './description.ts'

interface SecurityScheme {
  readonly type?: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
}

interface Asked {
  readonly headers: HeaderRecord
  readonly query: URLSearchParams
}

/**
 * Whether a request brings the credentials that one of the requirements demands, where they belong.
 * @param expected values by scheme; of a scheme without one any value counts. Basic is `username:password`.
 */
export function isAuthorized(
  requirements: readonly SecurityRequirement[],
  request: Asked,
  description: OpenApiDescription,
  expected: Readonly<Record<string, string>>,
): boolean {
  if (requirements.length === 0) return true
  return requirements.some((requirement) =>
    Object.keys(requirement).every((name) => {
      const raw = description.components?.securitySchemes?.[name]
      const sent = raw === undefined ? undefined : credentialOf(resolved<SecurityScheme>(raw, description), request)
      return sent !== undefined && sent !== '' && (expected[name] === undefined || expected[name] === sent)
    }),
  )
}

function credentialOf({ type, scheme = 'bearer', in: place, name = '' }: SecurityScheme, { headers, query }: Asked) {
  switch (type) {
    case 'apiKey':
      return place === 'query' ? (query.get(name) ?? undefined) : headers[name.toLowerCase()]
    case 'http': {
      const sent = afterScheme(scheme, headers.authorization)
      return sent !== undefined && scheme.toLowerCase() === 'basic' ? Buffer.from(sent, 'base64').toString() : sent
    }
    case 'oauth2':
    case 'openIdConnect':
      // RFC 6750 §2.1; the other two ways to send a token are not offered by any description that was met.
      return afterScheme('bearer', headers.authorization)
    default:
      return undefined
  }
}

function afterScheme(scheme: string, header: string | undefined): string | undefined {
  const [, sent, credential] = /^(\S+) +(\S.*)$/.exec(header ?? '') ?? []
  return sent?.toLowerCase() === scheme.toLowerCase() ? credential : undefined
}
