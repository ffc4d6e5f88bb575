import { toQuestionRecord } from '../../questions/rules/question.ts'
import type { AccountEntry, AcknowledgementEntry, EntryFilter, OwnedEntry } from '../define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../define/inputs.ts'
import { AccountMatcher, type Subjects } from '../links/account-matcher.ts'
import { AddressedOwners } from '../links/addressed-owners.ts'
import { ProposalFinder } from '../links/find-proposals.ts'
import { SureOwners } from '../links/sure-owners.ts'
import { readTimeMs } from '../links/time-at-work.ts'
import { joinLinks } from '../people/join-links.ts'
import type { People } from '../people/people.ts'
import { type OpenList, type OpenLists, openLists } from './open-lists.ts'

/** Reads the lists of all connections, in pieces, each record with its owner. */
export class EntryReader {
  readonly #inputs: CrossCheckInputs
  readonly #source: CrossCheckSource
  readonly #people: People
  readonly #proposals: ProposalFinder
  readonly #owners: SureOwners
  readonly #addressed: AddressedOwners
  /** Accounts of identity providers, by connection; read when the first list needs them. */
  readonly #subjects = new Map<string, Promise<Subjects>>()

  constructor(inputs: CrossCheckInputs, source: CrossCheckSource, people: People) {
    this.#inputs = inputs
    this.#source = source
    this.#people = people
    this.#proposals = new ProposalFinder(people)
    this.#owners = new SureOwners(people)
    this.#addressed = new AddressedOwners(people, this.#proposals)
  }

  /** @param onEnd called when the list was read to its end */
  async *readAccounts(
    { lists }: OpenLists,
    { connections }: EntryFilter = {},
    onEnd: () => void = () => undefined,
  ): AsyncGenerator<readonly AccountEntry[]> {
    for (const list of lists) {
      const { system, inventory, connection } = list
      if (connections && !connections.includes(connection.id)) continue
      const matcher = await this.#openMatcher(list)
      const records = this.#source.records(system.connectionId, inventory)
      yield* joinLinks(records, this.#source.links(system.connectionId, 'account'), (record, link) => ({
        connection,
        account: toQuestionRecord<'account'>(record),
        owner: matcher.findOwner(record, link),
      }))
    }
    onEnd()
  }

  /** Devices and training name people by an address that the organization's own administrators entered, or by an id. */
  async *readOwned<Of extends 'device' | 'training'>(
    { lists }: OpenLists,
    of: Of,
    { connections }: EntryFilter = {},
    onEnd: () => void = () => undefined,
  ): AsyncGenerator<readonly OwnedEntry<Of>[]> {
    for (const { system, inventory, connection } of lists) {
      if (connections && !connections.includes(connection.id)) continue
      yield* joinLinks(this.#source.records(system.connectionId, inventory), [], (record) => ({
        connection,
        record: toQuestionRecord<Of>(record),
        owner:
          of === 'device'
            ? this.#addressed.findOwner(record)
            : this.#addressed.findTrained(system.connectionId, record),
      }))
    }
    onEnd()
  }

  /** Who acknowledges a policy is known by the address that the letter went to, or that they have here. */
  async *readAcknowledgements(
    { lists }: OpenLists,
    onEnd: () => void,
  ): AsyncGenerator<readonly AcknowledgementEntry[]> {
    for (const { system, inventory } of lists)
      yield* joinLinks(this.#source.records(system.connectionId, inventory), [], (record) => ({
        policyId: String(record.policyId),
        versionId: String(record.versionId),
        atMs: readTimeMs(record.acknowledgedAt),
        owner: this.#addressed.findAcknowledger(record),
      }))
    onEnd()
  }

  async #openMatcher({ system, state }: OpenList): Promise<AccountMatcher> {
    const provider = system.signsInBy === system.connectionId ? undefined : system.signsInBy
    const lists = provider === undefined ? [] : this.#listProvider(provider)
    return new AccountMatcher({
      people: this.#people,
      system,
      nowMs: Date.parse(this.#inputs.now),
      readAtMs: state.readAtMs,
      proposals: this.#proposals,
      owners: this.#owners,
      subjects: provider === undefined ? undefined : await this.#readSubjects(provider, lists),
      subjectsDoubt: provider === undefined ? undefined : this.#findProviderDoubt(provider, lists),
    })
  }

  #listProvider(connectionId: string): readonly OpenList[] {
    return openLists(this.#inputs, 'account').lists.filter(({ connection }) => connection.id === connectionId)
  }

  #findProviderDoubt(provider: string, lists: readonly OpenList[]): string | undefined {
    if (lists.length > 0) return lists.find(({ state }) => !state.isWhole)?.state.because
    const name = this.#inputs.systems.find(({ connectionId }) => connectionId === provider)?.name ?? provider
    return `People sign in by ${name}, whose accounts cannot be read.`
  }

  #readSubjects(provider: string, lists: readonly OpenList[]): Promise<Subjects> {
    const known = this.#subjects.get(provider) ?? this.#readSubjectsOf(lists)
    this.#subjects.set(provider, known)
    return known
  }

  async #readSubjectsOf(lists: readonly OpenList[]): Promise<Subjects> {
    const subjects = new Map<string, number | readonly number[]>()
    for (const { system, inventory, state } of lists) {
      const matcher = new AccountMatcher({
        people: this.#people,
        system,
        nowMs: Date.parse(this.#inputs.now),
        readAtMs: state.readAtMs,
        proposals: this.#proposals,
        owners: this.#owners,
        subjects: undefined,
      })
      const links = this.#source.links(system.connectionId, 'account')
      const numbers = joinLinks(this.#source.records(system.connectionId, inventory), links, (record, link) => ({
        id: record.id,
        number: matcher.findNumber(record, link),
      }))
      for await (const piece of numbers)
        for (const { id, number } of piece) {
          if (number === undefined) continue
          // Two accounts of one id, in two parts of the list, may be of two people.
          const before = subjects.get(id) ?? number
          subjects.set(id, before === number ? number : [...new Set([before, number].flat())])
        }
    }
    return subjects
  }
}

/** For readers that take one entry after the other. */
export async function* flattenPages<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page
}
