import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DueDays, defaultDueDays, rankSeverity } from '../../../checks/findings/due.ts'
import type { Severity } from '../../../define/index.ts'
import { StoreError } from '../../../errors/index.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'

const dayMs = 86_400_000

/** `computeDueMs` as SQL, for findings in a table. */
export function computeDue({
  fromMs,
  severity,
  days,
}: {
  readonly fromMs: RawBuilder<unknown>
  readonly severity: RawBuilder<unknown>
  readonly days: DueDays
}) {
  const atMs = sql`(${fromMs} + ${castToInteger(dayMs)} * ${chooseBySeverity(severity, days)})`
  return sql<number>`(${atMs} - ${atMs} % ${castToInteger(dayMs)} + ${castToInteger(dayMs - 1)})`
}

export function rankUrgency(severity: RawBuilder<unknown>) {
  const ranks = Object.keys(defaultDueDays).map((each) => [each, rankSeverity(each as Severity)])
  return sql<number>`cast(${chooseBySeverity(severity, Object.fromEntries(ranks) as DueDays)} as integer)`
}

function chooseBySeverity(severity: RawBuilder<unknown>, { info, ...rest }: Readonly<Record<Severity, number>>) {
  const branches = Object.entries(rest).map(
    ([each, value]) => sql`when ${severity} = ${sql.lit(each)} then ${castToInteger(value)}`,
  )
  return sql<number>`case ${sql.join(branches, sql` `)} else ${castToInteger(info)} end`
}

/** A parameter with an explicit type, where PostgreSQL cannot infer it. */
export function castToInteger(value: number) {
  return sql<number>`cast(${value} as bigint)`
}

/** The days of an organization now. */
export async function loadDueDays(db: Kysely<Schema>, organizationId: string): Promise<DueDays> {
  return (await findDueDays(db, organizationId)) ?? defaultDueDays
}

/** Those that it has chosen until a time. @param atMs @default now */
export async function findDueDays(
  db: Kysely<Schema>,
  organizationId: string,
  atMs?: number,
): Promise<DueDays | undefined> {
  return (await findLastDueDays(db, organizationId, atMs))?.days
}

async function findLastDueDays(
  db: Kysely<Schema>,
  organizationId: string,
  atMs?: number,
): Promise<{ readonly sinceMs: number; readonly days: DueDays } | undefined> {
  const row = await ofOrganization(db, organizationId)
    .selectFrom('dueDays')
    .select(['days', 'sinceMs'])
    .$if(atMs !== undefined, (query) => query.where('sinceMs', '<=', atMs ?? 0))
    .orderBy('sinceMs', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { sinceMs: row.sinceMs, days: parseJsonText(row.days, 'due_days.days') }
}

/** Saves the days, and dates the failing findings again. A run that ends meanwhile does the same for its own. */
export function saveDueDays(
  db: Kysely<Schema>,
  {
    organizationId,
    days: changes,
    nowMs,
  }: { readonly organizationId: string; readonly days: Partial<DueDays>; readonly nowMs: number },
): Promise<DueDays> {
  return runInTransaction(db, async (tx) => {
    // Locked, so that of two changes at once the second one knows the days of the first.
    const { numUpdatedRows } = await tx
      .updateTable('organizations')
      .set(({ ref }) => ({ name: ref('name') }))
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw new StoreError(`There is no organization "${organizationId}".`, { code: 'NOT_FOUND' })
    const last = await findLastDueDays(tx, organizationId)
    const days = { ...(last?.days ?? defaultDueDays), ...changes }
    const text = toJsonText(days)
    await tx
      .insertInto('dueDays')
      // The last ones count, and a clock may have been set back since the earlier ones.
      .values({ organizationId, sinceMs: Math.max(nowMs, last?.sinceMs ?? 0), days: text })
      .onConflict((conflict) => conflict.columns(['organizationId', 'sinceMs']).doUpdateSet({ days: text }))
      .execute()
    await ofOrganization(tx, organizationId)
      .updateTable('findings')
      .set({ dueAtMs: computeDue({ fromMs: sql.ref('changedAtMs'), severity: sql.ref('severity'), days }) })
      // Literally, as the partial indexes have it.
      .where('state', '<>', sql.lit('resolved' as const))
      .where('dueReason', 'is', null)
      .execute()
    return days
  })
}
