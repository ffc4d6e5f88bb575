import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Migration } from '../../src/service/store/migrations/migration.ts'
import { storeMigrations } from '../../src/things/all-stores/store-migrations.ts'

/** One step more in this process, until the test is over, as a later version of Checkwright has it: organizations get a column `motto`. */
export function addNextMigration(): void {
  const steps = storeMigrations as Migration[]
  const next: Migration = {
    version: storeMigrations.length + 1,
    name: 'next',
    up: async (db) => void (await sql`alter table organizations add column motto text not null default ''`.execute(db)),
  }
  steps.push(next)
  onTestFinished(() => void steps.splice(steps.indexOf(next), 1))
}
