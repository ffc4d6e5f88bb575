import { expect, test } from 'vitest'
import { openPages } from '../../../app/pages/world.ts'

test('the page shows 50 valid keys, then older ones, and those that ended on a page of their own', async () => {
  const { get, runtime } = await openPages()
  const organizationId = 'acme'
  const make = (name: string) => runtime.apiKeys.create({ organizationId, scopes: ['comments:read'], name })
  for (let nth = 0; nth < 60; nth++) await make(`valid-${nth}-`)
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
  const findLink = (text: string, name: string) =>
    new RegExp(`href="([^"]*)"[^>]*>${name}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

  const page = (await get('/settings/api-keys')).text
  const older = (await get(findLink(page, 'Older'))).text
  const { id } = await make('ended-')
  await runtime.apiKeys.revoke({ organizationId, id })
  const now = (await get('/settings/api-keys')).text
  const ended = (await get(findLink(now, 'Expired and revoked keys'))).text

  expect(count(page, /valid-\d+-\s*<span/g)).toBe(50)
  expect(count(older, /valid-\d+-\s*<span/g)).toBe(10)
  expect(findLink(page, 'Expired and revoked keys')).toBe('')
  expect(now).not.toContain('ended-')
  expect([count(ended, /ended-\s*<span/g), count(ended, /valid-/g), count(ended, /\/revoke"/g)]).toEqual([1, 0, 0])
  expect(findLink(ended, 'Valid keys')).toBe('/settings/api-keys')
})
