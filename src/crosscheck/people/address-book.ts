import type { EmailAddress } from '../../inventory/email-address.ts'

/** People by address, by their numbers. An address that several people have belongs to none of them for sure. */
export class AddressBook {
  /** Addresses that a source gives a person, and confirmed ones. */
  readonly #sure = new Map<EmailAddress, number | readonly number[]>()
  /** Further addresses that nobody has confirmed. */
  readonly #further = new Map<EmailAddress, number | readonly number[]>()

  add(address: EmailAddress, person: number): void {
    addTo(this.#sure, address, person)
  }

  addFurther(address: EmailAddress, person: number): void {
    addTo(this.#further, address, person)
  }

  /** Everybody whose address it is; people who only claim it count as soon as somebody has it. */
  find(address: EmailAddress): readonly number[] {
    const sure = this.#sure.get(address)
    if (sure === undefined) return none
    const further = this.#further.size === 0 ? undefined : this.#further.get(address)
    if (further === undefined) return typeof sure === 'number' ? [sure] : sure
    return [...new Set([sure, further].flat())]
  }

  /** The only one whose address it is; undefined where there is nobody, or another one. */
  findOnly(address: EmailAddress): number | undefined {
    const sure = this.#sure.get(address)
    return typeof sure === 'number' && (this.#further.size === 0 || !this.#further.has(address)) ? sure : undefined
  }

  /** Everybody who claims it, though nobody has confirmed it. */
  findFurther(address: EmailAddress): readonly number[] {
    const further = this.#further.get(address)
    return further === undefined ? none : typeof further === 'number' ? [further] : further
  }

  /**
   * Everybody who has an address that other people have, too, with the others: the same person hired again, or somebody who got the
   * address.
   */
  *findShared(): Generator<readonly [person: number, others: readonly number[]]> {
    for (const address of this.#sure.keys()) {
      const people = this.find(address)
      if (people.length > 1) for (const person of people) yield [person, people.filter((other) => other !== person)]
    }
  }

  /** All addresses that somebody has or claims. */
  *entries(): Generator<readonly [address: EmailAddress, person: number]> {
    for (const map of [this.#sure, this.#further])
      for (const [address, people] of map) for (const person of [people].flat()) yield [address, person]
  }
}

const none: readonly number[] = Object.freeze([])

/** One more person changes nothing for an address that so many have. */
const peopleMax = 20

function addTo(map: Map<EmailAddress, number | readonly number[]>, address: EmailAddress, person: number): void {
  const before = map.get(address)
  if (before === undefined) map.set(address, person)
  else if (typeof before === 'number') {
    if (before !== person) map.set(address, [before, person])
  } else if (before.length < peopleMax && !before.includes(person)) map.set(address, [...before, person])
}
