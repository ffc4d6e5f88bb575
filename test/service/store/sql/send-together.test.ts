import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sendTogether } from '../../../../src/service/store/sql/send-together.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { runInTransaction } from '../../../../src/service/store/sql/transaction.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'

describe('sendTogether()', () => {
  test('gives what each part gave, in the order of the parts', async () => {
    expect(await sendTogether([sleep(2, 'slow'), Promise.resolve('quick'), undefined])).toEqual([
      'slow',
      'quick',
      undefined,
    ])
  })

  test('fails with the first failure when all have ended, so that no part goes on after the transaction', async () => {
    const database = await openSqliteDatabase(undefined)
    const db = createSqliteKysely(database)
    await sql`create table numbers (number int)`.execute(db)
    const insert = (tx: typeof db, number: number) => sql`insert into numbers values (${number})`.execute(tx)
    const stages: string[] = []

    const done = runInTransaction(db, (tx) =>
      sendTogether([
        (async () => {
          await insert(tx, 1)
          await sleep(5)
          await insert(tx, 2)
          stages.push('goes on')
        })(),
        Promise.reject(new Error('the first')),
        sleep(1).then(() => Promise.reject(new Error('the second'))),
      ]),
    ).finally(() => stages.push('ended'))

    await expect(done).rejects.toThrow('the first')
    expect(stages).toEqual(['goes on', 'ended'])
    expect((await sql`select * from numbers`.execute(db)).rows).toEqual([])
    await db.destroy()
  })
})
