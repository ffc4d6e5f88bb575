import { CheckwrightError } from './checkwright-error.ts'
import type { ErrorCode } from './codes.ts'

const codesOfOneAnswer: readonly ErrorCode[] = [
  'CHECK_INCOMPLETE',
  'CHECK_UNDECIDED',
  'GRAPHQL_ERRORS',
  'HTTP_BODY_TOO_LARGE',
  'HTTP_NOT_FOUND',
  'HTTP_NOT_JSON',
  'HTTP_PERMISSION_DENIED',
  'HTTP_PLAN',
  'HTTP_RATE_LIMITED',
  'HTTP_STATUS',
  'HTTP_TIMEOUT',
  'HTTP_UPSTREAM',
  'PAGINATION_LOOP',
  'REPLAY_EXCHANGE_MISSING',
  'SCHEMA_DRIFT',
]

/**
 * Whether an error concerns the answer to one request, so that the vendor may still answer others. Refused credentials, a network
 * that is down and a cancelled run concern all of them.
 */
export function isOfOneAnswer(error: unknown): boolean {
  return error instanceof CheckwrightError && codesOfOneAnswer.includes(error.code)
}
