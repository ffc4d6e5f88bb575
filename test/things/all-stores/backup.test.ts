import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createVault, openStore, resolveKeys, type Store } from '../../../src/things/all-stores/index.ts'
import { describePostgres } from '../../setup/postgres.ts'
import { otherPrograms, startPostgres } from '../../setup/postgres-server.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { addOrganizations, createConnection, createCredentials } from './records.ts'
import { locateStoreChild } from './second-process.ts'

const secret = { organizationId: 'acme', ownerId: 'c1', field: 'api_key' }
const keys = makeKeyText()

/** As docs/stores.md has them, while another process writes. */
describe('a backup', () => {
  test('of SQLite by VACUUM INTO, and a copy of its files, opens as the store that it was', async () => {
    const folder = createTempFolder()
    const [file, copy] = [join(folder, 'checkwright.db'), join(folder, 'backup', 'checkwright.db')]
    const { sealed, object, acknowledged } = await filled(`sqlite:${file}`)
    mkdirSync(join(folder, 'backup'))

    const before = acknowledged()
    const database = new DatabaseSync(file)
    database.exec(`VACUUM INTO '${copy}'`)
    database.close()
    cpSync(join(folder, 'objects'), join(folder, 'backup/objects'), { recursive: true })

    await expectWhole(`sqlite:${copy}`, { sealed, object, before })
  })

  describePostgres('of PostgreSQL', () => {
    test('by its data folder and log, copied while it runs, opens as the store that it was', async () => {
      const server = await startPostgres({ wal_recycle: 'off', wal_keep_size: '512MB' })
      onTestFinished(() => server.remove())
      const { sealed, object, acknowledged } = await filled(server.url)
      const saved = join(createTempFolder(), 'data')

      const before = acknowledged()
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query("select pg_backup_start('test', fast => true)")
      copyLive(server.dataFolder, saved)
      const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
      copyLive(join(server.dataFolder, 'pg_wal'), join(saved, 'pg_wal'))
      await client.end()
      writeFileSync(join(saved, 'backup_label'), rows[0].labelfile)
      rmSync(join(saved, 'postmaster.pid'), { force: true })
      await server.stop()
      server.replaceData(saved)
      await server.start()

      await expectWhole(server.url, { sealed, object, before })
    })

    // No package of npm has them: run with CHECKWRIGHT_TEST_POSTGRES naming the folder of an installation that does.
    const programs = otherPrograms
    if (programs !== undefined && existsSync(join(programs, 'pg_dump')))
      test('by pg_dump and pg_restore opens as the store that it was', async () => {
        const [one, other] = await Promise.all([startPostgres(), startPostgres()])
        onTestFinished(async () => void (await Promise.all([one.remove(), other.remove()])))
        const { sealed, object, acknowledged } = await filled(one.url)
        const file = join(createTempFolder(), 'checkwright.dump')

        const before = acknowledged()
        execFileSync(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, one.url])
        execFileSync(join(programs, 'pg_restore'), ['--no-owner', `--dbname=${other.url}`, file])

        await expectWhole(other.url, { sealed, object, before })
      })
  })
})

/** A folder whose files come and go meanwhile: what is gone when its turn comes is left out, as rsync does. */
function copyLive(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyLive(source, target)
    else if (entry.isFile()) copyIfThere(source, target)
  }
}

function copyIfThere(source: string, target: string): void {
  try {
    copyFileSync(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** A store with a secret and a file, and a process that goes on writing to it. */
async function filled(url: string) {
  const store = await addOrganizations(await openStore(url))
  await store.connections.insert(createConnection('c1'), createCredentials())
  const sealed = await (await vaultOf(store)).seal(secret, 'hunter2')
  const object = await store.objects.put({ organizationId: 'acme', bytes: chunks() })
  await store.close()
  const writer = spawn(process.execPath, [await locateStoreChild('write-until-killed'), url, 'w'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let heard = ''
  writer.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  onTestFinished(() => void writer.kill('SIGKILL'))
  const acknowledged = () => heard.split('\n').slice(0, -1)
  await once(writer.stdout, 'data')
  await expect.poll(() => acknowledged().length).toBeGreaterThan(10)
  return { sealed, object, acknowledged }
}

async function expectWhole(
  url: string,
  {
    sealed,
    object,
    before,
  }: { readonly sealed: string; readonly object: { readonly key: string }; readonly before: readonly string[] },
): Promise<void> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const kept = new Map(
    (await store.connections.list({ organizationId: 'acme' })).map((each) => [each.id, each.stateReason]),
  )
  expect(before.filter((id) => kept.get(id) !== 'replaced')).toEqual([])
  for (const [id, reason] of kept) {
    const sealedOf = await store.connections.credentials(id)
    expect(sealedOf?.generation).toBe(reason === 'replaced' ? 2 : 1)
  }
  expect(await (await vaultOf(store)).open(secret, sealed)).toBe('hunter2')
  const bytes = await store.objects.get({ organizationId: 'acme', key: object.key })
  expect(bytes && (await buffer(bytes)).toString()).toBe('evidence')
  // And it goes on.
  await store.connections.insert(createConnection('after'), createCredentials())
}

async function vaultOf(store: Store) {
  return createVault({ keys: await resolveKeys({ keys, env: {}, storeUrl: 'memory:' }), dataKeys: store.dataKeys })
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('evidence')
}
