import { expect, test } from 'vitest'
import type { CheckHead } from '../../../src/define/index.ts'
import { listUndecidedLines } from '../../../src/report/pieces/undecided-lines.ts'

function createHead(count: number, named = count): CheckHead {
  const first = Array.from({ length: named }, (_, index) => ({
    resource: { type: 'user', id: `u${index}`, name: index === 0 ? 'Ada\n\u001b[31m' : undefined },
    because: 'Acme does not say.',
  }))
  return { undecided: { count, first } } as unknown as CheckHead
}

test('listUndecidedLines() is empty for one resource, which the error names', () => {
  expect(listUndecidedLines(createHead(1))).toEqual([])
  expect(listUndecidedLines({})).toEqual([])
})

test('listUndecidedLines() gives each resource one line that no vendor can break or colour', () => {
  const [first, second] = listUndecidedLines(createHead(2))

  expect(first).toMatch(/^user Ada.* \(u0\): Acme does not say\.$/)
  expect(first).not.toContain('\u001b')
  expect(second).toBe('user u1: Acme does not say.')
})

test('listUndecidedLines() counts those that it does not show, and those that nobody kept', () => {
  expect(listUndecidedLines(createHead(250, 100)).at(-1)).toBe('… and 230 more')
  expect(listUndecidedLines(createHead(3), 1)).toHaveLength(2)
})
