/** What the service says of a request that it refuses: problem details (RFC 9457). */
export interface ApiProblemDetails {
  /** A stable code, see `docs/errors.md`. Undefined where something before the service has answered. */
  readonly code?: string | undefined
  readonly title?: string | undefined
  readonly detail?: string | undefined
  /** Identifies the request in the log of the service. */
  readonly requestId?: string | undefined
  /** What is wrong with each member of the request. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined
}

/** A request that was answered, but not with success. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  /** Seconds to wait before the request may be sent again, where the service says it. */
  readonly retryAfterSeconds: number | undefined

  constructor(operation: string, response: Response, details: ApiProblemDetails) {
    const reason = details.detail ?? details.title
    super(`${operation}: ${response.status}${reason === undefined ? '' : ` ${reason}`}`)
    this.status = response.status
    this.code = details.code
    this.requestId = details.requestId
    this.errors = details.errors ?? []
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined
  }
}

/** Reads why a request was refused. What is no problem details, such as the page of a proxy, is left out of the message. */
export async function readProblem(operation: string, response: Response): Promise<ApiProblem> {
  if (response.status >= 300 && response.status < 400)
    return new ApiProblem(operation, response, {
      detail:
        'The service answered with a redirect, which a client with a key does not follow. Enter its final address.',
    })
  const details: unknown = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    ? await response.json().catch(() => undefined)
    : undefined
  return new ApiProblem(operation, response, typeof details === 'object' && details !== null ? details : {})
}
