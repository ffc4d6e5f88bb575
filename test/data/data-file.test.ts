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

/** Problems of a file whose rule refuses the names of people and the number 7. */
function findProblems(text: string): readonly string[] {
  const person = z.strictObject({ id: z.string(), age: z.number().optional(), note: z.string().optional() })
  try {
    parseDataFile('x.yaml', encode(text), {
      ...form,
      schema: z.strictObject({ title: z.string(), people: z.array(person), limit: z.number().optional() }),
      rules: ({ people, limit }, isSound) => [
        ...people.flatMap(({ id, age }, index) => [
          ...(age === 7 ? [{ path: ['people', index, 'age'], message: 'must not be 7' }] : []),
          ...(id.startsWith('x') ? [{ path: ['people', index, 'id'], message: 'must not begin with x' }] : []),
        ]),
        ...(isSound(['limit']) && limit !== people.length ? [{ path: ['people'], message: 'is not so long' }] : []),
      ],
      unreadByRules: ['title', 'note'],
    })
  } catch (error) {
    if (error instanceof DataFileError)
      return error.problems.map(({ line, path, message }) => `${line} ${path} ${message}`)
    throw error
  }
  return []
}

describe('parseDataFile() tells mistakes of form and of meaning together', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'where they are in different parts',
      'title: t\nlimit: 2\npeople:\n  - { id: a, age: no }\n  - { id: b, age: 7 }\n',
      ['4 people[0].age must be a number, not a string', '5 people[1].age must not be 7'],
    ],
    [
      'also in one part, where no rule reads the malformed member',
      'title: 1\nlimit: 1\npeople:\n  - { id: a, note: 1, age: 7 }\n',
      ['1 title must be a string, not 1', '4 people[0].note must be a string, not 1', '4 people[0].age must not be 7'],
    ],
    [
      'but says nothing of what stands in for a malformed or missing member',
      'title: t\nlimit: 2\npeople:\n  - { age: 1 }\n  - { id: 7 }\n',
      ['4 people[0].id is required (a string)', '5 people[1].id must be a string, not 7'],
    ],
    [
      'but compares no part with a malformed one',
      'title: t\nlimit: no\npeople: []\n',
      ['2 limit must be a number, not a string'],
    ],
    [
      'also of a misspelt member',
      'title: t\nlimt: 2\nlimit: 1\npeople:\n  - { id: b, age: 7 }\n',
      ['2 limt Unrecognized key: "limt"', '5 people[0].age must not be 7'],
    ],
  ])('%s', (_what, text, problems) => {
    const found = findProblems(text)

    expect(found).toEqual(problems)
  })

  test('in time that does not grow with the number of malformed members', () => {
    const people = Array.from({ length: 20_000 }, () => '  - { id: 1 }\n').join('')
    const start = performance.now()

    findProblems(`title: t\npeople:\n${people}`)

    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

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
