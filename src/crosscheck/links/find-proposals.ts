import { blurEmail, type EmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { blurText } from '../../text/blur-text.ts'
import type { Proposal } from '../define/owner.ts'
import type { People } from '../people/people.ts'

/** More than an admin compares. */
export const proposalsMax = 3

/** Finds people who may own an account that is linked to nobody for sure. Its indexes are made when the first one is asked for. */
export class ProposalFinder {
  readonly #people: People
  #byBlurred: Map<string, number> | undefined
  #byName: Map<string, number> | undefined

  constructor(people: People) {
    this.#people = people
  }

  find(record: StoredRecord): readonly Proposal[] {
    const found = new Map<number, string>()
    const propose = (number: number | undefined, because: string) => {
      if (number !== undefined && found.size < proposalsMax && !found.has(number)) found.set(number, because)
    }
    const email = parseEmailAddress(record.email)
    if (email !== undefined) {
      for (const number of this.#people.addresses.find(email))
        propose(number, 'The address is theirs, and the vendor has not verified it.')
      for (const number of this.#people.addresses.findFurther(email))
        propose(number, 'The directory has the address as a further one of theirs.')
      propose(this.#findBlurred(email), 'The address looks like theirs.')
    }
    for (const alias of Array.isArray(record.aliases) ? record.aliases : []) {
      const address = parseEmailAddress(alias)
      if (address === undefined) continue
      for (const number of this.#people.addresses.find(address))
        propose(number, 'A further address of the account is theirs.')
    }
    if (typeof record.name === 'string') propose(this.findByName(record.name), 'The names are alike.')
    return [...found].map(([number, because]) => ({ personId: this.#people.at(number).id, because }))
  }

  #findBlurred(email: EmailAddress): number | undefined {
    if (!this.#byBlurred) {
      this.#byBlurred = new Map()
      for (const [address, number] of this.#people.addresses.entries()) this.#byBlurred.set(blurEmail(address), number)
    }
    return this.#byBlurred.get(blurEmail(email))
  }

  /** Somebody of that name. */
  findByName(name: string): number | undefined {
    if (!this.#byName) {
      this.#byName = new Map()
      let number = 0
      for (const person of this.#people) {
        const name = person.name === undefined ? undefined : blurText(person.name)
        // Somebody whom a personnel system lists goes before an account of the same name.
        if (name !== undefined && (person.unlisted === undefined || !this.#byName.has(name)))
          this.#byName.set(name, number)
        number++
      }
    }
    const blurred = blurText(name)
    return blurred === '' ? undefined : this.#byName.get(blurred)
  }
}
