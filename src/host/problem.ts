import { ApiError, CheckwrightError } from '../errors/index.ts'

/** Problem details (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** Stable; see `docs/errors.md`. */
  readonly code: string
  readonly detail: string
  readonly requestId: string
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
}

/** An error as the answer to a request. What is not ours says nothing of itself: its message may hold anything. */
export function problemOf(error: unknown, requestId: string): Problem {
  const status =
    error instanceof ApiError
      ? error.status
      : error instanceof CheckwrightError && error.code === 'NOT_FOUND'
        ? 404
        : 500
  const known = error instanceof CheckwrightError && status < 500 ? error : undefined
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    code: known?.code ?? 'INTERNAL',
    detail: known?.message ?? 'The request could not be answered. The log has the reason under the request id.',
    requestId,
  }
}

export function problemResponse(problem: Problem): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}
