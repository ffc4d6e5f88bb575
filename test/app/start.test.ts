import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
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
const costly = ['http', 'http2', 'https', 'tls', 'sqlite', 'internal/deps/undici/undici']

test.each([
  ['--version', ['--version']],
  ['list', ['list']],
  ['validate of a file', ['validate', resolve('test/data/shipped/github.connector.yaml')]],
])('%s sends nothing, and loads nothing that sends', async (_what, args) => {
  const loaded = await listLoaded(...args)

  expect(loaded).toContain('fs')
  expect(costly.filter((name) => loaded.includes(name))).toEqual([])
  expect(loaded.filter((name) => name.includes('/undici/'))).toEqual([])
})

test('list loads no connector, no schemas, and few files', async () => {
  const loaded = await listLoaded('list')
  const files = loaded.flatMap((name) => /^file:.*\/([a-z-]+?)(?:-[\w-]{8})?\.js$/.exec(name)?.[1] ?? [])

  // The names of chunks say which starts load them.
  const shared = files.filter((name) => name.split('-').includes('run'))
  expect(shared).not.toEqual([])
  expect(shared.filter((name) => !name.split('-').includes('list'))).toEqual([])
  expect(files.length).toBeLessThan(12)
})

test('a command with a store looks for few files, since to find one takes Node as long as to load 20 kB', async () => {
  const loaded = await listLoaded('organization', 'create', 'acme', '--store', `sqlite:${createTempFolder()}/store.db`)

  expect(loaded).toContain('sqlite')
  expect(loaded.filter((name) => name.includes('/undici/'))).toEqual([])
  expect(loaded.filter((name) => name.startsWith('file:')).length).toBeLessThan(120)
})
