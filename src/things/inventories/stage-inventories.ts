import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { type AnyConnector, type InventoryOutcome, toInventoryId } from '../../define/index.ts'
import { toInventoryHead } from '../../inventory/inventory-head.ts'
import type { StagedInventory } from '../../inventory/inventory-store.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { readErrorCodeForLog, type Uses } from '../parts/runtime-parts.ts'
import { sealHead, sealRecords } from './seal-inventory.ts'

/**
 * Writes the inventories of a run, sealed and hidden; they show when the run ends. A run with waivers or variables of its own speaks
 * for itself alone, so that it keeps none. Never throws: a run without its inventories is better than no run.
 */
export async function stageInventories(
  parts: Uses<'inventories', 'vault' | 'logger'>,
  connector: AnyConnector,
  { id: connectionId, organizationId }: Pick<ConnectionRecord, 'id' | 'organizationId'>,
  { head, records }: RecordedRun,
): Promise<readonly StagedInventory[]> {
  const { store, vault, logger } = parts
  const staged: StagedInventory[] = []
  if (head.scoped || records === undefined || !head.inventories?.some(wasRead)) return staged
  try {
    if (!(await store.inventories.isKeeping(organizationId))) return staged
    for (const outcome of head.inventories.filter(wasRead)) {
      const name = toInventoryId(outcome)
      const id = createTimeId()
      const { of, part = null, count } = outcome
      const readAtMs = Date.parse(head.startedAt)
      const place = { id, organizationId, connectionId, of, part, runId: head.id, readAtMs, count }
      const tells = connector.inventories.find((each) => toInventoryId(each) === name)?.tells ?? []
      const sealedHead = await sealHead(vault, place, {
        ...toInventoryHead(head, outcome, tells),
        connectionId,
        organizationId,
      })
      // Known before it is written, so that it is removed whatever happens.
      staged.push({ id, sealedHead })
      await store.inventories.stage(place, sealRecords(vault, place, records(name)))
    }
    return staged
  } catch (error) {
    logger.warn({ runId: head.id, code: readErrorCodeForLog(error) }, 'Inventories of the run cannot be kept')
    for (const { id } of staged) await store.inventories.drop(id).catch(() => undefined)
    return []
  }
}

/** Whether the vendor was asked at all. A run that could not begin says nothing about the list that is there. */
function wasRead({ complete, count, requests }: InventoryOutcome): boolean {
  return complete || count > 0 || requests > 0
}
