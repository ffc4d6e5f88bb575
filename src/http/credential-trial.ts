import type { VendorReply } from './refusals/vendor-reply.ts'

/**
 * Whether the vendor takes the credentials of a run. Refused ones are not sent again: vendors lock an account after a few tries, and
 * no other request would be answered. A vendor that took them once means something else by a later refusal.
 */
export class CredentialTrial {
  readonly #isAlone: boolean
  #isAccepted = false
  #refusal: VendorReply | undefined
  #first: Promise<void> | undefined
  #endFirst: (() => void) | undefined

  /** @param isAlone whether the first request goes alone, so that a wrong password is not sent by many at once */
  constructor(isAlone: boolean) {
    this.#isAlone = isAlone
  }

  /** The answer by which they were refused. */
  get refusal(): VendorReply | undefined {
    return this.#refusal
  }

  /**
   * Begins a request with them. Where another one tries them first, a promise that it ended.
   * @returns whether this is the first, and has to call `end`
   */
  begin(): boolean | Promise<void> {
    if (!this.#isAlone || this.#isAccepted || this.#refusal) return false
    if (this.#first) return this.#first
    this.#first = new Promise((resolve) => {
      this.#endFirst = resolve
    })
    return true
  }

  /** The first request is over, whatever came of it. */
  end(): void {
    this.#first = undefined
    this.#endFirst?.()
  }

  /** @param isRefused whether the final answer refuses the credentials, and not what was asked */
  note(reply: VendorReply, isRefused: boolean): void {
    // 403 and 404 are about what was asked.
    if (!isRefused) this.#isAccepted ||= reply.status < 400 || reply.status === 403 || reply.status === 404
    else if (!this.#isAccepted) this.#refusal ??= reply
  }
}
