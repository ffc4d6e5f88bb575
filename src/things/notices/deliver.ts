import { randomUUID } from 'node:crypto'
import type { Lane } from '../../service/notices/delivery.ts'
import { followers, sinks } from '../../service/notices/webhook.ts'
import { createThrottledLog } from '../../service/queue/throttled-log.ts'
import { Ticker } from '../../service/queue/ticker.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { attemptMs, type SendParts, sendNotice } from './send.ts'
import { sweepNotices, type TimelyWork } from './sweep.ts'

/** Attempts at once in one process; half of them may be at receivers that fail. */
const lanesMax = 64
const failingLanesMax = lanesMax / 2
/** The same for one webhook, and for one that fails. */
const lanesPerWebhook = 4
/** Deliveries of a lane one after the other, before others get its place. */
const deliveriesPerTurn = 25
/** A lease has to last longer than an attempt, and than a process that stands still for a moment. */
const leaseMsMin = 3 * attemptMs
const sweepEvery = 30

interface RunningLane extends Lane {
  readonly isFailing: boolean
}

export interface NoticeLoop {
  /** Something may be due now. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Sends what waits in the outbox, beside other processes on the store: each lane belongs to one of them at a time, and
 * what a process leaves behind goes to others when its lease is over. What it has sent and not noted is sent again.
 */
export function startNotices(
  parts: SendParts & Pick<RuntimeParts, 'store' | 'logger' | 'connectors' | 'crossChecks'>,
  timing: { readonly pollMs: number; readonly leaseMs: number },
  { settle, tellOverdue, readIssues, sendLetters }: TimelyWork,
): NoticeLoop {
  const { store, clock, logger, options } = parts
  const { pollMs } = timing
  const leaseMs = Math.max(timing.leaseMs, leaseMsMin)
  const owner = randomUUID()
  const closing = new AbortController()
  const running = new Map<Promise<void>, RunningLane>()
  const wanted = [...sinks, ...followers, ...(options.onEvent ? (['host'] as const) : [])]
  const onError = createThrottledLog(logger, 'Notices could not be sent; they wait in the outbox')
  const onUnswept = createThrottledLog(
    logger,
    'What time brings an organization could not be stored; it is tried again soon',
  )

  const onUnsent = createThrottledLog(logger, 'Letters of trust centres could not be sent; it is tried again soon')

  const onUnread = createThrottledLog(logger, 'Issues of trackers could not be read; it is tried again soon')

  const count = (is: (lane: RunningLane) => boolean) => [...running.values()].filter(is).length

  const begin = (lane: Lane, isFailing: boolean) => {
    const work = runLane(lane)
      .catch(onError)
      .finally(() => {
        running.delete(work)
        ticker.trigger()
      })
    running.set(work, { ...lane, isFailing })
  }

  /** Takes what is due, as far as there are places. */
  const take = async () => {
    if (closing.signal.aborted || running.size >= lanesMax) return
    const nowMs = clock.nowMs()
    const busy = [...new Set([...running.values()].map(({ webhookId }) => webhookId))].filter(
      (id) =>
        count(({ webhookId, isFailing }) => webhookId === id && isFailing) > 0 ||
        count(({ webhookId }) => webhookId === id) >= lanesPerWebhook,
    )
    const due = await store.notices.listDue({
      nowMs,
      leaseMs,
      sinks: wanted,
      except: busy,
      limit: lanesMax - running.size,
    })
    for (const { id: webhookId, isFailing } of due) {
      if (isFailing && count((lane) => lane.isFailing) >= failingLanesMax) continue
      const own = count((lane) => lane.webhookId === webhookId)
      const limit = Math.min(isFailing ? 1 - own : lanesPerWebhook - own, lanesMax - running.size)
      if (limit <= 0 || closing.signal.aborted) continue
      // A clock that is set forward ends leases while their lanes still run here.
      const except = [...running.values()].filter((lane) => lane.webhookId === webhookId).map(({ stream }) => stream)
      const claim = { webhookId, owner, nowMs: clock.nowMs(), leaseMs, limit, except }
      for (const lane of await store.notices.claim(claim)) begin(lane, isFailing)
    }
  }

  async function runLane(lane: Lane): Promise<void> {
    let pauseMs = performance.now()
    for (let turn = 0; turn < deliveriesPerTurn && !closing.signal.aborted; turn++) {
      const delivery = await store.notices.findNext(lane)
      if (delivery === undefined) break
      // The process stood still, and another one may have the lane before this attempt ends.
      if (performance.now() - pauseMs > leaseMs - 2 * attemptMs) break
      const attempt = await sendNotice(parts, delivery, closing.signal).catch((error: unknown) => {
        if (closing.signal.aborted) return undefined
        throw error
      })
      if (attempt === undefined) break
      const { isDelivered, status, problem } = attempt
      if (!isDelivered) logger.info({ webhookId: lane.webhookId, status, problem }, 'A notice was not accepted')
      pauseMs = performance.now()
      if (!(await store.notices.settle(lane, { owner, leaseMs, nowMs: clock.nowMs(), delivery, attempt }))) return
    }
    await store.notices.release(lane, owner)
  }

  const ticker = new Ticker(take, onError)
  const sweeper = new Ticker(async () => {
    await sweepNotices(parts, { owner, closing: closing.signal, onError: onUnswept, settle })
    await tellOverdue()
    await sendLetters().catch(onUnsent)
    await readIssues().catch(onUnread)
    ticker.trigger()
  }, onError)
  ticker.trigger()
  sweeper.trigger()
  ticker.start(pollMs)
  sweeper.start(sweepEvery * pollMs)
  return {
    wake: () => ticker.trigger(),
    stop: async () => {
      closing.abort(new Error('The runtime was closed.'))
      await sweeper.stop()
      await ticker.stop()
      await Promise.all(running.keys())
    },
  }
}
