import type { AnyVariableValue } from '../../define/index.ts'
import type { CrossCheck, CrossCheckContext, EntryFilter } from '../define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckSource, ListedKind } from '../define/inputs.ts'
import type { Person } from '../define/person.ts'
import type { People } from '../people/people.ts'
import { EntryReader } from './entry-reader.ts'
import type { FindingReporter } from './finding-reporter.ts'
import { listNeededKinds, type OpenLists, openLists } from './open-lists.ts'

/** One cross-check at work: what it gets, and what it has read of that. */
export class CrossCheckWork {
  readonly #crossCheck: CrossCheck
  readonly #inputs: CrossCheckInputs
  readonly #source: CrossCheckSource
  readonly #reporter: FindingReporter
  readonly #lists = new Map<ListedKind, OpenLists>()
  /** Loops that have begun and not come to their end. */
  readonly #open = new Map<string, number>()

  constructor(crossCheck: CrossCheck, inputs: CrossCheckInputs, source: CrossCheckSource, reporter: FindingReporter) {
    this.#crossCheck = crossCheck
    this.#inputs = inputs
    this.#source = source
    this.#reporter = reporter
    for (const kind of listNeededKinds(crossCheck.needs)) this.#lists.set(kind, openLists(inputs, kind))
  }

  /** What a loop did not read to its end, for people. */
  get leftEarly(): string | undefined {
    return [...this.#open].find(([, count]) => count > 0)?.[0]
  }

  get listsRead(): readonly OpenLists[] {
    return [...this.#lists.values()]
  }

  open(people: People): CrossCheckContext<Readonly<Record<string, AnyVariableValue | undefined>>> {
    const entries = new EntryReader(this.#inputs, this.#source, people)
    const reporter = this.#reporter
    const { needs } = this.#crossCheck
    return {
      people: () => {
        if (needs.people === undefined) throw createNeedError('people', 'directory')
        return toAsync(people, this.#begin('the people'))
      },
      accounts: (filter?: EntryFilter) =>
        flatten(entries.readAccounts(this.#demandLists('account', 'accounts'), filter, this.#begin('the accounts'))),
      accountPieces: (filter?: EntryFilter) =>
        entries.readAccounts(this.#demandLists('account', 'accounts'), filter, this.#begin('the accounts')),
      devices: (filter?: EntryFilter) =>
        flatten(
          entries.readOwned(this.#demandLists('device', 'devices'), 'device', filter, this.#begin('the devices')),
        ),
      training: (filter?: EntryFilter) =>
        flatten(
          entries.readOwned(this.#demandLists('training', 'training'), 'training', filter, this.#begin('the training')),
        ),
      acknowledgements: () =>
        flatten(
          entries.readAcknowledgements(
            this.#demandLists('acknowledgement', 'policies', 'published'),
            this.#begin('the acknowledgements'),
          ),
        ),
      policies: this.#inputs.policies ?? [],
      variables: this.#inputs.variables ?? {},
      now: new Date(this.#inputs.now),
      sources: people.sources.map(({ connectionId, name }) => ({ connectionId, name })),
      identityProviders: [...new Set(this.#inputs.systems.flatMap(({ signsInBy }) => signsInBy ?? []))],
      lists: [...this.#lists].flatMap(([of, { lists }]) => lists.map(({ connection }) => ({ of, connection }))),
      complete:
        people.doubt === undefined && this.listsRead.every(({ notes }) => notes.every(({ is }) => is !== 'undecided')),
      log: {
        info: (message, fields) => reporter.log('info', message, fields),
        warn: (message, fields) => reporter.log('warn', message, fields),
        error: (message, fields) => reporter.log('error', message, fields),
      },
      pass: (result) => reporter.report('pass', result),
      fail: (result) => reporter.report('fail', result),
      manual: (result) => reporter.report('manual', result),
      notApplicable: (result) => reporter.report('not_applicable', result),
      undecided: (input) => reporter.undecided(input),
    }
  }

  /** Says of each connection that could not be read, or not wholly, that it could not be told. */
  noteSystems(): void {
    const seen = new Set<string>()
    for (const { notes } of this.#lists.values())
      for (const { system, is, because, kind } of notes) {
        // One sentence for each connection is enough.
        if (seen.has(system.connectionId)) continue
        seen.add(system.connectionId)
        const resource = { type: 'connection', id: system.connectionId, name: system.name }
        if (is === 'undecided') this.#reporter.undecided({ resource, because, kind })
        else this.#reporter.report('not_applicable', { resource, title: because })
      }
  }

  #demandLists(kind: ListedKind, need: string, word = 'every'): OpenLists {
    const lists = this.#lists.get(kind)
    if (!lists) throw createNeedError(need, word)
    return lists
  }

  /** Begins a loop, and notices one that is left before its end. */
  #begin(what: string): () => void {
    this.#open.set(what, (this.#open.get(what) ?? 0) + 1)
    return () => this.#open.set(what, (this.#open.get(what) ?? 0) - 1)
  }
}

async function* flatten<T>(pieces: AsyncIterable<readonly T[]>): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) yield* piece
}

function createNeedError(need: string, word: string): TypeError {
  return new TypeError(
    `ctx.${need}() was called, and the cross-check does not need it. Declare needs: { ${need}: '${word}' }.`,
  )
}

async function* toAsync(people: Iterable<Person>, onEnd: () => void): AsyncGenerator<Person> {
  yield* people
  onEnd()
}
