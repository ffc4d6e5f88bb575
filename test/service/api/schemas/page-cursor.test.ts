import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageQuery, parsePageCursor, takePage } from '../../../../src/service/api/schemas/page-cursor.ts'

interface Row {
  readonly id: string
  readonly atMs: number
}

test('takePage() and parsePageCursor() bring every row once, in order, whatever the limit (property)', () => {
  const rows = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[a-z0-9_-]{1,8}$/), atMs: fc.nat(9) }), {
    selector: ({ id }) => id,
  })

  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), (given, limit) => {
      const order = (row: Row) => [String(row.atMs).padStart(15, '0'), row.id].join('.')
      const sorted = given.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
      const read: string[] = []
      let cursor: string | undefined
      do {
        const after = parsePageCursor(cursor)
        const left = after === undefined ? sorted : sorted.filter((row) => order(row) < order(after))
        const page = takePage(left.slice(0, limit + 1), limit, { toPosition: (row) => row, toItem: ({ id }) => id })
        expect(page.data.length).toBeLessThanOrEqual(limit)
        read.push(...page.data)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)

      expect(read).toEqual(sorted.map(({ id }) => id))
    }),
  )
})

test('parsePageCursor() refuses with 400 whatever is no cursor of ours (property)', () => {
  expect(() => parsePageCursor('')).toThrow(expect.objectContaining({ status: 400 }))
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const position = parsePageCursor(text)
        expect(Number.isSafeInteger(position?.atMs)).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 'API_INVALID', status: 400 })
      }
    }),
  )
})

test.each(['0', '101', '-1', '1.5', '007', ' 5', 'all'])('a page of %j is refused', (limit) => {
  expect(pageQuery.limit.safeParse(limit).success).toBe(false)
})

test('a page has 50 rows where nothing is said, and 100 at most', () => {
  expect([pageQuery.limit.parse(undefined), pageQuery.limit.parse('100')]).toEqual([50, 100])
})
