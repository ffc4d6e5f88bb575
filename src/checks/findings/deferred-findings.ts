import { SeenFindings, splitFindingId } from './seen-findings.ts'

const halvesAtFirst = 512

/** Findings that somebody may ask for. Most often nobody does, so that they are looked up only once somebody has. */
export class DeferredFindings {
  readonly #seen = new SeenFindings()
  #waiting = new Uint32Array(halvesAtFirst)
  #count = 0

  add(findingId: string): void {
    if (this.#count === this.#waiting.length) {
      const larger = new Uint32Array(this.#count * 2)
      larger.set(this.#waiting)
      this.#waiting = larger
    }
    const [left, right] = splitFindingId(findingId)
    this.#waiting[this.#count++] = left
    this.#waiting[this.#count++] = right
  }

  has(findingId: string): boolean {
    for (let at = 0; at < this.#count; at += 2)
      this.#seen.noteHalves(this.#waiting[at] ?? 0, this.#waiting[at + 1] ?? 0, 'pass')
    this.#count = 0
    return this.#seen.find(findingId) !== undefined
  }
}
