import { type Kysely, type Selectable, sql } from 'kysely'
import { sinks, type WebhookRecord, type WebhookStore } from '../../../service/notices/webhook.ts'
import { Sweeper } from '../../../service/queue/sweeper.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { deleteRows } from '../../../service/store/sql/delete-rows.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'

export function createWebhookStore(db: Kysely<Schema>, traits: SqlTraits): WebhookStore {
  return {
    insert: async (webhook, max) => {
      const organizationId = webhook.organizationId ?? ''
      const room: Room = {
        turn: `webhooks ${organizationId}`,
        max,
        count: (tx) =>
          countRows(tx, ofOrganization(tx, organizationId).selectFrom('webhooks').where('sink', 'in', sinks), max),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        await tx.insertInto('webhooks').values(toWebhookRow(webhook)).execute()
        return true
      })
      return isMade === true
    },
    enter: (webhook) => enterReceiver(db, webhook),
    async find(organizationId, id) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('sink', 'in', sinks)
        .executeTakeFirst()
      return row && toWebhookRecord(row)
    },
    async list(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('webhooks')
        .selectAll()
        .where('sink', 'in', sinks)
        .orderBy('id')
        .execute()
      return rows.map(toWebhookRecord)
    },
    async countFailing(organizationId) {
      const { count } = await ofOrganization(db, organizationId)
        .selectFrom('webhooks')
        .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
        .where('state', '<>', 'active')
        .where('stateReason', '<>', 'person')
        .where('sink', 'in', sinks)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async update({ organizationId, id }, { types, details, ...changes }, before) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('webhooks')
        .set({
          // A change of nothing where nothing was given.
          id,
          ...changes,
          types: types === undefined ? undefined : types && toJsonText(types),
          details: details === undefined ? undefined : details ? 1 : 0,
        })
        .where('id', '=', id)
        .$if(before !== undefined, (query) => query.where('sealedSecret', '=', before?.sealedSecret ?? null))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async endDetails({ organizationId, id }, detailsBy) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('webhooks')
        .set({ details: 0, detailsBy: null })
        .where('id', '=', id)
        .where('details', '=', 1)
        .where('detailsBy', '=', detailsBy)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async delete({ organizationId, id }) {
      const isGone = await runInTransaction(db, async (tx) => {
        const { numDeletedRows } = await ofOrganization(tx, organizationId)
          .deleteFrom('webhooks')
          .where('id', '=', id)
          .where('sink', 'in', sinks)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await tx.deleteFrom('noticeLanes').where('webhookId', '=', id).execute()
        return numDeletedRows > 0n
      })
      // Nobody finds its deliveries any more. Those that are left go when they are old.
      if (isGone) await deleteDeliveries(db, traits, id).catch(() => undefined)
      return isGone
    },
    async pause({ organizationId, id }) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('webhooks')
        .set({ state: 'paused', stateReason: 'person' })
        .where('id', '=', id)
        .where('sink', 'in', sinks)
        .where('state', '=', 'active')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    resume: ({ organizationId, id }, nowMs) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await ofOrganization(tx, organizationId)
          .updateTable('webhooks')
          .set({ state: 'active', stateReason: null, failures: 0, failingSinceMs: null, restsUntilMs: 0 })
          .where('id', '=', id)
          .where('state', '=', 'paused')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await tx
          .updateTable('noticeDeliveries')
          .set({ attempts: 0 })
          .where('webhookId', '=', id)
          .where('state', '=', 'pending')
          .execute()
        await tx.updateTable('noticeLanes').set({ nextAtMs: nowMs }).where('webhookId', '=', id).execute()
        return true
      }),
    retryMail: (organizationId, nowMs) =>
      runInTransaction(db, async (tx) => {
        const webhooks = await ofOrganization(tx, organizationId)
          .updateTable('webhooks')
          .set({ failures: 0, failingSinceMs: null, restsUntilMs: 0 })
          .where('sink', '=', 'email')
          .where('state', '=', 'active')
          .returning('id')
          .execute()
        const ids = webhooks.map(({ id }) => id)
        if (ids.length > 0)
          await tx.updateTable('noticeLanes').set({ nextAtMs: nowMs }).where('webhookId', 'in', ids).execute()
      }),
    async findTimeZone(organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('organizationProfiles')
        .select('timeZone')
        .executeTakeFirst()
      return row?.timeZone ?? undefined
    },
    async setTimeZone(organizationId, timeZone) {
      await db
        .insertInto('organizationProfiles')
        .values({ organizationId, timeZone })
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ timeZone }))
        .execute()
    },
  }
}

/** Inserts what no person subscribes, if it is not there. */
export async function enterReceiver(db: Kysely<Schema>, receiver: WebhookRecord): Promise<void> {
  await db
    .insertInto('webhooks')
    .values(toWebhookRow(receiver))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

function toWebhookRow({ types, details, ...webhook }: WebhookRecord) {
  return { ...webhook, types: types && toJsonText(types), details: details ? (1 as const) : (0 as const) }
}

export function toWebhookRecord({ types, details, ...row }: Selectable<Schema['webhooks']>): WebhookRecord {
  return { ...row, types: types && parseJsonText(types, 'webhooks.types'), details: details === 1 }
}

/** In pieces: others get their turn in between. */
async function deleteDeliveries(db: Kysely<Schema>, traits: SqlTraits, webhookId: string): Promise<void> {
  await new Sweeper({ share: 'asked' }).takeAll(async (limit) => {
    const where = sql<boolean>`webhook_id = ${webhookId}`
    const rows = await traits.runUnsynced(db, (tx) =>
      deleteRows(tx, { table: 'noticeDeliveries', key: ['id'], where, limit }),
    )
    return { rows, gone: 0 }
  })
}
