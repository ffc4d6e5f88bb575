import type { CheckData, CheckFailure, ErrorKind } from '../define/index.ts'
import { CheckwrightError, type ErrorCode, HttpError } from '../errors/index.ts'
import { VendorError } from '../http/failure.ts'
import type { Redactor } from '../http/redact.ts'

const kinds: Partial<Record<ErrorCode, ErrorKind>> = {
  CREDENTIAL_MISSING: 'config',
  CREDENTIAL_INVALID: 'config',
  CREDENTIAL_UNREADABLE: 'config',
  VARIABLE_INVALID: 'config',
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
  GRAPHQL_ERRORS: 'upstream',
  SCHEMA_DRIFT: 'schema_drift',
  PAGINATION_LOOP: 'incomplete_data',
  PAGINATION_CAPPED: 'incomplete_data',
  CHECK_INCOMPLETE: 'incomplete_data',
  CHECK_NO_RESULT: 'incomplete_data',
  CANCELLED: 'incomplete_data',
}

export interface FailureContext {
  readonly check: Pick<CheckData, 'scopes'>
  /** Scopes that the vendor granted, where it said so. */
  readonly grantedScopes: readonly string[] | undefined
  readonly redactor: Redactor
}

/** Why a check could not tell, from whatever it threw. */
export function failureOf(error: unknown, { check, grantedScopes, redactor }: FailureContext): CheckFailure {
  if (!(error instanceof CheckwrightError)) {
    return { kind: 'check_bug', code: 'CHECK_THREW', message: redactor.text(thrown(error)), retryable: false }
  }
  const kind = error instanceof VendorError ? error.kind : (kinds[error.code] ?? 'check_bug')
  const vendorSaid = error instanceof HttpError && error.excerpt ? ` It said: ${error.excerpt}` : ''
  const failure = { kind, code: error.code, retryable: error.retryable }
  const missingScopes = kind === 'permission' ? missing(error, check.scopes ?? [], grantedScopes) : []
  if (missingScopes.length === 0) return { ...failure, message: redactor.text(`${error.message}${vendorSaid}`) }
  const remedy = ` The check needs ${missingScopes.join(', ')}; grant it, then connect again.`
  return { ...failure, message: redactor.text(`${error.message}${remedy}${vendorSaid}`), missingScopes }
}

/** What `classify` named; else what the check declares and the vendor did not grant; else all that it declares. */
function missing(
  error: CheckwrightError,
  declared: readonly string[],
  granted: readonly string[] | undefined,
): readonly string[] {
  if (error instanceof VendorError && error.missingScopes) return error.missingScopes
  const notGranted = declared.filter((scope) => granted !== undefined && !granted.includes(scope))
  return notGranted.length > 0 ? notGranted : declared
}

function thrown(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : `a ${typeof error}`
  return `The check threw ${what}. This is a mistake in its code.`
}
