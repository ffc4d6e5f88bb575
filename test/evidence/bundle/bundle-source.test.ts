import { expect, test } from 'vitest'
import {
  type BundleSource,
  bundleFiles,
  findListingProblems,
  readFileText,
} from '../../../src/evidence/bundle/bundle-source.ts'

test('findListingProblems() has nothing to say about the files of a bundle, in any order', () => {
  expect(findListingProblems(bundleFiles.toReversed())).toEqual([])
})

test('findListingProblems() names what is missing and what is not signed', () => {
  const problems = findListingProblems(['run.json', 'exchanges.har', 'manifest.json', 'notes.txt'])

  expect(problems).toEqual([
    { file: 'statement.intoto.jsonl', message: 'is missing from the bundle.' },
    { file: 'notes.txt', message: 'does not belong to the bundle, because it is not signed.' },
  ])
})

test('readFileText() reads a file up to its limit, keeps a byte order mark, and marks what is not UTF-8', async () => {
  const source = (bytes: Uint8Array): BundleSource => ({
    problems: [],
    inventories: [],
    has: () => true,
    size: () => bytes.byteLength,
    read: async function* () {
      // In the middle of a character.
      yield bytes.subarray(0, 4)
      yield bytes.subarray(4)
    },
    layoutProblems: async () => [],
    close: async () => {},
  })
  const marked = Buffer.from('\ufeffé1')

  expect(await readFileText(source(marked), 'run.json', 6)).toBe('\ufeffé1')
  expect(await readFileText(source(marked), 'run.json', 5)).toBeUndefined()
  expect(await readFileText(source(Buffer.from([0x61, 0xff])), 'run.json', 9)).toBe('a\ufffd')
})
