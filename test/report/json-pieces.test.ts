import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptRun } from '../../src/checks/kept-run.ts'
import { jsonReport, renderJson } from '../../src/report/json.ts'
import { jsonPieces } from '../../src/report/json-pieces.ts'
import { written } from './records.ts'
import { hostileRun, ordinary, shapes } from './shapes.ts'

test('jsonPieces() writes what JSON.stringify() would of the same value with arrays for streams', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), async (value, indent) => {
      const streams = () =>
        JSON.parse(JSON.stringify(value), (_name, member) => (Array.isArray(member) ? stream(member) : member))

      expect(JSON.parse(await written(jsonPieces(streams(), { indent })))).toEqual(JSON.parse(JSON.stringify(value)))
      expect(await written(jsonPieces(streams(), { indent }))).toBe(await written(jsonPieces(value, { indent })))
    }),
  )
})

test('jsonPieces() leaves out members that are undefined, beside streams too', async () => {
  const text = await written(jsonPieces({ a: undefined, items: stream([{ b: undefined }]) }))

  expect(text).toBe('{"items":[{}]}')
})

test('jsonReport() writes the bytes of the whole run, and an array for several', async () => {
  for (const run of [ordinary, hostileRun()]) {
    expect(await written(jsonReport([{ run: keptRun(run) }]))).toBe(renderJson(run))
    expect(await written(jsonReport([{ run: keptRun(run) }], { isList: true }))).toBe(renderJson([run]))
  }
  expect(await written(jsonReport(shapes['several runs'] ?? []))).toMatch(/^\[\n {2}\{/)
})

async function* stream(items: readonly unknown[]): AsyncGenerator<unknown> {
  yield* items
}
