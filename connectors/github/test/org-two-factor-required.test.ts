import { describe, expect, test } from 'vitest'
import { createRefusal, formatVerdicts, runCheckOn, startGithubApi } from './github-api.ts'

const check = 'org-two-factor-required'

describe('org-two-factor-required', () => {
  test('passes where the organization requires it', async () => {
    await using api = await startGithubApi({ organization: { two_factor_requirement_enabled: true } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('pass')
    expect(formatVerdicts(outcome)).toEqual(['pass octo-org: Two-factor authentication is required'])
    expect(outcome.results[0]?.evidence).toEqual({ twoFactorRequired: true })
  })

  test('fails where it does not, and says where to require it', async () => {
    await using api = await startGithubApi({ organization: { two_factor_requirement_enabled: false } })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('fail')
    expect(outcome.results).toMatchObject([
      {
        status: 'fail',
        resource: { type: 'organization', id: 'octo-org' },
        severity: 'high',
        evidence: { twoFactorRequired: false },
        remediation: expect.stringContaining('https://github.com/organizations/octo-org/settings/security'),
      },
    ])
  })

  test.each([
    ['all members are', ['ada_acme', 'bob_acme'], 'not_applicable'],
    ['one member is not', ['ada_acme', 'bob'], 'fail'],
    ['the setup user is not', ['ada_acme', 'acme_admin'], 'fail'],
    ['no member is shown', [], 'fail'],
  ])('asks whether members are enterprise managed users: %s', async (_case, logins, status) => {
    const members = logins.map((login, id) => ({ id, login, type: 'User' }))
    await using api = await startGithubApi({ organization: { two_factor_requirement_enabled: false }, members })

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe(status)
  })

  test.each([{ two_factor_requirement_enabled: null }, { two_factor_requirement_enabled: undefined }])(
    'cannot tell when GitHub hides the setting: %o',
    async (organization) => {
      await using api = await startGithubApi({ organization })

      const outcome = await runCheckOn(api, check)

      expect(outcome).toMatchObject({
        status: 'error',
        results: [],
        error: { kind: 'permission', missingScopes: ['organization_administration:read', 'members:read'] },
      })
      expect(outcome.error?.message).toContain('an owner of the organization')
    },
  )

  test.each([
    [
      'a classic token is not authorized for single sign-on',
      createRefusal(403, 'Resource protected by organization SAML enforcement. You must grant your token access.', {
        'x-github-sso': 'required; url=https://github.com/orgs/octo-org/sso?authorization_request=AB12CD',
      }),
      'permission',
      'Configure SSO',
    ],
    ['the token is wrong', createRefusal(401, 'Bad credentials'), 'auth', 'reconnect'],
    ['there is no such organization', createRefusal(404, 'Not Found'), 'not_found', 'does not exist'],
    [
      'the answer is not the one described',
      { json: { public_repos: 1, two_factor_requirement_enabled: 'yes' } },
      'schema_drift',
      'two_factor_requirement_enabled',
    ],
  ])('cannot tell when %s', async (_case, answer, kind, remedy) => {
    await using api = await startGithubApi({ answers: { 'GET /orgs/:org': answer } })

    const outcome = await runCheckOn(api, check)

    expect(outcome).toMatchObject({ status: 'error', results: [], error: { kind } })
    expect(outcome.error?.message).toContain(remedy)
    expect(JSON.stringify(outcome)).not.toContain('AB12CD')
  })
})
