import { setTimeout as sleep } from 'node:timers/promises'
import type { QueuedRun, RunQueue } from './queue.ts'
import type { FlightOutcome } from './runs-in-flight.ts'

const pauseMsFirst = 1_000
const pauseMsMax = 60_000

/**
 * Puts an unfinished run back, after a pause that grows with each attempt, as often as necessary: usually the store
 * does not answer, or has no space for the results. When this process stops, its runs are put back anyway.
 */
export async function putBack({
  queue,
  run: { runId, attempt },
  outcome,
  isStopped,
}: {
  readonly queue: Pick<RunQueue, 'handBack'>
  readonly run: QueuedRun
  readonly outcome: Exclude<FlightOutcome, 'ended'>
  readonly isStopped: () => boolean
}): Promise<void> {
  for (let pauseMs = pauseMsFirst * 2 ** Math.min(attempt - 1, 6); ; pauseMs *= 2) {
    await sleep(Math.min(pauseMs, pauseMsMax), undefined, { ref: false })
    if (isStopped()) return
    const isBack = await queue.handBack(runId, attempt, outcome === 'failed' ? 'lost' : 'left').then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
}
