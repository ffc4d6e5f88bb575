import { expect, test } from 'vitest'
import { runFile, thing } from './run-file.ts'

const after = (next: string) => thing('pass: item.on', `list: { path: /things, items: data, next: { ${next} } }`)
const pages = (more: boolean | undefined) => ({
  'GET /things': ({ query }: { query: URLSearchParams }) => {
    const from = Number(query.get('after') ?? 0)
    const data = from >= 4 ? [] : [1, 2].map((step) => ({ id: from + step, on: true }))
    return { json: { data, more: more === undefined ? undefined : from < 2 } }
  },
})

test('a list goes on after the id of its last item, until the vendor says that there is no more', async () => {
  const { check, requests } = await runFile(after('after: after, more: more'), pages(true))

  expect([check.status, check.results.length, requests.length]).toEqual(['pass', 4, 2])
})

test('without a word for the end, an empty page is the end', async () => {
  const { check, requests } = await runFile(after('after: after, more: more'), pages(undefined))

  expect([check.status, check.results.length, requests.length]).toEqual(['pass', 4, 3])
})

test('a last item without the id makes the list incomplete', async () => {
  const { check } = await runFile(after('after: after, more: more, id: key'), pages(true))

  expect(check.status).toBe('error')
})
