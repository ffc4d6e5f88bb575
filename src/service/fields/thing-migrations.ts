import type { Migration } from '../store/migrations/migration.ts'
import { runStatements } from '../store/migrations/run-statements.ts'
import { describeTable, versionsTable } from './columns.ts'
import type { Thing } from './define-thing.ts'

/**
 * The steps of the schema with the tables of declared things: each is made in the step of its version, after what that does itself. A
 * version that no other step has is a step of its own.
 */
export function addThingTables(migrations: readonly Migration[], things: readonly Thing[]): readonly Migration[] {
  const newest = Math.max(migrations.length, ...things.map(({ since }) => since))
  return Array.from({ length: newest }, (_, index) => {
    const version = index + 1
    const own = migrations.find((each) => each.version === version)
    const added = things.filter(({ since }) => since === version)
    return {
      version,
      name: own?.name ?? added.map(({ plural }) => plural).join(', '),
      async up(db) {
        await own?.up(db)
        if (version === 1) await runStatements(db, versionsTable)
        for (const { table, all } of added) await runStatements(db, describeTable(table, all))
      },
    }
  })
}
