import { describe, expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../../../../src/errors/index.ts'
import { migrations } from '../../../../src/service/store/migrations/index.ts'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { SharedTransactions } from '../../../../src/service/store/sql/shared-transactions.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { recordTransactions } from '../../../setup/record-transactions.ts'

async function open() {
  const database = await openSqliteDatabase(undefined)
  onTestFinished(() => database.handle.close())
  const db = createSqliteKysely(database)
  await migrateStore(db, migrations, { traits: sqliteTraits, where: 'x' })
  const shared = new SharedTransactions(db)
  const insert = (id: string) =>
    shared.run(async (tx) => {
      await tx.insertInto('organizations').values({ id, name: id, createdAtMs: 0 }).execute()
      return `${id} is in`
    })
  const list = async () =>
    (await db.selectFrom('organizations').select('id').orderBy('id').execute()).map(({ id }) => id)
  return { insert, list, shared }
}

const ids = Array.from({ length: 40 }, (_, n) => `o${String(n).padStart(2, '0')}`)

describe('SharedTransactions.run()', () => {
  test('runs works that come at the same time in a few transactions, each with what it gives', async () => {
    const { insert, list } = await open()
    const readSent = recordTransactions()

    const done = await Promise.all(ids.map(insert))

    expect(readSent().length).toBeLessThanOrEqual(5)
    expect(done).toEqual(ids.map((id) => `${id} is in`))
    expect(await list()).toEqual(ids)
  })

  test('a work that fails fails alone, and leaves nothing', async () => {
    const { insert, list, shared } = await open()
    const failing = shared.run(async (tx) => {
      await tx.insertInto('organizations').values({ id: 'half', name: 'half', createdAtMs: 0 }).execute()
      throw new Error('no')
    })

    const done = await Promise.allSettled([...ids.slice(0, 10).map(insert), insert('o03'), failing])

    expect(done.slice(0, 10).every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(done.at(-2)).toMatchObject({ status: 'rejected', reason: { code: 'STORE_CONFLICT' } })
    expect(done.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'no' } })
    expect(await list()).toEqual(ids.slice(0, 10))
  })

  test('does no work again that may be stored', async () => {
    const { shared } = await open()
    const done: string[] = []
    const lost = new StoreError('The connection broke.', { code: 'STORE_UNAVAILABLE', mayBeStored: true })
    const works = ['a', 'b', 'c'].map((id) =>
      shared.run(async () => {
        done.push(id)
        if (id === 'c') throw lost
      }),
    )

    const ends = await Promise.allSettled(works)

    expect(done).toEqual(['a', 'b', 'c'])
    expect(ends.every((end) => end.status === 'rejected' && end.reason === lost)).toBe(true)
  })

  test('a work has not ended before its transaction has', async () => {
    const { insert, list } = await open()

    await insert('a')

    expect(await list()).toEqual(['a'])
  })
})
