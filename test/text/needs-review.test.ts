import { expect, test } from 'vitest'
import { formatNeedsReview } from '../../src/text/needs-review.ts'

test('formatNeedsReview() agrees with the number before it', () => {
  const said = [0, 1, 2].map((count) => `${count} ${formatNeedsReview(count)}`)

  expect(said).toEqual(['0 need review', '1 needs review', '2 need review'])
})
