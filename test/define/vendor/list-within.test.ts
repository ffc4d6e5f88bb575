import { expect, test } from 'vitest'
import { listWithin } from '../../../src/define/index.ts'
import { CheckError, HttpError } from '../../../src/errors/index.ts'

const refused = (status: number) => new HttpError('no', { code: 'HTTP_NOT_FOUND', method: 'GET', url: '/', status })

async function read(outer: readonly string[], failures: Readonly<Record<string, unknown>>) {
  const items: string[] = []
  const asked: string[] = []
  async function* list(name: string) {
    asked.push(name)
    yield `${name}1`
    if (name in failures) throw failures[name]
    yield `${name}2`
  }
  let error: unknown
  try {
    for await (const item of listWithin(outer, list)) items.push(item)
  } catch (thrown) {
    error = thrown
  }
  return { items, asked, error }
}

test('listWithin() gives the items of all lists in order', async () => {
  expect(await read(['a', 'b'], {})).toMatchObject({ items: ['a1', 'a2', 'b1', 'b2'], error: undefined })
})

test('listWithin() throws at the end what hides only the rest of one list', async () => {
  const drift = new CheckError('no', { code: 'SCHEMA_DRIFT' })

  const { items, error } = await read(['a', 'b', 'c'], { a: drift, b: refused(404) })

  expect(items).toEqual(['a1', 'b1', 'c1', 'c2'])
  expect(error).toBe(drift)
})

test.each<[string, unknown]>([
  ['a mistake', new TypeError('no')],
  ['refused credentials', new HttpError('no', { code: 'AUTH_REJECTED', method: 'GET', url: '/', status: 401 })],
])('listWithin() ends at once after %s', async (_name, thrown) => {
  const { asked, error } = await read(['a', 'b'], { a: thrown })

  expect(asked).toEqual(['a'])
  expect(error).toBe(thrown)
})

test('listWithin() asks no more where so many lists are refused that this is no exception', async () => {
  const names = Array.from({ length: 300 }, (_each, index) => `n${index}`)

  const { asked } = await read(names, Object.fromEntries(names.map((name) => [name, refused(403)])))

  expect(asked).toHaveLength(100)
})
