import { countNoun } from '../../text/count-noun.ts'
import type { Owner } from '../define/owner.ts'
import type { Person } from '../define/person.ts'
import { proposalsMax } from '../links/find-proposals.ts'

/** What one record says of the person whose it is: for them, against them, or nothing that anybody can tell. */
export type Claim =
  | {
      readonly is: 'for' | 'against' /** When it happened, epoch ms; undefined: never. */
      readonly atMs?: number | undefined
      readonly where: string
    }
  | { readonly is: 'unknown'; readonly because: string }

/** What all records together say of a person. */
export interface CombinedClaim {
  /** How many records are theirs. */
  count: number
  /** The latest that speaks for them. */
  best?: Extract<Claim, { readonly is: 'for' | 'against' }>
  /** Why nobody can tell, where nothing speaks for them. */
  doubt?: string
}

/**
 * Gathers what the records of all systems say of people, in memory of one entry a person. Something good for a person needs one
 * record. That there is none takes all of them: a record that may be theirs, and of which nobody knows whose it is, stands
 * against it.
 */
export class PersonClaims {
  readonly #states = new Map<string, CombinedClaim>()
  /** People who may own a record that several may own. */
  readonly #candidates = new Set<string>()
  /** Why nobody can tell of them. */
  readonly #doubts = new Map<string, string>()
  /** Records that speak for somebody whom nobody knows. */
  #strays = 0
  #unknown: string | undefined

  readonly #what: string
  /** Accounts at identity providers whose people nobody lists, with their provider: anybody may be meant who has no account there. */
  readonly #unlisted: ReadonlyMap<string, string>
  /** Providers of those that may own a record that several may own. */
  readonly #openSources = new Set<string>()
  /** The same where nobody can tell, with the reason. */
  readonly #doubtfulSources = new Map<string, string>()

  /**
   * @param what what the records are: `used account`
   * @param people everybody in the directory
   */
  static async open(what: string, people: AsyncIterable<Person>): Promise<PersonClaims> {
    const unlisted = new Map<string, string>()
    for await (const person of people) if (person.unlisted !== undefined) unlisted.set(person.id, person.sourceId)
    return new PersonClaims(what, unlisted)
  }

  private constructor(what: string, unlisted: ReadonlyMap<string, string>) {
    this.#what = what
    this.#unlisted = unlisted
  }

  add(owner: Owner, claim: Claim): void {
    if (owner.is === 'person') this.#addOwn(owner.person, owner.doubt, claim)
    else if (claim.is !== 'against') this.#addStray(owner)
  }

  find({ id }: Pick<Person, 'id'>): CombinedClaim | undefined {
    return this.#states.get(id)
  }

  /** Why a person without a good record may have one all the same; undefined if they surely have none. */
  findObstacle(person: Person): { readonly status: 'undecided' | 'manual'; readonly because: string } | undefined {
    const { id } = person
    const doubtful = [...this.#doubtfulSources].find(([sourceId]) => isAbsent(person, sourceId))
    const because = this.#unknown ?? this.#doubts.get(id) ?? doubtful?.[1]
    if (because !== undefined) return { status: 'undecided', because }
    if (this.#candidates.has(id) || [...this.#openSources].some((sourceId) => isAbsent(person, sourceId)))
      return { status: 'manual', because: `One ${this.#what} may be theirs, and nobody knows whose it is.` }
    if (this.#strays === 0) return undefined
    return { status: 'manual', because: `${countNoun(this.#strays, this.#what)} may be theirs: nobody knows whose.` }
  }

  #addOwn({ id }: Person, doubt: string | undefined, claim: Claim): void {
    const state = this.#states.get(id) ?? { count: 0 }
    this.#states.set(id, state)
    state.count++
    if (claim.is === 'unknown') state.doubt ??= claim.because
    // Nothing good follows from a record that may be somebody else's.
    else if (doubt !== undefined && claim.is === 'for') state.doubt ??= doubt
    else if (!state.best || isBetter(claim, state.best)) state.best = claim
  }

  #addStray(owner: Exclude<Owner, { readonly is: 'person' }>): void {
    switch (owner.is) {
      case 'unknown':
        for (const { personId } of owner.proposals) {
          this.#doubts.set(personId, owner.because)
          const sourceId = this.#unlisted.get(personId)
          if (sourceId !== undefined) this.#doubtfulSources.set(sourceId, owner.because)
        }
        if (isOpen(owner.proposals)) this.#unknown ??= owner.because
        break
      case 'nobody':
        if (isOpen(owner.proposals)) this.#strays++
        for (const { personId } of owner.proposals) this.#addCandidate(personId)
        break
      case 'ambiguous':
        // One who is named with a doubt says nothing of who else it may be.
        if (owner.people.length < 2) this.#strays++
        for (const { id } of owner.people) this.#addCandidate(id)
    }
  }

  #addCandidate(personId: string): void {
    this.#candidates.add(personId)
    const sourceId = this.#unlisted.get(personId)
    if (sourceId !== undefined) this.#openSources.add(sourceId)
  }
}

/** Where nobody is proposed, or more than are listed, anybody may be meant. */
function isOpen(proposed: readonly unknown[]): boolean {
  return proposed.length === 0 || proposed.length >= proposalsMax
}

/** A source lists each person once, so that another record of it is not theirs. */
function isAbsent({ sourceId, others }: Person, from: string): boolean {
  return sourceId !== from && others.every((other) => other.sourceId !== from)
}

function isBetter(claim: NonNullable<CombinedClaim['best']>, than: NonNullable<CombinedClaim['best']>): boolean {
  if (claim.is !== than.is) return claim.is === 'for'
  return (claim.atMs ?? Number.NEGATIVE_INFINITY) > (than.atMs ?? Number.NEGATIVE_INFINITY)
}
