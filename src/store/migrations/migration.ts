import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * What a migration may use: tables by their name in the database, and raw SQL. Not today's `Schema`, which moves on while
 * an old migration must stay as it was.
 */
export type MigrationDatabase = Pick<Kysely<Schema>, 'schema' | 'getExecutor'>

/** One step forward; there is no way back. Never edited once released. */
export interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number
  readonly name: string
  up(db: MigrationDatabase): Promise<void>
}
