import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../../../../../src/errors/index.ts'
import { postgresTraits } from '../../../../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../../src/service/store/sql/postgres/postgres-url.ts'
import type { Schema } from '../../../../../src/service/store/sql/tables.ts'
import { runInTransaction } from '../../../../../src/service/store/sql/transaction.ts'
import { openStore } from '../../../../../src/things/all-stores/open-store.ts'
import { createPostgresKysely } from '../../../../../src/things/all-stores/postgres-store.ts'
import { describePostgres, emptyPostgres, queryPostgres } from '../../../../setup/postgres.ts'
import { SharedDatabase } from '../../../../setup/shared-database.ts'

describePostgres('PostgresDialect', () => {
  const shared = new SharedDatabase()
  let url = ''
  beforeEach(async () => {
    url = await shared.empty()
  })
  const database = async (parameters = '') => {
    const pool = await createPostgresPool(parsePostgresUrl(`${url}${parameters}`))
    onTestFinished(() => pool.close())
    return createPostgresKysely(pool)
  }
  const organizations = async (...ids: readonly string[]) => {
    for (const id of ids) await queryPostgres(url, 'insert into organizations values ($1, $1, 0)', [id])
  }

  test('gives 64-bit integers, counts and sums as numbers, and refuses those that are none', async () => {
    const db = await database()
    const { rows } = await sql`select 9007199254740991::bigint as big, count(*), sum(x::bigint)
      from generate_series(1, 4) x`.execute(db)

    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, count: 4, sum: 10 }])
    await expect(sql`select 9007199254740992::bigint`.execute(db)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  test('compares text by bytes, where the database has another order', async () => {
    const db = await database()
    const ids = ['a', 'B', 'é', '_', 'ab', 'a-b', '𝄞', 'ﬀ']
    await organizations(...ids)

    const { rows } = await sql<{ id: string }>`select id from organizations order by id`.execute(db)
    const { rows: otherwise } = await sql`select id from organizations order by id collate "default"`.execute(db)

    expect(rows.map(({ id }) => id)).toEqual(ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect(otherwise).not.toEqual(rows)
  })

  test('gives every text column of every table the order of bytes', async () => {
    const other = await queryPostgres(
      url,
      `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
    )

    expect(other).toEqual([])
  })

  test('prepares a statement that comes again, once for a connection', async () => {
    const db = await database('?pool_size=1')
    await organizations('a')
    const find = () => db.selectFrom('organizations').selectAll().where('id', '=', 'a').execute()
    const list = () => sql`select id from "organizations"`.execute(db)
    const doTwo = () => sql`select 1 from "organizations"; select 2`.execute(db)

    for (let n = 0; n < 5; n++) for (const send of [find, list, doTwo]) await send()

    const { rows } =
      await sql`select name from pg_prepared_statements where statement like '%"organizations"%'`.execute(db)
    const named = { name: expect.stringMatching(/^checkwright_0_/) }
    expect(rows).toEqual([named, named])
  })

  test('goes on where another process changes a table, or a pooler forgets what was prepared, in a transaction too', async () => {
    const db = await database('?pool_size=1')
    await organizations('a')
    const find = (from: Kysely<Schema>) => from.selectFrom('organizations').selectAll().where('id', '=', 'a').execute()
    for (let n = 0; n < 5; n++) await find(db)

    await queryPostgres(url, 'alter table organizations add column invented text')
    onTestFinished(async () => void (await queryPostgres(url, 'alter table organizations drop column invented')))
    const wider = await runInTransaction(db, find)
    for (let n = 0; n < 5; n++) await find(db)
    await sql`deallocate all`.execute(db)
    const forgotten = await find(db)

    expect(wider).toMatchObject([{ id: 'a', invented: null }])
    expect(forgotten).toEqual(wider)
  })

  test('sends a statement again that was broken off for a deadlock', async () => {
    const db = await database()
    await organizations('a', 'b')
    const statement = sql`with first as (update organizations set name = name || '!' where id = 'b' returning id)
      update organizations set name = name || '!' where id = 'a' and exists (select from first)`

    // This one has a and wants b; the statement has b and wants a, and is the one that waits until PostgreSQL sees it.
    const sent = await db.transaction().execute(async (tx) => {
      await sql`set local deadlock_timeout = '1min'`.execute(tx)
      await sql`update organizations set name = name || '!' where id = 'a'`.execute(tx)
      const sending = statement.execute(db)
      await sleep(20)
      await sql`update organizations set name = name || '!' where id = 'b'`.execute(tx)
      return { sending }
    })
    await sent.sending

    const names = await db.selectFrom('organizations').select('name').orderBy('id').execute()
    expect(names).toEqual([{ name: 'a!!' }, { name: 'b!!' }])
  })

  test('runInTransaction() begins again when two of them lock each other out, and both are done', async () => {
    const db = await database()
    await organizations('a', 'b')
    const attempts = { ab: 0, ba: 0 }
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
    let holding = 0
    const renameBoth = (way: 'ab' | 'ba') =>
      runInTransaction(db, async (tx) => {
        attempts[way]++
        for (const id of way) {
          await sql`update organizations set name = name || ${way} where id = ${id}`.execute(tx)
          if (attempts[way] > 1 || id !== way[0]) continue
          if (++holding === 2) resolve()
          await bothHoldOne
        }
      })

    await Promise.all([renameBoth('ab'), renameBoth('ba')])

    expect(attempts.ab + attempts.ba).toBe(3)
    const names = await db.selectFrom('organizations').select('name').orderBy('id').execute()
    expect(names.map(({ name }) => name.length)).toEqual([5, 5])
  })

  test('runUnsynced() does not wait for the disk in its transaction, and in none after it', async () => {
    const db = await database('?pool_size=1')
    await organizations()
    await sql`set synchronous_commit = on`.execute(db)
    const readSetting = async (on: Kysely<Schema>) =>
      (await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(on)).rows[0]?.synchronousCommit
    const inside = await postgresTraits.runUnsynced(db, async (tx) => {
      await tx.insertInto('organizations').values({ id: 'swept', name: 'Swept', createdAtMs: 1 }).execute()
      return readSetting(tx)
    })

    expect([inside, await readSetting(db)]).toEqual(['off', 'on'])
    expect(await db.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'swept' }])
  })

  test('runInTransaction() within a transaction is part of it', async () => {
    const db = await database()
    await organizations()

    const failing = runInTransaction(db, async (tx) => {
      await runInTransaction(tx, (same) => insert(same, 'inner'))
      throw new TypeError('outer')
    })

    await expect(failing).rejects.toThrow('outer')
    expect(await db.selectFrom('organizations').select('id').execute()).toEqual([])
  })

  test('does not pass for kept what went on after a statement had failed', async () => {
    const db = await database()
    await organizations('a')

    const committing = db.transaction().execute(async (tx) => {
      await insert(tx, 'b')
      await insert(tx, 'a').catch(() => undefined)
    })

    await expect(committing).rejects.toThrow('went on after a statement')
    expect(await db.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'a' }])
  })

  test.each<[string, string, boolean, (db: Kysely<Schema>) => Promise<unknown>]>([
    ['STORE_CONFLICT', 'organizations_pkey', false, (db) => insert(db, 'canary')],
    [
      'NOT_FOUND',
      'does not exist',
      false,
      (db) => sql`insert into api_keys values ('nobody', 'canary', '', '', 0)`.execute(db),
    ],
    ['STORE_UNAVAILABLE', 'NUL character', false, (db) => insert(db, 'canary\0')],
    ['STORE_UNAVAILABLE', '(22P02) refused', false, (db) => sql`select ${'canary'}::int`.execute(db)],
    ['STORE_UNAVAILABLE', '(42P01) refused', false, (db) => sql`select * from canary`.execute(db)],
    [
      'STORE_UNAVAILABLE',
      'longer than statement_timeout',
      true,
      (db) => sql`select pg_sleep(9), ${'canary'}`.execute(db),
    ],
    ['STORE_UNAVAILABLE', 'is read-only', false, (db) => readOnly(db, () => insert(db, 'canary'))],
    ['STORE_UNAVAILABLE', 'no space left', true, (db) => raise(db, '53100')],
    ['STORE_UNAVAILABLE', 'no more connections', true, (db) => raise(db, '53300')],
    ['STORE_UNAVAILABLE', 'too busy', true, (db) => raise(db, '55P03')],
    ['STORE_CORRUPT', 'is damaged', false, (db) => raise(db, 'XX001')],
    [
      'STORE_UNAVAILABLE',
      'the connection broke',
      true,
      (db) => sql`select pg_terminate_backend(pg_backend_pid()), ${'canary'}`.execute(db),
    ],
  ])('tells a failure as %s (%s), and no value of it', async (code, words, retryable, fail) => {
    const db = await database('?statement_timeout=200&pool_size=1')
    await organizations('canary')

    const error = await fail(db).then(
      () => undefined,
      (reason: unknown) => reason,
    )

    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({ code, retryable, message: expect.stringContaining(words) })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/canary|p4ss-w0rd|postgres:\/\//)
    // After any such error, the next one finds a connection that works.
    expect(await db.selectFrom('organizations').select('id').execute()).toEqual([{ id: 'canary' }])
  })

  test('tells of a password, a database and a port that are wrong, and shows nothing of the URL', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const port = String((free.address() as { port: number }).port)
    free.close()
    const opening = (change: Partial<URL>) => openStore(Object.assign(new URL(url), change).href)

    const errors = await Promise.all(
      [{ password: 'hunter2' }, { password: '' }, { pathname: '/nowhere' }, { port }, { hostname: 'db.invalid' }].map(
        (change) =>
          opening(change).then(
            () => undefined,
            (reason: unknown) => reason,
          ),
      ),
    )

    expect(errors).toMatchObject([
      {
        code: 'STORE_UNAVAILABLE',
        retryable: false,
        message: expect.stringContaining('refuses the user or the password'),
      },
      {
        code: 'STORE_UNAVAILABLE',
        retryable: false,
        message: expect.stringContaining('refuses the user or the password'),
      },
      { code: 'STORE_UNAVAILABLE', retryable: false, message: expect.stringContaining('"nowhere" on 127.0.0.1') },
      {
        code: 'STORE_UNAVAILABLE',
        retryable: true,
        message: expect.stringContaining('(ECONNREFUSED) cannot be reached'),
      },
      { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('db.invalid') },
    ])
    expect(inspect(errors, { depth: 9, showHidden: true })).not.toMatch(/hunter2|p4ss-w0rd|postgres:\/\//)
  })

  test('waits for a free connection as long as connect_timeout says', async () => {
    const db = await database('?pool_size=1&connect_timeout=1')
    await db.connection().execute(async () => {
      const waiting = sql`select 1`.execute(db)

      await expect(waiting).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        retryable: true,
        message: expect.stringContaining('All connections'),
      })
    })
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('refuses a database of another encoding', async () => {
    const server = new URL(await emptyPostgres())
    await queryPostgres(
      server.href,
      `create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0`,
    )

    const opening = openStore(Object.assign(server, { pathname: '/latin' }).href)

    await expect(opening).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining('UTF8') })
  })
})

function insert(db: Kysely<Schema>, id: string): Promise<unknown> {
  return db.insertInto('organizations').values({ id, name: id, createdAtMs: 0 }).execute()
}

/** As the server would report it. */
function raise(db: Kysely<Schema>, sqlState: string): Promise<unknown> {
  return sql`do ${sql.lit(`begin raise exception 'canary' using errcode = '${sqlState}', detail = 'canary'; end`)}`.execute(
    db,
  )
}

async function readOnly(db: Kysely<Schema>, work: () => Promise<unknown>): Promise<void> {
  await sql`set default_transaction_read_only = on`.execute(db)
  try {
    await work()
  } finally {
    await sql`set default_transaction_read_only = off`.execute(db)
  }
}
