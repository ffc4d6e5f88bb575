import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFileStart } from '../../../src/service/commands/read-input.ts'

const folder = mkdtempSync(join(tmpdir(), 'read-input-'))
const file = join(folder, 'list.json')
writeFileSync(file, '0123456789')
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['a shorter file whole', 100, '0123456789'],
  ['a file of as many bytes whole', 10, '0123456789'],
  ['of a longer file only the beginning', 4, '0123'],
])('readFileStart() gives %s', async (_, bytesMax, expected) => {
  const bytes = await readFileStart(file, { bytesMax, what: 'The list' })

  expect(Buffer.from(bytes).toString()).toBe(expected)
})

test.skipIf(process.platform === 'win32')('readFileStart() ends in an endless file, and waits for a pipe', async () => {
  const pipe = join(folder, 'pipe')
  spawnSync('mkfifo', [pipe])
  const [bytes] = await Promise.all([readFileStart(pipe, { bytesMax: 3, what: 'The list' }), writeFile(pipe, 'abcdef')])

  expect(Buffer.from(bytes).toString()).toBe('abc')
  expect((await readFileStart('/dev/zero', { bytesMax: 100_000, what: 'The list' })).length).toBe(100_000)
})

test.each([
  ['that is not there', join(folder, 'nowhere'), 'ENOENT'],
  ['that is a folder', folder, 'EISDIR'],
])('readFileStart() refuses a file %s, and repeats no path', async (_, path, code) => {
  const reading = readFileStart(path, { bytesMax: 10, what: 'The list', remedy: 'Check the list.' })

  await expect(reading).rejects.toMatchObject({
    code: 'CLI_FILE_FAILED',
    message: `The list cannot be read (${code}). Check the list.`,
  })
})
