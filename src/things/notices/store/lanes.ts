import { type Kysely, sql } from 'kysely'
import type { Attempt, Lane, LaneWork, NextDelivery, NoticeStore } from '../../../service/notices/delivery.ts'
import { computeRestMs, computeRetryMs, deliveryAgeMs, failingMsMax } from '../../../service/notices/retries.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { toWebhookRecord } from '../../webhooks/store/webhooks.ts'
import { toNoticeRecord } from './tell.ts'

type LaneMethods = Pick<NoticeStore, 'listDue' | 'claim' | 'findNext' | 'settle' | 'release'>

/**
 * Who sends what: a lane, which has the deliveries of one webhook that go in order, belongs to one process for the time
 * of a lease. Whoever writes a delivery locks the lane afterwards, and whoever ends one locks it before.
 */
export function createLanes(db: Kysely<Schema>, traits: SqlTraits): LaneMethods {
  return {
    async listDue({ nowMs, leaseMs, sinks, except, limit }) {
      if (limit <= 0) return []
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'failures'])
        .where('state', '=', 'active')
        .where('restsUntilMs', '<=', nowMs)
        .where('sink', 'in', sinks)
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('noticeLanes')
              .select('stream')
              .whereRef('noticeLanes.webhookId', '=', 'webhooks.id')
              .where('nextAtMs', '<=', nowMs)
              .where(isFree(traits, nowMs, leaseMs)),
          ),
        )
        // Those that fail come last, so that they do not take the places of the others.
        .orderBy('failures')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id, failures }) => ({ id, isFailing: computeRestMs(failures) > 0 }))
    },
    async claim({ webhookId, owner, nowMs, leaseMs, limit, except = [] }) {
      const free = isFree(traits, nowMs, leaseMs)
      const rows = await db
        .updateTable('noticeLanes')
        .set({ owner, leaseUntilMs: sql<number>`${traits.nowMs(nowMs)} + ${leaseMs}` })
        .where('webhookId', '=', webhookId)
        .where('nextAtMs', '<=', nowMs)
        // Again for each row: another process may have taken it since the rows were chosen.
        .where(free)
        .where('stream', 'in', (query) =>
          query
            .selectFrom('noticeLanes')
            .select('stream')
            .where('webhookId', '=', webhookId)
            .where('nextAtMs', '<=', nowMs)
            .where(free)
            .$if(except.length > 0, (query) => query.where('stream', 'not in', except))
            .orderBy('nextAtMs')
            .orderBy('stream')
            .limit(limit),
        )
        .returning('stream')
        .execute()
      return rows.map(({ stream }) => ({ webhookId, stream }))
    },
    findNext: (lane) => findNext(db, lane),
    settle: (lane, done) =>
      runInTransaction(db, async (tx) => {
        const { owner, leaseMs, nowMs, delivery, attempt } = done
        // Locks the lane, and finds out whether another process has it now: what that one notes counts.
        const { numUpdatedRows } = await tx
          .updateTable('noticeLanes')
          .set({ leaseUntilMs: sql<number>`${traits.nowMs(nowMs)} + ${leaseMs}` })
          .where('webhookId', '=', lane.webhookId)
          .where('stream', '=', lane.stream)
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        // From its first attempt: until then it may have waited for others of its connection.
        const sinceMs = delivery.attempts === 0 ? nowMs : delivery.sinceMs
        const isLast =
          attempt.isDelivered || attempt.isGone || attempt.isFinal === true || nowMs - sinceMs >= deliveryAgeMs
        await tx
          .updateTable('noticeDeliveries')
          .set(({ eb }) => ({
            state: attempt.isDelivered ? 'delivered' : isLast ? 'dead' : 'pending',
            attempts: eb('attempts', '+', 1),
            sinceMs,
            triedAtMs: nowMs,
            status: attempt.status,
            problem: attempt.problem,
            reached: attempt.reached === undefined ? undefined : toJsonText(attempt.reached),
          }))
          .where('id', '=', delivery.id)
          .execute()
        if (attempt.isGone) {
          await endWebhook(tx, lane.webhookId)
          return false
        }
        const isResting = await noteHealth(tx, lane.webhookId, done)
        if (!isLast) {
          await postpone(tx, lane, nowMs + Math.max(computeRetryMs(delivery.attempts + 1), attempt.waitMs ?? 0))
          return false
        }
        if (!(await hasPending(tx, lane))) {
          await closeLane(tx, lane)
          return false
        }
        if (isResting) await postpone(tx, lane, nowMs)
        return !isResting
      }),
    release: (lane, owner) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('noticeLanes')
          .set({ owner: null, leaseUntilMs: 0 })
          .where('webhookId', '=', lane.webhookId)
          .where('stream', '=', lane.stream)
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows > 0n && !(await hasPending(tx, lane))) await closeLane(tx, lane)
      }),
  }
}

async function findNext(db: Kysely<Schema>, lane: Lane): Promise<NextDelivery | undefined> {
  const { webhookId, stream } = lane
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (webhook === undefined) return undefined
  for (;;) {
    const delivery = await db
      .selectFrom('noticeDeliveries')
      .select(['id', 'noticeId', 'attempts', 'sinceMs', 'reached'])
      .where('webhookId', '=', webhookId)
      .where('stream', '=', stream)
      // Literally, as the partial index has it.
      .where('state', '=', sql.lit('pending' as const))
      .orderBy('number')
      .limit(1)
      .executeTakeFirst()
    if (delivery === undefined) return undefined
    const notice = await db.selectFrom('notices').selectAll().where('id', '=', delivery.noticeId).executeTakeFirst()
    if (notice)
      return {
        ...delivery,
        reached: delivery.reached === null ? [] : parseJsonText(delivery.reached, 'noticeDeliveries.reached'),
        notice: toNoticeRecord(notice),
        webhook: toWebhookRecord(webhook),
      }
    // It was repeated on the last day of its notice.
    await db.updateTable('noticeDeliveries').set({ state: 'dead' }).where('id', '=', delivery.id).execute()
  }
}

/** Whether nobody has the lane, or its lease is over, or the clock was set back since. */
function isFree(traits: SqlTraits, localMs: number, leaseMs: number) {
  const nowMs = traits.nowMs(localMs)
  return sql<boolean>`(lease_until_ms <= ${nowMs} or lease_until_ms > ${nowMs} + ${2 * leaseMs})`
}

async function postpone(tx: Kysely<Schema>, { webhookId, stream }: Lane, nextAtMs: number): Promise<void> {
  await tx
    .updateTable('noticeLanes')
    .set({ nextAtMs, owner: null, leaseUntilMs: 0 })
    .where('webhookId', '=', webhookId)
    .where('stream', '=', stream)
    .execute()
}

async function closeLane(tx: Kysely<Schema>, { webhookId, stream }: Lane): Promise<void> {
  await tx.deleteFrom('noticeLanes').where('webhookId', '=', webhookId).where('stream', '=', stream).execute()
}

async function hasPending(tx: Kysely<Schema>, { webhookId, stream }: Lane): Promise<boolean> {
  const row = await tx
    .selectFrom('noticeDeliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .where('stream', '=', stream)
    .where('state', '=', sql.lit('pending' as const))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the webhook rests now, or is paused */
async function noteHealth(
  tx: Kysely<Schema>,
  id: string,
  {
    attempt,
    nowMs,
  }: { readonly attempt: Attempt; readonly nowMs: number } & LaneWork & {
      readonly delivery: NextDelivery
    },
): Promise<boolean> {
  if (attempt.isDelivered) {
    await tx
      .updateTable('webhooks')
      .set({ failures: 0, failingSinceMs: null, restsUntilMs: 0 })
      .where('id', '=', id)
      .where('failingSinceMs', 'is not', null)
      .execute()
    return false
  }
  const row = await tx
    .updateTable('webhooks')
    .set(({ eb, fn, val }) => ({
      failures: eb('failures', '+', 1),
      failingSinceMs: fn.coalesce('failingSinceMs', val(nowMs)),
    }))
    .where('id', '=', id)
    .returning(['failures', 'failingSinceMs', 'state'])
    .executeTakeFirst()
  if (row === undefined) return true
  const restMs = computeRestMs(row.failures)
  const isOver = row.state === 'active' && nowMs - (row.failingSinceMs ?? nowMs) >= failingMsMax
  if (restMs > 0 || isOver)
    await tx
      .updateTable('webhooks')
      .set({
        restsUntilMs: nowMs + restMs,
        state: isOver ? 'paused' : undefined,
        stateReason: isOver ? 'failures' : undefined,
      })
      .where('id', '=', id)
      .execute()
  return restMs > 0 || isOver
}

/** The receiver is gone, so nothing is sent to it any more. */
async function endWebhook(tx: Kysely<Schema>, id: string): Promise<void> {
  await tx.updateTable('webhooks').set({ state: 'ended', stateReason: 'gone' }).where('id', '=', id).execute()
  await tx.deleteFrom('noticeLanes').where('webhookId', '=', id).execute()
  await tx
    .updateTable('noticeDeliveries')
    .set({ state: 'dead' })
    .where('webhookId', '=', id)
    .where('state', '=', 'pending')
    .execute()
}
