import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { crossCheckConnectorId } from '../../../define/index.ts'
import type { ScheduleRecord, ScheduleStore } from '../../../service/queue/schedule-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { ensureOrganizationSubject, isConnectionRow } from '../../../service/store/tables/organization-subject.ts'
import { insertRun } from '../../runs/store/insert-run.ts'

const LISTED_SCHEDULES = 100
/** Later than every time. */
const never = Number.MAX_SAFE_INTEGER

export function scheduleStore(db: Kysely<Schema>): ScheduleStore {
  return {
    async put(schedule) {
      const { connectionId, organizationId, createdAtMs, ...changes } = toRow(schedule)
      await runInTransaction(db, async (tx) => {
        if (schedule.connectorId === crossCheckConnectorId)
          await ensureOrganizationSubject(tx, { organizationId, nowMs: createdAtMs })
        await tx
          .insertInto('schedules')
          .values({ connectionId, organizationId, createdAtMs, ...changes })
          .onConflict((conflict) => conflict.column('connectionId').doUpdateSet(changes))
          .execute()
        await noteScheduled(tx, connectionId, 1)
      })
    },
    async find(connectionId, organizationId) {
      const row = await db
        .selectFrom('schedules')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .$if(organizationId !== undefined, (query) => query.where(isOfOrganization('schedules', organizationId ?? '')))
        .executeTakeFirst()
      return row && toScheduleRecord(row)
    },
    async list({ organizationId, limit, after }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('schedules')
        .selectAll()
        .where('connectorId', '<>', crossCheckConnectorId)
        .$if(after !== undefined, (query) => query.where('connectionId', '>', after ?? ''))
        .orderBy('connectionId')
        .limit(limit ?? LISTED_SCHEDULES)
        .execute()
      return rows.map(toScheduleRecord)
    },
    async listNext({ organizationId, limit, after }) {
      // As in the index.
      const next = sql<number>`coalesce(${sql.ref('schedules.nextAtMs')}, ${sql.lit(never)})`
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('schedules')
        .innerJoin('connections', 'connections.id', 'schedules.connectionId')
        .selectAll('schedules')
        .where('connections.state', '<>', 'disconnected')
        .where(isConnectionRow)
        .$if(after !== undefined, (query) =>
          query.where(
            sql<SqlBool>`(${next}, ${sql.ref('schedules.connectionId')}) > (${after?.nextAtMs ?? never}, ${after?.connectionId ?? ''})`,
          ),
        )
        .orderBy(next)
        .orderBy('schedules.connectionId')
        .limit(limit)
        .execute()
      return rows.map(toScheduleRecord)
    },
    delete: (connectionId, organizationId) =>
      runInTransaction(db, async (tx) => {
        const deleted = await tx
          .deleteFrom('schedules')
          .where('connectionId', '=', connectionId)
          .$if(organizationId !== undefined, (query) =>
            query.where(isOfOrganization('schedules', organizationId ?? '')),
          )
          .executeTakeFirstOrThrow()
        if (deleted.numDeletedRows === 0n) return false
        await noteScheduled(tx, connectionId, 0)
        return true
      }),
    async listDue(nowMs, connectorIds, limit, except = []) {
      if (connectorIds.length === 0) return []
      const rows = await db
        .selectFrom('schedules')
        .selectAll()
        .where('nextAtMs', '<=', nowMs)
        .where('connectorId', 'in', connectorIds)
        .$if(except.length > 0, (query) => query.where('organizationId', 'not in', except))
        .orderBy('nextAtMs')
        .limit(limit)
        .execute()
      return rows.map(toScheduleRecord)
    },
    async noteWaiting(organizationId, nowMs, because) {
      const noted = await ofOrganization(db, organizationId)
        .updateTable('schedules')
        .set({ skippedBecause: because })
        .where('nextAtMs', '<=', nowMs)
        .where(({ or, eb }) => or([eb('skippedBecause', 'is', null), eb('skippedBecause', '<>', because)]))
        .executeTakeFirstOrThrow()
      return Number(noted.numUpdatedRows)
    },
    async listComputedAfter(ms, limit) {
      const rows = await db.selectFrom('schedules').selectAll().where('computedAtMs', '>', ms).limit(limit).execute()
      return rows.map(toScheduleRecord)
    },
    advance: (seen, next, entries = []) =>
      runInTransaction(db, async (tx) => {
        const last = entries.at(-1)
        const moved = await tx
          .updateTable('schedules')
          .set({ ...next, lastRunId: last?.run.id })
          .where('connectionId', '=', seen.connectionId)
          .where('updatedAtMs', '=', seen.updatedAtMs)
          .where('computedAtMs', '=', seen.computedAtMs)
          .where('nextAtMs', seen.nextAtMs === null ? 'is' : '=', seen.nextAtMs)
          .executeTakeFirstOrThrow()
        if (moved.numUpdatedRows === 0n) return false
        for (const entry of entries) await insertRun(tx, entry)
        return true
      }),
  }
}

/** After the schedule, so that two that change it at once note what is there at last. */
async function noteScheduled(tx: Kysely<Schema>, connectionId: string, scheduled: 0 | 1): Promise<void> {
  await tx
    .updateTable('connections')
    .set({ scheduled })
    .where('id', '=', connectionId)
    .where('scheduled', '<>', scheduled)
    .execute()
}

function toRow({ checks, inventories, ...schedule }: ScheduleRecord): Schema['schedules'] {
  return { ...schedule, checks: checks && toJsonText(checks), inventories: inventories && toJsonText(inventories) }
}

function toScheduleRecord({ checks, inventories, ...row }: Selectable<Schema['schedules']>): ScheduleRecord {
  return {
    ...row,
    checks: checks === null ? null : parseJsonText(checks, 'schedules.checks'),
    inventories: inventories === null ? null : parseJsonText(inventories, 'schedules.inventories'),
  }
}
