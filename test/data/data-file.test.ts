import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DataFileError, parseDataFile } from '../../src/data/data-file.ts'
import { linearMax, measureGrowth } from '../setup/growth.ts'

const form = { what: 'test file', code: 'WAIVERS_INVALID', schema: z.json() } as const
const encode = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseDataFile('x.yaml', encode(text), form).data

/** As a hostile file has it: valid, and as deep as its length allows. */
const deep: readonly [string, (depth: number) => string][] = [
  ['lists of JSON', (depth) => `${'['.repeat(depth)}1${']'.repeat(depth)}`],
  ['objects of JSON', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lists of YAML', (depth) => `${'- '.repeat(depth)}1`],
  [
    'members of YAML, line by line',
    (depth) => Array.from({ length: Math.min(depth, 1_300) }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  ],
]

describe('parseDataFile()', () => {
  test.each(deep)('reads %s that are nested as people nest them', (_what, make) => {
    expect(JSON.stringify(parse(make(20)))).toMatch(/1|null/)
  })

  test.each(deep)('refuses %s that are nested too deeply, in words, before they take the stack', (_what, make) => {
    for (const depth of [250, 1_000, 30_000]) {
      expect(() => parse(make(depth))).toThrow(DataFileError)
      expect(() => parse(make(depth))).toThrow(/nest/)
    }
  })

  test.each<[string, (length: number) => string]>([
    ['members of JSON', (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"k${n}": ${n}`).join(',\n')}}`],
    ['items of JSON', (length) => `[${'"a", '.repeat(length / 5)}1]`],
    ['long texts', (length) => `["${'x'.repeat(length)}"]`],
    ['escapes', (length) => `["${'\\u00e9'.repeat(length / 6)}"]`],
    ['members of YAML', (length) => Array.from({ length: length / 10 }, (_, n) => `k${n}: v`).join('\n')],
    ['folded lines', (length) => `a: >\n${'  word\n'.repeat(length)}`],
    ['comments', (length) => `${'# why\n'.repeat(length / 6)}a: 1`],
    ['members that are there twice', (length) => 'a: 1\n'.repeat(length / 5)],
    ['nested lists, too deep', (length) => '['.repeat(length)],
  ])('takes time that grows linearly with the number of %s', async (_what, make) => {
    const read = (text: string) => {
      try {
        parse(text)
      } catch (error) {
        expect(error).toBeInstanceOf(DataFileError)
      }
    }

    const { ratio } = await measureGrowth(make, read, 20_000)

    expect(ratio).toBeLessThan(linearMax)
  })
})
