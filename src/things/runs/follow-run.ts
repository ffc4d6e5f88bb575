import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { RunEvent } from '../../define/index.ts'
import { formatInventoryName } from '../../inventory/inventory-head.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import type { NumberedEvent } from './run-events.ts'

const pauseMsFirst = 250
const pauseMsMax = 2_000
/** More events than any run has, because the events of a second attempt follow those of the first. */
const perAttempt = 1_000_000

type FollowRunParts = Uses<'runs' | 'queue', 'closing'>

/**
 * The events of a run in another process, or of a finished one: start and end of each check once, and the end. A run that takes
 * longer than half a second also tells of its first requests and waits. Reads the store, four times a second at first.
 */
export async function* followRun(
  parts: FollowRunParts,
  { id, organizationId }: { readonly id: string; readonly organizationId: string | undefined },
  after = 0,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const { store, closing } = parts
  const sent: SentEvents = { started: new Set(), ended: new Set() }
  let last = after
  for (let pauseMs = pauseMsFirst; ; pauseMs = Math.min(pauseMs * 1.5, pauseMsMax)) {
    const job = await store.queue.find(id)
    if (job && organizationId !== undefined && job.organizationId !== organizationId) return
    for (const [index, event] of (job?.progress ?? []).entries()) {
      const number = ((job?.attempt ?? 1) - 1) * perAttempt + index + 1
      if (event.type === 'check.started') sent.started.add(event.checkId)
      if (event.type === 'check.finished') sent.ended.add(event.checkId)
      if (number <= last) continue
      pauseMs = pauseMsFirst
      last = number
      yield { number, event }
    }
    if (!job) {
      const record = await store.runs.find(id, organizationId)
      if (!record) return
      const recorded = record.finishedAtMs === null ? undefined : await store.runs.findRecorded(id)
      if (recorded) {
        // After a lost connection the client's last event is unknown; it certainly misses the end.
        const events =
          after > 0 && last === after
            ? [createRunFinishedEvent(recorded)]
            : listRemainingEvents(recorded, last > 0, sent)
        for (const event of events) yield { number: ++last, event }
        return
      }
      if (record.finishedAtMs !== null) return
    }
    if (closing.aborted) return
    await pauseUntilClosing(pauseMs, closing)
  }
}

/** The run, when it has ended. @throws the reason of `closing` when that is first */
export async function waitForRun(parts: FollowRunParts, id: string): Promise<RecordedRun> {
  for await (const _ of followRun(parts, { id, organizationId: undefined })) {
    // Only the end matters.
  }
  const recorded = await parts.store.runs.findRecorded(id)
  if (recorded) return recorded
  throw parts.closing.aborted ? parts.closing.reason : new TypeError(`run ${id} ended without a result`)
}

/** Ids of checks. */
interface SentEvents {
  readonly started: Set<string>
  readonly ended: Set<string>
}

function listRemainingEvents({ head }: RecordedRun, isBegun: boolean, { started, ended }: SentEvents): RunEvent[] {
  return [
    ...(isBegun ? [] : [createRunStartedEvent({ head })]),
    ...head.checks
      .filter(({ id }) => !ended.has(id))
      .flatMap((outcome): RunEvent[] => [
        ...(started.has(outcome.id) ? [] : [{ type: 'check.started', checkId: outcome.id } as const]),
        { type: 'check.finished', checkId: outcome.id, outcome },
      ]),
    createRunFinishedEvent({ head }),
  ]
}

function createRunStartedEvent({ head }: Pick<RecordedRun, 'head'>): RunEvent {
  const checks = head.checks.map(({ id, title }) => ({ id, title }))
  // Nobody knows which lists a check has needed, but a run without checks has read those that it was asked for.
  const inventories = checks.length === 0 ? (head.inventories ?? []).map(formatInventoryName) : []
  return { type: 'run.started', runId: head.id, checks, inventories: inventories.length > 0 ? inventories : undefined }
}

function createRunFinishedEvent({ head: { id: runId, status } }: Pick<RecordedRun, 'head'>): RunEvent {
  return { type: 'run.finished', runId, status }
}

async function pauseUntilClosing(ms: number, closing: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      closing.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    closing.addEventListener('abort', end, { once: true })
  })
}
