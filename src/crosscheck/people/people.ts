import { isObject, listMemberWords } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import type { KeptRecord } from '../../inventory/parse-record.ts'
import type { CrossCheckInputs, CrossCheckSource, CrossCheckSystem } from '../inputs.ts'
import { blurText, canonicalizeEmail } from '../links/canonical-email.ts'
import { isInForce, isLinkInForce } from '../links/is-in-force.ts'
import { joinLinks } from '../links/join-links.ts'
import type { StoredLink } from '../links/stored-link.ts'
import { judgeReading, listInventories, type ReadingState } from '../run/reading-state.ts'
import { AddressBook } from './address-book.ts'
import type { DirectorySource } from './directory.ts'
import { readDayStartMs } from './judge-employment.ts'
import type { Person, PersonRecord } from './person.ts'

/** A source with its system and how far its reading can be trusted. */
export interface OpenSource extends DirectorySource {
  readonly name: string
  readonly system: CrossCheckSystem | undefined
  /** Of all parts: the worst. */
  readonly state: ReadingState
}

/** A person while the directory is being read. */
type Draft = { -readonly [Member in keyof Person]: Person[Member] } & { others: PersonRecord[] }

/** Everybody in the directory, by their numbers. */
export class People {
  readonly sources: readonly OpenSource[]
  readonly addresses = new AddressBook()
  readonly #all: Draft[] = []
  /** By the ids of their records in all sources. */
  readonly #byRecord = new Map<string, number>()
  readonly #departures: ReadonlyMap<string, number>
  /** People who cannot be told from another one. */
  readonly #doubles = new Map<number, readonly number[]>()
  /** Names that people of sources before this one have. */
  #earlierNames: { readonly sourceId: string; readonly names: ReadonlySet<string> } | undefined
  /** By number, because accounts ask for them often; NaN where nobody knows. */
  readonly #startMs: number[] = []
  /** The same as texts, two days later; empty where nobody knows, or the person is gone. */
  readonly #dayAfterStart: string[] = []
  #isEnded = false
  /** Who is there, and began last; without a time where nobody knows when they began. */
  #newest: { readonly id: string; readonly startMs: number | undefined } | undefined
  /** Sources that list somebody, and do not say whether they have an address. */
  readonly #addressless = new Map<string, string>()

  constructor(sources: readonly OpenSource[], departures: ReadonlyMap<string, number>) {
    this.sources = sources
    this.#departures = departures
  }

  get count(): number {
    return this.#all.length
  }

  /** Why nobody can say that somebody is not in the directory; undefined if all sources are whole. */
  get doubt(): string | undefined {
    if (this.sources.length === 0) return 'The organization has no directory yet. Name a source of people.'
    return this.sources.find(({ state }) => !state.isWhole)?.state.because
  }

  /**
   * Why an address of somebody who is gone may have been another person's since, also of one who has another address by now: somebody
   * who is there began after that person left.
   */
  explainHiddenAddress({ status, endsAt }: Person): string | undefined {
    const { id, startMs } = this.#newest ?? {}
    if (id === undefined) return undefined
    if (startMs === undefined) return `The directory does not say when ${id} began.`
    const endMs = status === 'left' ? readDayStartMs(endsAt) : undefined
    return endMs === undefined || startMs >= endMs ? `${id} may have begun after they left.` : undefined
  }

  at(number: number): Person {
    const person = this.#all[number]
    if (!person) throw new RangeError(`People: there is no person ${number}`)
    return person
  }

  /** The number of the person with a record of this id, if the directory has it. */
  find(recordId: string): number | undefined {
    return this.#byRecord.get(recordId)
  }

  /** The same for a person whom a link names: one who is not there any more is `missing`, if their source is whole. */
  findLinked(personId: string): number {
    const known = this.#byRecord.get(personId)
    if (known !== undefined) return known
    const sourceId = personId.slice(0, Math.max(0, personId.indexOf('/')))
    const source = this.sources.find(({ connectionId }) => connectionId === sourceId)
    const number = this.#push({
      id: personId,
      sourceId,
      sourceName: source?.name ?? sourceId,
      kind: 'unknown',
      status: 'missing',
      readAtMs: source?.state.readAtMs ?? 0,
      departedAtMs: this.#departures.get(personId),
      others: [],
    })
    if (this.#isEnded) this.#noteDoubt(this.#all[number] as Draft)
    return number
  }

  *[Symbol.iterator](): Generator<Person> {
    yield* this.#all
  }

  /** Takes a record of a source. @param linkedTo the person whom a link in force names */
  add(source: OpenSource, record: KeptRecord, linkedTo: string | undefined): void {
    const email = canonicalizeEmail(record.email)
    const said = toPersonRecord(source, record, this.#departures)
    const name = typeof record.name === 'string' ? record.name : undefined
    const number = linkedTo === undefined ? this.#findSame(said, email, name) : this.findLinked(linkedTo)
    const at =
      number === undefined
        ? this.#push({
            ...said,
            ...(name !== undefined && { name }),
            ...(email !== undefined && { email }),
            others: [],
          })
        : this.#join(number, said, { name, email })
    this.#byRecord.set(said.id, at)
    // Null: the source says that there is none.
    if (record.email === undefined && said.status !== 'left') this.#addressless.set(source.connectionId, said.id)
    if (email !== undefined) this.addresses.add(email, at)
    for (const alias of Array.isArray(record.aliases) ? record.aliases : []) {
      const address = canonicalizeEmail(alias)
      if (address !== undefined) this.addresses.addFurther(address, at)
    }
  }

  /** The one person of an earlier source with the same address, unless somebody else may have got it. */
  #findSame(said: PersonRecord, email: string | undefined, name: string | undefined): number | undefined {
    const [number, another] = email === undefined ? [] : this.addresses.find(email)
    if (number === undefined || another !== undefined) return undefined
    const person = this.at(number)
    // A source lists each person once, so that a second record with the address is of somebody else.
    const isListed = [person, ...person.others].some(({ sourceId }) => sourceId === said.sourceId)
    if (isListed || isSomebodyElse(person, said, name)) return undefined
    if (name === undefined || !isOtherName(person.name, name)) return number
    // Two full names are two people, because no dates tell of records as they do of accounts.
    const isFull = isFullName.test(name) && isFullName.test(person.name ?? '')
    return isFull || this.#hasEarlierName(said.sourceId, name) ? undefined : number
  }

  /** Whether an earlier source lists somebody of that name. */
  #hasEarlierName(sourceId: string, name: string): boolean {
    if (this.#earlierNames?.sourceId !== sourceId) {
      const earlier = this.#all.flatMap((each) =>
        each.sourceId === sourceId || each.name === undefined ? [] : blurText(each.name),
      )
      this.#earlierNames = { sourceId, names: new Set(earlier) }
    }
    return this.#earlierNames.names.has(blurText(name))
  }

  /** The first source that covers a person decides; the record of another is beside it. */
  #join(number: number, said: PersonRecord, { name, email }: Pick<Draft, 'name' | 'email'>): number {
    const person = this.#all[number] as Draft
    person.name ??= name
    person.email ??= email
    const isDeciding = this.#isMisfit(person) && !this.#isMisfit(said) && person.status !== 'missing'
    if (!isDeciding) person.others.push(said)
    else {
      const { others, name: _name, email: _email, ...before } = person
      Object.assign(person, { startsAt: undefined, endsAt: undefined, departedAtMs: undefined, doubt: undefined }, said)
      others.unshift(before)
    }
    return number
  }

  #push(person: Draft): number {
    const number = this.#all.push(person) - 1
    this.#byRecord.set(person.id, number)
    return number
  }

  /** Whether a source says something of a person whom it does not cover. */
  #isMisfit({ sourceId, kind }: PersonRecord): boolean {
    const source = this.sources.find(({ connectionId }) => connectionId === sourceId)
    return source !== undefined && !isCovered(source, kind)
  }

  /**
   * Whether the directory has a second record that may be of the same person, or of somebody who got their address: the address is
   * the same, or the name of somebody who began after they left. Only a person who knows them can tell.
   */
  hasDouble(number: number): boolean {
    return this.#doubles.has(number)
  }

  /** The person, and those who cannot be told from them. */
  listDoubles(number: number): readonly number[] {
    return [number, ...(this.#doubles.get(number) ?? [])]
  }

  /** The first moment of somebody's employment, epoch ms; undefined where nobody knows. */
  findStartMs(number: number): number | undefined {
    const known = this.#startMs[number]
    if (known !== undefined) return Number.isNaN(known) ? undefined : known
    const startMs = readDayStartMs(this.at(number).startsAt)
    this.#startMs[number] = startMs ?? Number.NaN
    return startMs
  }

  /**
   * Whether a time is surely after the first day of somebody who is there. Texts are compared, because accounts ask for it often, and
   * reading a time takes longer: one of the next day's or a later one is after it wherever on earth.
   */
  hasBegunBefore(number: number, time: unknown): boolean {
    if (typeof time !== 'string') return false
    let day = this.#dayAfterStart[number]
    if (day === undefined) {
      const startMs = isGone(this.at(number)) ? undefined : this.findStartMs(number)
      day =
        startMs === undefined || startMs > lastPlainMs ? '' : new Date(startMs + 2 * dayMs).toISOString().slice(0, 10)
      this.#dayAfterStart[number] = day
    }
    return day !== '' && time > day
  }

  /** Nothing is added afterwards: says of whom the sources leave a doubt. */
  end(): void {
    for (const [number, others] of [...this.addresses.findShared(), ...findHiredAgain(this.#all)])
      this.#doubles.set(number, [...new Set([...(this.#doubles.get(number) ?? []), ...others])])
    for (const [number, others] of this.#doubles)
      (this.#all[number] as Draft).doubles = others.map((other) => this.at(other).id)
    this.#isEnded = true
    for (const person of this.#all) {
      const unlisted = this.#findUnlisted(person)
      if (unlisted !== undefined) person.unlisted = unlisted
      this.#noteDoubt(person)
    }
    this.#newest = this.#findNewest()
  }

  #findNewest(): { readonly id: string; readonly startMs: number | undefined } | undefined {
    let newest: { readonly id: string; readonly startMs: number } | undefined
    for (const [number, person] of this.#all.entries()) {
      if (isGone(person)) continue
      const { id } = person
      const startMs = this.findStartMs(number)
      if (startMs === undefined) return { id, startMs }
      if (newest === undefined || startMs > newest.startMs) newest = { id, startMs }
    }
    return newest
  }

  #noteDoubt(person: Draft): void {
    const doubt =
      person.doubt ??
      (person.status === 'missing' ? this.#findMissingDoubt(person) : undefined) ??
      this.#findDoubt(person)
    if (doubt !== undefined) person.doubt = doubt
  }

  /** That somebody is not there takes a whole source, and that everybody there can be told from them. */
  #findMissingDoubt({ id, sourceId }: Person): string | undefined {
    const source = this.sources.find(({ connectionId }) => connectionId === sourceId)
    if (!source) return `The source of ${id} is not part of the directory any more.`
    if (!source.state.isWhole) return `${source.state.because} It does not show ${id}.`
    const other = this.#addressless.get(sourceId)
    return other && `${source.name} does not show ${id}, nor the address of ${other}, who may be the same person.`
  }

  #findDoubt(person: Person): string | undefined {
    const index = this.sources.findIndex(({ connectionId }) => connectionId === person.sourceId)
    const source = this.sources[index]
    if (!source) return undefined
    if (!isCovered(source, person.kind))
      return `${source.name} is a source of ${source.covers} only, and no source of such people lists them.`
    if (person.unlisted !== undefined && person.status !== 'left') return person.unlisted
    const earlier = this.sources
      .slice(0, index)
      .find((each) => !each.state.isWhole && (person.kind === 'unknown' || isCovered(each, person.kind)))
    // An earlier source decides, and nobody knows what it says of them.
    if (earlier) return earlier.state.because
    const other = person.others.find((each) => isContradiction(person, each) && !this.#isMisfit(each))
    if (other) return `${person.sourceName} says that they left, and ${other.sourceName} that they are a ${other.kind}.`
    if (person.status === 'left') return this.#findReturnDoubt(person)
    // Somebody has to end their account, whoever decides about them.
    const gone = source.accountsArePeople ? person.others.find(isGone) : undefined
    return gone && `${gone.sourceName} says that they left, and ${person.sourceName} that they did not.`
  }

  /** An account at an identity provider is no word of those who know who works here, where there are such. */
  #findUnlisted({ sourceId, sourceName, kind, status, others }: Person): string | undefined {
    const own = this.sources.find(({ connectionId }) => connectionId === sourceId)
    if (!own?.accountsArePeople || status === 'missing') return undefined
    const personnel = this.sources.filter(({ accountsArePeople }) => !accountsArePeople)
    if (others.some((other) => personnel.some(({ connectionId }) => connectionId === other.sourceId))) return undefined
    const should = personnel.filter((each) => kind === 'unknown' || isCovered(each, kind))
    const [first] = should
    if (!first) return undefined
    const unread = should.find(({ state }) => !state.isWhole)
    return (
      unread?.state.because ?? `Only ${sourceName} lists them. ${first.name} does not, and should list such people.`
    )
  }

  /**
   * Somebody who left may have been hired again by a new record. That nobody was takes whole sources, or another whole source that
   * says that they left, too.
   */
  #findReturnDoubt({ sourceId, others }: Person): string | undefined {
    const hiding = this.sources.find(
      ({ connectionId, accountsArePeople, state }) =>
        !state.isWhole && (connectionId === sourceId || !accountsArePeople),
    )
    if (!hiding) return undefined
    const isConfirmed = others.some(
      (other) =>
        other.status === 'left' &&
        this.sources.some(({ connectionId, state }) => connectionId === other.sourceId && state.isWhole),
    )
    return isConfirmed ? undefined : `${hiding.state.because} It may not show that they were hired again.`
  }
}

/** Whether a record with the same address is of another kind, or not surely of the same name where one of them has left. */
function isSomebodyElse(person: Person, said: PersonRecord, name: string | undefined): boolean {
  if (person.kind !== 'unknown' && said.kind !== 'unknown' && person.kind !== said.kind) return true
  if (!isGone(person) && !isGone(said)) return false
  return person.name === undefined || name === undefined || isOtherName(person.name, name)
}

function isOtherName(one: string | undefined, other: string): boolean {
  return one !== undefined && one !== other && blurText(one) !== blurText(other)
}

function isGone({ status }: PersonRecord): boolean {
  return status === 'left' || status === 'missing'
}

/** People who left, and somebody of the same name began afterwards. */
function findHiredAgain(people: readonly Person[]): readonly (readonly [gone: number, there: readonly number[]])[] {
  const gone = people.flatMap((person, number) =>
    person.status === 'left' && person.name !== undefined ? [{ person, number, name: blurText(person.name) }] : [],
  )
  if (gone.length === 0) return []
  const names = new Set(gone.map(({ name }) => name))
  const there = new Map<string, number[]>()
  for (const [number, { name, status }] of people.entries()) {
    if (name === undefined || status === 'left') continue
    const blurred = blurText(name)
    if (names.has(blurred)) there.set(blurred, [...(there.get(blurred) ?? []).slice(-namesakesMax), number])
  }
  return gone.flatMap(({ person, number, name }) => {
    const again = (there.get(name) ?? []).filter(
      (each) =>
        !((readDayStartMs(people[each]?.startsAt) ?? Number.NaN) < (readDayStartMs(person.endsAt) ?? Number.NaN)),
    )
    return again.length > 0 ? [[number, again] as const] : []
  })
}

const isFullName = /\S\s+\S/
const dayMs = 86_400_000
/** Years of more than four digits are written in another form. */
const lastPlainMs = Date.UTC(9999, 0)

/** More of one name change nothing. */
const namesakesMax = 20

/** Employee in one source and contractor in another: who changes from one to the other has not left. */
function isContradiction(person: Person, other: PersonRecord): boolean {
  return isGone(person) && !isGone(other) && other.kind !== 'unknown' && other.kind !== person.kind
}

/** An identity provider lists everybody, so that one of an unknown kind need not be a contractor. */
function isCovered({ covers, accountsArePeople }: DirectorySource, kind: PersonRecord['kind']): boolean {
  if (covers === 'both') return true
  if (kind === 'unknown') return !(covers === 'contractors' && accountsArePeople)
  return kind === (covers === 'employees' ? 'employee' : 'contractor')
}

function toPersonRecord(source: OpenSource, record: KeptRecord, departures: ReadonlyMap<string, number>): PersonRecord {
  const id = `${source.connectionId}/${record.id}`
  const departedAtMs = departures.get(id)
  return {
    id,
    sourceId: source.connectionId,
    sourceName: source.name,
    kind: readWord('kind', record.kind) as PersonRecord['kind'],
    status: readWord('status', record.status) as PersonRecord['status'],
    startsAt: readDay(record.startsAt),
    endsAt: readDay(record.endsAt),
    readAtMs: source.state.readAtMs,
    ...(departedAtMs !== undefined && { departedAtMs }),
    ...(!source.state.isFresh && { doubt: source.state.because }),
  }
}

function readWord(member: 'kind' | 'status', value: unknown): string {
  return listMemberWords('person')[member]?.find((word) => word === value) ?? 'unknown'
}

function readDay(value: unknown): string | null | undefined {
  return value === null || typeof value === 'string' ? value : undefined
}

/** Reads the directory. Only this is in memory at once: the people, and the addresses that they have. */
export async function readPeople(inputs: CrossCheckInputs, source: CrossCheckSource): Promise<People> {
  const nowMs = Date.parse(inputs.now)
  const people = new People(
    inputs.directory.sources.map((each) => openSource(inputs, each, nowMs)),
    new Map(inputs.directory.departures.map(({ personId, since }) => [personId, demandTimeMs(since)])),
  )
  for (const each of people.sources) {
    if (!each.system || !each.state.readAtMs) continue
    for (const inventory of listInventories(each.system, 'person'))
      for await (const piece of joinLinks(
        source.records(each.connectionId, inventory),
        source.links(each.connectionId, 'person'),
        (record, link) => ({ record, linkedTo: readTarget(link, nowMs) }),
      ))
        for (const { record, linkedTo } of piece) if (isObject(record)) people.add(each, record, linkedTo)
  }
  for (const alias of inputs.aliases ?? []) {
    const address = canonicalizeEmail(alias.address)
    if (address !== undefined && isInForce(alias, nowMs))
      people.addresses.add(address, people.findLinked(alias.personId))
  }
  people.end()
  return people
}

function readTarget(link: StoredLink | undefined, nowMs: number): string | undefined {
  return link?.to.is === 'person' && isLinkInForce(link, nowMs) ? link.to.personId : undefined
}

function openSource({ systems, variables }: CrossCheckInputs, source: DirectorySource, nowMs: number): OpenSource {
  const system = systems.find(({ connectionId }) => connectionId === source.connectionId)
  const name = system?.name ?? source.connectionId
  const lists = system ? listInventories(system, 'person') : []
  const states = lists.map((list) => judgeReading(system as CrossCheckSystem, list, nowMs, variables?.max_age_hours))
  const unread = {
    isFresh: false,
    isWhole: false,
    readAtMs: 0,
    because: `${name} is a source of the directory, and its people were never read.`,
  }
  const state = states.find(({ isFresh }) => !isFresh) ?? states.find(({ isWhole }) => !isWhole) ?? states[0] ?? unread
  const readAtMs = Math.min(...states.map((each) => each.readAtMs))
  if (system?.state === 'disconnected')
    return {
      ...source,
      name,
      system,
      state: { ...unread, readAtMs: state.readAtMs, because: `${name} is disconnected.` },
    }
  return { ...source, name, system, state: states.length > 0 ? { ...state, readAtMs } : state }
}

function demandTimeMs(time: string): number {
  const ms = Date.parse(time)
  if (!Number.isNaN(ms)) return ms
  throw new CheckError(`A departure has the time "${time}", which is none.`, { code: 'CROSS_CHECK_INPUT_INVALID' })
}
