/**
 * A `Map` by text, for entries that come and go all the time. When a `Map` was filled and emptied for a while, V8 links
 * its table to the one that replaces it. Old tables then keep answers alive over many young collections, until memory
 * has doubled.
 */
export class BriefMap<V> {
  #entries: Record<string, V> = Object.create(null)
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    return this.#entries[key]
  }

  has(key: string): boolean {
    return key in this.#entries
  }

  set(key: string, value: V): void {
    if (!this.has(key)) this.#size++
    this.#entries[key] = value
  }

  delete(key: string): void {
    if (!this.has(key)) return
    this.#size--
    delete this.#entries[key]
  }

  clear(): void {
    this.#entries = Object.create(null)
    this.#size = 0
  }

  values(): readonly V[] {
    return Object.values(this.#entries)
  }
}
