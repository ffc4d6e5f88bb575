import { ApiError, CheckwrightError } from '../errors/index.ts'

/** Problem details (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  /** Stable; see `docs/errors.md`. */
  readonly code: string
  readonly detail: string
  /** Names the request in the log. */
  readonly requestId: string
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
}

/** An error as the answer to a request. What is not meant for the caller says nothing of itself: it may hold anything. */
export function problemOf(error: unknown): Omit<Problem, 'requestId'> {
  const status = statusOf(error)
  const known = error instanceof CheckwrightError && status < 500 ? error : undefined
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    code: known?.code ?? 'INTERNAL',
    detail: known?.message ?? 'The request could not be answered. The log has the reason under the request id.',
  }
}

function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  return error instanceof CheckwrightError && error.code === 'NOT_FOUND' ? 404 : 500
}

export function problemResponse(problem: Problem): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      // RFC 9110 §11.6.1 demands a challenge. No registered scheme means an API key in a header of its own.
      ...(problem.status === 401 && { 'www-authenticate': 'ApiKey header="X-API-Key"' }),
    },
  })
}
