import { expect, test } from 'vitest'
import { openPages } from './world.ts'

test.each([
  ['/judgements', 'No check has run yet, so it is not known what needs review.'],
  ['/findings', 'No check has run yet, so it is not known what fails.'],
  ['/findings?view=checks', 'No check has run yet, so it is not known what fails.'],
  ['/runs', 'No runs yet.'],
  ['/runs?status=fail', 'No runs match.'],
])('%s of an organization without a run says that nothing is known', async (path, words) => {
  const { get } = await openPages()

  const { status, text } = await get(path)

  expect(status).toBe(200)
  expect(text).toContain(words)
})
