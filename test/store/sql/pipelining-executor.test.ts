import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresKysely } from '../../../src/store/postgres-store.ts'
import { createPostgresPool } from '../../../src/store/sql/postgres-pool.ts'
import { parsePostgresUrl } from '../../../src/store/sql/postgres-url.ts'
import { sendTogether } from '../../../src/store/sql/send-together.ts'
import { runInTransaction } from '../../../src/store/sql/transaction.ts'
import { describePostgres, emptyPostgres } from '../../setup/postgres.ts'
import { recordTransactions } from '../../setup/record-transactions.ts'

async function openDatabase() {
  const pool = await createPostgresPool(parsePostgresUrl(await emptyPostgres()))
  onTestFinished(() => pool.close())
  return createPostgresKysely(pool)
}

describePostgres('PipeliningExecutor', () => {
  test('sends the statements of a transaction that are asked for together before the first answer, in their order', async () => {
    const db = await openDatabase()
    await sql`select 1`.execute(db)
    const readSent = recordTransactions()

    await runInTransaction(db, async (tx) => {
      const asked = sendTogether(
        [1, 2, 3].map((number) => sql<{ number: number }>`select ${number}::int as number`.execute(tx)),
      )

      expect(readSent().at(-1)).toHaveLength(3)
      expect((await asked).flatMap(({ rows }) => rows)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
    })

    expect(readSent()).toHaveLength(1)
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
