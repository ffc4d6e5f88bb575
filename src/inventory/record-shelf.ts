import { createHash } from 'node:crypto'
import type { InventoryKind } from '../define/index.ts'
import { KeptLines } from '../http/kept/kept-lines.ts'
import type { Redactor } from '../http/redact/redact.ts'
import { toCanonicalJson, toCanonicalLine } from './canonical-json.ts'
import { uniteRecords } from './merge-records.ts'
import { type KeptRecord, withoutMembers } from './parse-record.ts'

/** A record with the numbers of the exchanges that it was read from, where they are known. */
export interface SourcedRecord {
  readonly record: KeptRecord
  readonly exchanges: readonly number[] | undefined
}

export interface ShelfOptions {
  readonly of: InventoryKind
  readonly merge: 'union' | undefined
  readonly redactor: Redactor
}

/**
 * The records of one inventory, redacted, each id once: few in memory, many in a file without a name. They are filled in as they
 * come, and read in the order of their ids, so that the same records give the same lines.
 */
export class RecordShelf {
  readonly #options: ShelfOptions
  /** As they come; a record that is united with an earlier one is added again. */
  #lines: KeptLines
  readonly #byId = new Map<string, number>()
  /** How many secrets were known when the first record was redacted. */
  readonly #known: number
  #refused: ReadonlyMap<string, string> = new Map()
  #sortedCount: number | undefined

  constructor(options: ShelfOptions) {
    this.#options = options
    this.#known = options.redactor.known
    this.#lines = new KeptLines(`inventory "${options.of}"`)
  }

  /** How many ids there are. */
  get count(): number {
    return this.#sortedCount ?? this.#byId.size
  }

  /** @returns whether it fits to what is there: another record of its id is equal, or may be united with it */
  add({ record, exchanges }: SourcedRecord): boolean {
    const { of, merge, redactor } = this.#options
    const shown = redactor.data(record)
    const before = this.#byId.get(shown.id)
    if (before === undefined) {
      this.#put(shown, exchanges)
      return true
    }
    const there = parseLine(this.#lines.at(before))
    if (toCanonicalJson(there.record) === toCanonicalJson(shown)) return true
    if (merge !== 'union') return false
    this.#put(uniteRecords(of, there.record, shown), uniteNumbers(there.exchanges, exchanges))
    return true
  }

  #put(record: KeptRecord, exchanges: readonly number[] | undefined): void {
    this.#byId.set(record.id, this.#lines.add(JSON.stringify([record, exchanges])))
  }

  /**
   * Puts all records in the order of their ids. Nothing is added afterwards.
   * @param complete adds to some of them at once what the list itself does not say
   */
  async sort(complete?: (records: readonly SourcedRecord[]) => Promise<readonly SourcedRecord[]>): Promise<void> {
    const { of, redactor } = this.#options
    const sorted = new KeptLines(`inventory "${of}"`)
    const unsorted = this.#lines
    const ids = [...this.#byId.keys()].sort()
    try {
      for (let from = 0; from < ids.length; from += sortedAtOnce) {
        const lines = ids.slice(from, from + sortedAtOnce).map((id) => unsorted.at(this.#byId.get(id) ?? 0))
        if (!complete) for (const line of lines) sorted.add(line)
        else
          for (const { record, exchanges } of await complete(lines.map(parseLine)))
            sorted.add(JSON.stringify([redactor.data(record), exchanges]))
      }
    } catch (error) {
      sorted.close()
      throw error
    }
    // Nobody looks for an id any more.
    this.#sortedCount = ids.length
    this.#byId.clear()
    this.#lines = sorted
    unsorted.close()
  }

  /** Members that the vendor refused for everybody, and why. */
  refuse(members: ReadonlyMap<string, string>): void {
    this.#refused = members
  }

  /** All records, without the secrets that became known meanwhile. @throws CheckError `RESULTS_NOT_KEPT` */
  async *read(): AsyncGenerator<SourcedRecord, void, undefined> {
    const { redactor } = this.#options
    for await (const line of this.#lines.read()) {
      const { record, exchanges } = parseLine(line)
      const shown = redactor.known === this.#known ? record : redactor.data(record)
      yield { record: withoutMembers(shown, this.#refused), exchanges }
    }
  }

  /** SHA-256 of the canonical lines, hexadecimal. */
  async digest(): Promise<string> {
    const hash = createHash('sha256')
    for await (const { record } of this.read()) hash.update(`${toCanonicalLine(record)}\n`)
    return hash.digest('hex')
  }

  close(): void {
    this.#lines.close()
    this.#byId.clear()
  }
}

const sortedAtOnce = 64

function parseLine(line: string): SourcedRecord {
  const [record, exchanges] = JSON.parse(line) as [KeptRecord, (readonly number[] | null)?]
  return { record, exchanges: exchanges ?? undefined }
}

function uniteNumbers(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): readonly number[] | undefined {
  return one && other && [...new Set([...one, ...other])].sort((a, b) => a - b)
}
