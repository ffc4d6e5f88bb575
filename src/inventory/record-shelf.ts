import type { InventoryKind } from '../define/index.ts'
import { type KeyedLine, SortedLines } from '../http/files/sorted-lines.ts'
import { SpillLines } from '../http/files/spill-lines.ts'
import type { Redactor } from '../http/redact/redact.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { uniteRecords } from './merge-records.ts'
import { withoutMembers } from './parse-record.ts'
import { RecordsDigest } from './records-digest.ts'
import { compareSubjects, type ItemMarks } from './same-subject.ts'
import type { StoredRecord } from './stored-record.ts'

/** A record with the numbers of the exchanges that it was read from, where they are known. */
export interface SourcedRecord {
  readonly record: StoredRecord
  readonly exchanges: readonly number[] | undefined
  /** What the vendor's item says of whom or what it is, until the records are sorted. */
  readonly marks?: ItemMarks | undefined
}

/** Several records of one id that cannot be one. */
export interface Contradiction {
  readonly id: string
  /**
   * - `different`: they are of different people or things, whatever was said of merging;
   * - `unsaid`: one answer has them several times, and nothing says that they are of the same;
   * - `apart`: something else differs, and they may not be united.
   */
  readonly is: 'different' | 'unsaid' | 'apart'
  /** Where they differ. */
  readonly members: readonly string[]
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
  /** As they come; an id may come several times. */
  readonly #unsorted: SortedLines
  readonly #lines: SpillLines
  /** How many secrets were known when the first record was redacted. */
  readonly #known: number
  #refused: ReadonlyMap<string, string> = new Map()
  #contradiction: Contradiction | undefined
  #failure: { readonly thrown: unknown } | undefined

  constructor(options: ShelfOptions) {
    this.#options = options
    this.#known = options.redactor.known
    const what = `inventory "${options.of}"`
    this.#unsorted = new SortedLines(what)
    this.#lines = new SpillLines(what)
  }

  /** How many ids there are, as soon as they are sorted. */
  get count(): number {
    return this.#lines.count
  }

  /** Of the first id, in their order, whose records cannot be one. */
  get contradiction(): Contradiction | undefined {
    return this.#contradiction
  }

  /** @throws CheckError `RESULTS_NOT_KEPT` */
  add({ record, exchanges, marks }: SourcedRecord): void {
    const shown = this.#options.redactor.data(record)
    this.#unsorted.add(shown.id, JSON.stringify([shown, exchanges, marks]))
  }

  /**
   * Puts all records in the order of their ids, and those of one id together. Nothing is added afterwards.
   * @param complete adds to some of them at once what the list itself does not say
   * @throws CheckError `RESULTS_NOT_KEPT`
   */
  async sort(complete?: (records: readonly SourcedRecord[]) => Promise<readonly SourcedRecord[]>): Promise<void> {
    const { redactor } = this.#options
    let waiting: string[] = []
    const flush = async () => {
      if (!complete) for (const line of waiting) this.#lines.add(line)
      else
        for (const { record, exchanges } of await complete(waiting.map(parseLine)))
          this.#lines.add(JSON.stringify([redactor.data(record), exchanges]))
      waiting = []
    }
    try {
      for await (const line of this.#readEachId()) if (waiting.push(line) === sortedAtOnce) await flush()
      await flush()
    } catch (thrown) {
      // A part of the records must not be taken for all of them.
      this.#failure = { thrown }
      throw thrown
    } finally {
      this.#unsorted.close()
    }
  }

  /** One line for each id. */
  async *#readEachId(): AsyncGenerator<string, void, undefined> {
    let last: KeyedLine | undefined
    for await (const next of this.#unsorted.read()) {
      if (last && last.key !== next.key) yield last.line
      last = last?.key === next.key ? { key: last.key, line: this.#join(last, next.line) } : next
    }
    if (last) yield last.line
  }

  #join({ key, line }: KeyedLine, later: string): string {
    const { of, merge } = this.#options
    const [first, second] = [parseLine(line), parseLine(later)]
    const isEqual = toCanonicalJson(first.record) === toCanonicalJson(second.record)
    this.#contradiction ??= this.#findContradiction(key, first, second, isEqual)
    if (isEqual || merge !== 'union') return line
    return JSON.stringify([
      uniteRecords(of, first.record, second.record),
      uniteNumbers(first.exchanges, second.exchanges),
      uniteMarks(first.marks, second.marks),
    ])
  }

  #findContradiction(
    id: string,
    first: SourcedRecord,
    second: SourcedRecord,
    isEqual: boolean,
  ): Contradiction | undefined {
    const { of, merge } = this.#options
    const found = compareSubjects(of, first, second)
    if (found.is === 'different') return { id, is: 'different', members: found.members }
    if (merge === 'union') return undefined
    if (!isEqual) return { id, is: 'apart', members: listDifferences(first.record, second.record) }
    // On two pages, a record may have moved from one to the other while they were read.
    const isOneAnswer = first.exchanges !== undefined && `${first.exchanges}` === `${second.exchanges}`
    return found.is === 'unsaid' && isOneAnswer ? { id, is: 'unsaid', members: [] } : undefined
  }

  /** Members that the vendor refused for everybody, and why. */
  refuse(members: ReadonlyMap<string, string>): void {
    this.#refused = members
  }

  /** All records, without the secrets that became known meanwhile. @throws CheckError `RESULTS_NOT_KEPT` */
  async *read(): AsyncGenerator<SourcedRecord, void, undefined> {
    if (this.#failure) throw this.#failure.thrown
    const { redactor } = this.#options
    for await (const line of this.#lines.read()) {
      const { record, exchanges } = parseLine(line)
      const shown = redactor.known === this.#known ? record : redactor.data(record)
      yield { record: withoutMembers(shown, this.#refused), exchanges }
    }
  }

  /** SHA-256 of the canonical lines, hexadecimal. */
  async digest(): Promise<string> {
    const digest = new RecordsDigest()
    for await (const { record } of this.read()) digest.add(record)
    return digest.finish()
  }

  close(): void {
    this.#unsorted.close()
    this.#lines.close()
  }
}

const sortedAtOnce = 64

function parseLine(line: string): SourcedRecord {
  const [record, exchanges, marks] = JSON.parse(line) as [
    StoredRecord,
    (readonly number[] | null)?,
    (ItemMarks | null)?,
  ]
  return { record, exchanges: exchanges ?? undefined, marks: marks ?? undefined }
}

function uniteNumbers(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): readonly number[] | undefined {
  return one && other && [...new Set([...one, ...other])].sort((a, b) => a - b)
}

/** What both say, and what only one does. */
function uniteMarks(one: ItemMarks | undefined, other: ItemMarks | undefined): ItemMarks | undefined {
  return one && other ? { item: one.item, members: { ...other.members, ...one.members } } : (one ?? other)
}

function listDifferences(first: StoredRecord, second: StoredRecord): readonly string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  const differing = [...names].filter((name) => toCanonicalJson(first[name]) !== toCanonicalJson(second[name]))
  const readable = differing.filter((name) => name !== 'unknown')
  return readable.length > 0 ? readable : differing
}
