import type { ResultStatus } from '../../define/index.ts'

/** The worst last. */
const statuses: readonly ResultStatus[] = ['not_applicable', 'pass', 'manual', 'fail']

// V8 keeps arrays of up to 64 bytes among its own objects, where they cost a tenth.
const slotsAtFirst = 16

/**
 * The findings that a check has reported, with their status. 9 bytes a slot in flat arrays, at most half of them full.
 * A `Map` would take ten times as much, and a check may report hundreds of thousands.
 *
 * Only 64 random bits of an id are compared. Among a million findings, the chance that two look alike is one in thirty
 * million.
 */
export class SeenFindings {
  #left = new Uint32Array(slotsAtFirst)
  #right = new Uint32Array(slotsAtFirst)
  /** Index of the status plus one; 0 if the slot is empty. */
  #status = new Uint8Array(slotsAtFirst)
  #size = 0

  /**
   * Records a finding. If it is already there, the worse status stays.
   * @param findingId UUIDv5
   * @returns its earlier status; undefined the first time
   */
  note(findingId: string, status: ResultStatus): ResultStatus | undefined {
    return this.noteHalves(...splitFindingId(findingId), status)
  }

  /** The same for two times 32 bits, such as `splitFindingId` makes of an id. */
  noteHalves(left: number, right: number, status: ResultStatus): ResultStatus | undefined {
    const at = this.#slotOf(left, right)
    const before = this.#status[at] ?? 0
    this.#left[at] = left
    this.#right[at] = right
    this.#status[at] = Math.max(before, statuses.indexOf(status) + 1)
    if (before === 0 && ++this.#size * 2 > this.#status.length) this.#grow()
    return statuses[before - 1]
  }

  /** The recorded status of a finding; undefined if there is none. */
  find(findingId: string): ResultStatus | undefined {
    return this.findHalves(...splitFindingId(findingId))
  }

  /** The same for two times 32 bits. */
  findHalves(left: number, right: number): ResultStatus | undefined {
    return statuses[(this.#status[this.#slotOf(left, right)] ?? 0) - 1]
  }

  /** The slot of the finding, or the free slot for it (linear probing). */
  #slotOf(left: number, right: number): number {
    const last = this.#status.length - 1
    let at = left & last
    while (this.#status[at] !== 0 && !(this.#left[at] === left && this.#right[at] === right)) at = (at + 1) & last
    return at
  }

  #grow(): void {
    const [left, right, status] = [this.#left, this.#right, this.#status]
    const slots = status.length * 2
    this.#left = new Uint32Array(slots)
    this.#right = new Uint32Array(slots)
    this.#status = new Uint8Array(slots)
    for (let from = 0; from < status.length; from++) {
      const count = status[from]
      if (!count) continue
      const at = this.#slotOf(left[from] ?? 0, right[from] ?? 0)
      this.#left[at] = left[from] ?? 0
      this.#right[at] = right[from] ?? 0
      this.#status[at] = count
    }
  }
}

/** The bits of an id that are compared. */
function splitFindingId(findingId: string): [left: number, right: number] {
  return [readHex(findingId, 0), readHex(findingId, findingId.length - 8)]
}

/** Eight digits, without a copy of the text: a run does this for every result. */
function readHex(text: string, from: number): number {
  let value = 0
  for (let at = from; at < from + 8; at++) {
    const code = text.charCodeAt(at)
    // Letters come after the digits, with their low bits from 1.
    value = (value << 4) | (code > 0x39 ? (code & 0xf) + 9 : code & 0xf)
  }
  return value >>> 0
}
