import type { MaybePromise } from '../../auth/maybe-promise.ts'
import { type Clock, createSteadyTime, type ErrorKind, type Limits } from '../../define/index.ts'
import type { QuotaShare } from './quota-share.ts'
import { isRateLimited, isSpent, parseQuotaReadings, type QuotaReading } from './rate-limit-headers.ts'
import { type ReplyHeaders, retryAfterMs } from './retry-after.ts'
import type { SharedRate } from './shared-rate.ts'
import { TokenBucket } from './token-bucket.ts'
import { pauseMsBelieved, type Quota, VendorQuotas } from './vendor-quotas.ts'

/**
 * Requests in flight for a connector that declares no limit. It is enough to hide latency, and below 100, which is
 * GitHub's threshold for abuse and the lowest such limit that a large vendor has published.
 */
export const defaultConcurrency = 64

/** The run waits because of the vendor's limit. */
export type OnWait = (delayMs: number) => void

/** The vendor requires a longer pause than a run can wait for. */
export class LongPauseError extends Error {
  readonly delayMs: number
  /** The part of the quota that the run may use. undefined: the vendor itself requires the pause. */
  readonly share: number | undefined

  constructor(delayMs: number, share?: number) {
    super('A request has to wait for longer than a run does.')
    this.delayMs = delayMs
    this.share = share
  }
}

/** Longest pause that a run waits for. */
export const pauseMsMax = 120_000

// Shorter waits are part of the normal pace. Reporting each would cost more than the wait.
const loggedWaitMs = 100

// After a gap of this length, earlier answers no longer show the vendor's limit.
const stretchGapMs = 10_000

// Fewer requests show no rate.
const takenMin = 10

interface Waiter {
  readonly path: string
  readonly go: (turn: number) => void
  readonly refuse: (error: unknown) => void
  readonly onWait: OnWait
  readonly share: QuotaShare | undefined
}

/** The parts of an answer about rate limits. */
export interface PaceReply {
  readonly status: number
  readonly headers: ReplyHeaders
  /** The quotas in the body (GraphQL). */
  readonly quotas?: readonly QuotaReading[] | undefined
  /** The meaning of the errors in the body (GraphQL). */
  readonly refusal?: { readonly kind: ErrorKind; readonly waitMs?: number } | undefined
}

/**
 * Holds the requests of one connection, or of all of an app, to its limits: at most `concurrency` in flight, a token
 * bucket of the declared rate, its part of a rate that processes share, and the quotas in the vendor's answers. It
 * learns quotas before the vendor has to refuse a request. All checks of the connections share it, first come, first
 * served.
 */
export class Pacer {
  readonly #clock: Clock
  readonly #nowMs: () => number
  readonly #concurrency: number
  readonly #quotas = new VendorQuotas()
  readonly #shared: SharedRate | undefined
  /** Declared, or learned from refusals without a quota. */
  #bucket: TokenBucket | undefined
  #pausedUntilMs = 0
  #inFlight = 0
  /** Number of the last request that went out. */
  #turn = 0
  /**
   * The last request that was sent before we reacted to the vendor's last refusal. Refusals of earlier requests repeat
   * the same message.
   */
  #slowedAtTurn = 0
  /** Start of the present period without a long gap or a refusal. */
  #stretch: { readonly sinceMs: number; readonly turn: number }
  #tookAtMs: number
  readonly #queue = new Set<Waiter>()
  #alarm: { readonly atMs: number; readonly off: AbortController } | undefined

  /** @param shared the declared rate, if other processes use it as well */
  constructor(limits: Limits, clock: Clock, shared?: SharedRate) {
    const { concurrency = defaultConcurrency, requestsPerSecond } = limits
    this.#clock = clock
    this.#nowMs = createSteadyTime(clock)
    this.#concurrency = concurrency
    this.#shared = shared
    const nowMs = this.#nowMs()
    this.#stretch = { sinceMs: nowMs, turn: 0 }
    this.#tookAtMs = nowMs
    if (requestsPerSecond !== undefined) {
      const burst = countBurst(limits)
      const growsTo = limits.burst ?? Math.max(burst, requestsPerSecond)
      this.#bucket = new TokenBucket(requestsPerSecond / 1000, burst, nowMs, { declared: true, growsTo })
    }
  }

  /** The pacer has no user at the moment. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#queue.size === 0
  }

  /**
   * Waits for a slot and a token. You must call `release` afterwards. Returns the number of the turn at once if it need
   * not wait, otherwise a promise of it.
   * @param path of the URL; requests to some paths may have a quota of their own
   * @param share the part of the quotas that the caller may use @default all
   * @throws LongPauseError, by the promise, if the vendor requires more than `pauseMsMax`: a request before that could
   * lead to a ban. The same if the caller has used its part, and the next period begins later
   * @throws the signal's reason if that aborts first; StoreError, by the promise, if the store cannot tell the others'
   * part of a shared rate
   */
  acquire(signal: AbortSignal, onWait: OnWait, path = '', share?: QuotaShare): MaybePromise<number> {
    return this.acquireNow(signal, path, share) ?? this.#wait(signal, onWait, path, share)
  }

  /** The same, if it need not wait; undefined otherwise. @throws the signal's reason when that is aborted */
  acquireNow(signal: AbortSignal, path = '', share?: QuotaShare): number | undefined {
    signal.throwIfAborted()
    const nowMs = this.#nowMs()
    const isFree = this.#queue.size === 0 && this.#inFlight < this.#concurrency
    const mayGo = isFree && this.#delayMs(path, share, nowMs) === 0 && !this.#shared?.delayMs(this.#clock.nowMs())
    return mayGo ? this.#take(path, share, nowMs) : undefined
  }

  #wait(signal: AbortSignal, onWait: OnWait, path: string, share: QuotaShare | undefined): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', abort)
        this.#queue.delete(waiter)
      }
      const abort = () => {
        leave()
        if (this.#queue.size === 0) this.#disarm()
        reject(signal.reason)
      }
      const waiter: Waiter = {
        path,
        go: (turn) => {
          leave()
          resolve(turn)
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
        onWait,
        share,
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#queue.add(waiter)
      this.#serve()
    })
  }

  /** Gives the slot back. */
  release(): void {
    this.#inFlight--
    if (this.#queue.size > 0) this.#serve()
  }

  /** Learns the vendor's limits from an answer. Call it before you give back the slot. */
  learn(turn: number, path: string, { status, headers, quotas, refusal }: PaceReply): void {
    // Vendors name points of time by the wall clock.
    const wallMs = this.#clock.nowMs()
    const quotaReadings = parseQuotaReadings(headers, wallMs)
    const readings = quotas ? [...quotaReadings, ...quotas] : quotaReadings
    if (readings.length > 0) this.#quotas.learn(path, readings, { turn, lastTurn: this.#turn, nowMs: this.#nowMs() })
    const limited = isRateLimited(status, headers, wallMs) || refusal?.kind === 'rate_limited'
    if (!limited && status !== 503) {
      this.#bucket?.recordSuccess()
      if (this.#bucket?.isOver) this.#bucket = undefined
      return
    }
    const askedMs = refusal?.waitMs ?? retryAfterMs(headers, wallMs) ?? 0
    const explained = readings.some(isSpent)
    if (limited && !explained && turn > this.#slowedAtTurn) this.#slowDown(this.#nowMs(), askedMs)
    this.pause(askedMs)
  }

  /** The vendor requires everyone to wait: no request is sent before. */
  pause(ms: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + Math.min(ms, pauseMsBelieved))
  }

  /** Slows down to the average rate that the vendor accepted since the last refusal, including its pause. */
  #slowDown(nowMs: number, askedMs: number): void {
    const { sinceMs, turn } = this.#stretch
    const taken = this.#turn - turn - this.#inFlight
    this.#slowedAtTurn = this.#turn
    this.#stretch = { sinceMs: nowMs, turn: this.#turn }
    this.#bucket?.recordRefusal(nowMs)
    if (!this.#bucket && taken >= takenMin) {
      // Far too low, because the vendor would have accepted more during the pause. It rises from there.
      const tookMs = Math.max(1, nowMs - sinceMs + Math.min(askedMs, pauseMsBelieved))
      this.#bucket = new TokenBucket(taken / tookMs, takenMin, nowMs, { declared: false })
    }
  }

  #take(path: string, share: QuotaShare | undefined, nowMs: number): number {
    share?.take(this.#quotas.listForPath(path), nowMs)
    if (nowMs - this.#tookAtMs > stretchGapMs) this.#stretch = { sinceMs: nowMs, turn: this.#turn }
    this.#tookAtMs = nowMs
    this.#inFlight++
    this.#bucket?.take()
    this.#shared?.take()
    return ++this.#turn
  }

  /** Lets waiters go in the order in which they came, as far as slots, tokens and quotas allow. */
  #serve(): void {
    const nowMs = this.#nowMs()
    let soonestMs = Number.POSITIVE_INFINITY
    let first: Waiter | undefined
    for (const waiter of this.#queue) {
      const longMs = this.#refusalMs(waiter.path, nowMs)
      const shareMs = waiter.share?.delayMs(this.#quotas.listForPath(waiter.path), nowMs) ?? 0
      if (longMs > 0 || shareMs > pauseMsMax) {
        waiter.refuse(longMs > 0 ? new LongPauseError(longMs) : new LongPauseError(shareMs, waiter.share?.share))
        continue
      }
      if (this.#inFlight >= this.#concurrency) break
      // The shared rate comes last, so that no request reserves a time that it would lose during the vendor's own
      // pause.
      const delayMs = this.#delayMs(waiter.path, waiter.share, nowMs) || this.#sharedDelayMs()
      if (delayMs === 0) {
        waiter.go(this.#take(waiter.path, waiter.share, nowMs))
        continue
      }
      if (delayMs < soonestMs) {
        soonestMs = delayMs
        first = waiter
      }
      // With several quotas another waiter may still go.
      if (this.#quotas.size < 2) break
    }
    if (this.#queue.size === 0) this.#disarm()
    // A wait that is too long is checked again when the requests in flight have their answers.
    else if (first && (soonestMs <= pauseMsMax || this.#inFlight === 0)) this.#arm(nowMs, soonestMs, first)
  }

  /** Time until the shared rate allows a request; endless while the store is being asked. */
  #sharedDelayMs(): number {
    const delayMs = this.#shared?.delayMs(this.#clock.nowMs()) ?? 0
    if (delayMs === Number.POSITIVE_INFINITY) {
      const wanted = Math.min(this.#queue.size, this.#concurrency - this.#inFlight)
      this.#shared?.ask(wanted)?.then(
        () => this.#serve(),
        (error: unknown) => {
          for (const waiter of this.#queue) waiter.refuse(error)
        },
      )
    }
    return delayMs
  }

  /** Wakes when the next one may go, unless an earlier alarm does so anyway. */
  #arm(nowMs: number, delayMs: number, { onWait }: Waiter): void {
    const atMs = nowMs + delayMs
    if (this.#alarm && this.#alarm.atMs <= atMs) return
    this.#disarm()
    const alarm = { atMs, off: new AbortController() }
    this.#alarm = alarm
    if (delayMs >= loggedWaitMs) onWait(delayMs)
    const ring = () => {
      if (this.#alarm !== alarm) return
      this.#alarm = undefined
      this.#serve()
    }
    this.#clock.sleep(delayMs, alarm.off.signal).then(ring, ring)
  }

  #disarm(): void {
    const alarm = this.#alarm
    this.#alarm = undefined
    alarm?.off.abort()
  }

  /** Time until a request may go out; 0 when one may now. */
  #delayMs(path: string, share: QuotaShare | undefined, nowMs: number): number {
    const quotas = this.#quotas.listForPath(path)
    const forPause = Math.max(0, this.#pausedUntilMs - nowMs)
    const forToken = this.#bucket?.delayMs(nowMs, this.#inFlight) ?? 0
    const forShare = share?.delayMs(quotas, nowMs) ?? 0
    return Math.max(forPause, forToken, forShare, computeQuotaDelayMs(quotas, nowMs, this.#inFlight))
  }

  /** How long the vendor makes a request wait when that is longer than a run can; else 0. */
  #refusalMs(path: string, nowMs: number): number {
    const quotaMs = this.#inFlight === 0 ? computeQuotaDelayMs(this.#quotas.listForPath(path), nowMs, 0) : 0
    const longMs = Math.max(this.#pausedUntilMs - nowMs, quotaMs)
    return longMs > pauseMsMax ? longMs : 0
  }
}

/** Requests that may go out at once at first, of a connector that declares a rate. */
export function countBurst({
  requestsPerSecond = 1,
  burst = Math.max(1, Math.ceil(requestsPerSecond / 10)),
}: Limits): number {
  return burst
}

function computeQuotaDelayMs(quotas: readonly Quota[], nowMs: number, inFlight: number): number {
  let delayMs = 0
  for (const quota of quotas) delayMs = Math.max(delayMs, quota.delayMs(nowMs, inFlight))
  return delayMs
}
