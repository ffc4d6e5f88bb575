import { type Kysely, sql } from 'kysely'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { findTable } from '../../../service/fields/find-table.ts'
import { rowCodec } from '../../../service/fields/row-codec.ts'
import { stateQuery } from '../../../service/fields/state-query.ts'
import { deriveState } from '../../../service/fields/states.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { declaredThings } from '../../declared/declared-things.ts'
import { findListeners, type ListenedTime } from '../../notices/store/tell.ts'

const rowsAtOnce = 200

/** Sends a notice for each record that comes into a state that needs attention, once each time. */
export async function tellRecordTimes(db: Kysely<Schema>, span: ListenedTime): Promise<void> {
  for (const thing of declaredThings)
    if (thing.needy.length > 0)
      while ((await runInTransaction(db, (tx) => tellRecords(tx, thing, span))) === rowsAtOnce);
}

type NoticeRow = { readonly noticeState: string | null; readonly state: string; readonly changedAtMs: number } & {
  readonly [column: string]: string | number | null
}

async function tellRecords(
  tx: Kysely<Schema>,
  thing: Thing,
  { organizationId, fromMs, nowMs }: ListenedTime,
): Promise<number> {
  const rows = ofOrganization(tx, organizationId)
  const state = stateQuery(thing.states, thing.all)(nowMs)
  const table = findTable(thing)
  const noticed = sql.ref<string | null>('noticeState')
  await rows
    .updateTable(table)
    .set({ noticeState: null } as never)
    .where(noticed, 'is not', null)
    .where(state, 'not in', [...thing.needy])
    .execute()
  const found = await rows
    .selectFrom(table)
    .selectAll()
    .select(state.as('state'))
    .$castTo<NoticeRow>()
    .where(state, 'in', [...thing.needy])
    .where(({ or, eb }) => or([eb(noticed, 'is', null), eb(noticed, '<>', state)]))
    .orderBy('createdAtMs')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute()
  if (found.length === 0) return 0
  const codec = rowCodec<ThingFields>(thing.all)
  const listeners = await findListeners(tx, organizationId)
  const [title = ''] = thing.columns
  const due = []
  for (const row of found) {
    const { numUpdatedRows } = await rows
      .updateTable(table)
      .set({ noticeState: row.state } as never)
      .where('id', '=', String(row.id))
      .where(
        row.noticeState === null ? sql<boolean>`notice_state is null` : sql<boolean>`notice_state = ${row.noticeState}`,
      )
      .executeTakeFirstOrThrow()
    const values = codec.toValues(row)
    // A new listener does not hear of records that came into their state before it listened.
    const isOld = Number(row.changedAtMs) < fromMs && deriveState(thing.states, thing.all, values, fromMs) === row.state
    if (numUpdatedRows > 0n && !isOld) due.push({ id: String(row.id), state: row.state, title: String(values[title]) })
  }
  await listeners?.tell(
    due.map(({ id: entityId, state: its, title: name }) => ({
      type: 'record.due' as const,
      organizationId,
      connectionId: null,
      atMs: nowMs,
      data: { entityType: thing.commentedAs ?? thing.id, entityId, state: its },
      details: listeners.wantDetails ? { title: name } : undefined,
    })),
  )
  return found.length
}
