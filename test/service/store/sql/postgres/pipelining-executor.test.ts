import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresPool } from '../../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../../src/service/store/sql/postgres/postgres-url.ts'
import { sendTogether } from '../../../../../src/service/store/sql/send-together.ts'
import { runInTransaction } from '../../../../../src/service/store/sql/transaction.ts'
import { createPostgresKysely } from '../../../../../src/things/all-stores/postgres-store.ts'
import { describePostgres, emptyPostgres } from '../../../../setup/postgres.ts'
import { recordPieces } from '../../../../setup/record-transactions.ts'

async function openDatabase() {
  const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
  onTestFinished(() => pool.close())
  return createPostgresKysely(pool)
}

describePostgres('PipeliningExecutor', () => {
  test('sends the statements of a transaction that are asked for together in one piece with its begin, in their order', async () => {
    const db = await openDatabase()
    await sql`select 1`.execute(db)
    const readSent = recordPieces()

    const answers = await runInTransaction(db, (tx) =>
      sendTogether([1, 2, 3].map((number) => sql<{ number: number }>`select ${number}::int as number`.execute(tx))),
    )

    expect(answers.flatMap(({ rows }) => rows)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
    expect(readSent().map((texts) => texts.map((text) => text.slice(0, 6)))).toEqual([
      ['begin ', 'select', 'select', 'select'],
      ['commit'],
    ])
  })

  test('sends statements that are of no transaction each by itself, so that one that fails undoes no other', async () => {
    const db = await openDatabase()
    await sql`create table numbers (number int primary key)`.execute(db)
    const insert = (on: typeof db, number: number) => sql`insert into numbers values (${number})`.execute(on)

    const done = await db.connection().execute((on) => Promise.allSettled([1, 1, 2].map((n) => insert(on, n))))

    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await sql`select * from numbers`.execute(db)).rows).toEqual([{ number: 1 }, { number: 2 }])
  })

  test('keeps nothing where one of them fails, and gives its error, not that of those behind it', async () => {
    const db = await openDatabase()
    await sql`create table numbers (number int primary key)`.execute(db)
    const insert = (tx: typeof db, number: number) => sql`insert into numbers values (${number})`.execute(tx)

    const done = runInTransaction(db, (tx) => sendTogether([insert(tx, 1), insert(tx, 1), insert(tx, 2)]))

    await expect(done).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    expect((await sql`select * from numbers`.execute(db)).rows).toEqual([])
  })
})
