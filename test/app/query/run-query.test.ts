import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryLimits } from '../../../src/app/query/limits.ts'
import { parseQuery } from '../../../src/app/query/parse-query.ts'
import type { QueryRow } from '../../../src/app/query/query-messages.ts'
import { type QueryTableSource, runQuery } from '../../../src/app/query/run-query.ts'
import { drawRows } from '../../setup/short-form.ts'
import { endlessTexts, refusedTexts } from './hostile.ts'

const quick = { ...queryLimits, timeoutMs: 1_500, memoryBytesMax: 400 * 1024 ** 2 }

function createRuns(rows: readonly QueryRow[], onRead: () => void = () => undefined): QueryTableSource {
  return {
    name: 'runs',
    columns: [
      { name: 'run_id', type: 'text' },
      { name: 'seconds', type: 'integer' },
    ],
    rows: async function* () {
      onRead()
      yield* rows
    },
  }
}

const two = [
  createRuns([
    ['a', 1],
    ['b', null],
  ]),
]

describe('runQuery()', () => {
  test('answers a SELECT with its columns, also two of one name, whole numbers of any size, and bytes', async () => {
    expect(
      await runQuery("select run_id, seconds, run_id, 9007199254740993 as big, x'ff' as bytes, 0.5 from runs;", two),
    ).toEqual({
      columns: ['run_id', 'seconds', 'run_id', 'big', 'bytes', '0.5'],
      rows: [
        ['a', 1, 'a', '9007199254740993', 'ff', 0.5],
        ['b', null, 'b', '9007199254740993', 'ff', 0.5],
      ],
    })
  })

  test('answers as many rows as there are, in their order, and none', async () => {
    const many = Array.from({ length: 1_234 }, (_, at): QueryRow => [`run ${at}`, at])

    expect((await runQuery('select * from runs', [createRuns(many)])).rows).toEqual(many)
    expect(await runQuery('select * from runs', [createRuns([])])).toEqual({ columns: ['run_id', 'seconds'], rows: [] })
  })

  test('reads rows for a query that names their table, and not before it is known to be right', async () => {
    const read: string[] = []
    const tables = [createRuns([], () => read.push('runs'))]

    await runQuery("select 'runs' as it -- runs", tables)
    await expect(runQuery('select wrong from runs', tables)).rejects.toMatchObject({ code: 'QUERY_INVALID' })
    const before = [...read]
    await runQuery('select count(*) from "Runs"', tables)

    expect([before, read]).toEqual([[], ['runs']])
  })

  // Each begins a process.
  test.each(drawRows(refusedTexts, 4))('refuses: %s', async (sql) => {
    await expect(runQuery(sql, two, quick)).rejects.toMatchObject({ code: 'QUERY_INVALID' })
  })

  test.each(endlessTexts)('ends: %s', async (sql) => {
    await expect(runQuery(sql, two, quick)).rejects.toMatchObject({ code: 'QUERY_LIMIT' })
  })

  test('refuses more rows of a table, or of the answer, than it may have, instead of some of them', async () => {
    const few = { ...queryLimits, viewRowsMax: 1, answerRowsMax: 3, answerCharactersMax: 10 }
    const refuse = (sql: string) => expect(runQuery(sql, two, few)).rejects

    await refuse('select * from runs').toMatchObject({
      code: 'QUERY_LIMIT',
      message: expect.stringContaining('--from'),
    })
    await refuse('values (1), (2), (3), (4)').toMatchObject({ message: expect.stringContaining('more than 3 rows') })
    await refuse("select 'eleven char'").toMatchObject({ message: expect.stringContaining('10 characters') })
  })

  test('fails as the reading of rows fails, and leaves no process', async () => {
    const failing: QueryTableSource = {
      ...createRuns([]),
      rows: async function* () {
        yield ['a', 1]
        throw new Error('The store is gone.')
      },
    }

    await expect(runQuery('select * from runs', [failing])).rejects.toThrow('The store is gone.')
  })
})

describe('parseQuery()', () => {
  test('takes comments, quotes and texts for what they are', () => {
    const { names } = parseQuery(
      "-- drop\n/* ; */ WITH a AS (SELECT 'x; y''' AS \"Two Words\") select [b], `c` from a ;; -- end",
    )

    expect([...names]).toEqual(['with', 'a', 'as', 'select', 'two words', 'b', 'c', 'from'])
  })

  test('throws nothing but QUERY_INVALID, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[select;'"[\]`\-*/ \n]*$/)), (sql) => {
        try {
          parseQuery(sql)
        } catch (error) {
          expect(error).toMatchObject({ code: 'QUERY_INVALID' })
        }
      }),
    )
  })
})
