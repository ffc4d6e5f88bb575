import { describe, expect, test } from 'vitest'
import { createFirstPage, findNextPage, type ReadPage } from '../../../src/http/lists/next-page.ts'

const first = createFirstPage('/users', { next: { cursor: 'meta.next', param: 'cursor' } })

function readBody(body: unknown): ReadPage {
  const reply = { method: 'GET', url: 'https://api.acme.example/users', status: 200, headers: {} }
  return { reply: reply as ReadPage['reply'], body, items: 1, seen: 1, hasReachedTotal: false, isEndDoubtful: false }
}

describe('findNextPage() by a member of the body', () => {
  test('goes on with the cursor', () => {
    const next = findNextPage(first, { cursor: 'meta.next', param: 'cursor' }, readBody({ meta: { next: 'c2' } }))

    expect(next?.query).toEqual({ cursor: 'c2' })
  })

  test.each([{}, { meta: null }, { meta: '' }, { meta: [] }, { meta: {} }, { meta: { next: null } }])(
    'ends at %j',
    (body) => {
      expect(findNextPage(first, { cursor: 'meta.next', param: 'cursor' }, readBody(body))).toBeUndefined()
      expect(findNextPage(first, { url: 'meta.next' }, readBody(body))).toBeUndefined()
    },
  )

  test.each([{ meta: 'c2' }, { meta: 2 }, { meta: true }])('takes %j for no end, but for drift', (body) => {
    expect(() => findNextPage(first, { cursor: 'meta.next', param: 'cursor' }, readBody(body))).toThrow(
      '"meta" is not an object',
    )
    expect(() => findNextPage(first, { url: 'meta.next' }, readBody(body))).toThrow('"meta" is not an object')
  })
})
