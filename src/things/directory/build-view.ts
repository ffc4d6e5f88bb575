import type { CrossCheckRecord } from '../../crosscheck/define/cross-check.ts'
import type { Pieces } from '../../crosscheck/define/inputs.ts'
import type { People } from '../../crosscheck/people/people.ts'
import { type ViewList, type ViewPiece, viewPieceMax } from '../../crosscheck/people/people-view-store.ts'
import { readPeople } from '../../crosscheck/people/read-people.ts'
import { EntryReader } from '../../crosscheck/run/entry-reader.ts'
import { openLists } from '../../crosscheck/run/open-lists.ts'
import { parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import type { LoadedInputs } from './load-inputs.ts'
import { toPersonKey } from './person-key.ts'
import {
  listedMarks,
  markAccount,
  type PersonView,
  toAccountView,
  toDeviceView,
  toMarkedList,
  toPersonView,
  toTrainingView,
  type ViewMark,
  viewMarks,
} from './view-entries.ts'

/** A connection as a column of the list of people. */
export interface ViewSystem {
  readonly connectionId: string
  readonly name: string
  readonly connectorId: string
  /** When reading its accounts began; undefined: they cannot be told. ISO 8601. */
  readonly readAt?: string | undefined
  /** Why not everything is seen of it. */
  readonly because?: string | undefined
  /** How many accounts are seen. */
  readonly accounts: number
  /** Position of the first one in the list of accounts. */
  readonly from: number
}

/** Accounts of a connection with addresses of one domain that somebody in the directory has, and of which the vendor says no more. */
export interface ViewDomain {
  readonly connectionId: string
  readonly domain: string
  readonly accounts: number
  /** Whether a source of the directory has such an address, and is not the connection itself. */
  readonly isOfSource: boolean
}

/** What is known of the whole before any entry is read. */
export interface ViewHead {
  /** ISO 8601. */
  readonly builtAt: string
  /** In the order of their names. */
  readonly systems: readonly ViewSystem[]
  readonly sources: readonly { readonly id: string; readonly name: string }[]
  /** Domains in which accounts would be somebody's if a system vouched for their addresses, most accounts first. */
  readonly domains: readonly ViewDomain[]
  /** Why nobody can say that somebody is not in the directory. */
  readonly doubt?: string | undefined
  readonly counts: Readonly<Record<'people' | 'accounts' | 'devices' | 'trainings', number>>
  /** Whether devices and trainings can be seen: all, not all, or no connection lists any. */
  readonly seen: Readonly<Record<'device' | 'training', 'all' | 'some' | 'none'>>
  /** How many entries have a mark, by list. */
  readonly marked: Readonly<Record<'person' | 'account', Readonly<Record<ViewMark, number>>>>
}

export interface ViewBuild {
  readonly pieces: AsyncIterable<CutPiece>
  /** What the pieces came to; call it when all were read. */
  head(): ViewHead
}

interface ViewInputs extends Pick<LoadedInputs, 'inputs' | 'source'> {
  readonly dismissed: ReadonlyMap<string, string>
}

interface Belongings {
  readonly accounts: [number, number][]
  readonly waiting: number[]
  readonly devices: number[]
  readonly trainings: number[]
  marks: number
}

/**
 * Puts together what pages show of people, in pieces. Only the directory, and where each belonging is, are in memory at once.
 * @param dismissed as `loadDismissals` gives it
 */
export function buildView({ inputs, source }: LoadedInputs, dismissed: ReadonlyMap<string, string>): ViewBuild {
  const builder = new ViewBuilder({ inputs, source, dismissed })
  return { pieces: builder.build(), head: () => builder.head() }
}

class ViewBuilder {
  readonly #loaded: ViewInputs
  readonly #belongings: (Belongings | undefined)[] = []
  readonly #counts = { people: 0, accounts: 0, devices: 0, trainings: 0 }
  readonly #marked = { person: countNone(), account: countNone() }
  readonly #ranges = new Map<string, { readonly from: number; accounts: number }>()
  readonly #domains = new Map<string, ViewDomain>()
  #people: People | undefined

  constructor(loaded: ViewInputs) {
    this.#loaded = loaded
  }

  async *build(): ViewBuild['pieces'] & AsyncGenerator {
    const { inputs, source } = this.#loaded
    const people = await readPeople(inputs, source)
    this.#people = people
    const reader = new EntryReader(inputs, source, people)
    yield* cutEntries('account', this.#readAccounts(reader, people), listedMarks.account)
    yield* cutEntries('device', this.#readDevices(reader, people), listedMarks.device)
    yield* cutEntries('training', this.#readTrainings(reader, people))
    const ordered = sortPeople(people)
    yield* cutEntries('person', this.#readPeople(ordered), listedMarks.person)
    yield* cutEntries('index', readIndex(inputs.organizationId, ordered))
  }

  head(): ViewHead {
    const { inputs } = this.#loaded
    const { lists, notes } = openLists(inputs, 'account')
    return {
      builtAt: inputs.now,
      systems: inputs.systems
        .filter(
          ({ connectionId }) =>
            lists.some(({ system }) => system.connectionId === connectionId) ||
            notes.some((note) => note.system.connectionId === connectionId && note.isMissed),
        )
        .map(({ connectionId, name, connector }) => {
          const readAt = lists
            .filter(({ system }) => system.connectionId === connectionId)
            .map(({ inventory }) => inventory.readAt)
            .sort()[0]
          const because = notes.find(({ system }) => system.connectionId === connectionId)?.because
          return {
            connectionId,
            name,
            connectorId: connector.id,
            ...(this.#ranges.get(connectionId) ?? { from: 0, accounts: 0 }),
            readAt,
            because,
          }
        })
        .sort((one, other) => compareTexts(one.name, other.name) || compareTexts(one.connectionId, other.connectionId)),
      sources: (this.#people?.sources ?? []).map(({ connectionId, name }) => ({ id: connectionId, name })),
      domains: [...this.#domains.values()].sort((one, other) => other.accounts - one.accounts).slice(0, domainsMax),
      doubt: this.#people?.doubt,
      counts: { ...this.#counts },
      seen: { device: judgeSeen(inputs, 'device'), training: judgeSeen(inputs, 'training') },
      marked: this.#marked,
    }
  }

  async *#readAccounts(reader: EntryReader, people: People): EntryPieces {
    for await (const piece of reader.readAccounts(openLists(this.#loaded.inputs, 'account')))
      yield piece.map(({ connection, account, owner }) => {
        const value = toAccountView(connection, account, owner, (id) => findName(people, id), this.#loaded.dismissed)
        const marks = markAccount(value, owner)
        const position = this.#counts.accounts++
        const range = this.#ranges.get(connection.id)
        if (range) range.accounts++
        else this.#ranges.set(connection.id, { from: position, accounts: 1 })
        countMarks(this.#marked.account, marks)
        if (marks & viewMarks.proposed) this.#countDomain(people, connection.id, account)
        const belongings = owner.is === 'person' ? this.#findBelongings(people, owner.person.id) : undefined
        if (marks & viewMarks.proposed)
          for (const { personId } of value.owner.proposals ?? [])
            this.#findBelongings(people, personId)?.waiting.push(position)
        belongings?.accounts.push([position, marks])
        if (belongings) belongings.marks |= marks & personMarks
        return { value, marks }
      })
  }

  async *#readDevices(reader: EntryReader, people: People): EntryPieces {
    const lists = openLists(this.#loaded.inputs, 'device')
    for await (const piece of reader.readOwned(lists, 'device'))
      yield piece.map(({ connection, record, owner }) => {
        const position = this.#counts.devices++
        if (owner.is === 'person') this.#findBelongings(people, owner.person.id)?.devices.push(position)
        const value = toDeviceView(connection, record, owner, (id) => findName(people, id))
        return { value, marks: owner.is === 'nobody' ? viewMarks.nobody : 0 }
      })
  }

  async *#readTrainings(reader: EntryReader, people: People): EntryPieces {
    const lists = openLists(this.#loaded.inputs, 'training')
    for await (const piece of reader.readOwned(lists, 'training'))
      yield piece.map(({ connection, record, owner }) => {
        const position = this.#counts.trainings++
        if (owner.is === 'person') this.#findBelongings(people, owner.person.id)?.trainings.push(position)
        return { value: toTrainingView(connection, record, owner, (id) => findName(people, id)), marks: 0 }
      })
  }

  *#readPeople(ordered: readonly OrderedPerson[]): Generator<readonly MarkedEntry[]> {
    for (const { person, number } of ordered) {
      const { accounts = [], waiting = [], devices = [], trainings = [], marks = 0 } = this.#belongings[number] ?? {}
      this.#counts.people++
      countMarks(this.#marked.person, marks)
      const key = toPersonKey(this.#loaded.inputs.organizationId, person.id)
      const value: PersonView = { key, ...toPersonView(person), accounts, waiting, devices, trainings }
      yield [{ value, marks }]
    }
  }

  #countDomain(people: People, connectionId: string, account: CrossCheckRecord<'account'>): void {
    const address = account.emailVerified === undefined ? parseEmailAddress(account.email) : undefined
    const numbers = address === undefined ? [] : people.addresses.find(address)
    if (address === undefined || numbers.length === 0) return
    const domain = readDomain(address)
    const key = `${connectionId} ${domain}`
    const { accounts = 0, isOfSource = false } = this.#domains.get(key) ?? {}
    // What the connection itself lists of people proves nothing of its accounts.
    const isFound = numbers.some((number) => {
      const { sourceId, email } = people.at(number)
      const own = sourceId === connectionId ? undefined : parseEmailAddress(email)
      return own !== undefined && readDomain(own) === domain
    })
    this.#domains.set(key, { connectionId, domain, accounts: accounts + 1, isOfSource: isOfSource || isFound })
  }

  #findBelongings(people: People, personId: string): Belongings | undefined {
    const number = people.find(personId)
    if (number === undefined) return undefined
    this.#belongings[number] ??= { accounts: [], waiting: [], devices: [], trainings: [], marks: 0 }
    return this.#belongings[number]
  }
}

/** Somebody who has none in a list that is not whole may have one all the same. */
function judgeSeen(inputs: LoadedInputs['inputs'], of: 'device' | 'training'): 'all' | 'some' | 'none' {
  const { lists, notes } = openLists(inputs, of)
  if (lists.length === 0) return 'none'
  return notes.some(({ isMissed }) => isMissed) ? 'some' : 'all'
}

/** More than anybody answers at once. */
const domainsMax = 20

/** What a person has because one of their accounts has it. */
const personMarks = viewMarks.leaver | viewMarks.noSecondFactor | viewMarks.administrator

interface MarkedEntry {
  readonly value: unknown
  readonly marks: number
  /** What the first entry of a piece is found by. */
  readonly key?: string
}

/** As they come: a step of its own for each of very many costs more than writing it. */
type EntryPieces = AsyncGenerator<readonly MarkedEntry[]>

/** @param listed those that have one of these marks are in a list of their own, too */
async function* cutEntries(
  list: ViewList,
  entries: Pieces<MarkedEntry>,
  listed: readonly ViewMark[] = [],
): ViewBuild['pieces'] & AsyncGenerator {
  const all = new PieceCutter(list)
  const marked = listed.map((mark) => ({ bit: viewMarks[mark], cutter: new PieceCutter(toMarkedList(list, mark)) }))
  for await (const some of entries)
    for (const { value, marks, key = '' } of some) {
      // The marks are beside the entry, so that a reader need not judge again.
      const entry = { text: JSON.stringify([marks, value]), marks, key }
      for (const cutter of [all, ...marked.filter(({ bit }) => marks & bit).map((each) => each.cutter)]) {
        const piece = cutter.add(entry)
        if (piece) yield piece
      }
    }
  for (const cutter of [all, ...marked.map((each) => each.cutter)]) {
    const piece = cutter.cut()
    if (piece) yield piece
  }
}

type CutPiece = Omit<ViewPiece, 'sealed'> & { readonly text: string }

/** Cuts one list into pieces. */
class PieceCutter {
  readonly #list: ViewList
  #position = 0
  #texts: string[] = []
  #marks = 0
  #firstKey = ''

  constructor(list: ViewList) {
    this.#list = list
  }

  /** @returns a piece that is full now */
  add({ text, marks, key }: { readonly text: string; readonly marks: number; readonly key: string }) {
    if (this.#texts.length === 0) this.#firstKey = key
    this.#marks |= marks
    return this.#texts.push(text) === viewPieceMax ? this.cut() : undefined
  }

  /** What is left; undefined: nothing. */
  cut(): CutPiece | undefined {
    const [list, position, count] = [this.#list, this.#position, this.#texts.length]
    if (count === 0) return undefined
    const piece = { list, position, count, marks: this.#marks, firstKey: this.#firstKey }
    const text = this.#texts.join('\n')
    this.#position += count
    this.#texts = []
    this.#marks = 0
    return { ...piece, text }
  }
}

interface OrderedPerson {
  readonly person: Parameters<typeof toPersonView>[0]
  readonly number: number
}

/** By name as people read it, then by id. Those without a name come last. */
function sortPeople(people: People): readonly OrderedPerson[] {
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return [...people]
    .map((person, number) => ({ person, number }))
    .sort(
      ({ person: one }, { person: other }) =>
        Number(one.name === undefined) - Number(other.name === undefined) ||
        collator.compare(one.name ?? '', other.name ?? '') ||
        compareTexts(one.id, other.id),
    )
}

/** Where people are in their list, in the order of their keys. */
function* readIndex(organizationId: string, ordered: readonly OrderedPerson[]): Generator<readonly MarkedEntry[]> {
  const places = ordered.map(({ person }, position) => ({ key: toPersonKey(organizationId, person.id), position }))
  for (const { key, position } of places.sort((one, other) => compareTexts(one.key, other.key)))
    yield [{ value: [key, position], marks: 0, key }]
}

function findName(people: People, personId: string): string | undefined {
  const number = people.find(personId)
  return number === undefined ? undefined : people.at(number).name
}

function countNone(): Record<keyof typeof viewMarks, number> {
  const none = {} as Record<keyof typeof viewMarks, number>
  for (const name of Object.keys(viewMarks) as (keyof typeof viewMarks)[]) none[name] = 0
  return none
}

function countMarks(counts: Record<keyof typeof viewMarks, number>, marks: number): void {
  for (const name of Object.keys(viewMarks) as (keyof typeof viewMarks)[]) if (marks & viewMarks[name]) counts[name]++
}
