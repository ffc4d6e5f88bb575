import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTempFolder, removeAtExit } from '../../../src/http/files/temp-folder.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

test('openTempFolder() opens a folder for its owner alone, which goes away with its content, also where work throws', async () => {
  let path = ''
  const work = async () => {
    await using folder = await openTempFolder('bundle')
    path = folder.path
    writeFileSync(join(path, 'run.json'), '{}')
    expect(statSync(path).mode & 0o777).toBe(0o700)
    throw new Error('the disk is full')
  }

  await expect(work()).rejects.toThrow('the disk is full')
  expect([dirname(path), basename(path).slice(0, 19), existsSync(path)]).toEqual([
    tmpdir(),
    'checkwright-bundle-',
    false,
  ])
})

test('removeAtExit() is one listener for any number of folders, and none without a folder', () => {
  const before = process.listenerCount('exit')

  const forget = Array.from({ length: 20 }, (_, at) => removeAtExit(`/nonexistent/${at}`))
  const during = process.listenerCount('exit')
  for (const each of forget) each()

  // Another test's folders may be open.
  expect(during - before).toBeLessThanOrEqual(1)
  expect(process.listenerCount('exit')).toBe(before)
})

test('a process that ends early leaves no folder behind', () => {
  const place = createTempFolder()
  const source = new URL('../../../src/http/files/temp-folder.ts', import.meta.url)
  const program = `
    import { writeFileSync } from 'node:fs'
    import { openTempFolder } from ${JSON.stringify(source.href)}
    const { path } = await openTempFolder('record')
    writeFileSync(path + '/exchanges.ndjson', '{}')
    await openTempFolder('record')
    console.log(path)
    process.exit(130)`

  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { TMPDIR: place, TEMP: place },
    encoding: 'utf8',
  })

  expect([status, dirname(stdout.trim())]).toEqual([130, place])
  expect(readdirSync(place)).toEqual([])
})

test('what a killed process left goes away when the next one opens a folder, and one that is at work keeps its own', () => {
  const place = createTempFolder()
  const source = new URL('../../../src/http/files/temp-folder.ts', import.meta.url)
  const open = (then: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { openTempFolder } = await import(${JSON.stringify(source.href)}); await openTempFolder('package'); ${then}`,
      ],
      { env: { TMPDIR: place, TEMP: place } },
    )
  open(`process.kill(process.pid, 'SIGKILL')`)
  const left = readdirSync(place)

  open('')

  expect(left).toHaveLength(1)
  expect(readdirSync(place)).toEqual([])
})

test('openTempFolder() names the folder that is not there, and the remedy', async () => {
  const place = join(createTempFolder(), 'removed')
  vi.stubEnv('TMPDIR', place)
  onTestFinished(() => void vi.unstubAllEnvs())

  await expect(openTempFolder('package')).rejects.toMatchObject({
    code: 'RESULTS_NOT_KEPT',
    message: `The folder for temporary files, ${place}, cannot be written (ENOENT). Make it, with the right to write there and with free space, or name another one in TMPDIR.`,
  })
})
