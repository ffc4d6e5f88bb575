import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { renderJson, writeJsonReport } from '../../../src/report/json.ts'
import { formatJsonText, writeJsonPieces } from '../../../src/report/pieces/json-pieces.ts'
import { joinPieces } from '../records.ts'
import { createHostileRun, ordinary, shapes } from '../shapes.ts'

test('writeJsonPieces() writes what JSON.stringify() would of the same value with arrays for streams', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), async (value, indent) => {
      const streams = () =>
        JSON.parse(JSON.stringify(value), (_name, member) => (Array.isArray(member) ? stream(member) : member))

      expect(JSON.parse(await joinPieces(writeJsonPieces(streams(), { indent })))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
      expect(await joinPieces(writeJsonPieces(streams(), { indent }))).toBe(
        await joinPieces(writeJsonPieces(value, { indent })),
      )
    }),
  )
})

test('formatJsonText() writes the same texts without a command of a CI service', () => {
  for (const text of ['##[set-output name=a]b', 'x##vso[task.complete]', '##teamcity[x]']) {
    expect(formatJsonText({ text })).not.toMatch(/##\w*\[/)
    expect(JSON.parse(formatJsonText({ text }))).toEqual({ text })
  }
})

test('writeJsonPieces() leaves out members that are undefined, beside streams too', async () => {
  const text = await joinPieces(writeJsonPieces({ a: undefined, items: stream([{ b: undefined }]) }))

  expect(text).toBe('{"items":[{}]}')
})

test('writeJsonReport() writes the bytes of the whole run, and an array for several', async () => {
  for (const run of [ordinary, createHostileRun()]) {
    expect(await joinPieces(writeJsonReport([{ run: toRecordedRun(run) }]))).toBe(renderJson(run))
    expect(await joinPieces(writeJsonReport([{ run: toRecordedRun(run) }], { isList: true }))).toBe(renderJson([run]))
  }
  expect(await joinPieces(writeJsonReport(shapes['several runs'] ?? []))).toMatch(/^\[\n {2}\{/)
})

async function* stream(items: readonly unknown[]): AsyncGenerator<unknown> {
  yield* items
}
