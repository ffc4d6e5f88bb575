import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonPattern, readJsonParts } from '../../../src/received/json/json-parts.ts'
import { inChunks } from '../receive.ts'

async function readParts(text: string, patterns: readonly JsonPattern[], size = 1, isMany = false) {
  const values: unknown[] = []
  for await (const parts of readJsonParts(inChunks(text, size)(), patterns, { isMany }))
    values.push(...parts.map(({ value }) => value))
  return values
}

const json = fc.jsonValue({ maxDepth: 5 })

test('readJsonParts() gives the whole document for the empty pattern, whatever the chunks and blanks', async () => {
  await fc.assert(
    fc.asyncProperty(
      json,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 1, '\t'),
      async (value, size, space) => {
        expect(await readParts(JSON.stringify(value, null, space), [[]], size)).toEqual([
          JSON.parse(JSON.stringify(value)),
        ])
      },
    ),
  )
})

test('readJsonParts() gives the elements at a path, and passes over everything else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(json),
      fc.array(json),
      json,
      fc.integer({ min: 1, max: 20 }),
      async (items, more, other, size) => {
        const text = JSON.stringify({
          other,
          runs: [{ results: items, other }, other, { results: more }],
          more: { runs: other },
        })
        const nested = (each: unknown): unknown[] =>
          typeof each === 'object' &&
          each !== null &&
          !Array.isArray(each) &&
          Array.isArray((each as { results?: unknown }).results)
            ? (each as { results: unknown[] }).results
            : []
        const parsed = JSON.parse(text)

        expect(await readParts(text, [['runs', '*', 'results', '*']], size)).toEqual(
          JSON.parse(JSON.stringify([...items, ...nested(parsed.runs[1]), ...more])),
        )
      },
    ),
  )
})

test('readJsonParts() finds parts at any depth by **', async () => {
  const text = '{"groups":[{"controls":[1,2],"groups":[{"controls":[3]}]}],"controls":[4],"other":{"controls":null}}'

  expect(await readParts(text, [['**', 'controls', '*']])).toEqual([1, 2, 3, 4])
})

test('readJsonParts() reads one document after the other where that is allowed, and refuses it elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.object(), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, size) => {
        const text = all.map((each) => JSON.stringify(each)).join('\n')

        expect(await readParts(text, [[]], size, true)).toEqual(JSON.parse(JSON.stringify(all)))
        await expect(readParts(text, [[]], size)).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
      },
    ),
  )
})

test('readJsonParts() refuses every beginning of a document', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1 }), fc.nat(), async (value, at) => {
      const text = JSON.stringify({ value })

      await expect(readParts(text.slice(0, at % text.length), [['value', '*']])).rejects.toMatchObject({
        code: 'IMPORT_REFUSED',
      })
    }),
  )
})

test('readJsonParts() refuses any bytes or reads them as JSON.parse does, and never throws anything else', async () => {
  const sign = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1', 'true', ' ', 'a', '\n', 'é')
  await fc.assert(
    fc.asyncProperty(
      fc.array(sign, { maxLength: 20 }).map((signs) => signs.join('')),
      async (text) => {
        const read = await readParts(text, [[]]).catch((error: { code?: string }) => error.code)
        let parsed: unknown = 'IMPORT_REFUSED'
        try {
          parsed = [JSON.parse(text)]
        } catch {}

        expect(read).toEqual(parsed)
      },
    ),
    { numRuns: 500 },
  )
})
