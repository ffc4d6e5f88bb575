import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ParquetColumn, type ParquetValue, writeParquet } from '../../../src/report/pieces/parquet.ts'
import { readParquet } from '../records.ts'

const columns: readonly ParquetColumn[] = [
  { name: 'text', type: 'text' },
  { name: '1', type: 'integer' },
  { name: 'number', type: 'number' },
  { name: 'at', type: 'time' },
]

async function writeAndRead(rows: readonly (readonly ParquetValue[])[]) {
  const pieces = await Array.fromAsync(writeParquet(columns, rows))
  return { pieces, rows: await readParquet(pieces) }
}

test('writeParquet() writes what another reader reads, whatever texts hold', async () => {
  const row = fc.tuple(
    fc.option(fc.string({ unit: 'binary' })),
    fc.option(fc.maxSafeInteger()),
    fc.option(fc.double({ noNaN: true })),
    fc.option(fc.integer({ min: 0, max: 4e12 })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      const read = await writeAndRead(rows)

      expect(read.rows.map((each) => columns.map(({ name }) => each[name]))).toEqual(
        rows.map(([text, integer, number, at]) => [
          text?.toWellFormed() ?? null,
          integer === null ? null : integer + 0,
          number,
          at === null ? null : new Date(at),
        ]),
      )
    }),
    { numRuns: 40 },
  )
})

test('writeParquet() hands out each group of rows when it is full, by rows and by length', async () => {
  const many = Array.from({ length: 20_001 }, (_, index) => [`row ${index}`, index, null, null])
  const long = Array.from({ length: 5 }, (_, index) => ['x'.repeat(4_000_000), index, null, null])

  const ofMany = await writeAndRead(many)
  const ofLong = await writeAndRead(long)

  expect(ofMany.pieces).toHaveLength(2)
  expect(ofMany.rows.at(-1)).toMatchObject({ text: 'row 20000', 1: 20_000 })
  expect(ofLong.pieces).toHaveLength(3)
  expect(ofLong.rows.map((row) => (row.text as string).length)).toEqual(long.map(() => 4_000_000))
})

test('writeParquet() writes a file without rows that has its columns', async () => {
  expect((await writeAndRead([])).rows).toEqual([])
})
