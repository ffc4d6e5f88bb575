import { CheckError } from '../errors/index.ts'
import type { ParsedRecord } from './parse-record.ts'

/** Fewer say nothing about what a vendor always sends. */
const recordsLeast = 20

/** Notices when a vendor's answers are not what the inventory was written for. */
export class Drift {
  readonly #of: string
  readonly #tells: readonly string[]
  readonly #bad = new Map<string, number>()
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
      const count = (this.#bad.get(member) ?? 0) + 1
      this.#bad.set(member, count)
      if (this.#count >= recordsLeast && count * 2 > this.#count)
        throw createDrift(
          `${count} of the first ${this.#count} records of the inventory "${this.#of}" have an unusable "${member}". ${record.unknown?.[member] ?? ''}`,
        )
    }
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
