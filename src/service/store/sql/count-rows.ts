import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { countedMax } from '../../../text/counted.ts'

/** How many rows a query without columns gives; it stops at one more than `max`. @param max @default `countedMax` */
export async function countRows<DB, Tables extends keyof DB>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, Tables, object>,
  max = countedMax,
): Promise<number> {
  const counted = query.select(sql.lit(1).as('one')).limit(max + 1)
  const { rows } = await sql<{ readonly count: number | string | bigint }>`
    select count(*) as count from (${counted}) as counted`.execute(db)
  return Number(rows[0]?.count)
}
