import type { Person, PersonRecord } from '../define/person.ts'
import { isCovered, isMisfit, type OpenSource } from './open-source.ts'
import { isGone } from './same-person.ts'

/** Why what the sources say of somebody cannot be trusted. */
export class DirectoryDoubts {
  readonly #sources: readonly OpenSource[]
  /** Sources that list somebody, and do not say whether they have an address. */
  readonly #addressless: ReadonlyMap<string, string>

  constructor(sources: readonly OpenSource[], addressless: ReadonlyMap<string, string>) {
    this.#sources = sources
    this.#addressless = addressless
  }

  /** Undefined where nothing speaks against what the sources say. */
  find(person: Person): string | undefined {
    return (
      person.doubt ??
      (person.status === 'missing' ? this.#findMissingDoubt(person) : undefined) ??
      this.#findDoubt(person)
    )
  }

  /** That somebody is not there takes a whole source, and that everybody there can be told from them. */
  #findMissingDoubt({ id, sourceId }: Person): string | undefined {
    const source = this.#sources.find(({ connectionId }) => connectionId === sourceId)
    if (!source) return `The source of ${id} is not part of the directory any more.`
    if (!source.state.isWhole) return `${source.state.because} It does not show ${id}.`
    const other = this.#addressless.get(sourceId)
    return other && `${source.name} does not show ${id}, nor the address of ${other}, who may be the same person.`
  }

  #findDoubt(person: Person): string | undefined {
    const index = this.#sources.findIndex(({ connectionId }) => connectionId === person.sourceId)
    const source = this.#sources[index]
    if (!source) return undefined
    if (!isCovered(source, person.kind))
      return `${source.name} is a source of ${source.covers} only, and no source of such people lists them.`
    if (person.unlisted !== undefined && person.status !== 'left') return person.unlisted
    const earlier = this.#sources
      .slice(0, index)
      .find((each) => !each.state.isWhole && (person.kind === 'unknown' || isCovered(each, person.kind)))
    // An earlier source decides, and nobody knows what it says of them.
    if (earlier) return earlier.state.because
    const other = person.others.find((each) => isContradiction(person, each) && !isMisfit(this.#sources, each))
    if (other) return `${person.sourceName} says that they left, and ${other.sourceName} that they are a ${other.kind}.`
    if (person.status === 'left') return this.#findReturnDoubt(person)
    // Somebody has to end their account, whoever decides about them.
    const gone = source.accountsArePeople ? person.others.find(isGone) : undefined
    return gone && `${gone.sourceName} says that they left, and ${person.sourceName} that they did not.`
  }

  /** An account at an identity provider is no word of those who know who works here, where there are such. */
  findUnlisted({ sourceId, sourceName, kind, status, others }: Person): string | undefined {
    const own = this.#sources.find(({ connectionId }) => connectionId === sourceId)
    if (!own?.accountsArePeople || status === 'missing') return undefined
    const personnel = this.#sources.filter(({ accountsArePeople }) => !accountsArePeople)
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
    const hiding = this.#sources.find(
      ({ connectionId, accountsArePeople, state }) =>
        !state.isWhole && (connectionId === sourceId || !accountsArePeople),
    )
    if (!hiding) return undefined
    const isConfirmed = others.some(
      (other) =>
        other.status === 'left' &&
        this.#sources.some(({ connectionId, state }) => connectionId === other.sourceId && state.isWhole),
    )
    return isConfirmed ? undefined : `${hiding.state.because} It may not show that they were hired again.`
  }
}

/** Employee in one source and contractor in another: who changes from one to the other has not left. */
function isContradiction(person: Person, other: PersonRecord): boolean {
  return isGone(person) && !isGone(other) && other.kind !== 'unknown' && other.kind !== person.kind
}
