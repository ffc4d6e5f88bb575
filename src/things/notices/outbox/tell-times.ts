import type { Kysely } from 'kysely'
import { expiringMs } from '../../../checks/waivers/waiver-store.ts'
import type { Listening } from '../../../service/notices/delivery.ts'
import { noticeAgeMs } from '../../../service/notices/notice.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { tellReviews } from '../../access-reviews/store/tell-reviews.ts'
import { endRefusals } from '../../findings/store/end-refusals.ts'
import { tellFindings } from '../../findings/store/tell-findings.ts'
import { selectRelisted } from '../../findings/tallies/relisted-findings.ts'
import { findListeners, type ListenedTime } from '../store/tell.ts'

const pageRows = 500

/**
 * Tells what no change tells, because only time has passed: judgements, waivers and access reviews after their last day,
 * findings after their due day. Each is marked in the transaction that tells it, so that it is told once. What came before somebody listened is not told, and
 * neither is what is older than the outbox.
 */
export async function tellTimes(db: Kysely<Schema>, nowMs: number): Promise<void> {
  for (const { organizationId, sinceMs } of await listListening(db)) {
    const fromMs = Math.max(sinceMs, nowMs - noticeAgeMs)
    const span = { organizationId, fromMs, nowMs }
    // Before what is overdue, because it may resolve that.
    await endRefusals(db, span)
    while ((await runInTransaction(db, (tx) => tellOverdue(tx, span))) === pageRows);
    await runInTransaction(db, (tx) => tellWaivers(tx, span, 'expired'))
    await runInTransaction(db, (tx) => tellWaivers(tx, span, 'expiring'))
    await runInTransaction(db, (tx) => tellReviews(tx, span))
  }
}

/** Organizations with somebody who listens. The program that contains the runtime listens to all. */
export async function listListening(db: Kysely<Schema>): Promise<Listening[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ fn }) => ['organizationId', fn.min<number>('createdAtMs').as('sinceMs')])
    .where('state', '<>', 'ended')
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

/** An accepted risk is not overdue. @returns the number of findings that were told */
async function tellOverdue(tx: Kysely<Schema>, { organizationId, fromMs, nowMs }: ListenedTime): Promise<number> {
  const rows = await tx
    .updateTable('findings')
    .set(({ ref }) => ({ noticeDueAtMs: ref('dueAtMs') }))
    .where('id', 'in', (query) =>
      ofOrganization(query, organizationId)
        .selectFrom('findings')
        .select('findings.id')
        .where('findings.listedAs', '=', 'open')
        // Those that no list has yet are told when one has them.
        .where('findings.connectionId', 'not in', selectRelisted(tx, organizationId, 1))
        .where('findings.dueAtMs', '>', fromMs)
        .where('findings.dueAtMs', '<', nowMs)
        .where(({ or, eb, ref }) =>
          or([eb('findings.noticeDueAtMs', 'is', null), eb('findings.noticeDueAtMs', '<>', ref('findings.dueAtMs'))]),
        )
        .orderBy('findings.dueAtMs')
        .orderBy('findings.id')
        .limit(pageRows),
    )
    // Again for each row: another process may have told it since the rows were chosen.
    .where(({ or, eb, ref }) => or([eb('noticeDueAtMs', 'is', null), eb('noticeDueAtMs', '<>', ref('dueAtMs'))]))
    .returning(['id', 'connectionId', 'connectorId'])
    .execute()
  if (rows.length === 0) return 0
  for (const [connectionId, same] of Map.groupBy(rows, (row) => row.connectionId))
    await tellFindings(tx, {
      organizationId,
      connectionId,
      connectorId: same[0]?.connectorId ?? '',
      runId: null,
      atMs: nowMs,
      count: { overdue: same.length },
      list: async () => same.map(({ id }) => ({ id, change: 'overdue' as const, resolution: null })),
    })
  return rows.length
}

async function tellWaivers(
  tx: Kysely<Schema>,
  { organizationId, fromMs, nowMs }: ListenedTime,
  stage: 'expiring' | 'expired',
): Promise<void> {
  const rows = await ofOrganization(tx, organizationId)
    .updateTable('waivers')
    .set({ lastNotice: stage })
    .where('revokedAtMs', 'is', null)
    .where(({ or, and, eb }) =>
      stage === 'expired'
        ? and([
            or([eb('lastNotice', 'is', null), eb('lastNotice', '=', 'expiring')]),
            eb('expiresAtMs', '<', nowMs),
            eb('expiresAtMs', '>', fromMs),
          ])
        : and([
            eb('lastNotice', 'is', null),
            eb('expiresAtMs', '>=', nowMs),
            eb('expiresAtMs', '<', nowMs + expiringMs),
            // It came into the last 30 days since somebody listens, or was made in them.
            or([eb('expiresAtMs', '>', fromMs + expiringMs), eb('createdAtMs', '>', fromMs)]),
          ]),
    )
    .returning(['id', 'waiver', 'expiresAtMs'])
    .execute()
  if (rows.length === 0) return
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell(
    rows
      .toSorted((one, other) => one.expiresAtMs - other.expiresAtMs || (one.id < other.id ? -1 : 1))
      .map(({ id, waiver: text }) => {
        const waiver = parseJsonText(text, 'waivers.waiver')
        const { expires, connector, check, resource, justification, approver } = waiver
        return {
          type: `waiver.${stage}` as const,
          organizationId,
          connectionId: null,
          atMs: nowMs,
          data: { waiverId: id, expires, connector: [connector].flat(), check: [check].flat() },
          details: listeners.wantDetails
            ? { justification, approver, resource: resource === undefined ? null : [resource].flat() }
            : undefined,
        }
      }),
  )
}
