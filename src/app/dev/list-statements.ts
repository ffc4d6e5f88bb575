import { Kysely } from 'kysely'
import { describeTable, versionsTable } from '../../service/fields/columns.ts'
import type { Thing } from '../../service/fields/define-thing.ts'
import { createThingTables } from '../../service/fields/thing-tables.ts'
import { runStatements } from '../../service/store/migrations/run-statements.ts'
import { CamelCaseRows } from '../../service/store/sql/column-names.ts'
import { openSqliteDatabase } from '../../service/store/sql/sqlite/sqlite-database.ts'
import { SqliteDialect, sqliteTraits } from '../../service/store/sql/sqlite/sqlite-dialect.ts'
import type { Schema } from '../../service/store/sql/tables.ts'

/** The statements that a thing runs, as SQLite got them: its store works once in an empty database. */
export async function listStatements(thing: Thing): Promise<readonly string[]> {
  const database = await openSqliteDatabase(undefined, () => undefined)
  const statements: string[] = []
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect(database),
    plugins: [new CamelCaseRows()],
    log: ({ query }) => {
      statements.push(query.sql.replaceAll(/\s+/g, ' ').trim())
    },
  })
  try {
    const tables = `${versionsTable}${describeTable(thing.table, thing.all)}`
    await runStatements(db, tables.replaceAll(/ not null| references organizations \(id\)/g, ''))
    statements.length = 0
    const rows = createThingTables(db, sqliteTraits, [{ ...thing, rollups: {} }], {
      changed: async () => {},
      acted: async () => {},
    })
      .of({ ...thing, rollups: {}, derive: () => ({}) })
      .of('organization')
    const own = { createdAtMs: 0, createdBy: null, changedAtMs: 0 }
    const values = Object.fromEntries(Object.keys(thing.all).map((name) => [name, null]))
    await rows.write({ made: [{ id: 'id', ...own, values }] })
    await rows.find('id').catch(() => undefined)
    for (const state of [undefined, thing.stateNames[0]])
      await rows.page({ nowMs: 0, limit: 1, state, before: { createdAtMs: 0, id: '' } })
    await rows.countByState(0)
    await rows.write({ changed: [{ id: 'id', seenAtMs: 0, values, changedAtMs: 1, changedBy: null }] })
    await rows.versions({ atMs: 0 })
    await rows.delete('id', { atMs: 0, userId: null })
  } finally {
    await db.destroy()
  }
  return [...new Set(statements.filter((statement) => !/^(?:begin|commit)/i.test(statement)))]
}
