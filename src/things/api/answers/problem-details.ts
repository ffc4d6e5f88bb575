import { clipText } from '../../../checks/results/clip-text.ts'
import { DataFileError, type PlacedProblem } from '../../../data/data-file.ts'
import {
  ApiError,
  CheckwrightError,
  CredentialError,
  type ErrorCode,
  httpStatuses,
  mayBeStored,
  type Problem,
} from '../../../errors/index.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'

/** Problem details (RFC 9457). */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  /** Stable; see `docs/errors.md`. */
  readonly code: ErrorCode
  readonly detail: string
  /** Identifies the request in the log. */
  readonly requestId: string
  /** The problems of the request, member by member. */
  readonly errors?: readonly ShownProblem[] | undefined
}

/** One problem, with its place in the file that it is in. */
interface ShownProblem extends Problem {
  readonly line?: number | undefined
  readonly column?: number | undefined
}

export const problemTitles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const satisfies Readonly<Record<number, string>>

export type ProblemStatus = keyof typeof problemTitles

// Problems repeat names of the request. A megabyte of them helps neither the caller nor the log.
const detailLengthMax = 2_000
const problemPathLengthMax = 200
const problemMessageLengthMax = 500
const errorsMax = 100

function clipProblem({ path, message, ...place }: Problem & Partial<PlacedProblem>): ShownProblem {
  const { line, column } = place
  return {
    path: clipText(path, problemPathLengthMax),
    message: clipText(message, problemMessageLengthMax),
    line,
    column: line === undefined ? undefined : column,
  }
}

/**
 * An error as the answer to a request. An error that is not for the caller shows no message, because it may hold
 * anything.
 */
export function toProblem(error: unknown, requestId: string): ProblemDetails {
  const status = chooseStatus(error)
  const known = error instanceof CheckwrightError && status < 500 ? error : undefined
  const errors =
    known instanceof ApiError || known instanceof CredentialError || known instanceof DataFileError
      ? known.problems
      : []
  return {
    type: 'about:blank',
    title: problemTitles[status],
    status,
    code: known?.code ?? (status === 503 ? 'STORE_UNAVAILABLE' : 'INTERNAL'),
    detail: clipText(known?.message ?? describeHiddenError(status, error), detailLengthMax),
    requestId,
    errors: errors.length > 0 ? errors.slice(0, errorsMax).map(clipProblem) : undefined,
  }
}

export function chooseStatus(error: unknown): ProblemStatus {
  if (error instanceof ApiError) return isProblemStatus(error.status) ? error.status : 500
  // 503 asks for the same request again. It must not be carried out twice.
  if (!(error instanceof CheckwrightError) || mayBeStored(error)) return 500
  return httpStatuses[error.code] ?? (error.retryable ? 503 : 500)
}

function isProblemStatus(status: number): status is ProblemStatus {
  return Object.hasOwn(problemTitles, status)
}

function describeHiddenError(status: number, error: unknown): string {
  if (mayBeStored(error))
    return 'The connection to the store broke while it stored the change. Look whether it is there before you send it again.'
  return status === 503
    ? 'The service cannot answer at the moment. Send the same request again later.'
    : 'The request could not be answered. The log has the reason under the request id.'
}

/** Default wait if the refusing part has none: a store is back in a moment, a queue needs longer to drain. */
const secondsUntilRetry: Readonly<Record<number, number>> = { 429: 10, 503: 1 }

/** @param challenge for a 401 */
export function createProblemResponse(problem: ProblemDetails, error: unknown, challenge: string): Response {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : secondsUntilRetry[problem.status]
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: omitUndefined({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      // RFC 9110 §11.6.1 requires a challenge.
      'www-authenticate': problem.status === 401 ? challenge : undefined,
      'retry-after': retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds),
    }),
  })
}
