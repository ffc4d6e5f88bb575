import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeWanted } from '../../../src/things/parts/take-wanted.ts'

test('takeWanted() finds what a filter over all of it finds, however the pages are cut', async () => {
  const property = fc.asyncProperty(fc.array(fc.array(fc.integer())), fc.nat(20), async (pages, limit) => {
    const isWanted = (number: number) => number % 3 === 0

    const found = await takeWanted(readPages(pages), isWanted, limit)

    expect(found).toEqual(pages.flat().filter(isWanted).slice(0, limit))
  })

  await fc.assert(property)
})

async function* readPages(pages: readonly (readonly number[])[]) {
  yield* pages
}
