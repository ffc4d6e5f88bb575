import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { locateCommand } from '../setup/locate-command.ts'
import { createTempFolder } from '../setup/temp-folder.ts'

const start = promisify(execFile)

const tell = `
import { registerHooks } from 'node:module'
const files = []
const { writeSync } = process.getBuiltinModule('fs')
registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
process.on('exit', () => writeSync(2, '\\n' + JSON.stringify([...process.moduleLoadList, ...files])))`

/** Node's own modules that a command has loaded when it ends, and files. */
async function listLoaded(...args: readonly string[]): Promise<readonly string[]> {
  const { stderr } = await start(process.execPath, [
    ...['--import', `data:text/javascript,${encodeURIComponent(tell)}`],
    ...[await locateCommand(), ...args],
  ])
  const loaded: readonly string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1))
  return loaded.map((name) => name.replace('NativeModule ', ''))
}

// Each of these takes a millisecond or more to load, and most load others.
const costly = ['child_process', 'http', 'http2', 'https', 'tls', 'sqlite', 'internal/deps/undici/undici']

test.each([
  ['list', ['list']],
  ['validate of a file', ['validate', resolve('test/data/shipped/github.connector.yaml')]],
])('%s loads nothing of Node that it does not use', async (_what, args) => {
  const loaded = await listLoaded(...args)

  expect(loaded).toContain('fs')
  expect(costly.filter((name) => loaded.includes(name))).toEqual([])
})

test('list loads no connector, no schemas, and only the streams that it writes to', async () => {
  const loaded = await listLoaded('list')
  const files = loaded.flatMap((name) => /^file:.*\/([a-z-]+)(?:-[\w-]{8})?\.js$/.exec(name)?.[1] ?? [])

  expect(files).toContain('command')
  expect(files).not.toContain('define')
  expect(loaded.filter((name) => ['fs/promises', 'internal/fs/streams', 'tty'].includes(name))).toEqual([])
})

test("no file of the command imports Node's own modules, which would load all that they can give", async () => {
  const chunks = join(dirname(await locateCommand()), '../chunks')

  const importing = readdirSync(chunks).filter((name) =>
    /^import [^;]* from "node:/m.test(readFileSync(join(chunks, name), 'utf8')),
  )

  expect(importing).toEqual([])
})

test('a command with a store looks for few files, since to find one takes Node as long as to load 20 kB', async () => {
  const loaded = await listLoaded('organization', 'create', 'acme', '--store', `sqlite:${createTempFolder()}/store.db`)

  expect(loaded).toContain('sqlite')
  expect(loaded.filter((name) => name.startsWith('file:')).length).toBeLessThan(120)
})
