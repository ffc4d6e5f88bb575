import { type EmailAddress, formatEmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { blurText } from '../../text/blur-text.ts'
import { findEnd, readDayStartMs } from '../define/judge-employment.ts'
import type { Person, PersonRecord } from '../define/person.ts'
import { AddressBook } from './address-book.ts'
import { DirectoryDoubts } from './directory-doubts.ts'
import { isMisfit, type OpenSource } from './open-source.ts'
import { toPersonRecord } from './person-record.ts'
import { findHiredAgain, isGone, isOtherName, isSomebodyElse, mayBeGone } from './same-person.ts'

const isFullName = /\S\s+\S/
const dayMs = 86_400_000
/** Years of more than four digits are written in another form. */
const lastPlainMs = Date.UTC(9999, 0)

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
  readonly #doubts: DirectoryDoubts

  constructor(sources: readonly OpenSource[], departures: ReadonlyMap<string, number>) {
    this.sources = sources
    this.#doubts = new DirectoryDoubts(sources, this.#addressless)
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
   * Why an address of somebody who may be gone may have been another person's since, also of one who has another address by now: somebody
   * who is there began after that person left.
   */
  explainHiddenAddress(person: Person): string | undefined {
    const { id, startMs } = this.#newest ?? {}
    if (id === undefined) return undefined
    if (startMs === undefined) return `The directory does not say when ${id} began.`
    const endMs = readDayStartMs(findEnd(person)?.day)
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
  add(source: OpenSource, record: StoredRecord, linkedTo: string | undefined): void {
    const email = parseEmailAddress(record.email)
    const personRecord = toPersonRecord(source, record, this.#departures)
    const name = typeof record.name === 'string' ? record.name : undefined
    const number = linkedTo === undefined ? this.#findSame(personRecord, email, name) : this.findLinked(linkedTo)
    const at =
      number === undefined
        ? this.#push({
            ...personRecord,
            name,
            email: email && formatEmailAddress(email),
            others: [],
          })
        : this.#join(number, personRecord, { name, email: email && formatEmailAddress(email) })
    this.#byRecord.set(personRecord.id, at)
    // Null: the source says that there is none.
    if (record.email === undefined && personRecord.status !== 'left')
      this.#addressless.set(source.connectionId, personRecord.id)
    if (email !== undefined) this.addresses.add(email, at)
    for (const alias of Array.isArray(record.aliases) ? record.aliases : []) {
      const address = parseEmailAddress(alias)
      if (address !== undefined) this.addresses.addFurther(address, at)
    }
  }

  /** The one person of an earlier source with the same address, unless somebody else may have got it. */
  #findSame(personRecord: PersonRecord, email: EmailAddress | undefined, name: string | undefined): number | undefined {
    const [number, another] = email === undefined ? [] : this.addresses.find(email)
    if (number === undefined || another !== undefined) return undefined
    const person = this.at(number)
    // A source lists each person once, so that a second record with the address is of somebody else.
    const isListed = [person, ...person.others].some(({ sourceId }) => sourceId === personRecord.sourceId)
    if (isListed || isSomebodyElse(person, personRecord, name)) return undefined
    if (name === undefined || !isOtherName(person.name, name)) return number
    // Two full names are two people, because no dates tell of records as they do of accounts.
    const isFull = isFullName.test(name) && isFullName.test(person.name ?? '')
    return isFull || this.#hasEarlierName(personRecord.sourceId, name) ? undefined : number
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
  #join(number: number, personRecord: PersonRecord, { name, email }: Pick<Draft, 'name' | 'email'>): number {
    const person = this.#all[number] as Draft
    person.name ??= name
    person.email ??= email
    const isDeciding =
      isMisfit(this.sources, person) && !isMisfit(this.sources, personRecord) && person.status !== 'missing'
    if (!isDeciding) person.others.push(personRecord)
    else {
      const { others, name: _name, email: _email, ...before } = person
      Object.assign(
        person,
        { startsAt: undefined, endsAt: undefined, departedAtMs: undefined, doubt: undefined },
        personRecord,
      )
      others.unshift(before)
    }
    return number
  }

  #push(person: Draft): number {
    const number = this.#all.push(person) - 1
    this.#byRecord.set(person.id, number)
    return number
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
   * Whether a time is surely after the first day of somebody who is surely there. Texts are compared, because accounts ask for it often, and
   * reading a time takes longer: one of the next day's or a later one is after it wherever on earth.
   */
  hasBegunBefore(number: number, time: unknown): boolean {
    if (typeof time !== 'string') return false
    let day = this.#dayAfterStart[number]
    if (day === undefined) {
      const startMs = mayBeGone(this.at(number)) ? undefined : this.findStartMs(number)
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
      const unlisted = this.#doubts.findUnlisted(person)
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
    const doubt = this.#doubts.find(person)
    if (doubt !== undefined) person.doubt = doubt
  }
}
