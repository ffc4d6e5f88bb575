import { CompiledQuery, type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { SqlExecutor } from '../../../checks/runs/run-store.ts'
import { StoreError } from '../../../errors/index.ts'
import type { QueuedRun } from '../../../service/queue/queue.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

/** A row of `run_jobs` without the progress of the run, which most queries do not need. */
export type RunJobRow = Omit<Selectable<Schema['runJobs']>, 'progress'>

export const columns = [
  'runId',
  'organizationId',
  'connectionId',
  'connectorId',
  'queuedAtMs',
  'turn',
  'request',
  'state',
  'attempt',
  'losses',
  'owner',
  'isCancelled',
  'isDispatched',
] as const satisfies readonly (keyof RunJobRow)[]

export function parseJob({ isDispatched: _, isCancelled, request, ...row }: RunJobRow): QueuedRun {
  return { ...row, isCancelled: isCancelled === 1, request: parseJsonText(request, 'run_jobs.request') }
}

/** A connection's runs keep their order; whatever the clocks show, a running one comes before a waiting one. */
export function isFirstOfItsConnection({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'runJobs'>) {
  return not(
    exists(
      selectFrom('runJobs as other')
        .select('other.runId')
        .whereRef('other.connectionId', '=', 'runJobs.connectionId')
        .whereRef('other.runId', '<>', 'runJobs.runId')
        .where(({ or, and, eb, ref }) =>
          or([
            eb('other.state', '=', 'running'),
            eb('other.queuedAtMs', '<', ref('runJobs.queuedAtMs')),
            and([eb('other.queuedAtMs', '=', ref('runJobs.queuedAtMs')), eb('other.runId', '<', ref('runJobs.runId'))]),
          ]),
        ),
    ),
  )
}

/** Whether an owner has fewer runs of the organization than its limit while there are other organizations. */
export function isWithinShare(owner: RawBuilder<string>, perOrganization: RawBuilder<number>) {
  return ({ or, not, exists, selectFrom, eb }: ExpressionBuilder<Schema, 'runJobs'>) =>
    or([
      not(
        exists(
          selectFrom('organizations')
            .select('organizations.id')
            .whereRef('organizations.id', '<>', 'runJobs.organizationId'),
        ),
      ),
      eb(
        selectFrom('runJobs as held')
          .select(({ fn }) => fn.countAll<number>().as('jobs'))
          .whereRef('held.organizationId', '=', 'runJobs.organizationId')
          .where('held.owner', '=', owner)
          .where('held.state', '=', 'running'),
        '<',
        perOrganization,
      ),
    ])
}

/** undefined if the index of running runs refuses: another process was first. */
export async function ignoreTaken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_CONFLICT') return undefined
    throw error
  }
}

export function createExecutor(db: Kysely<Schema>): SqlExecutor {
  // Their rows come unchanged, without our names.
  const raw = db.withoutPlugins()
  return (sql, parameters) => raw.executeQuery(CompiledQuery.raw(sql, [...parameters]))
}
