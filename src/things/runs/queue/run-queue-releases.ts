import type { Kysely } from 'kysely'
import type { RunQueue } from '../../../service/queue/queue.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { tellWaiting } from '../store/tell-waiting.ts'

type Releases = Pick<RunQueue, 'handBack' | 'release' | 'releaseOrphans'>

/** Puts runs back into the queue that were begun, or kept for a process that no longer exists. */
export function createReleases(db: Kysely<Schema>): Releases {
  const release: Releases['release'] = (owner, because) =>
    runInTransaction(db, async (tx) => {
      const running = await tx
        .updateTable('runJobs')
        .set(({ eb }) => ({ ...putBack, losses: eb('losses', '+', because === 'lost' ? 1 : 0) }))
        .where('owner', '=', owner)
        .where('state', '<>', 'queued')
        .returning('runId')
        .execute()
      await waitAgain(
        tx,
        running.map(({ runId }) => runId),
      )
      const waiting = await tx
        .updateTable('runJobs')
        .set({ owner: null, isDispatched: 0 })
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      return running.length + Number(waiting.numUpdatedRows)
    })
  return {
    handBack: (runId, attempt, because) =>
      runInTransaction(db, async (tx) => {
        const row = await tx
          .updateTable('runJobs')
          .set(({ eb }) => ({ ...putBack, losses: eb('losses', '+', because === 'lost' ? 1 : 0) }))
          .where('runId', '=', runId)
          .where('attempt', '=', attempt)
          .where('state', '<>', 'queued')
          .returning('runId')
          .executeTakeFirst()
        if (row) await waitAgain(tx, [row.runId])
      }),
    release,
    async releaseOrphans() {
      const orphans = await db
        .selectFrom('runJobs')
        .select('owner')
        .distinct()
        .where('owner', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('workers').select('workers.id').whereRef('workers.id', '=', 'runJobs.owner'))),
        )
        .execute()
      let released = 0
      for (const { owner } of orphans) if (owner !== null) released += await release(owner, 'lost')
      return released
    },
  }
}

const putBack = { state: 'queued', owner: null, isDispatched: 0, progress: toJsonText([]) } as const

async function waitAgain(tx: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('runs')
    .set({ status: 'queued', beganAtMs: null })
    .where('id', 'in', ids)
    .where('finishedAtMs', 'is', null)
    .execute()
  await tellWaiting(tx)
}
