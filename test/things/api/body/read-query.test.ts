import { z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { readQuery } from '../../../../src/things/api/body/read-query.ts'

const schema = z.strictObject({ limit: z.coerce.number().int().max(10).optional() })
const ask = (query: string) => new Request(`https://checkwright.example/v1/runs?${query}`)

function listProblems(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return (error as { problems: unknown }).problems
  }
  return undefined
}

test('readQuery() gives the values of the schema', () => {
  expect(readQuery(schema, ask('limit=3'))).toEqual({ limit: 3 })
  expect(readQuery(schema, ask(''))).toEqual({})
})

test('readQuery() refuses a member that occurs twice, of which two readers could take different ones', () => {
  expect(listProblems(() => readQuery(schema, ask('limit=3&limit=4')))).toEqual([
    { path: 'limit', message: 'must not occur twice' },
  ])
})

test.each(['other=1', '__proto__=1', 'constructor=1'])(
  'readQuery() refuses %s, which the schema does not have',
  (query) => {
    expect(() => readQuery(schema, ask(query))).toThrow(expect.objectContaining({ code: 'API_INVALID' }))
  },
)

test('readQuery() refuses any member of a route without a query', () => {
  expect(listProblems(() => readQuery(undefined, ask('a=1')))).toEqual([{ path: 'a', message: 'is not known here' }])
  expect(readQuery(undefined, ask(''))).toBeUndefined()
})
