import type { Kysely } from 'kysely'
import type { Listening } from '../../../service/notices/delivery.ts'
import { noticeAgeMs } from '../../../service/notices/notice.ts'
import { followers } from '../../../service/notices/webhook.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import type { TimeHooks } from '../store/tell.ts'

/**
 * Tells what no change tells, because only time has passed: judgements, waivers and access reviews after their last day,
 * findings after their due day. What came before somebody listened is not told, and neither is what is older than the outbox.
 */
export async function tellTimes(db: Kysely<Schema>, hooks: TimeHooks, nowMs: number): Promise<void> {
  for (const { organizationId, sinceMs } of await listListening(db))
    await hooks['time.passed'](db, { organizationId, fromMs: Math.max(sinceMs, nowMs - noticeAgeMs), nowMs })
}

/** Organizations with somebody who listens. The program that contains the runtime listens to all. */
export async function listListening(db: Kysely<Schema>): Promise<Listening[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ fn }) => ['organizationId', fn.min<number>('createdAtMs').as('sinceMs')])
    .where('state', '<>', 'ended')
    .where('sink', 'not in', followers)
    .groupBy('organizationId')
    .execute()
  const host = rows.find(({ organizationId }) => organizationId === null)
  const own = new Map(rows.map(({ organizationId, sinceMs }) => [organizationId, Number(sinceMs)]))
  const ids = host
    ? (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map(({ id }) => id)
    : rows.flatMap(({ organizationId }) => organizationId ?? [])
  return ids.map((organizationId) => ({
    organizationId,
    sinceMs: Math.min(
      own.get(organizationId) ?? Number.POSITIVE_INFINITY,
      Number(host?.sinceMs ?? Number.POSITIVE_INFINITY),
    ),
  }))
}
