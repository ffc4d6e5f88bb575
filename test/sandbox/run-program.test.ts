import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { messagesAheadMax } from '../../src/sandbox/limits.ts'
import { askProgram, runProgram } from '../../src/sandbox/run-program.ts'

const hostile = new URL('./children/hostile.ts', import.meta.url)
const counting = new URL('./children/counting.ts', import.meta.url)
const limits = { megabytesMax: 160, timeoutMs: 30_000 }

function tryDeed(deed: string, text = '', timeoutMs = limits.timeoutMs): Promise<unknown> {
  return askProgram(hostile, { deed, text }, { ...limits, timeoutMs })
}

describe('askProgram()', () => {
  test.for(['fills a map', 'splits a text', 'parses JSON', 'fills memory outside the heap'])(
    'outlives a program that %s, and refuses the file',
    async (deed) => {
      await expect(tryDeed(deed)).rejects.toMatchObject({
        code: 'IMPORT_REFUSED',
        message: 'The file needs more memory than a file may.',
      })
    },
  )

  test('ends a program that never ends', async () => {
    await expect(tryDeed('never ends', '', 2_000)).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: 'The file takes too long to read.',
    })
  })

  test('refuses the file of a program that ends without an answer', async () => {
    await expect(tryDeed('ends the process')).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: 'The file could not be read to its end.',
    })
  })

  test('gives a program no environment, and files to read but none to write', async () => {
    const path = join(tmpdir(), `checkwright-sandbox-${process.pid}`)

    await expect(tryDeed('reads the environment')).resolves.toBe('{}')
    await expect(tryDeed('reads a file', import.meta.filename)).resolves.toContain('gives a program no environment')
    await expect(tryDeed('writes a file', path)).rejects.toThrow(/restricted|permission/i)
    expect(existsSync(path)).toBe(false)
  })
})

describe('runProgram()', () => {
  test('lets a program be a few messages ahead, and no more', async () => {
    const said: { readonly made: number; readonly at: number }[] = []
    let readAgainAt = 0
    for await (const message of runProgram<(typeof said)[number]>(counting, { count: 20 }, limits)) {
      said.push(message)
      if (said.length > 1) continue
      await setTimeout(500)
      readAgainAt = Date.now()
    }

    expect(said.map(({ made }) => made)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(said.filter(({ at }) => at < readAgainAt)).toHaveLength(messagesAheadMax)
  })

  test('says what the program refuses', async () => {
    const run = runProgram(counting, { count: -1 }, limits)

    await expect(run.next()).rejects.toMatchObject({ code: 'IMPORT_REFUSED', message: 'Nothing can be counted.' })
  })
})
