const slotsAtFirst = 64
const half = 2 ** 26

/**
 * Digests of what a list has had, as numbers of up to 53 bits. 8 bytes a slot in a flat array, at most half of them full: a `Set`
 * takes five times as much of V8's heap, and leaves its old tables behind as it grows.
 */
export class DigestSet {
  /** The digest plus one; 0 if the slot is empty. */
  #slots = new Float64Array(slotsAtFirst)
  #size = 0

  /** @returns whether it was new */
  add(digest: number): boolean {
    const at = this.#slotOf(digest + 1)
    if (this.#slots[at] !== 0) return false
    this.#slots[at] = digest + 1
    if (++this.#size * 2 > this.#slots.length) this.#grow()
    return true
  }

  /** The slot of a digest, or the free one for it (linear probing). */
  #slotOf(digest: number): number {
    const last = this.#slots.length - 1
    // Digests may have the same lower half, as those of pages that begin alike.
    let at = ((digest % half) ^ (digest / half)) & last
    while (this.#slots[at] !== 0 && this.#slots[at] !== digest) at = (at + 1) & last
    return at
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Float64Array(before.length * 2)
    for (const digest of before) if (digest !== 0) this.#slots[this.#slotOf(digest)] = digest
  }
}
