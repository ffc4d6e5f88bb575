import type { LogEntry } from '../../define/index.ts'

const entriesMax = 1_000
const lengthMax = 1024 * 1024

/** The log of a check, up to a limit: nobody reads an entry for each of very many resources. */
export class CheckLog {
  readonly #entries: LogEntry[] = []
  #length = 0
  #dropped = 0

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  /** How many entries were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** @returns whether it was kept */
  add(entry: LogEntry): boolean {
    const length = JSON.stringify(entry).length
    if (this.#dropped > 0 || this.#entries.length >= entriesMax || this.#length + length > lengthMax) {
      this.#dropped++
      return false
    }
    this.#length += length
    this.#entries.push(entry)
    return true
  }

  /** One of the engine's own entries, of which there are few. */
  append(entry: LogEntry): void {
    this.#entries.push(entry)
  }
}
