import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose work it is: told of what happens in it where nobody waits. */
export interface WorkOwner {
  /** A promise was rejected that nobody handles. */
  stray(reason: unknown): void
}

/** A part of a check's work: an item of a list, or the check as a whole. It goes along with everything begun in it. */
interface WorkPlace {
  readonly owner: WorkOwner
  /** What was read for it; undefined in the check as a whole, of which nobody knows what belongs together. */
  readonly exchanges: number[] | undefined
  /** Where the list of this item is read. */
  readonly outer: WorkPlace | undefined
  /** The loop has gone on to another item, or ended: what happens here now is not for sure this item's. */
  isLeft: boolean
}

// A result that was read from more is one about everything, and listing them would take more room than the result.
const exchangesMax = 100

const places = new AsyncLocalStorage<WorkPlace>()

/** Work that is the owner's, with all that it begins. */
export function runAsOwner<T>(owner: WorkOwner, work: () => T): T {
  return places.run({ owner, exchanges: undefined, outer: undefined, isLeft: false }, work)
}

/** Whose work this is; undefined when it is no check's. */
export function getOwner(): WorkOwner | undefined {
  return places.getStore()?.owner
}

/** An exchange was read here. */
export function noteExchangeHere(exchange: number): void {
  noteExchangeIn(getPlace(), exchange)
}

/** Exchanges that were read here, in this item and those around it, in order. Undefined where that is not known. */
export function listExchangesHere(): readonly number[] | undefined {
  const read = listExchangesAround(getPlace())
  return read.size === 0 || read.size > exchangesMax ? undefined : [...read].sort((a, b) => a - b)
}

/** Work that goes through lists of its own: whoever asked for it stays in his place. */
export function runApart<T>(work: () => T): T {
  const outer = places.getStore()
  // A place of its own that stands for the outer one: with that itself, Node would not come back to it afterwards.
  return outer ? places.run({ owner: outer.owner, exchanges: undefined, outer, isLeft: true }, work) : work()
}

/** Work on one item, which may go on when its list has gone on. */
export function runOnItem<T>(work: () => T): T {
  const outer = getPlace()
  return outer
    ? places.run({ ...createItemPlace(outer), exchanges: [...listExchangesAround(outer)], outer: undefined }, work)
    : work()
}

/** The items of a list that somebody reads in a loop of his own: each is a place for what the loop does with it. */
export class ItemPlaces {
  #outer: WorkPlace | undefined
  #last: WorkPlace | undefined
  #page: number | undefined

  /**
   * Begins the place of the item that is asked for. To be called before anything is awaited: whoever asks goes on in the
   * place that is set here.
   * @returns to be told of the exchanges that the item came from, none where nobody knows; undefined at the end of the list
   */
  next(): (exchanges: readonly number[] | undefined) => void {
    this.#outer ??= getPlace()
    if (!this.#outer) return () => undefined
    if (this.#last) this.#last.isLeft = true
    const outer = this.#outer
    const place = createItemPlace(outer)
    this.#last = place
    places.enterWith(place)
    return (exchanges) => {
      if (exchanges === undefined) place.isLeft = true
      for (const exchange of exchanges ?? []) {
        noteExchangeIn(place, exchange)
        // What was read of the list is part of what the item around it was read from.
        if (exchange !== this.#page) noteExchangeIn(outer, exchange)
        this.#page = exchange
      }
    }
  }

  /** The loop was left early. To be called before anything is awaited, as `next`. */
  leave(): void {
    if (!this.#outer || !this.#last) return
    this.#last.isLeft = true
    places.enterWith(this.#outer)
  }
}

function getPlace(): WorkPlace | undefined {
  let place = places.getStore()
  while (place?.isLeft) place = place.outer
  return place
}

function createItemPlace(outer: WorkPlace): WorkPlace {
  return { owner: outer.owner, exchanges: [], outer, isLeft: false }
}

function noteExchangeIn(place: WorkPlace | undefined, exchange: number): void {
  const exchanges = place?.exchanges
  if (exchanges && exchanges.length <= exchangesMax) exchanges.push(exchange)
}

function listExchangesAround(place: WorkPlace | undefined): ReadonlySet<number> {
  const read = new Set<number>()
  for (let at = place; at; at = at.outer) for (const exchange of at.exchanges ?? []) read.add(exchange)
  return read
}
