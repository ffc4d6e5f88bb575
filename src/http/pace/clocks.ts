import { clocksApartMs } from '../../define/index.ts'
import { type ReplyHeaders, tellTime } from './retry-after.ts'

/** How far the vendor's clock is from ours, by all answers of a run. */
export class ClockComparison {
  #closestMs: number | undefined
  #agrees = false

  note(headers: ReplyHeaders, nowMs: number): void {
    if (this.#agrees) return
    const differenceMs = tellTime(headers, nowMs) - nowMs
    // An answer that a cache kept, or that was long on its way, is old. The clock is right if one answer says so.
    if (this.#closestMs === undefined || Math.abs(differenceMs) < Math.abs(this.#closestMs))
      this.#closestMs = differenceMs
    this.#agrees = Math.abs(this.#closestMs) <= clocksApartMs
  }

  /** In ms, where it is more than two minutes; less than 0: the vendor's clock is behind. */
  get aheadMs(): number | undefined {
    return this.#agrees ? undefined : this.#closestMs
  }
}

/** What to say of a refusal by a vendor whose clock differs by minutes; undefined where it agrees or does not tell. */
export function formatClocksApart(headers: ReplyHeaders, nowMs: number): string | undefined {
  const theirs = tellTime(headers, nowMs)
  if (Math.abs(theirs - nowMs) <= clocksApartMs) return undefined
  return `The clock of this server says ${new Date(nowMs).toISOString()}, and that of the vendor ${new Date(theirs).toISOString()}: a signature or token may be refused for that. Set the clock that is wrong.`
}
