import { waitUnlessAborted } from '../../auth/single-flight.ts'
import type { CheckFailure, ErrorKind, Inventory, InventoryContext } from '../../define/index.ts'
import { beginStep, namePart, runInSteps } from '../../http/requests/work-step.ts'
import { addFact, toInventoryRecord, toRecordForm } from '../../inventory/parse-record.ts'
import type { SourcedRecord } from '../../inventory/record-shelf.ts'
import { RecordSources } from '../../inventory/record-sources.ts'
import { Calls } from '../context/unanswered-calls.ts'
import type { WorkParts } from '../context/work-parts.ts'

/** What reads one fact of one record with. */
export type OpenFactContext = (parts: Pick<WorkParts, 'calls' | 'onAnswer' | 'watchAnswers'>) => InventoryContext

export interface FactOptions {
  readonly inventory: Inventory
  /** Names of the facts that somebody reads. */
  readonly members: readonly string[]
  readonly now: Date
  readonly explain: (thrown: unknown, member: string) => CheckFailure
}

/** What one refusal says about all records; anything else is about the one record that was asked for. */
const kindsForAll: readonly ErrorKind[] = [
  'auth',
  'permission',
  'plan',
  'config',
  'rate_limited',
  'timeout',
  'check_bug',
]

/** Asks for the facts of an inventory, record by record. */
export class FactReading {
  readonly #options: FactOptions
  readonly #refused = new Map<string, CheckFailure>()

  constructor(options: FactOptions) {
    this.#options = options
  }

  /** Facts that are not known of any record, and why. */
  get refused(): ReadonlyMap<string, CheckFailure> {
    return this.#refused
  }

  get areWanted(): boolean {
    return this.#options.members.length > 0
  }

  /** None can be asked for. */
  refuseAll(thrown: unknown): void {
    const { members, explain } = this.#options
    for (const member of members) this.#refused.set(member, explain(thrown, member))
  }

  /** The records with their facts, asked for side by side. Never rejects. */
  complete(
    records: readonly SourcedRecord[],
    open: OpenFactContext,
    signal: AbortSignal,
  ): Promise<readonly SourcedRecord[]> {
    const step = beginStep()
    return Promise.all(
      records.map((record, index) => runInSteps(namePart(step, index), () => this.#completeOne(record, open, signal))),
    )
  }

  async #completeOne(sourced: SourcedRecord, open: OpenFactContext, signal: AbortSignal): Promise<SourcedRecord> {
    const { inventory, members, now } = this.#options
    const form = toRecordForm(inventory, now)
    let { record, exchanges } = sourced
    for (const member of members) {
      if (this.#refused.has(member)) continue
      const sources = new RecordSources()
      const fact = await this.#read(member, record, sources, open, signal)
      record = addFact(form, record, member, fact)
      exchanges = unite(exchanges, sources.take())
    }
    return { record, exchanges }
  }

  async #read(
    member: string,
    record: SourcedRecord['record'],
    sources: RecordSources,
    open: OpenFactContext,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly because: string }> {
    const { inventory, explain } = this.#options
    const calls = new Calls()
    try {
      const context = open({ calls, onAnswer: sources.note, watchAnswers: (client) => sources.client(client) })
      const value = await waitUnlessAborted(
        Promise.resolve(inventory.readFacts[member]?.(context, toInventoryRecord(record))),
        signal,
      )
      if (calls.passedOver) throw calls.passedOver.thrown
      const cut = calls.leftList === undefined ? calls.openPage : `The list ${calls.leftList} was left before its end.`
      return cut === undefined ? { value } : { because: cut }
    } catch (thrown) {
      const failure = explain(thrown, member)
      if (kindsForAll.includes(failure.kind)) this.#refused.set(member, failure)
      return { because: failure.message }
    } finally {
      calls.end()
    }
  }
}

function unite(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): readonly number[] | undefined {
  if (other === undefined) return one
  return [...new Set([...(one ?? []), ...other])].sort((a, b) => a - b)
}
