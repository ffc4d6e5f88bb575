import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTempFolder, removeAtExit } from '../../../src/http/kept/temp-folder.ts'
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
  const source = new URL('../../../src/http/kept/temp-folder.ts', import.meta.url)
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
