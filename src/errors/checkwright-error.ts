import type { ErrorCode } from './codes.ts'
import { httpStatuses } from './http-statuses.ts'

export interface CheckwrightErrorOptions {
  /** Stable identifier, for programs. `docs/errors.md` explains every code. */
  readonly code: ErrorCode
  readonly cause?: unknown
  /** Whether the same call may succeed later without any change. @default false */
  readonly retryable?: boolean | undefined
}

/**
 * The one error hierarchy of Checkwright. The message describes what happened and what to do next. It contains no
 * secret and no raw response body.
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

/** One problem of a definition: its place, the problem, and what to write instead. */
export interface Problem {
  /** Path into the definition, as you write it in code: `auth.config.scopes[0]`. */
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

/** Credential values or variables are missing or malformed. The message names every field, without its value. */
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
  /** Error code of the authorization server (RFC 6749 §5.2), if it sent one. */
  readonly vendorCode: string | undefined
  /** HTTP status of the authorization server's answer. */
  readonly status: number | undefined
  /** Wait that the authorization server required, in ms. */
  readonly retryAfterMs: number | undefined
  /** Whether the answer can only mean that the grant has ended, so that its refresh token is of no more use. */
  readonly isGrantEnded: boolean
  /**
   * Why the token endpoint refused, as far as its answer tells: `limit`, `proxy`, `address`, `clock`, `app`, `permission`, `form`, `grant`,
   * `reconnect`, `account`, `credentials` or `unknown`. docs/oauth.md has the table that decides. undefined: no token was asked for.
   */
  readonly reason: string | undefined
  /** Where to send a person back whose sign-in at a vendor failed: the checked `returnTo` of the flow. */
  readonly returnTo: string | undefined

  constructor(
    message: string,
    options: CheckwrightErrorOptions & {
      readonly returnTo?: string | undefined
      readonly vendorCode?: string | undefined
      readonly status?: number | undefined
      readonly retryAfterMs?: number | undefined
      /** @default false */
      readonly isGrantEnded?: boolean | undefined
      readonly reason?: string | undefined
    },
  ) {
    super(message, options)
    this.vendorCode = options.vendorCode
    this.isGrantEnded = options.isGrantEnded ?? false
    this.reason = options.reason
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.returnTo = options.returnTo
  }
}

export interface HttpErrorOptions extends CheckwrightErrorOptions {
  readonly method: string
  /** Redacted URL of the request, without credentials in the query and without user info. */
  readonly url: string
  readonly status?: number | undefined
  /** First characters of the answer, redacted. */
  readonly excerpt?: string | undefined
  /** The vendor's own request id, if it sent one. */
  readonly requestId?: string | undefined
  /** Wait that the vendor required, in ms. */
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

/** A check could not run or has no answer. */
export class CheckError extends CheckwrightError {}

/**
 * An answer does not say what decides about one resource. Readers of members throw it, so that nothing takes what is missing for false.
 * `ctx.judge` and `ctx.each` leave the resource undecided then; elsewhere it ends the check.
 */
export class Undecided extends CheckError {
  /** @param because what is not known, and what to do about it */
  constructor(because: string) {
    super(because, { code: 'CHECK_UNDECIDED' })
  }
}

/** The store refused, is unreachable, or contains data that this version cannot read. */
export class StoreError extends CheckwrightError {
  /**
   * Whether the change may be stored all the same: the connection broke before the database could say so. What belongs to the
   * change must stay then, and nobody may repeat it unasked.
   */
  readonly mayBeStored: boolean

  constructor(message: string, options: CheckwrightErrorOptions & { readonly mayBeStored?: boolean }) {
    super(message, options)
    this.mayBeStored = options.mayBeStored ?? false
  }
}

/** Whether this error leaves open if a change was stored. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof StoreError && error.mayBeStored
}

/** A run cannot be queued, scheduled or finished. */
export class EngineError extends CheckwrightError {}

/** The HTTP API refuses a request. */
export class ApiError extends CheckwrightError {
  readonly status: number
  /** The problems of the body, query or path, each with its path: `attachments[0].fileName`. */
  readonly problems: readonly Problem[]
  /** When the same request may be sent again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options: CheckwrightErrorOptions & {
      /** @default that of its code */
      readonly status?: number | undefined
      readonly problems?: readonly Problem[] | undefined
      readonly retryAfterSeconds?: number | undefined
    },
  ) {
    super(message, options)
    this.status = options.status ?? httpStatuses[options.code] ?? 500
    this.problems = options.problems ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

function listProblems(problems: readonly Problem[]): string {
  return problems.map((problem) => `  - ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`).join('\n')
}
