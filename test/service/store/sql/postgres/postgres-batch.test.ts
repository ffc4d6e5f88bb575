import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PostgresBatch } from '../../../../../src/service/store/sql/postgres/postgres-batch.ts'
import { createPostgresPool } from '../../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../../src/service/store/sql/postgres/postgres-url.ts'
import type { Schema } from '../../../../../src/service/store/sql/tables.ts'
import { runInTransaction } from '../../../../../src/service/store/sql/transaction.ts'
import { createPostgresKysely } from '../../../../../src/things/all-stores/postgres-store.ts'
import { describePostgres, emptyPostgres } from '../../../../setup/postgres.ts'

async function openDatabase() {
  const pool = await createPostgresPool(parsePostgresUrl(`${await emptyPostgres()}?pool_size=1`))
  onTestFinished(() => pool.close())
  return createPostgresKysely(pool)
}

describePostgres('PostgresBatch', () => {
  test('gives PostgreSQL each kind of value as it is', async () => {
    const db = await openDatabase()
    const values = {
      text: 'ä "quoted" \\ back, {slash}',
      none: null,
      number: 12.4,
      yes: true,
      list: ['a', 'with "quotes", commas and \\', null, ''],
      bytes: new Uint8Array([0, 255, 10]),
      at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)),
      data: { a: [1, '"'] },
    }

    const { rows } = await sql`select ${values.text}::text as text, ${values.none}::text as none,
      ${values.number}::int as number, ${values.yes}::boolean as yes, ${values.list}::text[] as list,
      ${values.bytes}::bytea as bytes, ${values.at}::timestamptz as at, ${values.data}::jsonb as data`.execute(db)

    expect(rows).toEqual([{ ...values, number: 12, bytes: Buffer.from(values.bytes) }])
  })

  test('describes a statement once for each connection, and reads its rows by that', async () => {
    const db = await openDatabase()
    const described = vi.spyOn(PostgresBatch.prototype, 'handleRowDescription')
    onTestFinished(() => described.mockRestore())
    const find = (number: number) => sql<{ id: string }>`select ${number}::bigint as id, null as none`.execute(db)

    const read: unknown[] = []
    for (let number = 1; number <= 6; number++) read.push(...(await find(number)).rows)

    expect(read).toEqual([1, 2, 3, 4, 5, 6].map((id) => ({ id, none: null })))
    // Twice before it has a name, and once with it.
    expect(described).toHaveBeenCalledTimes(3)
  })

  test('fails the statement that fails and those behind it, and not those before it', async () => {
    const db = await openDatabase()
    await sql`create table numbers (number int primary key)`.execute(db)
    const insert = (on: Kysely<Schema>, number: number) => sql`insert into numbers values (${number})`.execute(on)

    const ends: PromiseSettledResult<unknown>[] = []
    const done = runInTransaction(db, async (tx) => {
      ends.push(...(await Promise.allSettled([1, 1, 2].map((number) => insert(tx, number)))))
      throw new TypeError('enough')
    })

    await expect(done).rejects.toThrow('enough')
    const refused = { status: 'rejected', reason: { code: 'STORE_CONFLICT' } }
    expect(ends).toMatchObject([{ status: 'fulfilled' }, refused, refused])
    expect((await insert(db, 1)).numAffectedRows).toBe(1n)
  })

  test('prepares a statement anew that failed the first time it had a name', async () => {
    const db = await openDatabase()
    await sql`create table numbers (number int primary key)`.execute(db)
    const insert = (number: number) => sql`insert into numbers values (${number})`.execute(db)
    await insert(1)
    await insert(2)

    await expect(insert(2)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    await insert(3)
    await insert(4)

    const { rows } = await sql`select count(*) from pg_prepared_statements where statement like 'insert%'`.execute(db)
    expect(rows).toEqual([{ count: 1 }])
  })

  test('fails only the statement whose answer cannot be read', async () => {
    const db = await openDatabase()

    const ends = await runInTransaction(db, (tx) =>
      Promise.allSettled([sql`select 9007199254740993::bigint`.execute(tx), sql`select 1 as one`.execute(tx)]),
    )

    expect(ends).toMatchObject([
      { status: 'rejected', reason: { code: 'STORE_CORRUPT' } },
      { status: 'fulfilled', value: { rows: [{ one: 1 }] } },
    ])
  })
})
