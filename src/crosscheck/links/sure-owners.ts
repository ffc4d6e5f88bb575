import type { Owner } from '../define/owner.ts'
import type { StoredLink } from '../define/stored-link.ts'
import type { People } from '../people/people.ts'

/**
 * Owners of accounts that only say whose they are. A person has such an account on nearly every system: one owner for all of them
 * costs less than one for each, and so does what is written of it.
 */
export class SureOwners {
  readonly #people: People
  readonly #matched: Owner[] = []
  readonly #linked: Extract<Owner, { readonly is: 'person' }>[] = []

  constructor(people: People) {
    this.#people = people
  }

  /** By the address alone. */
  findMatched(number: number): Owner {
    const known = this.#matched[number]
    if (known) return known
    const made: Owner = { is: 'person', person: this.#people.at(number), basis: { by: 'email' } }
    this.#matched[number] = made
    return made
  }

  /** By a link that Checkwright made itself. Those of one run have one time. */
  findLinked(number: number, { by, at }: Pick<StoredLink, 'by' | 'at'>): Owner {
    const known = this.#linked[number]
    if (known && known.basis.by === by && known.basis.at === at) return known
    const made = { is: 'person', person: this.#people.at(number), basis: { by, at } } as const
    this.#linked[number] = made
    return made
  }
}
