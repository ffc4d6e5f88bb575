import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { isOfOrganization, ofOrganization } from '../../../../src/service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../../src/service/store/sql/prepare-statement.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

/** A directory source in each of two organizations, and one more of the first. */
async function openDatabase() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  await migrateStore(db, migrations, { traits: sqliteTraits, where: 'in memory' })
  for (const id of ['acme', 'other'])
    await db.insertInto('organizations').values({ id, name: id, createdAtMs: 1 }).execute()
  const rows = [
    { id: 'u1', organizationId: 'acme' },
    { id: 'u2', organizationId: 'acme' },
    { id: 'u1', organizationId: 'other' },
  ]
  for (const row of rows)
    await db
      .insertInto('users')
      .values({ ...row, name: 'Ada', email: 'a', image: null, deactivated: 0, sortName: 'ada', searchText: 'ada' })
      .execute()
  return db
}

test('ofOrganization() selects, updates and deletes rows of that organization alone', async () => {
  const db = await openDatabase()
  const own = ofOrganization(db, 'acme')

  await own.updateTable('users').set({ name: 'Bo' }).execute()
  await own.deleteFrom('users').where('id', '=', 'u1').execute()

  expect(await own.selectFrom('users').select(['id', 'name']).execute()).toEqual([{ id: 'u2', name: 'Bo' }])
  expect(await ofOrganization(db, 'other').selectFrom('users').select(['id', 'name']).execute()).toEqual([
    { id: 'u1', name: 'Ada' },
  ])
  expect(await ofOrganization(db, "x' or 1=1").selectFrom('users').selectAll().execute()).toEqual([])
})

test('ofOrganization() names its table, so that a join may add one with the same column', async () => {
  const db = await openDatabase()

  const rows = await ofOrganization(db, 'acme')
    .selectFrom('users')
    .innerJoin('users as twin', 'twin.id', 'users.id')
    .select(['twin.organizationId', 'twin.id'])
    .where(isOfOrganization('twin', 'other'))
    .execute()

  expect(rows).toEqual([{ organizationId: 'other', id: 'u1' }])
})

test('ofOrganization() takes the placeholder of a prepared statement', async () => {
  const db = await openDatabase()
  const list = prepareStatement((db, given: Placeholders<{ readonly organizationId: string }>) =>
    ofOrganization(db, given('organizationId')).selectFrom('users').select('id').orderBy('id'),
  )

  expect(await list(db, { organizationId: 'acme' })).toEqual([{ id: 'u1' }, { id: 'u2' }])
  expect(await list(db, { organizationId: 'other' })).toEqual([{ id: 'u1' }])
})
