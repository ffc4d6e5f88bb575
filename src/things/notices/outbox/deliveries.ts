import { type Kysely, type Selectable, sql } from 'kysely'
import type { DeliveryRecord, NoticeStore } from '../../../service/notices/delivery.ts'
import type { AnyNoticeType } from '../../../service/notices/notice.ts'
import type { WebhookRef } from '../../../service/notices/webhook.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { selectOlderThan } from '../../../service/store/sql/older-than.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { createDigests } from '../store/digests.ts'
import { createLanes } from '../store/lanes.ts'
import { openLane, type TimeHooks, toNoticeRecord } from '../store/tell.ts'
import { tellWebhook, toDelivery } from '../store/tell-webhook.ts'
import { listListening, tellTimes } from './tell-times.ts'

export function createNoticeStore(db: Kysely<Schema>, traits: SqlTraits, hooks: TimeHooks): NoticeStore {
  return {
    ...createLanes(db, traits),
    ...createDigests(db),
    tellTimes: (nowMs) => tellTimes(db, hooks, nowMs),
    listListening: () => listListening(db),
    async list(ref, { limit, before }) {
      const rows = await selectDeliveries(db, ref)
        .$if(before !== undefined, (query) =>
          query.where(
            selectOlderThan(
              { at: 'noticeDeliveries.createdAtMs', id: 'noticeDeliveries.id' },
              { atMs: before?.createdAtMs ?? 0, id: before?.id ?? '' },
            ),
          ),
        )
        .orderBy('noticeDeliveries.createdAtMs', 'desc')
        .orderBy('noticeDeliveries.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toDelivery)
    },
    async find(ref, deliveryId) {
      const row = await selectDeliveries(db, ref).where('noticeDeliveries.id', '=', deliveryId).executeTakeFirst()
      if (row === undefined) return undefined
      const notice = await db.selectFrom('notices').selectAll().where('id', '=', row.noticeId).executeTakeFirstOrThrow()
      return { ...toDelivery(row), notice: toNoticeRecord(notice) }
    },
    repeat: (ref, deliveryId, nowMs) =>
      runInTransaction(db, async (tx) => {
        const found = await selectDeliveries(tx, ref)
          .where('noticeDeliveries.id', '=', deliveryId)
          .where('webhooks.state', '<>', 'ended')
          .executeTakeFirst()
        if (found === undefined) return undefined
        const id = createTimeId()
        // A lane of its own: it neither waits for the notices of the connection nor stops them.
        const stream = `once:${id}`
        const delivery = {
          id,
          noticeId: found.noticeId,
          webhookId: ref.id,
          stream,
          number: 1,
          state: 'pending' as const,
          attempts: 0,
          createdAtMs: nowMs,
          sinceMs: nowMs,
        }
        await tx.insertInto('noticeDeliveries').values(delivery).execute()
        await openLane(tx, { webhookId: ref.id, stream, atMs: nowMs })
        return toNewDelivery(delivery, found.type as AnyNoticeType)
      }),
    tellOne: (ref, notice) =>
      runInTransaction(db, async (tx) => {
        const webhook = await ofOrganization(tx, ref.organizationId)
          .selectFrom('webhooks')
          .select('id')
          .where('id', '=', ref.id)
          .where('state', '<>', 'ended')
          .executeTakeFirst()
        if (webhook === undefined) return undefined
        return tellWebhook(tx, ref, notice)
      }),
    deleteOlder: (beforeMs, limit) =>
      runInTransaction(db, async (tx) => {
        let deleted = 0
        for (const [table, at] of [
          ['noticeDeliveries', 'createdAtMs'],
          ['notices', 'atMs'],
        ] as const) {
          const { numDeletedRows } = await tx
            .deleteFrom(table)
            .where('id', 'in', (query) =>
              query
                .selectFrom(table)
                .select('id')
                .where(sql.ref<number>(at), '<', beforeMs)
                .orderBy(sql.ref(at))
                .limit(limit),
            )
            .executeTakeFirstOrThrow()
          deleted += Number(numDeletedRows)
        }
        return { rows: deleted, gone: deleted }
      }),
  }
}

function selectDeliveries(db: Kysely<Schema>, { organizationId, id }: WebhookRef) {
  return db
    .selectFrom('noticeDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'noticeDeliveries.webhookId')
    .innerJoin('notices', 'notices.id', 'noticeDeliveries.noticeId')
    .selectAll('noticeDeliveries')
    .select('notices.type')
    .where(isOfOrganization('webhooks', organizationId))
    .where('noticeDeliveries.webhookId', '=', id)
}

function toNewDelivery(
  row: Omit<Selectable<Schema['noticeDeliveries']>, 'triedAtMs' | 'status' | 'problem' | 'reached'>,
  type: AnyNoticeType,
): DeliveryRecord {
  return toDelivery({ ...row, triedAtMs: null, status: null, problem: null, reached: null, type })
}
