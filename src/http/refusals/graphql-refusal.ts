import type { ErrorKind } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { readCostQuotas } from '../pace/graphql-cost.ts'
import type { QuotaReading } from '../pace/rate-limit-headers.ts'
import { listHeader } from '../pace/retry-after.ts'
import { parseJsonOrText } from '../redact/body-excerpt.ts'
import type { TransportReply } from '../transport/transport.ts'
import type { GraphqlRefusal } from './vendor-reply.ts'
import { scopesMax } from './vendor-scopes.ts'

/**
 * Codes of vendors for which HTTP has no status: `type` at GitHub, `extensions.code` at the others. Here they are in
 * upper case with underscores. The first kind that one of the errors has decides.
 */
const codes: readonly (readonly [ErrorKind, ReadonlySet<string>])[] = [
  [
    'rate_limited',
    new Set([
      'THROTTLED', // Shopify
      'RATE_LIMITED', // GitHub
      'RATE_LIMIT', // GitHub, secondary
      'RATELIMITED', // Linear
      'RATE_LIMIT_EXCEEDED', // monday.com
      'COMPLEXITY_BUDGET_EXHAUSTED', // monday.com
      'MINUTE_RATE_LIMIT_EXCEEDED', // monday.com
      'MAX_CONCURRENCY_EXCEEDED', // monday.com
      'TOO_MANY_REQUESTS', // Apollo servers by convention
    ]),
  ],
  ['auth', new Set(['UNAUTHENTICATED', 'AUTHENTICATION_ERROR', 'NOT_AUTHENTICATED', 'INVALID_TOKEN'])],
  [
    'permission',
    new Set([
      'FORBIDDEN',
      'INSUFFICIENT_SCOPES', // GitHub
      'ACCESS_DENIED', // Shopify, Hasura
      'PERMISSION_DENIED',
      'USER_UNAUTHORIZED', // monday.com
      'NOT_AUTHORIZED',
      'AUTH_NOT_AUTHORIZED', // Hot Chocolate
    ]),
  ],
  ['not_found', new Set(['NOT_FOUND'])],
]

/** The parts of a GraphQL answer beside its data. */
export interface GraphqlAnswer {
  readonly quotas: readonly QuotaReading[]
  readonly refusal: GraphqlRefusal | undefined
}

const emptyAnswer: GraphqlAnswer = { quotas: [], refusal: undefined }
// If none of these texts is in the body, it is not parsed a second time.
const tellingNames = ['"errors"', '"throttleStatus"', '"rateLimit"', '"complexity"']

/** Reads quotas and refusals from an answer. Does not throw. */
export function readGraphqlAnswer(
  { body: bytes, headers }: Pick<TransportReply, 'body' | 'headers'>,
  nowMs: number,
): GraphqlAnswer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!tellingNames.some((name) => buffer.includes(name))) return emptyAnswer
  const body = parseJsonOrText(bytes, listHeader(headers, 'content-type'))
  const quotas = readCostQuotas(body, nowMs)
  return { quotas, refusal: readGraphqlRefusal(body, quotas) }
}

/** The meaning of the errors in an answer; undefined if there are none, or none with a known code. Does not throw. */
function readGraphqlRefusal(body: unknown, quotas: readonly QuotaReading[]): GraphqlRefusal | undefined {
  const errors = readMember(body, 'errors')
  if (!Array.isArray(errors)) return undefined
  for (const [kind, words] of codes) {
    const error = errors.find((each) => listCodes(each).some((code) => words.has(code)))
    if (error === undefined) continue
    if (kind === 'rate_limited') return { kind, ...readWait(error, quotas) }
    return kind === 'permission' ? { kind, ...readScopes(error) } : { kind }
  }
  return undefined
}

function listCodes(error: unknown): string[] {
  return ['type', 'code', 'extensions.code', 'extensions.type']
    .map((path) => readMember(error, path))
    .filter((code) => typeof code === 'string')
    .map((code) =>
      code
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_'),
    )
}

/** The wait before a throttled query may be repeated, if the body has it. Otherwise the headers may have it. */
function readWait(error: unknown, quotas: readonly QuotaReading[]): { readonly waitMs?: number } {
  const seconds = readMember(error, 'extensions.retry_in_seconds') ?? readMember(error, 'extensions.retryAfter')
  if (typeof seconds === 'number' && seconds >= 0) return { waitMs: seconds * 1000 }
  const waits = quotas.map(({ remaining, resetMs, cost = 1, restorePerMs }) => {
    if (remaining >= cost) return 0
    return restorePerMs === undefined ? resetMs : (cost - remaining) / restorePerMs
  })
  const waitMs = Math.max(0, ...waits)
  return waitMs > 0 ? { waitMs } : {}
}

const messageLengthMax = 2000

/**
 * Scopes in the messages of GitHub ("one of the following scopes: ['read:org'], but your token has only been granted
 * the: ['repo'] scopes"), Shopify (`requiredAccess`: "`read_customers` access scope.") and Linear ("Invalid scope:
 * `admin`").
 */
function readScopes(error: unknown): {
  readonly scopes?: readonly string[] | undefined
  readonly granted?: readonly string[] | undefined
} {
  const message = readText(error, 'message')
  const access = readText(error, 'extensions.requiredAccess')
  const needed =
    listQuoted(/following scopes: (\[[^\]]*\])/.exec(message)?.[1]) ??
    listQuoted(/^((?:[^.]*?`[\w:.-]+`)+) access scope/.exec(access)?.[1]) ??
    listQuoted(/\bscopes?: ((?:`[\w:.-]+`(?:, | or )?)+)/.exec(message)?.[1])
  const granted = listQuoted(/only been granted the: (\[[^\]]*\])/.exec(message)?.[1])
  return { scopes: needed && needed.length > 0 ? needed : undefined, granted }
}

function readText(error: unknown, path: string): string {
  const text = readMember(error, path)
  return typeof text === 'string' ? text.slice(0, messageLengthMax) : ''
}

function listQuoted(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  return [...list.matchAll(/['"`]([\w:./-]{1,200})['"`]/g)].map(([, scope = '']) => scope).slice(0, scopesMax)
}
