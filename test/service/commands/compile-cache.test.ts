import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseCacheFolder, makePrivateFolder } from '../../../src/service/commands/compile-cache.ts'
import { createFolder, runProcess } from '../../app/command.ts'

const isPosix = process.platform !== 'win32'

function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'checkwright-cache-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return home
}

test.runIf(isPosix)("the cache is the person's own, wherever that is (needs POSIX)", () => {
  expect(chooseCacheFolder({ XDG_CACHE_HOME: '/own', HOME: '/people/ada' })).toBe('/own/checkwright/compiled')
  expect(chooseCacheFolder({ XDG_CACHE_HOME: 'relative', HOME: '/people/ada' })).toBe(
    '/people/ada/.cache/checkwright/compiled',
  )
})

test.runIf(isPosix)('a folder that others can write to, or that is none, is not used (needs POSIX)', () => {
  const home = createHome()
  const shared = join(home, 'shared')
  expect(makePrivateFolder(shared)).toBe(true)
  expect(statSync(shared).mode & 0o077).toBe(0)

  chmodSync(shared, 0o777)
  symlinkSync('/tmp', join(home, 'link'))

  expect(makePrivateFolder(shared)).toBe(false)
  expect(makePrivateFolder(join(home, 'link'))).toBe(false)
  expect(makePrivateFolder('/dev/null/below')).toBe(false)
})

test('a command keeps its compiled code, unless it is told not to', async () => {
  const home = createHome()
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), LOCALAPPDATA: join(home, 'cache') }
  const folder = join(home, 'cache/checkwright/compiled')
  // The test's own commands share a folder, which Node then uses.
  const command = { cwd: createFolder(), env: { ...env, NODE_COMPILE_CACHE: undefined as never } }

  await runProcess(['--version'], { ...command, env: { ...command.env, NODE_DISABLE_COMPILE_CACHE: '1' } })
  expect(existsSync(folder)).toBe(false)

  await runProcess(['--version'], command)
  expect(readdirSync(folder)).not.toEqual([])
})
