import { createHash } from 'node:crypto'

/** PostgreSQL keeps a plan for each on each connection. */
const namedMax = 200
/** A statement with a list of values has another text for each length, and is seldom seen again. */
const namedFrom = 3
const countedMax = 2_000
const lengthMax = 10_000

/**
 * Names for the statements that come again and again, so that PostgreSQL parses and plans each once for a connection. The
 * name follows from the text: behind a pooler that shares connections, a name can only mean the statement of that text.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #generation = 0
  #isStopped = false

  /** @returns undefined for a statement that is sent without a name */
  find(text: string): string | undefined {
    if (this.#isStopped) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= namedMax || text.length > lengthMax) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (this.#counts.size >= countedMax) this.#counts.clear()
    this.#counts.set(text, count)
    if (count < namedFrom) return undefined
    this.#counts.delete(text)
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    const name = `checkwright_${this.#generation}_${digest}`
    this.#names.set(text, name)
    return name
  }

  /** Gives new names, because the plans of the old ones no longer fit their tables. */
  renew(): void {
    this.#generation++
    this.#names.clear()
  }

  /** Gives no more names, because something between us and the server does not keep them. */
  stop(): void {
    this.#isStopped = true
  }
}
