import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { isSoak } from '../../setup/short-form.ts'
import { copyNewStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { closeContract, storeContract } from './contracts/store-contract.ts'
import { addOrganizations, createConnection, createCredentials, createFlow } from './records.ts'
import { runChild } from './second-process.ts'

const openFile = async () => openStore(`sqlite:${await copyNewStore(join(createTempFolder(), 'store.db'))}`)

storeContract('memory:', () => openStore('memory:'))
closeContract('memory:', () => openStore('memory:'))
// The same statements as in memory: the short form holds files to what opens and closes them.
if (isSoak) storeContract('sqlite file', openFile)
closeContract('sqlite file', openFile)

describe('openStore()', () => {
  test('keeps what was written after closing and opening again', async () => {
    const url = `sqlite:${join(createTempFolder(), 'store.db')}`
    const first = await addOrganizations(await openStore(url))
    await first.connections.insert(createConnection('c1'), createCredentials())
    await first.close()

    const second = await openStore(url)

    expect(await second.connections.find('c1')).toEqual(createConnection('c1'))
    expect(await second.connections.credentials('c1')).toEqual(createCredentials())
    await second.close()
  })

  test('gives every memory store its own data', async () => {
    const [one, two] = [await openStore('memory:'), await openStore('sqlite::memory:')]
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))

    await one.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })

    expect(await two.organizations.list()).toEqual([])
  })

  test('takes a relative path from the working directory, and makes its folders', async () => {
    const folder = createTempFolder()
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))

    const store = await openStore('sqlite:./deep/data/store.db')
    await store.close()

    expect(existsSync(join(folder, 'deep/data/store.db'))).toBe(true)
  })

  test.skipIf(process.platform === 'win32')(
    'makes file, log and folder for its owner alone, whatever the umask (needs POSIX)',
    async () => {
      const folder = join(createTempFolder(), 'data')
      const umask = process.umask(0)
      onTestFinished(() => void process.umask(umask))

      const store = await openStore(`sqlite:${join(folder, 'store.db')}`)

      const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
      expect(modeOf(folder)).toBe('700')
      expect(['store.db', 'store.db-wal', 'store.db-shm'].map((name) => modeOf(join(folder, name)))).toEqual([
        '600',
        '600',
        '600',
      ])
      await store.close()
    },
  )

  test('answers STORE_CORRUPT, with path and remedy, for a file that is no database, and leaves it as it is', async () => {
    const file = join(createTempFolder(), 'notes.txt')
    const text = 'These are my notes, not a database.\n'.repeat(200)
    writeFileSync(file, text)

    const opening = openStore(`sqlite:${file}`)

    await expect(opening).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_CORRUPT',
      message: expect.stringMatching(/notes\.txt is damaged or not a Checkwright store.*backup/s),
    })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('answers STORE_CORRUPT for a store whose pages were overwritten', async () => {
    const file = join(createTempFolder(), 'store.db')
    await (await addOrganizations(await openStore(`sqlite:${file}`))).close()
    const bytes = readFileSync(file)
    // The header of SQLite stays; everything after the first page becomes noise.
    writeFileSync(file, bytes.fill(0xa5, 4096))

    const reading = openStore(`sqlite:${file}`).then((store) => store.organizations.list())

    await expect(reading).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_CORRUPT' })
  })

  test("answers STORE_CORRUPT for another program's database, and writes nothing to it", async () => {
    const file = join(createTempFolder(), 'other.db')
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE bookmarks (url TEXT)')
    const bytes = readFileSync(file)

    await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('Another program'),
    })

    expect(other.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'bookmarks' }])
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
    expect(readFileSync(file)).toEqual(bytes)
    other.close()
  })

  test('answers STORE_UNAVAILABLE where the path is a folder or runs through a file', async () => {
    const folder = createTempFolder()
    mkdirSync(join(folder, 'store.db'))
    writeFileSync(join(folder, 'file'), '')

    await expect(openStore(`sqlite:${join(folder, 'store.db')}`)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(openStore(`sqlite:${join(folder, 'file/store.db')}`)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
  })

  test('lets two more processes write to the same file: no update is lost, every flow is taken once', async () => {
    const url = `sqlite:${join(createTempFolder(), 'store.db')}`
    const store = await addOrganizations(await openStore(url))
    onTestFinished(() => store.close())
    await store.connections.insert(createConnection('c1'), createCredentials({ values: { counter: '0' } }))
    const flows = Array.from({ length: 40 }, (_, index) => createFlow(`f${index}`))
    for (const record of flows) await store.flows.put(record, 600_000, Date.now())

    const children = await Promise.all([1, 2].map(() => runChild('write-connections', [url, '100', '40'])))

    const said = children.map((child) => child.said as { taken: string[] })
    expect(await store.connections.credentials('c1')).toMatchObject({ generation: 201, values: { counter: '200' } })
    expect(said.flatMap(({ taken }) => taken).sort()).toEqual(flows.map((record) => record.id).sort())
  })

  test('prints no warning that node:sqlite is experimental', async () => {
    const { said, stderr } = await runChild('open-store', ['memory:'])

    expect(said).toEqual([])
    // Node below 22.22 says as much about running this TypeScript program, and that is not ours to hide.
    expect(stderr).not.toMatch(/SQLite/i)
  })
})
