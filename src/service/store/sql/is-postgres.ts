import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether statements go to PostgreSQL; otherwise to SQLite. For the few that no common SQL can say. */
export function isPostgres(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
