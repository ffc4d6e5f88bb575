import { CheckError } from '../errors/index.ts'
import type { ParsedRecord } from './parse-record.ts'

/** Fewer say nothing about what a vendor always sends. */
const recordsLeast = 20

/** Notices when a vendor's answers are not what the inventory was written for. */
export class DriftWatch {
  readonly #of: string
  readonly #tells: readonly string[]
  /** How often a member could not be used, and why it could not at first. */
  readonly #bad = new Map<string, { readonly count: number; readonly because: string | undefined }>()
  /** Members that nobody knew so far, of which no record says why. */
  readonly #silent: Set<string>
  #count = 0

  constructor(of: string, tells: readonly string[]) {
    this.#of = of
    this.#tells = tells
    this.#silent = new Set(tells)
  }

  /** @throws CheckError `SCHEMA_DRIFT` when more than half of at least 20 records have a member that cannot be used */
  note({ record, bad }: ParsedRecord): void {
    this.#count++
    for (const member of this.#silent)
      if (record[member] !== undefined || record.unknown?.[member] !== undefined) this.#silent.delete(member)
    for (const member of bad) {
      // Nothing is judged by them, and people write them themselves.
      if (member === 'name' || member === 'url') continue
      const { count = 0, because = record.unknown?.[member] } = this.#bad.get(member) ?? {}
      this.#bad.set(member, { count: count + 1, because })
    }
    // The last of these may be a good one. After them, a good one makes no member worse.
    const suspects = this.#count === recordsLeast ? this.#bad.keys() : bad
    for (const member of this.#count >= recordsLeast ? suspects : []) this.#demandUsable(member)
  }

  #demandUsable(member: string): void {
    const { count = 0, because = '' } = this.#bad.get(member) ?? {}
    if (count * 2 > this.#count)
      throw createDrift(
        `${count} of the first ${this.#count} records of the inventory "${this.#of}" have an unusable "${member}". ${because}`,
      )
  }

  /** @throws CheckError `SCHEMA_DRIFT` when none of at least 20 records has a member that the inventory tells */
  end(): void {
    if (this.#count < recordsLeast) return
    const silent = this.#tells.find((member) => this.#silent.has(member))
    if (silent === undefined) return
    throw createDrift(
      `The inventory "${this.#of}" lists "${silent}" in "tells", but none of its ${this.#count} records has it. If the vendor can withhold it, give the reason in "unknown".`,
    )
  }
}

function createDrift(message: string): CheckError {
  return new CheckError(message.trim(), { code: 'SCHEMA_DRIFT' })
}
