import type { CheckFailure, Inventory, InventoryContext, VendorClient } from '../../define/index.ts'
import { Drift } from '../../inventory/drift.ts'
import { parseRecord, toRecordForm } from '../../inventory/parse-record.ts'
import type { RecordShelf } from '../../inventory/record-shelf.ts'
import { RecordSources } from '../../inventory/record-sources.ts'
import type { WorkParts } from '../check-context.ts'
import { addAdvice, explainPassedOver } from '../passed-over.ts'
import type { Reporter } from '../results/reporter.ts'
import { Calls } from '../unanswered-calls.ts'
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
  /** The first id that came again with something else. */
  #contradicted: string | undefined

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

  /** Reads the list to its end. @throws what the list throws, and CheckError for records that cannot be what it promises */
  async read(context: InventoryContext): Promise<void> {
    const { of, tells } = this.#inventory
    const form = toRecordForm(this.#inventory, this.#now)
    const drift = new Drift(of, tells)
    for await (const listed of this.#inventory.list(context)) {
      const exchanges = this.#sources.take()
      this.#doubts.recordCame()
      const parsed = parseRecord(form, listed)
      if (!parsed) this.#nameless++
      else {
        if (!this.#shelf.add({ record: parsed.record, exchanges })) this.#contradicted ??= parsed.record.id
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
    const [because = calls.openPage ?? left ?? this.#doubts.first ?? this.#contradiction] = reporter.incompleteReasons
    return because === undefined ? undefined : { ...incomplete, kind: 'incomplete_data', message: because }
  }

  get #contradiction(): string | undefined {
    if (this.#contradicted === undefined) return undefined
    return `The list has several records with the id "${this.#contradicted.slice(0, 100)}", and they differ. If they are parts of one record, set merge: 'union'.`
  }
}
