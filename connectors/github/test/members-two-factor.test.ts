import { faults, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { createRefusal, formatVerdicts, runCheckOn, startGithubApi } from './github-api.ts'

const check = 'members-two-factor'
const route = 'GET /orgs/:org/members'

describe('members-two-factor', () => {
  test('passes for the organization when the filter lists nobody', async () => {
    await using api = await startGithubApi({ withoutTwoFactor: [] })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('pass')
    expect(formatVerdicts(outcome)).toEqual(['pass octo-org: No member is without a second factor'])
    expect(api.requests.map(({ path }) => path)).toEqual(['/orgs/octo-org/members?filter=2fa_disabled&per_page=100'])
  })

  test('fails for each member that it lists, on every page', async () => {
    const withoutTwoFactor = ['ada', 'bob', 'cy'].map((login, index) => ({ id: index + 1, login }))
    await using api = await startGithubApi({ withoutTwoFactor, pageSize: 2 })

    const outcome = await runCheckOn(api, check)

    expect(formatVerdicts(outcome)).toEqual([
      'fail ada: ada has no second factor',
      'fail bob: bob has no second factor',
      'fail cy: cy has no second factor',
    ])
    expect(outcome.results[2]).toMatchObject({
      resource: { type: 'user', id: '3', name: 'cy' },
      evidence: { login: 'cy', listedBy: 'filter=2fa_disabled' },
      remediation: expect.stringContaining('Ask cy to enable'),
    })
    expect(outcome.requests).toBe(2)
  })

  test('cannot tell with the token of somebody who is no owner, which GitHub answers with 422', async () => {
    await using api = await startGithubApi({
      answers: { [route]: createRefusal(422, 'Only owners can use this filter.') },
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({
      status: 'error',
      results: [],
      error: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', missingScopes: ['members:read'] },
    })
    expect(outcome.error?.message).toContain('Connect with a token of an owner.')
  })

  test('names the permission that GitHub says a fine-grained token lacks', async () => {
    const headers = { 'x-accepted-github-permissions': 'members=read,organization_administration=read; members=write' }
    const answer = createRefusal(403, 'Resource not accessible by personal access token', headers)
    await using api = await startGithubApi({ answers: { [route]: answer } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toMatchObject({
      kind: 'permission',
      missingScopes: ['members:read', 'organization_administration:read'],
    })
  })

  test('keeps what it found when a later page is lost, and is an error', async () => {
    const withoutTwoFactor = [
      { id: 1, login: 'ada' },
      { id: 2, login: 'bob' },
    ]
    await using api = await startGithubApi({ withoutTwoFactor, pageSize: 1 })
    api.fail(/page=2/, faults.status(500), { times: 9 })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { kind: 'upstream' } })
    expect(formatVerdicts(outcome)).toEqual(['fail ada: ada has no second factor'])
  })

  test('waits as long as GitHub asks on a 429, then goes on', async () => {
    await using api = await startGithubApi({})
    const clock = fixedClock('2026-05-01T12:00:00Z')
    api.fail(route, faults.status(429, { retryAfter: 7 }))

    const outcome = await runCheckOn(api, check, { clock })

    expect(outcome).toMatchObject({ status: 'pass', requests: 2, retries: 1 })
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(7000)
  })

  test('calls a secondary rate limit by its name, though GitHub answers 403', async () => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    await using api = await startGithubApi({ answers: { [route]: createRefusal(403, message) } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toMatchObject({ kind: 'rate_limited', code: 'HTTP_RATE_LIMITED', retryable: true })
  })
})
