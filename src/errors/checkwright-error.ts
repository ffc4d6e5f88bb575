import type { ErrorCode } from './codes.ts'

export interface CheckwrightErrorOptions {
  /** Stable identifier; programs switch on it. Every code is explained in `docs/errors.md`. */
  readonly code: ErrorCode
  readonly cause?: unknown
  /** Whether the same call may succeed later without anybody changing anything. @default false */
  readonly retryable?: boolean
}

/**
 * The one error hierarchy of Checkwright. The message says what happened and what to do next; it never holds a secret
 * or a raw response body.
 */
export class CheckwrightError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean

  constructor(message: string, options: CheckwrightErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = options.code
    this.retryable = options.retryable ?? false
  }
}

/** One thing wrong with a definition: where it is, what is wrong, and what to write instead. */
export interface Problem {
  /** Path into the definition, as one would write it in code: `auth.config.scopes[0]`. */
  readonly path: string
  readonly message: string
}

/** A connector or check is not well-formed. Lists every problem at once. */
export class DefinitionError extends CheckwrightError {
  readonly problems: readonly Problem[]

  constructor(subject: string, problems: readonly Problem[]) {
    super(`${subject} is not valid:\n${listProblems(problems)}`, { code: 'DEFINITION_INVALID' })
    this.problems = problems
  }
}

/** Credential values or variables are missing or malformed. Names every field and never its value. */
export class CredentialError extends CheckwrightError {
  readonly problems: readonly Problem[]

  constructor(message: string, options: CheckwrightErrorOptions & { readonly problems?: readonly Problem[] }) {
    const problems = options.problems ?? []
    super(problems.length === 0 ? message : `${message}\n${listProblems(problems)}`, options)
    this.problems = problems
  }
}

/** Signing in to the vendor failed: authorization, token exchange, refresh, or a login hook. */
export class AuthError extends CheckwrightError {
  /** Error code of the authorization server (RFC 6749 §5.2), where it sent one. */
  readonly vendorCode: string | undefined
  /** HTTP status of the authorization server's answer. */
  readonly status: number | undefined
  /** How long the authorization server asked to wait, in ms. */
  readonly retryAfterMs: number | undefined
  /** Where the person who did not grant access is to be sent back to: the checked `returnTo` of the flow. */
  readonly returnTo: string | undefined

  constructor(
    message: string,
    options: CheckwrightErrorOptions & {
      readonly returnTo?: string | undefined
      readonly vendorCode?: string | undefined
      readonly status?: number | undefined
      readonly retryAfterMs?: number | undefined
    },
  ) {
    super(message, options)
    this.vendorCode = options.vendorCode
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.returnTo = options.returnTo
  }
}

export interface HttpErrorOptions extends CheckwrightErrorOptions {
  readonly method: string
  /** Redacted URL of the request: no credential in the query, no user info. */
  readonly url: string
  readonly status?: number | undefined
  /** First characters of the answer, redacted. */
  readonly excerpt?: string | undefined
  /** The vendor's own request id, where it sent one. */
  readonly requestId?: string | undefined
  /** How long the vendor asked to wait, in ms. */
  readonly retryAfterMs?: number | undefined
}

/** A request was refused, failed, or was answered with an error status. */
export class HttpError extends CheckwrightError {
  readonly method: string
  readonly url: string
  readonly status: number | undefined
  readonly excerpt: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: HttpErrorOptions) {
    super(message, options)
    this.method = options.method
    this.url = options.url
    this.status = options.status
    this.excerpt = options.excerpt
    this.requestId = options.requestId
    this.retryAfterMs = options.retryAfterMs
  }
}

/** A check could not be run or could not come to an answer. */
export class CheckError extends CheckwrightError {}

/** The store refused, is unreachable, or holds what this version cannot read. */
export class StoreError extends CheckwrightError {}

/** A run cannot be queued, scheduled or brought to its end. */
export class EngineError extends CheckwrightError {}

/** The HTTP API refuses a request. */
export class ApiError extends CheckwrightError {
  readonly status: number
  /** What is wrong with the body, query or path, each with its path: `attachments[0].fileName`. */
  readonly problems: readonly Problem[]
  /** When the same request may be sent again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options: CheckwrightErrorOptions & {
      readonly status: number
      readonly problems?: readonly Problem[] | undefined
      readonly retryAfterSeconds?: number | undefined
    },
  ) {
    super(message, options)
    this.status = options.status
    this.problems = options.problems ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

function listProblems(problems: readonly Problem[]): string {
  return problems.map((problem) => `  - ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`).join('\n')
}
