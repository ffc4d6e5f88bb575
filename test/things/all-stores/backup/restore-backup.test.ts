import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateStore } from '../../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { openBackupSource } from '../../../../src/things/all-stores/backup/open-backup-source.ts'
import { restoreBackup } from '../../../../src/things/all-stores/backup/restore-backup.ts'
import { writeBackup } from '../../../../src/things/all-stores/backup/write-backup.ts'
import { openStore } from '../../../../src/things/all-stores/index.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import { storeMigrations } from '../../../../src/things/all-stores/store-migrations.ts'
import { locateChild } from '../../../setup/locate-child.ts'
import { addNextMigration } from '../../../setup/next-migration.ts'
import { describePostgres, emptyPostgres, testPostgres } from '../../../setup/postgres.ts'
import { drawRows } from '../../../setup/short-form.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { addOrganizations, createConnection, createCredentials } from '../records.ts'

const writer = await locateChild(import.meta.url, '../children/write-backup.ts')
const program = await locateChild(import.meta.url, '../children/restore.ts')
const createSqlite = async () => `sqlite:${join(createTempFolder(), 'checkwright.db')}`
const kinds = [['SQLite', createSqlite, createSqlite] as const, ['PostgreSQL', testPostgres, emptyPostgres] as const]
const createFile = () => join(createTempFolder(), 'store.backup')

/** Rows that refer to others, texts of all kinds, and a file of more than one piece. */
async function fill(url: string) {
  const store = await addOrganizations(await openStore(url))
  onTestFinished(() => store.close())
  for (let index = 0; index < 603; index++)
    await store.connections.insert(createConnection(`c${index}`), createCredentials())
  const bytes = Buffer.alloc(700_000, 'evidence')
  const { key: objectKey } = await store.objects.put({ organizationId: 'acme', bytes: pieces(bytes) })
  const facts = { name: 'ünï "quoted"\n.pdf', type: 'application/pdf', sha256: 'a'.repeat(64), userId: null }
  const file = { id: 'f1', organizationId: 'acme', sizeBytes: bytes.length, objectKey, createdAtMs: 5, ...facts }
  await store.evidenceUploads.insert({ formType: 'policy', file })
  return { store, bytes }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** 0 also where there is no such table yet, or somebody is writing. */
function countRows(file: string, table: string, where = '1 = 1'): number {
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare(`select count(*) as n from ${table} where ${where}`).get()?.n)
  } catch {
    return 0
  } finally {
    database.close()
  }
}

function countTables(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('select count(*) as n from sqlite_schema').get()?.n)
  } finally {
    database.close()
  }
}

/** The lines of a backup without what differs from store to store: names of objects, and the size of their pieces. */
function readRows(file: string): string[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines
    .slice(0, -1)
    .filter((line) => !line.startsWith('"'))
    .map((line) => line.replaceAll(/"[0-9a-f]{64}-[0-9a-f]{24}"|"[0-9a-f-]{36}"/g, '"key"'))
    .sort()
}

describe('a backup', () => {
  test.each(kinds)('of %s has every row, and bytes of files, and is for its owner alone', async (_, create) => {
    const [url, file] = [await create(), createFile()]
    await fill(url)

    const summary = await writeBackup(url, file)

    expect(summary).toMatchObject({ files: 1, schema: storeMigrations.length })
    expect(summary.rows).toBeGreaterThan(1_200)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(file))).toEqual([basename(file)])
    await expect(writeBackup(url, file)).rejects.toThrow('There is a file')
  })

  describePostgres('of either kind', () => {
    test.each(
      drawRows(
        kinds.flatMap(([from, create]) =>
          kinds.map(([to, , createTarget]) => [from, to, create, createTarget] as const),
        ),
        3,
        ([from, to]) => `${from} ${to}`,
      ),
    )('of %s restores into %s as the store that it was', async (_from, _to, create, createTarget) => {
      const [url, file] = [await create(), createFile()]
      const { bytes } = await fill(url)
      await writeBackup(url, file)
      const target = await createTarget()

      const summary = await restoreBackup(file, target)

      const again = createFile()
      await writeBackup(target, again)
      expect(readRows(again)).toEqual(readRows(file))
      expect(summary).toMatchObject({ files: 1, schema: storeMigrations.length })
      const store = await openStore(target)
      onTestFinished(() => store.close())
      const found = await store.files.find('f1')
      const kept = found && (await store.objects.get({ organizationId: 'acme', key: found.objectKey }))
      expect(kept && (await buffer(kept)).equals(bytes)).toBe(true)
      // And it goes on.
      await store.connections.insert(createConnection('after'), createCredentials())
    })

    test('has the same tables and columns on both, each after those that it refers to', async () => {
      const shapes = await Promise.all(
        kinds.map(async ([, create]) => {
          const url = await create()
          await (await openStore(url)).close()
          const source = await openBackupSource(url)
          onTestFinished(() => source.close())
          return source.tables
        }),
      )

      const [ours = [], theirs = []] = shapes.map((tables) =>
        tables.map(({ name, columns }) => `${name}: ${[...columns].sort()}`).sort(),
      )
      expect(ours).toEqual(theirs)
      for (const tables of shapes) {
        const names = tables.map(({ name }) => name)
        const early = tables.flatMap(({ name, references }) =>
          references.filter((other) => names.indexOf(other) > names.indexOf(name)).map((other) => `${name} → ${other}`),
        )
        expect(early).toEqual([])
      }
    })
  })

  test('of a process that was killed is no backup, and keeps nobody from writing the next one, which removes it', async () => {
    const [url, file] = [await createSqlite(), createFile()]
    await fill(url)
    const child = spawn(process.execPath, [writer, url, file], { stdio: 'inherit' })
    const isBegun = () => readdirSync(dirname(file)).length > 0
    while (!isBegun() && child.exitCode === null) await sleep(1)
    child.kill('SIGKILL')
    await once(child, 'close')
    const left = readdirSync(dirname(file))

    await writeBackup(url, existsSync(file) ? `${file}.2` : file)

    expect(left).toHaveLength(1)
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('is written whole although somebody else writes one of that name', async () => {
    const [url, file] = [await createSqlite(), createFile()]
    await fill(url)

    await Promise.all([writeBackup(url, file), writeBackup(url, file)])

    expect(readdirSync(dirname(file))).toEqual([basename(file)])
    await expect(restoreBackup(file, await createSqlite())).resolves.toMatchObject({ files: 1 })
  })

  test('is of one moment, and stops nobody who writes', async () => {
    const [url, file] = [await createSqlite(), createFile()]
    const { store } = await fill(url)
    const source = await openBackupSource(url)
    onTestFinished(() => source.close())

    await store.connections.insert(createConnection('later'), createCredentials())
    const rows: unknown[] = []
    for (const table of source.tables.filter(({ name }) => name === 'connections'))
      for await (const page of source.readRows(table)) rows.push(...page)
    await writeBackup(url, file)

    expect(rows).toHaveLength(603)
    expect(readRows(file).some((line) => line.includes('"later"'))).toBe(true)
  })

  test('of older tables restores into those of today', async () => {
    const [file, old] = [createFile(), join(createTempFolder(), 'old.db')]
    const database = await openSqliteDatabase(old)
    const db = createSqliteKysely(database)
    await migrateStore(db, storeMigrations, { traits: sqliteTraits, where: old })
    await db.insertInto('organizations').values({ id: 'acme', name: 'Acme', createdAtMs: 1 }).execute()
    database.handle.close()
    await writeBackup(`sqlite:${old}`, file)
    addNextMigration()
    const target = join(createTempFolder(), 'restored.db')

    expect(await restoreBackup(file, `sqlite:${target}`)).toMatchObject({ rows: 1, schema: storeMigrations.length })
    expect(countRows(target, 'organizations', `name = 'Acme' and motto = ''`)).toBe(1)
  })

  test('that is restored says so in each log, although the process is killed as soon as its rows are there', async () => {
    const [url, file, target] = [await createSqlite(), createFile(), join(createTempFolder(), 'restored.db')]
    const { store } = await fill(url)
    await store.log.number('acme', 1)
    await writeBackup(url, file)
    const child = spawn(process.execPath, [program, file, `sqlite:${target}`], { stdio: 'inherit' })
    const exit = once(child, 'exit')
    const isThere = () => countRows(target, 'connections') > 0
    while (!isThere() && child.exitCode === null) await sleep(1)

    child.kill('SIGKILL')
    // Until then it may hold the file locked.
    await exit

    expect(countRows(target, 'log_entries', `kind = 'store.restored'`)).toBe(1)
  })

  test('can be restored again after a process that restored it was killed, which left no tables', async () => {
    const [url, file, target] = [await createSqlite(), createFile(), join(createTempFolder(), 'restored.db')]
    await fill(url)
    await writeBackup(url, file)
    const child = spawn(process.execPath, [program, file, `sqlite:${target}`], { stdio: 'inherit' })
    // Files are written in the middle of its work.
    const isAtWork = () => existsSync(join(dirname(target), 'objects'))
    while (!isAtWork() && child.exitCode === null) await sleep(1)

    child.kill('SIGKILL')
    await once(child, 'close')

    // One that was faster than the signal has restored all.
    if (countRows(target, 'connections') === 0) {
      expect(countTables(target)).toBe(0)
      await restoreBackup(file, `sqlite:${target}`)
    }
    expect(countRows(target, 'connections')).toBe(603)
  })

  test('goes into a store that somebody looked into, and that has no rows', async () => {
    const [url, file, target] = [await createSqlite(), createFile(), await createSqlite()]
    await fill(url)
    await writeBackup(url, file)
    await (await openStore(target)).close()

    await expect(restoreBackup(file, target)).resolves.toMatchObject({ files: 1 })
  })

  test('is refused by a store that has something, which stays as it was', async () => {
    const [url, file] = [await createSqlite(), createFile()]
    const { store } = await fill(url)
    await writeBackup(url, file)

    await expect(restoreBackup(file, url)).rejects.toMatchObject({
      code: 'STORE_CONFLICT',
      message: expect.stringContaining('exists already. Restore into a new one'),
    })
    expect(await store.organizations.find('acme')).toMatchObject({ name: 'Acme' })
  })

  test.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['a changed row', (bytes) => rewrite(bytes, (text) => text.replace('"Acme"', '"Acne"')), 'was changed'],
    ['a row less', (bytes) => rewrite(bytes, (text) => text.replace(/\["c7",.*\n/, '')), 'was changed'],
    ['an end that is missing', (bytes) => bytes.subarray(0, bytes.length / 2), 'is damaged, or is no backup'],
    [
      'a last line that is missing',
      (bytes) => rewrite(bytes, (text) => text.replace(/[^\n]*\n$/, '')),
      'ends too early',
    ],
    ['another file', () => Buffer.from('%PDF-1.7'), 'is damaged, or is no backup'],
    ['another file of lines', () => gzipSync('{"a":1}\n{"sha256":"x"}\n'), 'does not begin as a backup'],
    ['nothing', () => Buffer.alloc(0), 'is damaged, or is no backup'],
  ])('with %s is refused, and the new store is not made', async (_, change, message) => {
    const [url, file] = [await createSqlite(), createFile()]
    const store = await addOrganizations(await openStore(url))
    await store.connections.insert(createConnection('c7'), createCredentials())
    await store.close()
    await writeBackup(url, file)
    writeFileSync(file, change(readFileSync(file)))
    const target = join(createTempFolder(), 'new.db')

    await expect(restoreBackup(file, `sqlite:${target}`)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining(message),
    })
    expect(existsSync(target)).toBe(false)
  })

  test('that fails behind its files leaves none of them', async () => {
    const [url, file, target] = [await createSqlite(), createFile(), join(createTempFolder(), 'restored.db')]
    await fill(url)
    await writeBackup(url, file)
    resign(file, (body) => `${body}{"neither":"table nor file"}\n`)

    await expect(restoreBackup(file, `sqlite:${target}`)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })

    const left = readdirSync(join(dirname(target), 'objects'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    expect(countTables(target)).toBe(0)
  })

  test('of a newer version is refused, with the remedy', async () => {
    const [url, file] = [await createSqlite(), createFile()]
    await (await openStore(url)).close()
    await writeBackup(url, file)
    resign(file, (body) => body.replace(/"schema":\d+/, '"schema":999'))

    await expect(restoreBackup(file, await createSqlite())).rejects.toMatchObject({
      code: 'STORE_SCHEMA_NEWER',
      message: expect.stringContaining('Update Checkwright.'),
    })
  })
})

/** Changes the lines, and the SHA-256 at their end with them. */
function resign(file: string, change: (body: string) => string): void {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2)
  const body = change(`${lines.join('\n')}\n`)
  const sha256 = createHash('sha256').update(body).digest('hex')
  writeFileSync(file, gzipSync(`${body}${JSON.stringify({ sha256 })}\n`))
}

function rewrite(bytes: Buffer, change: (text: string) => string): Buffer {
  return gzipSync(change(gunzipSync(bytes).toString()))
}
