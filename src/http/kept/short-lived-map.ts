/** An entry, and the next one of its bucket. */
interface Entry<V> {
  readonly key: string
  value: V
  next: Entry<V> | undefined
}

const bucketCount = 256
/** Keys of one connection differ in their last characters: ids, page numbers, cursors. */
const hashedCharacters = 12

/**
 * A `Map` by text, for entries that come and go all the time. When a `Map` was filled and emptied for a while, V8 links
 * its table to the one that replaces it. Old tables then keep answers alive over many young collections, until memory
 * has doubled. A plain object makes V8 intern each key, which costs more than the rest of its work.
 */
export class BriefMap<V> {
  #buckets: (Entry<V> | undefined)[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    return this.#find(key)?.value
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined
  }

  set(key: string, value: V): void {
    const found = this.#find(key)
    if (found) {
      found.value = value
      return
    }
    const slot = computeSlot(key)
    this.#buckets[slot] = { key, value, next: this.#buckets[slot] }
    this.#size++
  }

  delete(key: string): void {
    const slot = computeSlot(key)
    let before: Entry<V> | undefined
    for (let entry = this.#buckets[slot]; entry; entry = entry.next) {
      if (entry.key !== key) {
        before = entry
        continue
      }
      if (before) before.next = entry.next
      else this.#buckets[slot] = entry.next
      this.#size--
      return
    }
  }

  clear(): void {
    this.#buckets = []
    this.#size = 0
  }

  /** In no particular order. */
  *values(): Generator<V, void, undefined> {
    for (const first of this.#buckets) for (let entry = first; entry; entry = entry.next) yield entry.value
  }

  #find(key: string): Entry<V> | undefined {
    let entry = this.#buckets[computeSlot(key)]
    while (entry && entry.key !== key) entry = entry.next
    return entry
  }
}

function computeSlot(key: string): number {
  let hash = key.length
  for (let at = Math.max(0, key.length - hashedCharacters); at < key.length; at++)
    hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return hash & (bucketCount - 1)
}
