import { SealedSpill, type SpilledBytes } from '../files/sealed-spill.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'

/** An answer and the exchanges that led to it. */
export interface CachedReply {
  readonly reply: VendorReply
  readonly exchanges: readonly number[]
}

// Larger answers, and answers beyond this count, are requested again.
const bodyBytesMax = 4 * 1024 * 1024
const keysMax = 10_000

interface Slot {
  /** Checks that have sent the request, one bit each. */
  asked: bigint
  spilled: SpilledBytes | undefined
}

/**
 * Answers of one run that other checks can reuse. The ledger's file cannot serve for that: it is redacted, and a check
 * must see the vendor's original answer. Memory only holds the position of each answer, for a bounded number of
 * answers.
 */
export class ReplyCache {
  readonly #slots = new Map<string, Slot>()
  readonly #bits = new Map<string | undefined, bigint>()
  readonly #spill = new SealedSpill()

  /**
   * Records that a check sends a request. Returns whether it did so before, because then it must not get an older
   * answer.
   */
  ask(key: string, checkId: string | undefined): boolean {
    let slot = this.#slots.get(key)
    if (!slot) {
      if (this.#slots.size >= keysMax) return true
      slot = { asked: 0n, spilled: undefined }
      this.#slots.set(key, slot)
    }
    const bit = this.#bitOf(checkId)
    const isRepeated = (slot.asked & bit) !== 0n
    slot.asked |= bit
    return isRepeated
  }

  /** The last answer; undefined if none may be reused. */
  async find(key: string): Promise<CachedReply | undefined> {
    const spilled = this.#slots.get(key)?.spilled
    const bytes = spilled && (await this.#spill.read(spilled))
    return bytes && decodeReply(bytes)
  }

  /** Replaces the last answer. An answer that is not a success is not reused. */
  put(key: string, cached: CachedReply): void {
    const slot = this.#slots.get(key)
    if (!slot) return
    const { status, body } = cached.reply
    const isFit = status >= 200 && status < 300 && body.byteLength <= bodyBytesMax
    slot.spilled = isFit ? this.#spill.add(encodeReply(cached)) : undefined
  }

  /** Forgets all answers. */
  clear(): void {
    for (const slot of this.#slots.values()) slot.spilled = undefined
  }

  close(): Promise<void> {
    return this.#spill.close()
  }

  #bitOf(checkId: string | undefined): bigint {
    const bit = this.#bits.get(checkId) ?? 1n << BigInt(this.#bits.size)
    this.#bits.set(checkId, bit)
    return bit
  }
}

const headLengthBytes = 4

/** Length of the head, the head as JSON, the body as it is. */
function encodeReply({ reply, exchanges }: CachedReply): readonly Uint8Array[] {
  const { body, target, url, ...rest } = reply
  const head = Buffer.from(JSON.stringify({ ...rest, url, target: target.href, exchanges }))
  const length = Buffer.alloc(headLengthBytes)
  length.writeUInt32BE(head.byteLength)
  return [length, head, body]
}

function decodeReply(bytes: Buffer): CachedReply {
  const bodyAt = headLengthBytes + bytes.readUInt32BE()
  const { target, exchanges, ...rest } = JSON.parse(bytes.toString('utf8', headLengthBytes, bodyAt))
  return { reply: { ...rest, target: new URL(target), body: bytes.subarray(bodyAt) }, exchanges }
}
