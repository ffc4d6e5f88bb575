import type { RunEvent } from '../../define/index.ts'
import type { Logger } from '../parts/runtime-options.ts'

/** Ids that every line about a run carries. */
export interface RunIds {
  readonly runId: string
  readonly connectionId: string
  readonly organizationId: string
  readonly connectorId: string
}

/**
 * Logs the progress of a run: two lines each, and one for every check that could not tell and every list that is not complete. It logs neither results nor
 * messages.
 */
export function createRunLog(logger: Logger, ids: RunIds): (event: RunEvent) => void {
  const startedAtMs = performance.now()
  let requests = 0
  return (event) => {
    switch (event.type) {
      case 'run.started':
        logger.info({ ...ids, checks: event.checks.length, lists: event.inventories?.length }, 'Run started')
        return
      case 'check.finished': {
        const { checkId, outcome } = event
        const { status, durationMs, error } = outcome
        requests += outcome.requests
        const fields = { ...ids, checkId, status, durationMs, requests: outcome.requests }
        if (error) logger.warn({ ...fields, kind: error.kind, code: error.code }, 'Check could not tell')
        else logger.debug(fields, 'Check finished')
        return
      }
      case 'inventory.finished': {
        const { inventory, outcome } = event
        const { complete, count, durationMs, error } = outcome
        requests += outcome.requests
        const fields = { ...ids, inventory, complete, count, durationMs, requests: outcome.requests }
        if (error) logger.warn({ ...fields, kind: error.kind, code: error.code }, 'Inventory is not complete')
        else logger.debug(fields, 'Inventory read')
        return
      }
      case 'run.finished': {
        const durationMs = Math.round(performance.now() - startedAtMs)
        logger.info({ ...ids, status: event.status, durationMs, requests }, 'Run finished')
      }
    }
  }
}
