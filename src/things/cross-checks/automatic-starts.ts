import type { InventoryChange } from '../../crosscheck/inventory-changes.ts'
import { findMissing } from '../../crosscheck/run/find-missing.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import type { Engine } from '../../service/queue/engine.ts'
import { skewMsMax } from '../../service/queue/scheduler.ts'
import { createThrottledLog } from '../../service/queue/throttled-log.ts'
import { Ticker } from '../../service/queue/ticker.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { loadMeans } from '../expectations/load-means.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

/** How often lists that change start the cross-checks of an organization, at most. */
const automaticStartMs = 3_600_000

const batch = 100

type StartParts = Pick<RuntimeParts, 'store' | 'clock' | 'logger' | 'registry' | 'crossChecks'>

/**
 * Starts the cross-checks of organizations whose lists were read anew, each organization at most once an hour. Any number of processes
 * may look: one of them claims a change.
 */
export function createAutomaticStarts(
  parts: StartParts,
  engine: Pick<Engine, 'enqueue' | 'hasRoom'>,
): { readonly tick: () => Promise<void>; start(pollMs: number): void; stop(): Promise<void> } {
  const { store, clock, logger } = parts
  const tick = async () => {
    const nowMs = clock.nowMs()
    const changes = await store.inventoryChanges.listUnjudged(
      { fromMs: nowMs - automaticStartMs, toMs: nowMs + skewMsMax },
      batch,
    )
    for (const change of changes) await startOne(parts, engine, change, nowMs)
  }
  const ticker = new Ticker(tick, createThrottledLog(logger, 'Cross-checks could not be started after lists changed'))
  return { tick, start: (pollMs) => ticker.start(pollMs), stop: () => ticker.stop() }
}

async function startOne(
  parts: StartParts,
  engine: Pick<Engine, 'enqueue' | 'hasRoom'>,
  change: InventoryChange,
  nowMs: number,
): Promise<void> {
  const { store, crossChecks } = parts
  const { organizationId } = change
  // Without room, the change waits.
  if (!(await engine.hasRoom(organizationId))) return
  const waiting = await store.queue.listForConnection(organizationId)
  if (waiting.length > 0) return
  const means = await loadMeans(parts, organizationId)
  const ready = crossChecks.all.filter(({ needs }) => findMissing(needs, means).length === 0)
  if (!(await store.inventoryChanges.claim(change, nowMs))) return
  for (const { id: crossCheckId } of ready)
    await engine.enqueue(
      {
        run: {
          id: createTimeId(),
          organizationId,
          connectionId: organizationId,
          connectorId: crossCheckConnectorId,
          crossCheckId,
          startedAtMs: nowMs,
          trigger: 'inventory',
        },
        request: { checks: [crossCheckId] },
      },
      false,
    )
}
