import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCodes } from '../../src/errors/codes.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

/** Each code's heading, the paragraph below it, and what else is said. */
const entries = page
  .split(/^### /m)
  .slice(1)
  .map((section) => section.split(/^## /m)[0]?.trim().split('\n\n') ?? [])
  .map(([code = '', meaning = '', ...advice]) => ({ code, meaning, advice: advice.join('\n\n') }))

test('docs/errors.md explains every code once, and no other', () => {
  const explained = entries.map((entry) => entry.code)

  expect(explained.toSorted()).toEqual(Object.keys(errorCodes).toSorted())
})

test.each(entries)('docs/errors.md gives $code the meaning of the list, and advice', ({ code, meaning, advice }) => {
  expect(meaning.replaceAll('\n', ' ')).toBe(Object.entries(errorCodes).find(([known]) => known === code)?.[1])
  expect(advice.length).toBeGreaterThan(40)
})
