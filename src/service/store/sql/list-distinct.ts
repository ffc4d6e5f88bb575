import { type Kysely, sql } from 'kysely'
import type { Schema } from './tables.ts'

/**
 * The different values of a column of an organization, in their order. It steps from one to the next by an index of both columns, because
 * both databases would read every row for DISTINCT.
 */
export async function listDistinct(
  db: Kysely<Schema>,
  { table, column }: { readonly table: 'auditEntries' | 'connections' | 'runs'; readonly column: string },
  { organizationId }: { readonly organizationId: string },
): Promise<readonly string[]> {
  const [from, value] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ readonly value: string }>`with recursive steps(value) as (
      select min(${value}) from ${from} where organization_id = ${organizationId} and ${value} is not null
      union all
      select (select min(${value}) from ${from} where organization_id = ${organizationId} and ${value} > steps.value)
      from steps where steps.value is not null
    ) select value from steps where value is not null`.execute(db)
  return rows.map((row) => row.value)
}
