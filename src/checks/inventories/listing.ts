import type { CheckFailure, Inventory, InventoryContext, VendorClient } from '../../define/index.ts'
import { DriftWatch } from '../../inventory/drift.ts'
import { parseRecord, toRecordForm } from '../../inventory/parse-record.ts'
import type { Contradiction, RecordShelf } from '../../inventory/record-shelf.ts'
import { RecordSources } from '../../inventory/record-sources.ts'
import { readMarks } from '../../inventory/same-subject.ts'
import { addAdvice, explainPassedOver } from '../context/passed-over.ts'
import { Calls } from '../context/unanswered-calls.ts'
import type { WorkParts } from '../context/work-parts.ts'
import type { Reporter } from '../results/reporter.ts'
import { ListDoubts } from './list-doubts.ts'

/** Takes what the code of an inventory yields, and knows why that may not be all. */
export class Listing {
  readonly #inventory: Inventory
  readonly #shelf: RecordShelf
  readonly #reporter: Reporter
  readonly #now: Date
  readonly #calls = new Calls()
  readonly #sources = new RecordSources()
  readonly #doubts = new ListDoubts()
  #nameless = 0

  constructor(inventory: Inventory, shelf: RecordShelf, reporter: Reporter, now: Date) {
    this.#inventory = inventory
    this.#shelf = shelf
    this.#reporter = reporter
    this.#now = now
  }

  /** What the context of the list is made with. */
  get parts(): Pick<WorkParts, 'calls' | 'onAnswer' | 'watchAnswers' | 'watchQuestions'> {
    return {
      calls: this.#calls,
      onAnswer: this.#sources.note,
      watchAnswers: (client) => this.#sources.client(client),
      watchQuestions: (client: VendorClient) => this.#doubts.client(client),
    }
  }

  /** How many the vendor counts, where the connector says that it does, and nothing but that list was asked for. */
  get total(): number | undefined {
    return this.#sources.total
  }

  /** Reads the list to its end. @throws what the list throws, and CheckError for records that cannot be what it promises */
  async read(context: InventoryContext): Promise<void> {
    const { of, tells } = this.#inventory
    const form = toRecordForm(this.#inventory, this.#now)
    const drift = new DriftWatch(of, tells)
    for await (const listed of this.#inventory.list(context)) {
      const exchanges = this.#sources.take()
      this.#doubts.recordCame()
      const parsed = parseRecord(form, listed)
      if (!parsed) this.#nameless++
      else {
        const marks = readMarks(of, parsed.record.id, this.#sources.lastItem)
        this.#shelf.add({ record: parsed.record, exchanges, marks })
        drift.note(parsed)
      }
    }
    drift.end()
  }

  /** Nobody waits for the list any more. */
  end(): void {
    this.#calls.end()
  }

  /** Why a list that ended by itself is not complete. */
  findQuietFailure(explain: (thrown: unknown) => CheckFailure): CheckFailure | undefined {
    const reporter = this.#reporter
    const calls = this.#calls
    const incomplete = { code: 'CHECK_INCOMPLETE', retryable: false }
    if (reporter.doubt) return explain(reporter.doubt)
    if (calls.abandoned > 0) {
      const message = 'The list ended before the vendor answered every call. Await every call.'
      return { ...incomplete, kind: 'check_bug', message }
    }
    if (calls.passedOver)
      return addAdvice(explain(calls.passedOver.thrown), explainPassedOver(calls.passedOver.thrown, 'list'))
    if (this.#nameless > 0) {
      const message = `Checkwright left out ${this.#nameless} of its records, because they have no usable id. An id is text of at most 2,048 characters, or a whole number below 2^53.`
      return { ...incomplete, kind: 'schema_drift', message }
    }
    const left = calls.leftList && `The list ${calls.leftList} was left before its end, so some records may be missing.`
    const [because = calls.openPage ?? left ?? this.#doubts.first] = reporter.incompleteReasons
    return because === undefined ? undefined : { ...incomplete, kind: 'incomplete_data', message: because }
  }

  /** Why records that are sorted are not complete: two of them contradict each other. */
  findContradiction(): CheckFailure | undefined {
    const { contradiction } = this.#shelf
    if (!contradiction) return undefined
    const message = describeContradiction(contradiction)
    return { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', retryable: false, message }
  }
}

const membersMax = 5

function describeContradiction({ id, is, members }: Contradiction): string {
  const head = `The list has several records with the id "${id.slice(0, 100)}"`
  const differ = members
    .slice(0, membersMax)
    .map((member) => `"${member.slice(0, 100)}"`)
    .join(', ')
  switch (is) {
    case 'different':
      return `${head} that are not of the same: they differ in ${differ}. Choose an id that each of them has alone.`
    case 'unsaid':
      return `${head} in one answer, and nothing in them says that they are of the same. Choose an id that each of them has alone, or yield an e-mail address or a name.`
    case 'apart':
      return `${head}, and they differ in ${differ}. If they are parts of one record, set merge: 'union'.`
  }
}
