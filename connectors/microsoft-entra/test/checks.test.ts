import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { verdicts } from '../../../test/connectors/run-check.ts'
import { entra } from '../index.ts'
import { type GraphState, graphApi, refusal, runCheckOn } from './graph-api.ts'

/** A policy in force for everybody and everything. */
function policy(grantControls: object | null, differs: object = {}, conditions: object = {}) {
  return {
    id: 'p1',
    displayName: 'Baseline',
    state: 'enabled',
    conditions: {
      clientAppTypes: ['all'],
      applications: { includeApplications: ['All'], excludeApplications: [] },
      users: { includeUsers: ['All'], excludeUsers: ['emergency-1'], excludeGroups: [], excludeRoles: [] },
      ...conditions,
    },
    grantControls,
    ...differs,
  }
}

const mfa = { operator: 'OR', builtInControls: ['mfa'] }
const block = { operator: 'OR', builtInControls: ['block'] }
const users = (differs: object) => ({
  users: { includeUsers: ['All'], excludeUsers: [], excludeGroups: [], excludeRoles: [], ...differs },
})

const secret = (name: string, start: string, end: string | null) => ({
  keyId: name,
  displayName: name,
  startDateTime: start,
  endDateTime: end,
})

describe.each<[check: string, about: string, state: GraphState, expected: readonly string[]]>([
  [
    'second-factor-registered',
    'members, guests and administrators on several pages',
    {
      pageSize: 2,
      registrations: [
        { id: '1', userPrincipalName: 'ada@acme.example', userType: 'member', isAdmin: false, isMfaRegistered: true },
        { id: '2', userPrincipalName: 'bob@acme.example', userType: 'member', isAdmin: true, isMfaRegistered: false },
        { id: '3', userPrincipalName: 'cyd#EXT#', userType: 'guest', isAdmin: false, isMfaRegistered: false },
      ],
    },
    [
      'fail bob@acme.example has registered no second factor, and is an administrator',
      'not_applicable cyd#EXT# is a guest',
      'pass ada@acme.example has registered a second factor',
    ],
  ],
  [
    'second-factor-demanded',
    'security defaults',
    { securityDefaults: true },
    ['pass Security defaults demand a second factor'],
  ],
  [
    'second-factor-demanded',
    'a policy for everybody',
    { policies: [policy(block, {}, { clientAppTypes: ['other'] }), policy(mfa)], pageSize: 1 },
    ['pass Conditional access demands a second factor'],
  ],
  [
    'second-factor-demanded',
    'an authentication strength',
    { policies: [policy({ operator: 'OR', builtInControls: [], authenticationStrength: { id: 's' } })] },
    ['pass Conditional access demands a second factor'],
  ],
  [
    'second-factor-demanded',
    'a policy that excludes a group',
    { policies: [policy(mfa, {}, users({ excludeGroups: ['sales'] }))] },
    ['manual Conditional access demands a second factor, with exceptions'],
  ],
  ...[
    ['a policy that only reports', policy(mfa, { state: 'enabledForReportingButNotEnforced' })],
    ['a second factor or a compliant device', policy({ operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] })],
    ['a policy for one group', policy(mfa, {}, users({ includeUsers: [] }))],
    [
      'a policy for one application',
      policy(mfa, {}, { applications: { includeApplications: ['app'], excludeApplications: [] } }),
    ],
    ['a policy without controls', policy(null)],
  ].map(([about, each]): [string, string, GraphState, string[]] => [
    'second-factor-demanded',
    String(about),
    { policies: [each as object] },
    ['fail Nothing demands a second factor from everybody'],
  ]),
  [
    'legacy-sign-in-blocked',
    'security defaults',
    { securityDefaults: true },
    ['pass Security defaults block legacy sign-in'],
  ],
  [
    'legacy-sign-in-blocked',
    'a policy that blocks both kinds',
    { policies: [policy(block, {}, { clientAppTypes: ['exchangeActiveSync', 'other'] })] },
    ['pass Conditional access blocks legacy sign-in'],
  ],
  [
    'legacy-sign-in-blocked',
    'a policy that excludes a role',
    {
      policies: [
        policy(block, {}, { clientAppTypes: ['exchangeActiveSync', 'other'], ...users({ excludeRoles: ['r'] }) }),
      ],
    },
    ['manual Conditional access blocks legacy sign-in, with exceptions'],
  ],
  [
    'legacy-sign-in-blocked',
    'a policy that blocks one kind',
    { policies: [policy(block, {}, { clientAppTypes: ['exchangeActiveSync'] })] },
    ['fail Nothing blocks legacy sign-in for everybody'],
  ],
  [
    'global-administrators',
    'three of them',
    { globalAdministrators: ['a', 'b', 'c'], pageSize: 2 },
    ['pass Global administrators: 3'],
  ],
  [
    'global-administrators',
    'one',
    { globalAdministrators: ['a'] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'application-secrets',
    'secrets of every kind',
    {
      applications: [
        {
          id: 'a1',
          displayName: 'CRM',
          passwordCredentials: [
            secret('good', '2026-05-01T00:00:00Z', '2026-11-01T00:00:00Z'),
            secret('long', '2026-05-01T00:00:00Z', '2028-05-01T00:00:00Z'),
            secret('old', '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z'),
            secret('endless', '2025-01-01T00:00:00Z', null),
          ],
        },
        { id: 'a2', displayName: 'None', passwordCredentials: [] },
      ],
    },
    [
      'fail CRM: endless has no end',
      'fail CRM: long is valid for 731 days, 365 allowed',
      'fail CRM: old expired on 2025-06-01',
      'pass CRM: good is valid for 184 days',
    ],
  ],
  [
    'stale-users',
    'accounts in use, stale, new, unused and disabled',
    {
      users: [
        {
          id: '1',
          userPrincipalName: 'ada',
          accountEnabled: true,
          signInActivity: { lastSignInDateTime: '2026-06-29T12:00:00Z' },
        },
        {
          id: '2',
          userPrincipalName: 'bob',
          accountEnabled: true,
          signInActivity: {
            lastSignInDateTime: '2025-01-01T12:00:00Z',
            lastNonInteractiveSignInDateTime: '2026-06-20T12:00:00Z',
          },
        },
        {
          id: '3',
          userPrincipalName: 'cyd',
          accountEnabled: true,
          createdDateTime: '2026-01-01T12:00:00Z',
          signInActivity: null,
        },
        { id: '4', userPrincipalName: 'dan', accountEnabled: false },
        { id: '5', userPrincipalName: 'eve', accountEnabled: true, createdDateTime: '2026-06-28T12:00:00Z' },
      ],
    },
    [
      'fail cyd has never signed in',
      'not_applicable dan is disabled',
      'pass ada was active 1 days ago',
      'pass bob was active 10 days ago',
      'pass eve was active 2 days ago',
    ],
  ],
  ['user-consent-restricted', 'the old default', {}, ['fail Users may consent to anything']],
  [
    'user-consent-restricted',
    'a narrower policy',
    {
      authorizationPolicy: {
        defaultUserRolePermissions: {
          permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-low'],
        },
      },
    },
    ['pass User consent is restricted'],
  ],
  ['guest-invitations-restricted', 'the old default', {}, ['fail Everyone may invite guests, guests included']],
  [
    'guest-invitations-restricted',
    'members only',
    { authorizationPolicy: { allowInvitesFrom: 'adminsGuestInvitersAndAllMembers' } },
    ['pass Guests are invited by: adminsGuestInvitersAndAllMembers'],
  ],
  [
    'devices-compliant',
    'devices in every state',
    {
      devices: [
        { id: '1', deviceName: 'mac-1', complianceState: 'compliant', isEncrypted: true },
        { id: '2', deviceName: 'pc-2', complianceState: 'noncompliant', isEncrypted: false, userPrincipalName: 'bob' },
        { id: '3', deviceName: 'pc-3', complianceState: 'inGracePeriod', isEncrypted: true },
        { id: '4', deviceName: 'pc-4', complianceState: 'compliant', isEncrypted: false },
      ],
    },
    [
      'fail pc-2 is not encrypted and is noncompliant',
      'fail pc-4 is not encrypted',
      'manual pc-3 is encrypted; whether it complies is inGracePeriod',
      'pass mac-1 is encrypted and complies',
    ],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Graph asks for one', async () => {
    await using api = await graphApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30, json: refusal('TooManyRequests', 'Too many requests.') }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(verdicts(outcome)).toEqual(expected)
  })
})

describe.each(entra.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the permission that was not granted', async () => {
    await using api = await graphApi({})
    api.fail('*', faults.status(403, { json: refusal('Authorization_RequestDenied', 'Insufficient privileges') }), {
      times: 9,
    })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('cannot tell while Graph fails', async () => {
    await using api = await graphApi({})
    api.fail('*', faults.status(503), { times: 99 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'upstream' })
  })
})

describe('what a tenant does not have', () => {
  test('a report that needs P1 ends as plan', async () => {
    await using api = await graphApi({})
    const json = refusal(
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      'Neither tenant is B2C or tenant does not have premium license',
    )
    api.fail('*', faults.status(403, { json }))

    expect((await runCheckOn(api, 'second-factor-registered')).error).toMatchObject({ kind: 'plan' })
  })

  test.each([
    ['devices-compliant', 'not_applicable'],
    ['application-secrets', 'not_applicable'],
    ['stale-users', 'error'],
    ['second-factor-registered', 'error'],
    ['global-administrators', 'fail'],
  ])('%s of an empty tenant ends as %s', async (check, status) => {
    await using api = await graphApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })

  test('global-administrators cannot tell without the role that every tenant has', async () => {
    await using api = await graphApi({ roles: [] })

    expect((await runCheckOn(api, 'global-administrators')).error).toMatchObject({ kind: 'incomplete_data' })
  })
})

test('second-factor-registered judges guests where that is asked', async () => {
  const guest = { id: '3', userPrincipalName: 'cyd#EXT#', userType: 'guest', isAdmin: false, isMfaRegistered: false }
  await using api = await graphApi({ registrations: [guest] })

  expect((await runCheckOn(api, 'second-factor-registered', { include_guests: true })).status).toBe('fail')
})
