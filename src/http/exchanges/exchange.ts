import type { ReplyHeaders } from '../pace/retry-after.ts'

/** One attempt at one URL and its outcome, unredacted: full of secrets. */
export interface Exchange {
  /** In this run, from 1. */
  readonly number: number
  /** Undefined for requests of the engine itself, such as a login. */
  readonly checkId: string | undefined
  readonly method: string
  /** Without credentials. */
  readonly url: URL
  readonly attempt: number
  readonly startedAtMs: number
  readonly durationMs: number
  /** Headers and body before credentials were added and before it was signed. */
  readonly request: { readonly headers: ReplyHeaders; readonly body: Uint8Array | string | undefined }
  readonly outcome:
    | { readonly status: number; readonly headers: ReplyHeaders; readonly body: Uint8Array }
    /**
     * @param errorCode as in docs/errors.md; undefined if the caller cancelled the request
     * @param unseen the answer had no reader yet: a page that was fetched ahead of a list that the check left
     */
    | { readonly errorCode: string | undefined; readonly unseen?: boolean }
  /** The exchange obtains credentials: only its method, URL and status are kept. */
  readonly confidential: boolean
  /** The request was anonymous. @default false */
  readonly anonymous?: boolean
  /** Where in its work the caller asked. It follows from the order of requests alone, so it says nothing of a secret. */
  readonly step?: string | undefined
}

/** A body as it is kept: redacted text, or other bytes as base64. */
export type MessageBody = { readonly text: string } | { readonly base64: string }

export interface ExchangeMessage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Absent if there is no body or it is not kept. */
  readonly body?: MessageBody | undefined
}

/** An exchange as it is kept, redacted. Also one line of a ledger's file. */
export interface ExchangeRecord {
  readonly number: number
  readonly checkId?: string | undefined
  readonly method: string
  readonly url: string
  readonly attempt: number
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  /** Absent if there was no answer. */
  readonly status?: number | undefined
  /** Why there was no answer, as in docs/errors.md; `CANCELLED` if nobody needed the answer any more. */
  readonly errorCode?: string | undefined
  /** The request was anonymous, so it differs from the same request with credentials. */
  readonly anonymous?: true | undefined
  /** Where in its work the caller asked. Absent if it asked outside of a check. */
  readonly step?: string | undefined
  /** Absent if the exchange obtains credentials, like `response`. */
  readonly request?: ExchangeMessage | undefined
  readonly response?: ExchangeMessage | undefined
  /** Why it was not kept whole. */
  readonly truncated?: string | undefined
}

/** The value of a header, whatever the spelling of its name. @param name in lower case */
export function findHeader(message: ExchangeMessage | undefined, name: string): string | undefined {
  return message?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
