import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The same condition, of which PostgreSQL expects that a third of all rows meets it. It then reads an order by its index until there are enough.
 * It takes texts for rare: it would find all of an organization, and sort them.
 */
export function expectMany(condition: Expression<SqlBool>): RawBuilder<boolean> {
  return sql<boolean>`case when ${condition} then 1 else 0 end > 0`
}
