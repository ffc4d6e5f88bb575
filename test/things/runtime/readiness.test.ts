import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalMasterKeys } from '../../../src/service/store/keys/master-keys.ts'
import { makeKeyText, parseKeys } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createReadinessCheck } from '../../../src/things/runtime/readiness.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { publicUrl } from './world.ts'

const keys = makeKeyText()
const open = async (file: string, own: string | { readonly file: string } = keys) => {
  const runtime = await createRuntime({ connectors: [], store: `sqlite:${file}`, keys: own, publicUrl })
  onTestFinished(() => runtime.close())
  return runtime
}

test('runtime.ready() is true on a new store, and false with the reason once it is closed', async () => {
  const runtime = await open(`${createTempFolder()}/store.db`)

  const before = await runtime.ready()
  await runtime.close()

  expect(before).toEqual({ ready: true })
  expect(await runtime.ready()).toEqual({
    ready: false,
    reasons: [{ part: 'process', message: 'The process is stopping.' }],
  })
})

test('runtime.ready() is false with keys of the right name that are not the right keys, and with those nothing starts', async () => {
  const file = `${createTempFolder()}/store.db`
  const runtime = await open(file)
  const [id] = keys.split(':')
  // Opened while nothing was sealed yet: which key is the right one is decided by who seals first.
  const stranger = await open(file, `${id}:${makeKeyText().split(':')[1]}`)
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.workspace.loadSecret('any')

  const late = expect(open(file, `${id}:${makeKeyText().split(':')[1]}`)).rejects.toMatchObject({
    code: 'KEYS_INVALID',
  })

  expect(await runtime.ready()).toEqual({ ready: true })
  expect(await stranger.ready()).toEqual({ ready: false, reasons: [{ part: 'keys', message: expect.any(String) }] })
  await late
})

test('createRuntime() does not start without a master key that data needs, and makes none; with both it is ready', async () => {
  const file = `${createTempFolder()}/store.db`
  const runtime = await open(file)
  await runtime.workspace.loadSecret('any')
  const next = makeKeyText()

  const keyFile = `${createTempFolder()}/keys`
  const both = await open(file, `${next},${keys}`)

  await expect(open(file, next)).rejects.toMatchObject({ code: 'KEYS_MISSING' })
  await expect(open(file, { file: keyFile })).rejects.toMatchObject({
    code: 'KEYS_MISSING',
    message: expect.stringContaining('Put that key back'),
  })
  expect(existsSync(keyFile)).toBe(false)
  expect(await both.ready()).toEqual({ ready: true })
})

test('runtime.ready() is false when a newer process has changed the tables, and names both versions alone', async () => {
  const file = `${createTempFolder()}/store.db`
  const runtime = await open(file)
  const other = new DatabaseSync(file)
  other.exec("INSERT INTO migrations VALUES (9999, 'future', 0)")
  other.close()

  const { reasons } = (await runtime.ready()) as { reasons: readonly { part: string; message: string }[] }

  expect(reasons).toHaveLength(1)
  expect(reasons[0]?.part).toBe('schema')
  expect(reasons[0]?.message).toMatch(/have version 9999, and this process knows \d+/)
})

test('createReadinessCheck() gives up on a store that does not answer, says nothing of what it threw, and asks it once for many', async () => {
  let asked = 0
  const never = () => {
    asked++
    return new Promise<never>(() => {})
  }
  const throwing = () => Promise.reject(new Error('postgres://user:hunter2@db.internal is away'))
  const masterKeys = createLocalMasterKeys(parseKeys(keys, 'the test'), 'the test')
  const readyOf = (look: () => Promise<never>) =>
    createReadinessCheck({
      store: { schemaVersion: look, dataKeys: { findKeyCheck: look, listMasterKeyIds: look } },
      keys: masterKeys,
      closing: new AbortController().signal,
      deadlineMs: 50,
    })
  const silent = readyOf(never)

  const [first, second] = await Promise.all([silent(), silent()])
  const thrown = await readyOf(throwing)()

  expect(first).toMatchObject({ ready: false, reasons: [{ part: 'store' }, { part: 'keys' }] })
  expect(second).toBe(first)
  expect(asked).toBe(2)
  expect(thrown).toMatchObject({ ready: false, reasons: [{ part: 'store' }, { part: 'keys' }] })
  expect(JSON.stringify(thrown)).not.toMatch(/hunter2|internal/)
})
