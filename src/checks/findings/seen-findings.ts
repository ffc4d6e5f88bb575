import type { ResultStatus } from '../../define/index.ts'

/** The worst last. */
const statuses: readonly ResultStatus[] = ['not_applicable', 'pass', 'manual', 'fail']

const slotsAtFirst = 256

/**
 * Which findings a check has reported, and as what. 9 bytes a slot in flat arrays, at most half of them full: a `Map` would
 * take ten times as much, and a check may report hundreds of thousands.
 *
 * Of an id only 64 of its random bits are compared. Among a million findings, two that look alike by chance are as likely
 * as one in thirty million.
 */
export class SeenFindings {
  #left = new Uint32Array(slotsAtFirst)
  #right = new Uint32Array(slotsAtFirst)
  /** Index of the status and one; 0 where the slot is empty. */
  #status = new Uint8Array(slotsAtFirst)
  #size = 0

  /**
   * Notes a finding; of one that was noted before, the worse status stays.
   * @param findingId UUIDv5
   * @returns as what it was noted before; undefined the first time
   */
  note(findingId: string, status: ResultStatus): ResultStatus | undefined {
    const [left, right] = splitFindingId(findingId)
    const at = this.#slotOf(left, right)
    const before = this.#status[at] ?? 0
    this.#left[at] = left
    this.#right[at] = right
    this.#status[at] = Math.max(before, statuses.indexOf(status) + 1)
    if (before === 0 && ++this.#size * 2 > this.#status.length) this.#grow()
    return statuses[before - 1]
  }

  /** As what a finding was noted; undefined when it was not. */
  find(findingId: string): ResultStatus | undefined {
    return statuses[(this.#status[this.#slotOf(...splitFindingId(findingId))] ?? 0) - 1]
  }

  /** Where the finding is, or is to be put (linear probing). */
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
      const kept = status[from]
      if (!kept) continue
      const at = this.#slotOf(left[from] ?? 0, right[from] ?? 0)
      this.#left[at] = left[from] ?? 0
      this.#right[at] = right[from] ?? 0
      this.#status[at] = kept
    }
  }
}

function splitFindingId(findingId: string): [left: number, right: number] {
  return [Number.parseInt(findingId.slice(0, 8), 16), Number.parseInt(findingId.slice(-8), 16)]
}
