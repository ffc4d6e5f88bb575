import { AsyncLocalStorage } from 'node:async_hooks'
import { sourceExchangesMax } from '../../inventory/record-sources.ts'

/** The check that work belongs to, with its listener for rejections that nobody handles. */
export interface WorkOwner {
  /** A promise was rejected without a handler. */
  recordStray(reason: unknown): void
}

/** A part of a check's work: an item of a list, or the check as a whole. Everything that begins in it belongs to it. */
interface WorkPlace {
  readonly owner: WorkOwner
  /** The exchanges that were read for it; undefined in the check as a whole, where they cannot be assigned. */
  readonly exchanges: number[] | undefined
  /** The part in which this item's list is read. */
  readonly outer: WorkPlace | undefined
  /** The loop has continued with another item, or ended, so later work may not belong to this item. */
  isLeft: boolean
}

const places = new AsyncLocalStorage<WorkPlace>()

/** Work that belongs to the owner, with everything that it begins. */
export function runAsOwner<T>(owner: WorkOwner, work: () => T): T {
  return places.run({ owner, exchanges: undefined, outer: undefined, isLeft: false }, work)
}

/** The check that the present work belongs to; undefined if none. */
export function getOwner(): WorkOwner | undefined {
  return places.getStore()?.owner
}

/** An exchange was read here. */
export function noteExchangeHere(exchange: number): void {
  noteExchangeIn(getPlace(), exchange)
}

/** The exchanges that were read here, in this item and the surrounding ones, in order. Undefined if unknown. */
export function listExchangesHere(): readonly number[] | undefined {
  const place = getPlace()
  if (!place?.exchanges) return undefined
  const read = listExchangesAround(place)
  return read.size === 0 || read.size > sourceExchangesMax ? undefined : [...read].sort((a, b) => a - b)
}

/** Work that reads its own lists, while the caller stays in its place. */
export function runApart<T>(work: () => T): T {
  const outer = places.getStore()
  // A separate place that represents the outer one. With the outer place itself, Node would not return to it
  // afterwards.
  return outer ? places.run({ owner: outer.owner, exchanges: undefined, outer, isLeft: true }, work) : work()
}

/** Work on one item, which may continue after its list. */
export function runOnItem<T>(work: () => T): T {
  const outer = getPlace()
  return outer
    ? places.run({ ...createItemPlace(outer), exchanges: [...listExchangesAround(outer)], outer: undefined }, work)
    : work()
}

/** The items of a list that a check reads in its own loop. Each is a place for the work in the loop. */
export class ItemPlaces {
  #outer: WorkPlace | undefined
  #last: WorkPlace | undefined
  #page: number | undefined

  /**
   * Begins the place of the requested item. Call it before anything is awaited, because the caller continues in the
   * place that is set here.
   * @returns to be told of the exchanges that the item came from, none where nobody knows; undefined at the end of the list
   */
  next(): (exchanges: readonly number[] | undefined) => void {
    const place = this.#enter()
    return place ? (exchanges) => this.#fill(place, exchanges) : () => undefined
  }

  /** The same for an item that is there already. */
  nextFrom(exchanges: readonly number[]): void {
    const place = this.#enter()
    if (place) this.#fill(place, exchanges)
  }

  #enter(): WorkPlace | undefined {
    this.#outer ??= getPlace()
    if (!this.#outer) return undefined
    if (this.#last) this.#last.isLeft = true
    const place = createItemPlace(this.#outer)
    this.#last = place
    places.enterWith(place)
    return place
  }

  #fill(place: WorkPlace, exchanges: readonly number[] | undefined): void {
    if (exchanges === undefined) place.isLeft = true
    for (const exchange of exchanges ?? []) {
      noteExchangeIn(place, exchange)
      // Exchanges of the list belong to the surrounding item as well.
      if (exchange !== this.#page) noteExchangeIn(this.#outer, exchange)
      this.#page = exchange
    }
  }

  /** The loop was left early. Call it before anything is awaited, like `next`. */
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
  if (exchanges && exchanges.length <= sourceExchangesMax) exchanges.push(exchange)
}

function listExchangesAround(place: WorkPlace | undefined): ReadonlySet<number> {
  const read = new Set<number>()
  for (let at = place; at; at = at.outer) for (const exchange of at.exchanges ?? []) read.add(exchange)
  return read
}
