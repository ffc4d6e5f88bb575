import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KeyedLine, SortedLines } from '../../../src/http/files/sorted-lines.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

async function sortByFile(given: readonly KeyedLine[]): Promise<readonly KeyedLine[]> {
  const lines = new SortedLines('inventory "account"', createTempFolder())
  for (const { key, line } of given) lines.add(key, line)
  try {
    return await Array.fromAsync(lines.read())
  } finally {
    lines.close()
  }
}

const sortInMemory = (given: readonly KeyedLine[]) =>
  given.toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))

test('lines come by their keys, and those of one key as they came, whatever keys and lines hold', async () => {
  const key = fc.oneof(fc.constantFrom('a', 'b', 'a\tb', '', '__proto__'), fc.string({ unit: 'binary' }))
  const line = fc
    .tuple(fc.string(), fc.constantFrom(1, 1, 400_000))
    .map(([text, length]) => JSON.stringify(text.padEnd(length, '\t')))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ key, line }), { maxLength: 40 }), async (given) => {
      expect(await sortByFile(given)).toEqual(sortInMemory(given))
    }),
    { numRuns: countRuns(25) },
  )
})

test('hundreds of parts are joined', async () => {
  const text = 'x'.repeat(9_000)
  const given = Array.from({ length: 12_000 }, (_, at) => ({ key: `u${(at * 7_919) % 6_000}`, line: `${at} ${text}` }))

  const sorted = await sortByFile(given)

  const names = (lines: readonly KeyedLine[]) => lines.map((each) => `${each.key} ${each.line.slice(0, 6)}`)
  expect(names(sorted)).toEqual(names(sortInMemory(given)))
})

test('lines that could not be written are not taken for all of them', async () => {
  const notKept = expect.objectContaining({ code: 'RESULTS_NOT_KEPT' })
  const lines = new SortedLines('inventory "account"', join(createTempFolder(), 'not-there'))
  lines.add('a', 'first')
  expect(() => lines.add('b', 'x'.repeat(1_100_000))).toThrow(notKept)

  expect(() => lines.add('c', 'third')).toThrow(notKept)
  await expect(Array.fromAsync(lines.read())).rejects.toEqual(notKept)
})
