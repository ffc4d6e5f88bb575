import { type ConnectorDefinition, timerMsMax } from '../define/index.ts'
import type { VendorReply } from './refusals/vendor-reply.ts'

/**
 * Whether the vendor takes the credentials of a run. Refused ones are not sent again: vendors lock an account after a few tries, and
 * no other request would be answered. A vendor that took them once means something else by a later refusal.
 */
export class CredentialTrial {
  readonly #aloneMsMax: number
  #isAlone: boolean
  #timer: NodeJS.Timeout | undefined
  #isAccepted = false
  #refusal: VendorReply | undefined
  #first: Promise<void> | undefined
  #endFirst: (() => void) | undefined
  #failFirst: ((error: unknown) => void) | undefined

  /**
   * @param aloneMsMax how long the others wait for the answer to the first request, so that wrong credentials are not sent by many at
   * once; 0: all may go at once
   */
  constructor(aloneMsMax: number) {
    this.#aloneMsMax = aloneMsMax
    this.#isAlone = aloneMsMax > 0
  }

  /** The answer by which they were refused. */
  get refusal(): VendorReply | undefined {
    return this.#refusal
  }

  /**
   * Begins a request with them. Where another one tries them first, a promise that it ended, which is rejected where its login failed.
   * @returns whether this is the first, and has to call `end`
   */
  begin(): boolean | Promise<void> {
    if (!this.#isAlone || this.#isAccepted || this.#refusal) return false
    if (this.#first) return this.#first
    this.#first = new Promise((resolve, reject) => {
      this.#endFirst = resolve
      this.#failFirst = reject
    })
    // There may be no other.
    this.#first.catch(() => undefined)
    if (this.#aloneMsMax <= timerMsMax) this.#timer = setTimeout(() => this.#giveUp(), this.#aloneMsMax).unref()
    return true
  }

  /** The first request is over, whatever came of it. */
  end(): void {
    clearTimeout(this.#timer)
    this.#first = undefined
    this.#endFirst?.()
  }

  /** The first request could not log in. Those that wait for it would only try the same login again. Call `end` as well. */
  fail(error: unknown): void {
    this.#failFirst?.(error)
  }

  /** A slow answer must not make the whole run slow. */
  #giveUp(): void {
    this.#isAlone = false
    this.end()
  }

  /** @param isRefused whether the final answer refuses the credentials, and not what was asked */
  note(reply: VendorReply, isRefused: boolean): void {
    // 403 and 404 are about what was asked.
    if (!isRefused) this.#isAccepted ||= reply.status < 400 || reply.status === 403 || reply.status === 404
    else if (!this.#isAccepted) this.#refusal ??= reply
  }
}

// An answer that takes longer than this is waited for by other requests only where a refused try may lock an account.
const aloneMsMax = 1_000

/** How long the requests of a run wait for the answer to the first one. */
export function chooseAloneMsMax({ auth }: ConnectorDefinition, hasLogin: boolean): number {
  if (auth.type === 'basic') return Number.POSITIVE_INFINITY
  return auth.type === 'custom' && !hasLogin ? 0 : aloneMsMax
}
