/** What the map holds in a value's place. */
interface Hold<V> {
  value: V | undefined
}

/**
 * A `Map` by text, for entries that come and go all the time. When a `Map` was filled and emptied for a while, V8 links
 * its table to the one that replaces it. Old tables then keep answers alive over many young collections, until memory
 * has doubled. The tables therefore get something small, which lets go of its value. A plain object has no such tables, but
 * it has to make each new key one of the engine's own texts, which takes longer than all the rest.
 */
export class BriefMap<V> {
  readonly #holds = new Map<string, Hold<V>>()

  get size(): number {
    return this.#holds.size
  }

  get(key: string): V | undefined {
    return this.#holds.get(key)?.value
  }

  has(key: string): boolean {
    return this.#holds.has(key)
  }

  set(key: string, value: V): void {
    const hold = this.#holds.get(key)
    if (hold) hold.value = value
    else this.#holds.set(key, { value })
  }

  delete(key: string): void {
    const hold = this.#holds.get(key)
    if (!hold) return
    hold.value = undefined
    this.#holds.delete(key)
  }

  clear(): void {
    for (const key of this.#holds.keys()) this.delete(key)
  }

  values(): readonly V[] {
    return [...this.#holds.values()].flatMap(({ value }) => (value === undefined ? [] : [value]))
  }
}
