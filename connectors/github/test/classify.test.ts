import { describe, expect, test } from 'vitest'
import { classify } from '../classify.ts'

function createFailure(status: number, body: unknown, path = '/orgs/octo-org/members') {
  return { method: 'GET', url: `https://api.github.com${path}`, status, headers: new Headers(), body }
}

describe('classify()', () => {
  test.each([
    [403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', 'rate_limited'],
    [403, 'API rate limit exceeded for user ID 1.', 'rate_limited'],
    [403, 'You have triggered an abuse detection mechanism. Please wait a few minutes.', 'rate_limited'],
    [403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.', 'plan'],
    [422, 'Only owners can use this filter.', 'permission'],
    [403, 'Resource protected by organization SAML enforcement. You must grant your token access.', 'permission'],
    [
      403,
      'Although you appear to have the correct authorization, `octo-org` has an IP allow list enabled.',
      'permission',
    ],
    [403, '`octo-org` forbids access via a personal access token (classic).', 'permission'],
    [403, 'Must have admin rights to Repository.', 'permission'],
    [403, 'Resource not accessible by integration', 'permission'],
  ])('takes %i "%s" for %s', (status, message, kind) => {
    expect(classify(createFailure(status, { message }))?.kind).toBe(kind)
  })

  test('names no missing permission where a policy refuses, since granting one would not help', () => {
    const body = { message: '`octo-org` forbids access via a fine-grained personal access token.' }

    expect(classify(createFailure(403, body))?.missingScopes).toEqual([])
  })

  test.each([
    [404, { message: 'Not Found' }],
    [422, { message: 'Validation Failed' }],
    [500, 'Unicorn!'],
    [403, null],
    [403, { message: 5 }],
  ])('leaves %i %j to the rules for the status', (status, body) => {
    expect(classify(createFailure(status, body))).toBeUndefined()
  })
})
