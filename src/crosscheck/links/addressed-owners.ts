import { parseEmailAddress } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { Owner } from '../define/owner.ts'
import type { People } from '../people/people.ts'
import type { ProposalFinder } from './find-proposals.ts'
import { explainHeir, isAfterEnd, isBeforeStart, readTimeMs } from './time-at-work.ts'
import { twoRecords } from './two-records.ts'

/** A date of a record that has the address of somebody. */
interface DatedAddress {
  readonly email: unknown
  /** What the address is: `e-mail address of an owner`. */
  readonly what: string
  /** When somebody had the record by that address, epoch ms. */
  readonly atMs: number | undefined
  /** Why a record from that time is not surely of one of the people who have the address now; undefined if it is. */
  findProblem(number: number, atMs: number | undefined): string | undefined
}

/**
 * Whose the records are that have nothing of their owner but an address, which the organization's own administrators entered:
 * devices, trainings and acknowledgements of policies. The address may have been that of somebody else when the record was made, or be that of somebody else by
 * now. The date of the record tells which of them is meant.
 */
export class AddressedOwners {
  readonly #people: People
  readonly #proposals: ProposalFinder

  constructor(people: People, proposals: ProposalFinder) {
    this.#people = people
    this.#proposals = proposals
  }

  findOwner({ ownerEmail, enrolledAt }: StoredRecord): Owner {
    return this.#find({
      email: ownerEmail,
      what: 'e-mail address of an owner',
      atMs: readTimeMs(enrolledAt),
      findProblem: (number, atMs) => this.#findHeir(number, atMs),
    })
  }

  findTrained(connectionId: string, { personId, personEmail, completedAt }: StoredRecord): Owner {
    const isSource = this.#people.sources.some((source) => source.connectionId === connectionId)
    const number =
      isSource && typeof personId === 'string' ? this.#people.find(`${connectionId}/${personId}`) : undefined
    if (number !== undefined) return { is: 'person', person: this.#people.at(number), basis: { by: 'directory' } }
    return this.#find({
      email: personEmail,
      what: 'e-mail address of a person',
      atMs: readTimeMs(completedAt),
      findProblem: (each, atMs) => this.#findDeedProblem(each, atMs, 'completed'),
    })
  }

  /** Whoever had the address when it was acknowledged, if the directory said so then. */
  findAcknowledger({ directoryId, personEmail, acknowledgedAt }: StoredRecord): Owner {
    const known = typeof directoryId === 'string' ? this.#findKnown(directoryId, personEmail) : undefined
    if (known !== undefined) return known
    return this.#find({
      email: personEmail,
      what: 'e-mail address of a person',
      atMs: readTimeMs(acknowledgedAt),
      findProblem: (each, atMs) => this.#findDeedProblem(each, atMs, 'acknowledged'),
    })
  }

  /** The person of a record of before, also one who is gone from their source since. Undefined where the source is none any more. */
  #findKnown(directoryId: string, email: unknown): Owner | undefined {
    const people = this.#people
    const isThere = people.find(directoryId) !== undefined
    if (!isThere && !people.sources.some(({ connectionId }) => directoryId.startsWith(`${connectionId}/`)))
      return undefined
    const number = people.findLinked(directoryId)
    const address = isThere ? undefined : parseEmailAddress(email)
    const heirs = address === undefined ? [] : people.addresses.find(address)
    // They may be the same, hired again.
    if (heirs.length > 0) return this.#createAmbiguity('Somebody else has its address by now.', [number, ...heirs])
    return { is: 'person', person: people.at(number), basis: { by: 'directory' }, doubt: people.doubt }
  }

  #find({ email, what, atMs, findProblem }: DatedAddress): Owner {
    if (email === null) return { is: 'nobody', because: `It has no ${what}.`, proposals: [] }
    const address = parseEmailAddress(email)
    if (address === undefined) return { is: 'unknown', because: `The vendor does not say the ${what}.`, proposals: [] }
    const numbers = this.#people.addresses.find(address)
    if (numbers.length === 0) return this.#explainStranger(email)
    const chosen = this.#choose(numbers, atMs)
    if (typeof chosen !== 'number') return chosen
    const { doubt } = this.#people
    const person = this.#people.at(chosen)
    const { unlisted } = person
    if (unlisted !== undefined)
      return doubt === undefined
        ? this.#createAmbiguity(unlisted, [chosen])
        : { is: 'unknown', because: unlisted, proposals: [] }
    const problem = doubt === undefined ? findProblem(chosen, atMs) : `Somebody else may have the address. ${doubt}`
    return { is: 'person', person, basis: { by: 'email' }, doubt: problem }
  }

  #explainStranger(email: unknown): Owner {
    const { doubt } = this.#people
    return doubt === undefined
      ? {
          is: 'nobody',
          because: 'Nobody in the directory has its address.',
          proposals: this.#proposals.find({ id: '', email }),
        }
      : { is: 'unknown', because: doubt, proposals: [] }
  }

  /** The one of the people with the address who was there at the time of the record. */
  #choose(numbers: readonly number[], atMs: number | undefined): number | Owner {
    const people = this.#people
    const all = [
      ...new Set(numbers.flatMap((number) => (people.hasDouble(number) ? people.listDoubles(number) : number))),
    ]
    const [first, second] = all
    if (first !== undefined && second === undefined) {
      if (atMs === undefined || isAfterEnd(people, first, atMs) !== true) return first
      return this.#createAmbiguity('It is from a time after the last day of the person with its address.', all)
    }
    const left = atMs === undefined ? all : all.filter((number) => isAfterEnd(people, number, atMs) !== true)
    const [only, another] = left
    if (
      atMs !== undefined &&
      only !== undefined &&
      another === undefined &&
      isBeforeStart(people, only, atMs) === false
    )
      return only
    return this.#createAmbiguity(numbers.length > 1 ? 'Several people have its address.' : twoRecords, all)
  }

  #createAmbiguity(because: string, among: readonly number[]): Owner {
    return { is: 'ambiguous', because, people: among.map((each) => this.#people.at(each)) }
  }

  #findHeir(number: number, atMs: number | undefined): string | undefined {
    const heir = explainHeir(this.#people, number, atMs)
    return heir === undefined ? undefined : `Somebody else may have got the address. ${heir}`
  }

  /** Whoever had the address before may have done it, or who got it since. */
  #findDeedProblem(number: number, atMs: number | undefined, done: string): string | undefined {
    if (atMs === undefined) return undefined
    const isBefore = isBeforeStart(this.#people, number, atMs)
    if (isBefore === false) return this.#findHeir(number, atMs)
    const { sourceName, startsAt } = this.#people.at(number)
    return `Somebody else may have had the address when it was ${done}: ${
      isBefore ? `they began on ${startsAt}` : `${sourceName} does not say when they began`
    }.`
  }
}
