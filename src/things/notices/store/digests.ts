import type { Kysely } from 'kysely'
import type { NoticeStore } from '../../../service/notices/delivery.ts'
import { isNoticeType, type NoticeType, wantsNotice } from '../../../service/notices/notice.ts'
import type { WebhookRecord } from '../../../service/notices/webhook.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { toWebhookRecord } from '../../webhooks/store/webhooks.ts'
import { tellWebhook } from './tell-webhook.ts'

/** Connections that a digest names; it has the number of the rest. */
const connectionsMax = 50

const settlingMs = 60_000

export function createDigests(db: Kysely<Schema>): Pick<NoticeStore, 'listDaily' | 'tellDigest'> {
  return {
    async listDaily() {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('rhythm', '=', 'daily')
        .where('state', '=', 'active')
        .orderBy('id')
        .execute()
      return rows.map(toWebhookRecord)
    },
    tellDigest: ({ webhook, organizationId, day, timeZone, nowMs }) =>
      runInTransaction(db, async (tx) => {
        // A run that ends at this moment has the time of its end, and its notices are seen a moment later.
        const toMs = Math.max(webhook.digestedAtMs, nowMs - settlingMs)
        // Of several processes, one finds the day before.
        const { numUpdatedRows } = await tx
          .updateTable('webhooks')
          .set({ digestDay: day, digestedAtMs: toMs })
          .where('id', '=', webhook.id)
          .where('state', '=', 'active')
          .where(({ or, eb }) => or([eb('digestDay', 'is', null), eb('digestDay', '<', day)]))
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        const counts = await countNotices(tx, webhook, organizationId, toMs)
        if (counts.length === 0) return true
        const byConnection = [...Map.groupBy(counts, ({ stream }) => stream)].filter(
          ([stream]) => stream !== organizationId,
        )
        const sum = (rows: readonly DigestNotice[]) =>
          Object.fromEntries(
            [...Map.groupBy(rows, ({ type }) => type)].map(([type, same]) => [
              type,
              same.reduce((total, { count }) => total + count, 0),
            ]),
          )
        const data = {
          day,
          timeZone,
          counts: sum(counts),
          from: new Date(webhook.digestedAtMs).toISOString(),
          to: new Date(toMs).toISOString(),
          connectionCount: byConnection.length,
          connections: byConnection
            .slice(0, connectionsMax)
            .map(([connectionId, rows]) => ({ connectionId, counts: sum(rows) })),
        }
        await tellWebhook(
          tx,
          { organizationId, id: webhook.id },
          { type: 'digest.daily', atMs: nowMs, data, details: null },
        )
        return true
      }),
  }
}

interface DigestNotice {
  readonly stream: string
  readonly type: NoticeType
  readonly count: number
}

/** What was told since the last digest. A batch counts the findings that it stands for. */
async function countNotices(
  tx: Kysely<Schema>,
  { types, digestedAtMs }: WebhookRecord,
  organizationId: string,
  toMs: number,
): Promise<readonly DigestNotice[]> {
  const since = ofOrganization(tx, organizationId)
    .selectFrom('notices')
    .where('atMs', '>=', digestedAtMs)
    .where('atMs', '<', toMs)
  const rows = await since
    .select(({ fn }) => ['stream', 'type', fn.countAll<number | string | bigint>().as('count')])
    .groupBy(['stream', 'type'])
    .orderBy('stream')
    .orderBy('type')
    .execute()
  const batches = await since.select(['stream', 'data']).where('type', '=', 'finding.batch').orderBy('id').execute()
  const notices = [
    ...rows.map((row) => ({ ...row, count: Number(row.count) })),
    ...batches.flatMap(({ stream, data }) => {
      const numbers = parseJsonText(data, 'notices.data')
      return changes.map((change) => ({
        stream,
        type: `finding.${change}` as const,
        count: typeof numbers[change] === 'number' ? numbers[change] : 0,
      }))
    }),
  ]
  return notices.flatMap(({ stream, type, count }): DigestNotice[] =>
    count > 0 && isNoticeType(type) && type !== 'finding.batch' && wantsNotice(types, type)
      ? [{ stream, type, count }]
      : [],
  )
}

const changes = ['opened', 'regressed', 'resolved', 'overdue'] as const
