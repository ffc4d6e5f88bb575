import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { CamelCaseRows } from '../../../../src/service/store/sql/column-names.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { SqliteDialect } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

async function openDatabase() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  return database
}

test("names are those of Kysely's own plugin, in statements and in rows", async () => {
  const database = await openDatabase()
  const ours = createSqliteKysely(database)
  const theirs = new Kysely<{ readonly [table: string]: Readonly<Record<string, string | number>> }>({
    dialect: new SqliteDialect(database),
    plugins: [new CamelCasePlugin()],
  })
  await theirs.schema.createTable('apiKeys').addColumn('mintedAtMs', 'integer').addColumn('sha256', 'text').execute()

  await ours.schema.alterTable('apiKeys').addColumn('secondRunId', 'text').execute()
  const columns = await sql<{ readonly name: string }>`select name from pragma_table_info('api_keys')`.execute(ours)
  const given = { mintedAtMs: 1, sha256: 'x', secondRunId: 'r' }
  await theirs.insertInto('apiKeys').values(given).execute()
  const row = await sql<typeof given>`select *, minted_at_ms as "aLongName" from api_keys`.execute(ours)

  expect(columns.rows.map(({ name }) => name)).toEqual(['minted_at_ms', 'sha256', 'second_run_id'])
  expect(row.rows).toStrictEqual([{ ...given, aLongName: 1 }])
})

test('a quote in a name ends no identifier', async () => {
  const db = createSqliteKysely(await openDatabase())

  const { rows } = await sql`select 1 as ${sql.id('a"; drop table "x')}`.execute(db)

  expect(rows).toEqual([{ 'a"; drop table "x': 1 }])
})

test('a statement that is used again gives a column that was added meanwhile', async () => {
  const db = createSqliteKysely(await openDatabase())
  await sql`create table notes (first_text text)`.execute(db)
  await sql`insert into notes values ('a')`.execute(db)
  const read = () => sql`select * from notes`.execute(db)
  const before = await read()

  await sql`alter table notes add column second_text text`.execute(db)

  expect(before.rows).toEqual([{ firstText: 'a' }])
  expect((await read()).rows).toStrictEqual([{ firstText: 'a', secondText: null }])
})

test('CamelCaseRows leaves results without rows as they are', async () => {
  const result = { rows: [], numAffectedRows: 3n }

  expect(await new CamelCaseRows().transformResult({ queryId: { queryId: 'q' }, result })).toBe(result)
})
