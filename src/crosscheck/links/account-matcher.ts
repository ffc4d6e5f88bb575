import { findDomainsProblem, normalizeDomain } from '../../define/index.ts'
import { parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import type { CrossCheckSystem } from '../define/inputs.ts'
import { judgeEmployment, readDayStartMs } from '../define/judge-employment.ts'
import type { LinkBasis, Owner, Proposal } from '../define/owner.ts'
import type { Person } from '../define/person.ts'
import type { StoredLink } from '../define/stored-link.ts'
import { isLinkInForce } from '../people/is-in-force.ts'
import type { People } from '../people/people.ts'
import { findMismatch } from './find-mismatch.ts'
import type { ProposalFinder } from './find-proposals.ts'
import type { SureOwners } from './sure-owners.ts'
import { readTimeMs } from './time-at-work.ts'
import { twoRecords } from './two-records.ts'

/** People of the accounts of an identity provider: a number, or several of whom nobody knows which it is. */
export type Subjects = ReadonlyMap<string, number | readonly number[]>

/** What the account itself says for sure of its owner. */
interface Match {
  /** One: the owner. Several: nobody knows which. */
  readonly people: readonly number[]
  readonly by: 'directory' | 'single-sign-on' | 'email' | 'domain'
  /** Where there is nobody: those who it may be. */
  readonly candidates?: readonly number[]
  /** Why the match is no owner, although there is one person. */
  readonly contradiction?: string | undefined
}

export interface MatcherOptions {
  readonly people: People
  readonly system: CrossCheckSystem
  readonly nowMs: number
  /** When reading the accounts began. */
  readonly readAtMs: number
  /** Accounts of the identity provider by which people sign in to the system. */
  readonly subjects: Subjects | undefined
  /** Why an identity that is not among them may be there all the same. */
  readonly subjectsDoubt?: string | undefined
  readonly proposals: ProposalFinder
  readonly owners: SureOwners
}

/**
 * Says whose the accounts of one list are. Sure is what cannot be somebody else's: the directory's own record, the identity at the
 * provider by which the account signs in, and an address that was verified or that only members can have. Everything else is
 * proposed, and never applied.
 */
export class AccountMatcher {
  readonly #options: MatcherOptions
  readonly #enforced: ReadonlySet<string>
  /** The vendor says nothing of an address there but that the account has it, and an admin takes that word. */
  readonly #vouched: ReadonlySet<string>
  /** Records of the system's people are its accounts. */
  readonly #isDirectory: boolean

  constructor(options: MatcherOptions) {
    this.#options = options
    const { system, people } = options
    this.#enforced = toDomainSet(system.enforcedDomains)
    this.#vouched = toDomainSet(system.vouchedDomains)
    this.#isDirectory = people.sources.some(
      ({ connectionId, accountsArePeople }) => connectionId === system.connectionId && accountsArePeople === true,
    )
  }

  /** @param link the stored one, whether it is in force or not */
  findOwner(record: StoredRecord, link: StoredLink | undefined): Owner {
    const owner = this.#findSure(record, link) ?? this.#findAnyOwner(record, link)
    // An admin has said whose it is.
    if (owner.is !== 'person' || owner.basis.by === 'hand') return owner
    const { id, unlisted } = owner.person
    return unlisted === undefined ? owner : this.#explainUnlisted(id, unlisted, record)
  }

  /** Nobody knows who that person is. */
  #explainUnlisted(id: string, because: string, record: StoredRecord): Owner {
    const { people } = this.#options
    if (people.doubt !== undefined)
      return { is: 'unknown', because, proposals: [{ personId: id, because: 'The account is theirs.' }] }
    return this.#createAmbiguity([people.find(id) ?? [], this.#listProposed(record)].flat(2), because)
  }

  #findAnyOwner(record: StoredRecord, link: StoredLink | undefined): Owner {
    const { people } = this.#options
    const isHuman = record.kind !== 'service' && record.kind !== 'shared'
    const found = this.#findMatch(record)
    const inForce = link && this.#isInForce(link) ? link : undefined
    // What rests on a vendor's word alone never contradicts what is known in another way.
    const match = inForce && inForce.by !== 'domain' && found?.by === 'domain' ? undefined : found
    if (inForce) return this.#applyLink(inForce, match, record, isHuman)
    const expired = link ? ' A link to it has expired.' : ''
    if (!match || !isHuman) return this.#explainUnlinked(record, match, isHuman, expired)
    const before = match.by === 'domain' && link?.to.is === 'person' ? people.findLinked(link.to.personId) : undefined
    // Or whoever left would enter the address of a colleague, and their finding would end.
    if (before !== undefined && !match.people.includes(before))
      return this.#createAmbiguity(
        [before, ...match.people],
        'It was linked to another person than its address names now.',
      )
    return this.#applyMatch(match, record)
  }

  /** Links that rest on a domain end with the word for it. */
  #isInForce(link: StoredLink): boolean {
    return isLinkInForce(link, this.#options.nowMs) && (link.by !== 'domain' || this.#vouched.size > 0)
  }

  /**
   * Most accounts have a sure address of one person, and at most a link to the same one. This only finds them sooner: the rules below
   * come to the same.
   */
  #findSure(record: StoredRecord, link: StoredLink | undefined): Owner | undefined {
    const { kind, ssoSubject, email, emailVerified } = record
    const { people, owners, nowMs, proposals } = this.#options
    if (this.#isDirectory || ssoSubject !== undefined || kind === 'service' || kind === 'shared') return undefined
    const address = parseEmailAddress(email)
    if (address === undefined || (emailVerified !== true && !this.#enforced.has(readDomain(address)))) return undefined
    const number = people.addresses.findOnly(address)
    if (number === undefined || people.doubt !== undefined || people.hasDouble(number)) return undefined
    if (people.at(number).unlisted !== undefined) return undefined
    if (findMismatch(people, proposals, number, record) !== undefined) return undefined
    if (!link) return owners.findMatched(number)
    const { to, by, reason, expires } = link
    const isPlain = by !== 'hand' && reason === undefined && expires === undefined && isLinkInForce(link, nowMs)
    if (!isPlain || to.is !== 'person' || people.find(to.personId) !== number) return undefined
    return people.at(number).status === 'missing' ? undefined : owners.findLinked(number, link)
  }

  /** The person whom an account names, or those of whom nobody knows which it is. Undefined: there is none. */
  findNumber(record: StoredRecord, link: StoredLink | undefined): number | readonly number[] | undefined {
    const owner = this.findOwner(record, link)
    if (owner.is === 'person') return this.#options.people.find(owner.person.id) ?? []
    return owner.is === 'ambiguous' ? owner.people.flatMap(({ id }) => this.#options.people.find(id) ?? []) : undefined
  }

  #findMatch(record: StoredRecord): Match | undefined {
    const strong = this.#findByDirectory(record) ?? this.#findBySubject(record)
    const byEmail = this.#findByEmail(record)
    if (!strong || !byEmail || byEmail.by === 'domain') return strong ?? byEmail
    const [person] = strong.people
    if (strong.people.length !== 1 || person === undefined || byEmail.people.includes(person)) return strong
    return { ...strong, people: [...new Set([...strong.people, ...byEmail.people])] }
  }

  #findByDirectory({ id }: StoredRecord): Match | undefined {
    const { people, system } = this.#options
    const number = this.#isDirectory ? people.find(`${system.connectionId}/${id}`) : undefined
    return number === undefined ? undefined : { people: [number], by: 'directory' }
  }

  #findBySubject({ ssoSubject }: StoredRecord): Match | undefined {
    const number = typeof ssoSubject === 'string' ? this.#options.subjects?.get(ssoSubject) : undefined
    if (number === undefined) return undefined
    return typeof number === 'number'
      ? { people: [number], by: 'single-sign-on' }
      : { people: [], candidates: number, by: 'single-sign-on' }
  }

  #findByEmail(record: StoredRecord): Match | undefined {
    const { email, emailVerified } = record
    const { people: directory, proposals } = this.#options
    const address = parseEmailAddress(email)
    if (address === undefined) return undefined
    const domain = readDomain(address)
    const isSure = emailVerified === true || this.#enforced.has(domain)
    // A vendor that says that nobody has verified it vouches for nothing.
    if (!isSure && (emailVerified !== undefined || !this.#vouched.has(domain))) return undefined
    const people = directory.addresses.find(address)
    const [number] = people
    if (number === undefined) return undefined
    const contradiction = people.length > 1 ? undefined : findMismatch(directory, proposals, number, record)
    return { people, by: isSure ? 'email' : 'domain', contradiction }
  }

  #applyMatch(match: Match, record: StoredRecord): Owner {
    const { people } = this.#options
    const [number, another] = match.people
    if (number === undefined || another !== undefined)
      return this.#createAmbiguity(
        number === undefined ? (match.candidates ?? []) : match.people,
        match.by === 'single-sign-on' && number === undefined
          ? unknownIdentity
          : match.by === 'email' || match.by === 'domain'
            ? 'Several people have its address.'
            : 'What it signs in by and its address name different people.',
      )
    if (match.contradiction !== undefined)
      return this.#createAmbiguity([...match.people, ...this.#listProposed(record)], match.contradiction)
    if (people.hasDouble(number)) return this.#createAmbiguity(people.listDoubles(number), twoRecords)
    const person = people.at(number)
    const doubt = match.by === 'email' || match.by === 'domain' ? this.#findDoubt(person, record) : undefined
    return { is: 'person', person, basis: { by: match.by }, doubt }
  }

  /** That nobody else has an address takes a whole directory, or an account that is as old as the person's employment. */
  #findDoubt({ startsAt }: Person, { createdAt }: StoredRecord): string | undefined {
    const { doubt } = this.#options.people
    if (doubt === undefined) return undefined
    const isOfTheirTime = readDayStartMs(startsAt) !== undefined && readTimeMs(createdAt) !== undefined
    return isOfTheirTime ? undefined : `Somebody else may have had the address. ${doubt}`
  }

  #applyLink(link: StoredLink, match: Match | undefined, record: StoredRecord, isHuman: boolean): Owner {
    const { to } = link
    const basis: LinkBasis = { by: link.by, at: link.at, reason: link.reason, expires: link.expires }
    const contradiction = this.#findContradiction(link, match, record)
    if (contradiction) return contradiction
    if (to.is === 'person' && link.by !== 'hand' && this.#mayBeBack(to.personId, record))
      return this.#createAmbiguity(
        [this.#options.people.findLinked(to.personId), ...this.#listProposed(record)],
        twoRecords,
      )
    if (to.is === 'person')
      return isHuman || link.by === 'hand'
        ? { is: 'person', person: this.#findPerson(to.personId), basis }
        : this.#explainUnlinked(record, match, isHuman, '')
    if (to.is === 'out-of-scope') return { is: 'out-of-scope', basis }
    return this.#applyServiceLink(to.ownerId, basis)
  }

  /** Everybody whose the account may be, though nothing says so for sure. */
  #listProposed(record: StoredRecord): readonly number[] {
    const { people, proposals } = this.#options
    return proposals.find(record).flatMap(({ personId }) => people.find(personId) ?? [])
  }

  /** Of somebody who is gone from the directory nothing is left to compare but the account itself. */
  #mayBeBack(personId: string, record: StoredRecord): boolean {
    const { status, doubles } = this.#findPerson(personId)
    if (status !== 'missing') return false
    if (doubles !== undefined) return true
    return this.#options.proposals.find(record).some((proposal) => proposal.personId !== personId)
  }

  /** A service counts as somebody's only while that person works here. */
  #applyServiceLink(ownerId: string, basis: LinkBasis): Owner {
    const owner = this.#findPerson(ownerId)
    const employment = judgeEmployment(owner, Math.max(this.#options.readAtMs, owner.readAtMs), 0)
    if (employment.is === 'working') return { is: 'service', owner, basis }
    if (employment.is === 'unknown')
      return {
        is: 'unknown',
        because: `Nobody knows whether its owner works here. ${employment.because}`,
        proposals: [],
      }
    return { is: 'ambiguous', because: 'It is a service, and its owner does not work here any more.', people: [owner] }
  }

  /** What was decided once, against what the account says now. */
  #findContradiction(link: StoredLink, match: Match | undefined, record: StoredRecord): Owner | undefined {
    const { people, readAtMs } = this.#options
    const { to, by, despite } = link
    const target =
      to.is === 'person'
        ? people.findLinked(to.personId)
        : to.is === 'service'
          ? people.findLinked(to.ownerId)
          : undefined
    const others = (match?.people ?? []).filter((number) => number !== target)
    if (others.length === 0) {
      const isLost = match?.people.length === 0 && by !== 'hand'
      if (isLost)
        return this.#createAmbiguity(
          [...(target === undefined ? [] : [target]), ...(match.candidates ?? [])],
          unknownIdentity,
        )
      // Of somebody who was hired again, and of somebody who got their address, there are two.
      if (target !== undefined && by !== 'hand' && people.hasDouble(target))
        return this.#createAmbiguity(people.listDoubles(target), twoRecords)
      // Somebody else may use the account since the link was made, and nobody has verified it.
      const claims =
        (by === 'email' || by === 'domain') && !match
          ? this.#findUnverified(record).filter((number) => number !== target)
          : []
      return claims.length > 0 && target !== undefined
        ? this.#createAmbiguity(
            [target, ...claims],
            'It was linked by its address, which now belongs to another person.',
          )
        : undefined
    }
    // An admin has decided among several people.
    const isAmong = target !== undefined && match?.people.includes(target)
    if (by === 'hand' && isAmong) return undefined
    const isKnown = by === 'hand' && despite !== undefined && others.every((number) => number === people.find(despite))
    if (isKnown && to.is === 'out-of-scope') {
      const [person] = others.map((number) => people.at(number))
      const employment = person && judgeEmployment(person, Math.max(readAtMs, person.readAtMs), 0)
      if (employment?.is === 'working') return undefined
      return this.#createAmbiguity(others, 'It was taken out of scope while the person by its address worked here.')
    }
    if (isKnown) return undefined
    return this.#createAmbiguity(
      [...(target === undefined ? [] : [target]), ...others],
      'A link names another owner than the account itself does now.',
    )
  }

  #findUnverified({ email }: StoredRecord): readonly number[] {
    const address = parseEmailAddress(email)
    return address === undefined ? [] : this.#options.people.addresses.find(address)
  }

  #explainUnlinked(record: StoredRecord, match: Match | undefined, isHuman: boolean, expired: string): Owner {
    const { people, system, proposals, subjectsDoubt } = this.#options
    const found: readonly Proposal[] = match
      ? match.people.map((number) => ({ personId: people.at(number).id, because: 'The account has their address.' }))
      : proposals.find(record)
    if (!isHuman) {
      const because = `It is a ${record.kind} account, and nobody has said who answers for it.${expired}`
      return { is: 'nobody', because, proposals: found }
    }
    const unknown = (because: string): Owner => ({ is: 'unknown', because: `${because}${expired}`, proposals: found })
    const address = parseEmailAddress(record.email)
    if (address === undefined) return unknown(`${system.name} does not say its e-mail address. Link it by hand.`)
    if (people.doubt !== undefined) return unknown(found.length > 0 ? `${unconfirmed} ${people.doubt}` : people.doubt)
    if (typeof record.ssoSubject === 'string' && subjectsDoubt !== undefined) return unknown(subjectsDoubt)
    const because = found.length > 0 ? unconfirmed : 'Nobody in the directory has its address.'
    return { is: 'nobody', because: `${because}${expired}`, proposals: found }
  }

  #createAmbiguity(numbers: readonly number[], because: string): Owner {
    return { is: 'ambiguous', because, people: [...new Set(numbers)].map((number) => this.#options.people.at(number)) }
  }

  #findPerson(personId: string): Person {
    const { people } = this.#options
    return people.at(people.findLinked(personId))
  }
}

/** Where anybody has addresses, a vendor can vouch for none. */
function toDomainSet(domains: readonly string[] = []): ReadonlySet<string> {
  return new Set(
    domains.flatMap((domain) => (findDomainsProblem([domain]) === undefined ? (normalizeDomain(domain) ?? []) : [])),
  )
}

const unconfirmed = 'It may belong to somebody we know, and nobody has confirmed it.'
const unknownIdentity = 'Nobody knows whose the account is by which it signs in.'
