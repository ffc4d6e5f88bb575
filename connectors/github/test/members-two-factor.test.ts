import { faults, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { createRefusal, formatVerdicts, runCheckOn, startGithubApi } from './github-api.ts'

const check = 'members-two-factor'
const route = 'GET /orgs/:org/members'
const createAccount = (id: number, login: string) => ({ id, login, type: 'User' })

describe('members-two-factor', () => {
  test('passes for each member that the filter leaves out', async () => {
    await using api = await startGithubApi({ owners: [createAccount(1, 'ada'), createAccount(2, 'bob')] })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('pass')
    expect(formatVerdicts(outcome)).toEqual(['pass ada: ada has a second factor', 'pass bob: bob has a second factor'])
    expect(api.requests.map(({ path }) => path)).not.toContain(expect.stringContaining('outside_collaborators'))
  })

  test.each([
    ['is listed without a factor', { withoutTwoFactor: [createAccount(2, 'bob_acme')] }],
    ['is not listed', {}],
  ])('cannot tell of an enterprise managed user who %s', async (_case, state) => {
    const members = [createAccount(1, 'ada'), createAccount(2, 'bob_acme'), createAccount(3, 'acme_admin')]
    await using api = await startGithubApi({ members, owners: [createAccount(1, 'ada')], ...state })

    const outcome = await runCheckOn(api, check)

    expect(outcome.undecided).toMatchObject({
      count: 1,
      first: [{ resource: { name: 'bob_acme' }, because: expect.stringContaining('identity provider') }],
    })
    expect(formatVerdicts(outcome)).toEqual([
      'pass acme_admin: acme_admin has a second factor',
      'pass ada: ada has a second factor',
    ])
  })

  test('passes an enterprise managed user where single sign-on is accepted', async () => {
    const owners = [createAccount(1, 'ada_acme'), createAccount(2, 'bob')]
    await using api = await startGithubApi({ owners, withoutTwoFactor: [createAccount(3, 'cy')] })

    const outcome = await runCheckOn(api, check, { variables: { accept_single_sign_on: true } })

    expect(formatVerdicts(outcome)).toEqual([
      'fail cy: cy has no second factor',
      'pass ada_acme: ada_acme signs in by single sign-on only, which is accepted',
      'pass bob: bob has a second factor',
    ])
  })

  test('fails for each member that it lists, on every page', async () => {
    const withoutTwoFactor = ['ada', 'bob', 'cy'].map((login, index) => createAccount(index + 1, login))
    await using api = await startGithubApi({ withoutTwoFactor, owners: [createAccount(4, 'dee')], pageSize: 2 })

    const outcome = await runCheckOn(api, check)

    expect(formatVerdicts(outcome)).toEqual([
      'fail ada: ada has no second factor',
      'fail bob: bob has no second factor',
      'fail cy: cy has no second factor',
      'pass dee: dee has a second factor',
    ])
    expect(outcome.results.find(({ resource }) => resource.id === '3')).toMatchObject({
      resource: { type: 'user', id: '3', name: 'cy' },
      evidence: { kind: 'person', status: 'active', secondFactor: false },
      remediation: expect.stringContaining('Ask cy to enable'),
    })
  })

  test('cannot tell of any member where GitHub refuses only the filter, as it does to apps', async () => {
    await using api = await startGithubApi({ owners: [createAccount(1, 'ada')] })
    api.fail(/filter=2fa_disabled/, faults.status(422, { json: { message: 'Only owners can use this filter.' } }), {
      times: 9,
    })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({
      status: 'error',
      results: [],
      error: { kind: 'incomplete_data', code: 'CHECK_UNDECIDED' },
      undecided: { count: 1, first: [{ because: expect.stringContaining('only owners of the organization') }] },
    })
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

  test('is an error when a later page of those without a factor is lost', async () => {
    const withoutTwoFactor = [createAccount(1, 'ada'), createAccount(2, 'bob')]
    await using api = await startGithubApi({ withoutTwoFactor, pageSize: 1 })
    api.fail(/filter=2fa_disabled.*page=2/, faults.status(500), { times: 9 })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { kind: 'upstream' } })
  })

  test('waits as long as GitHub asks on a 429, then goes on', async () => {
    await using api = await startGithubApi({ owners: [createAccount(1, 'ada')] })
    const clock = fixedClock('2026-05-01T12:00:00Z')
    api.fail(route, faults.status(429, { retryAfter: 7 }))

    const outcome = await runCheckOn(api, check, { clock })

    expect(outcome.status).toBe('pass')
    expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(7000)
  })

  test('calls a secondary rate limit by its name, though GitHub answers 403', async () => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
    await using api = await startGithubApi({ answers: { [route]: createRefusal(403, message) } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toMatchObject({ kind: 'rate_limited', code: 'HTTP_RATE_LIMITED', retryable: true })
  })
})
