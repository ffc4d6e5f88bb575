import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSqliteDatabase, runWhenFree } from '../../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { createTempFolder } from '../../../../setup/temp-folder.ts'
import { locateStoreChild } from '../../../../things/all-stores/second-process.ts'

describe('openSqliteDatabase()', () => {
  test('syncs every commit, logs ahead, and holds references', async () => {
    const { handle } = await openSqliteDatabase(join(createTempFolder(), 'store.db'))
    onTestFinished(() => handle.close())

    expect(handle.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(handle.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(handle.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  })

  test('begins as the image of another one, holds references and overwrites what is deleted', async () => {
    const { handle: original } = await openSqliteDatabase(undefined)
    original.exec('CREATE TABLE t (x INTEGER)')
    const image = original.serialize()
    original.close()

    const { handle } = await openSqliteDatabase(undefined, undefined, image)
    onTestFinished(() => handle.close())

    expect(handle.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 0 })
    expect(handle.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
    expect(handle.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 1 })
    expect(handle.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'memory' })
  })
})

describe('runWhenFree()', () => {
  test('waits for the lock of another process, and the event loop goes on meanwhile', async () => {
    const file = await emptyDatabase()
    const holder = await holdLock(file, 300)
    const { handle } = await openSqliteDatabase(file)
    onTestFinished(() => handle.close())
    let turns = 0
    const turning = setInterval(() => turns++, 5)
    onTestFinished(() => clearInterval(turning))

    await runWhenFree(file, () => handle.exec('INSERT INTO t VALUES (2)'))

    expect(turns).toBeGreaterThan(10)
    expect(handle.prepare('SELECT x FROM t ORDER BY x').all()).toEqual([{ x: 1 }, { x: 2 }])
    await holder.ended
  })

  test('gives up after the time-out with a retryable error that names the store', async () => {
    const file = await emptyDatabase()
    const holder = await holdLock(file, 500)
    const { handle } = await openSqliteDatabase(file)
    onTestFinished(() => handle.close())

    const writing = runWhenFree('./data/store.db', () => handle.exec('INSERT INTO t VALUES (2)'), 50)

    await expect(writing).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_UNAVAILABLE',
      retryable: true,
      message: expect.stringContaining('Another process has locked the store ./data/store.db'),
    })
    await holder.ended
  })

  test('passes on what is not of SQLite', async () => {
    const mistake = new TypeError('mine')

    const working = runWhenFree('x', () => {
      throw mistake
    })

    await expect(working).rejects.toBe(mistake)
  })
})

async function emptyDatabase(): Promise<string> {
  const file = join(createTempFolder(), 'store.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('CREATE TABLE t (x INTEGER)')
  database.close()
  return file
}

/** A process of its own takes the write lock, inserts 1 and commits after `ms`. Resolves once it has the lock. */
async function holdLock(file: string, ms: number): Promise<{ readonly ended: Promise<unknown> }> {
  const child = spawn(process.execPath, [await locateStoreChild('hold-lock'), file, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return { ended }
}
