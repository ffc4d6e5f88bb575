import {
  type CheckData,
  type CheckFailure,
  type ErrorKind,
  type FailureCause,
  isFailureCause,
} from '../../define/index.ts'
import { AuthError, CheckwrightError, type ErrorCode, HttpError, OddItemsError } from '../../errors/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { VendorError } from '../../http/refusals/vendor-error.ts'
import type { VendorScopes } from '../../http/refusals/vendor-scopes.ts'
import { CannotTellError } from '../results/cannot-tell.ts'
import { listConnectorFrames } from './connector-frames.ts'
import { IncompleteListError } from './incomplete-list.ts'

const kinds: Partial<Record<ErrorCode, ErrorKind>> = {
  CREDENTIAL_MISSING: 'config',
  CREDENTIAL_INVALID: 'config',
  CREDENTIAL_UNREADABLE: 'config',
  VARIABLE_INVALID: 'config',
  CONNECTION_UNUSABLE: 'config',
  CONNECTOR_RETIRED: 'config',
  CONNECTOR_UNKNOWN: 'config',
  DESTINATION_CHANGED: 'config',
  AUTH_APP_MISCONFIGURED: 'config',
  AUTH_REJECTED: 'auth',
  AUTH_LOGIN_FAILED: 'auth',
  AUTH_REFRESH_REJECTED: 'auth',
  AUTH_EXCHANGE_FAILED: 'auth',
  AUTH_REPLY_INVALID: 'auth',
  AUTH_TRANSIENT: 'upstream',
  HTTP_HOST_REFUSED: 'config',
  HTTP_NETWORK: 'network',
  HTTP_TIMEOUT: 'timeout',
  CHECK_TIMEOUT: 'timeout',
  HTTP_REDIRECT_REFUSED: 'upstream',
  HTTP_BODY_TOO_LARGE: 'incomplete_data',
  HTTP_NOT_JSON: 'schema_drift',
  HTTP_NOT_TEXT: 'schema_drift',
  GRAPHQL_ERRORS: 'upstream',
  SCHEMA_DRIFT: 'schema_drift',
  CROSS_CHECK_INPUT_INVALID: 'config',
  INVENTORIES_NOT_KEPT: 'config',
  PAGINATION_LOOP: 'incomplete_data',
  PAGINATION_CAPPED: 'incomplete_data',
  CHECK_INCOMPLETE: 'incomplete_data',
  CHECK_NO_RESULT: 'incomplete_data',
  CHECK_UNDECIDED: 'incomplete_data',
  RESULTS_NOT_KEPT: 'config',
  CANCELLED: 'incomplete_data',
  RUN_ABANDONED: 'incomplete_data',
  RUN_UNDELIVERED: 'config',
  // The host sets up the place where we keep things, not the check.
  STORE_UNAVAILABLE: 'config',
  STORE_SCHEMA_NEWER: 'config',
  STORE_CONFLICT: 'config',
  STORE_CORRUPT: 'config',
  KEYS_INVALID: 'config',
  KEYS_MISSING: 'config',
  KEYRING_UNAVAILABLE: 'config',
}

export interface FailureContext {
  readonly check: Pick<CheckData, 'scopes'>
  /** What the author wrote, for messages. @default 'check' */
  readonly subject?: string | undefined
  /** Scopes that the vendor granted, if it listed them. */
  readonly grantedScopes: readonly string[] | undefined
  readonly redactor: Redactor
}

/** Why a check could not tell, from any thrown value. */
export function toCheckFailure(thrown: unknown, context: FailureContext): CheckFailure {
  try {
    const frames = listConnectorFrames(thrown, context.redactor)
    const failure = explainThrown(thrown, context)
    return frames.length > 0 ? { ...failure, frames } : failure
  } catch {
    // Anything can be thrown, even an object that throws when it is read.
    return {
      ...describeMistake(undefined, context.subject),
      message: `The ${context.subject ?? 'check'} threw a value that cannot be read. This is a mistake in its code.`,
    }
  }
}

function explainThrown(thrown: unknown, context: FailureContext): CheckFailure {
  const { check, subject = 'check', grantedScopes, redactor } = context
  const error = findOwnError(thrown)
  if (error instanceof IncompleteListError) return error.failure
  if (!error) {
    const failure = isDeadline(thrown) ? deadline : describeMistake(thrown, subject)
    return { ...failure, message: redactor.text(failure.message) }
  }
  const classified = error instanceof VendorError || error instanceof CannotTellError ? error : undefined
  const kind = error instanceof OddItemsError ? 'schema_drift' : (classified?.kind ?? kinds[error.code] ?? 'check_bug')
  const scopes = error instanceof VendorError ? error.scopes : undefined
  const missingScopes = (
    kind === 'permission'
      ? (classified?.missingScopes ?? listMissingScopes(check.scopes ?? [], scopes, grantedScopes))
      : []
  ).map((scope) => redactor.text(scope))
  const sentences = [
    error === thrown ? error.message : `${readErrorMessage(thrown)}: ${error.message}`,
    ...(missingScopes.length === 0
      ? []
      : [`The ${subject} needs ${missingScopes.join(', ')}; grant it, then reconnect.`]),
    ...(error instanceof HttpError && error.excerpt ? [`The vendor answered: ${error.excerpt}`] : []),
  ]
  return {
    kind,
    code: error.code,
    message: redactor.text(sentences.join(' ')),
    missingScopes: missingScopes.length > 0 ? missingScopes : undefined,
    retryable: error.retryable,
    cause: readErrorCause(error),
  }
}

function readErrorCause(error: CheckwrightError): FailureCause | undefined {
  const reason = error instanceof AuthError || error instanceof VendorError ? error.reason : undefined
  return isFailureCause(reason) ? reason : undefined
}

/**
 * Scopes to grant: those in the vendor's headers. Otherwise those that the check declares and the vendor did not grant,
 * or all that it declares if the granted ones are unknown.
 */
function listMissingScopes(
  declared: readonly string[],
  vendorScopes: VendorScopes | undefined,
  grantedAtConnect: readonly string[] | undefined,
): readonly string[] {
  const granted = vendorScopes?.granted ?? grantedAtConnect ?? []
  const without = (scopes: readonly string[]) => scopes.filter((scope) => !granted.includes(scope))
  if (vendorScopes?.needed && vendorScopes.needed.length > 0) return without(vendorScopes.needed)
  const accepted = vendorScopes?.accepted ?? []
  if (accepted.length === 0) return without(declared)
  // One of these scopes is enough, so if the token has any, the refusal has another reason. If there are several, the
  // one that the check declares.
  if (accepted.some((scope) => granted.includes(scope))) return []
  const expected = accepted.filter((scope) => declared.includes(scope))
  return expected.length > 0 ? expected : accepted
}

/**
 * The error of ours that was thrown, or that is the cause of one of the check's own, because checks wrap errors with
 * `cause`.
 */
export function findOwnError(thrown: unknown): CheckwrightError | undefined {
  // Ten are more than anybody wraps, and they end a chain with a cycle.
  for (let at = thrown, depth = 0; at instanceof Error && depth < 10; depth++) {
    if (at instanceof CheckwrightError) return at
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}

/** A signal of the check itself ended a request (`AbortSignal.timeout`). */
function isDeadline(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
}

const deadline: CheckFailure = {
  kind: 'timeout',
  code: 'HTTP_TIMEOUT',
  message: 'The vendor did not answer within the time that the check gave it. Run again later.',
  retryable: true,
}

function describeMistake(thrown: unknown, subject = 'check'): CheckFailure {
  const message = `The ${subject} threw ${describeThrown(thrown)}. This is a mistake in its code.`
  return { kind: 'check_bug', code: 'CHECK_THREW', message, retryable: false }
}

function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`
  if (thrown === undefined || thrown === null) return String(thrown)
  return typeof thrown === 'object' ? 'an object' : `a ${typeof thrown}`
}

function readErrorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : ''
}
