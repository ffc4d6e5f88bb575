import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDescribedVendor } from '../../../src/author/testing/vendor/described-vendor.ts'
import { minuteMs, openWithTracker, soon } from './world.ts'

const file = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts', 'jira.json.gz')

test.skipIf(!existsSync(file))('what is read of Jira is asked for as its description allows', async () => {
  const described = createDescribedVendor(JSON.parse(gunzipSync(readFileSync(file)).toString()), {})
  const { clock, requests, issues, world, run } = await openWithTracker('jira')
  let isLost = false
  world.mischief = ({ path }) => {
    if (isLost || path !== '/rest/api/3/issue') return undefined
    isLost = true
    return 'lost'
  }
  await run({ ada: {} })
  await expect.poll(() => isLost, soon).toBe(true)
  clock.advance(3 * minuteMs)
  await expect.poll(() => requests.length, soon).toBeGreaterThan(1)
  await run()
  await expect.poll(() => [...issues.values()][0]?.isOpen, soon).toBe(false)

  // The description has the operations that read.
  const served = requests.filter(({ method, path }) => described.serves(method, path.split('?')[0] ?? ''))
  for (const { method, path, authorization, body } of served) {
    const url = new URL(path, 'https://acme.atlassian.net')
    const headers = { authorization: authorization ?? '', 'content-type': 'application/json' }
    described.answer(
      { method, url, path: url.pathname, query: url.searchParams, headers, body: Buffer.from(body) },
      false,
    )
  }

  expect(described.violations).toEqual([])
  expect(described.operations.toSorted()).toEqual([
    'GET /rest/api/3/issue/{issueIdOrKey}',
    'GET /rest/api/3/issue/{issueIdOrKey}/transitions',
    'POST /rest/api/3/search/jql',
  ])
})
