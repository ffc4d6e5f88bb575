import { setTimeout as sleep } from 'node:timers/promises'
import type { QueuedRun, RunQueue } from '../checks/run-queue.ts'

const pauseMsFirst = 1_000
const pauseMsMax = 60_000

/**
 * Puts a run back that could not be brought to its end, most often because the store is away: after a pause that grows
 * with each time, and as often as it takes. When this process stops, what it has is put back anyway.
 */
export async function putBack({
  queue,
  run: { runId, attempt, losses },
  isStopped,
}: {
  readonly queue: Pick<RunQueue, 'handBack'>
  readonly run: QueuedRun
  readonly isStopped: () => boolean
}): Promise<void> {
  for (let pauseMs = pauseMsFirst * 2 ** Math.min(losses, 6); ; pauseMs *= 2) {
    await sleep(Math.min(pauseMs, pauseMsMax), undefined, { ref: false })
    if (isStopped()) return
    const isBack = await queue.handBack(runId, attempt, 'lost').then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
}
