import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { workspace } from '../index.ts'
import { book, createRefusal, phone, runCheckOn, startGoogleApi, type WorkspaceState } from './google-api.ts'

function createUser(name: string, differs: object = {}) {
  return {
    id: `id-${name}`,
    primaryEmail: `${name}@acme.example`,
    isAdmin: false,
    isEnrolledIn2Sv: true,
    isEnforcedIn2Sv: true,
    suspended: false,
    archived: false,
    creationTime: '2024-01-01T00:00:00.000Z',
    lastLoginTime: '2026-06-29T12:00:00.000Z',
    ...differs,
  }
}

const extended = { extendedSupportEligible: true, extendedSupportStart: '2026-01-01T00:00:00.000Z' }

const drive = 'https://www.googleapis.com/auth/drive'

describe.each<[check: string, about: string, state: WorkspaceState, expected: readonly string[]]>([
  [
    'two-step-verification',
    'accounts of every kind, on several pages',
    {
      pageSize: 2,
      users: [
        createUser('ada'),
        createUser('bob', { isEnforcedIn2Sv: false }),
        createUser('cyd', { isEnrolledIn2Sv: false, isEnforcedIn2Sv: false, isAdmin: true }),
        createUser('dan', { isEnrolledIn2Sv: false, suspended: true }),
        createUser('eve', { isEnrolledIn2Sv: false, archived: true }),
      ],
    },
    [
      'fail bob@acme.example could turn 2-Step Verification off',
      'fail cyd@acme.example does not use 2-Step Verification',
      'not_applicable dan@acme.example is suspended',
      'not_applicable eve@acme.example is archived',
      'pass ada@acme.example uses 2-Step Verification',
    ],
  ],
  [
    'super-admins',
    'two, and one who is suspended',
    {
      users: [
        createUser('ada', { isAdmin: true }),
        createUser('bob', { isAdmin: true }),
        createUser('cyd', { isAdmin: true, suspended: true }),
      ],
    },
    ['pass Super administrators: 2'],
  ],
  [
    'super-admins',
    'one',
    { users: [createUser('ada', { isAdmin: true })] },
    ['fail Super administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'stale-users',
    'accounts in use, stale, new and unused',
    {
      users: [
        createUser('ada'),
        createUser('bob', { lastLoginTime: '2026-01-01T12:00:00.000Z' }),
        createUser('cyd', { lastLoginTime: '1970-01-01T00:00:00.000Z' }),
        createUser('dan', { lastLoginTime: '1970-01-01T00:00:00.000Z', creationTime: '2026-06-28T12:00:00.000Z' }),
        createUser('eve', { suspended: true }),
      ],
    },
    [
      'fail bob@acme.example was last active 180 days ago',
      'fail cyd@acme.example was never active, and was created 911 days ago',
      'not_applicable eve@acme.example is suspended',
      'pass ada@acme.example was last active 1 day ago',
      'pass dan@acme.example was never active, and was created 2 days ago',
    ],
  ],
  [
    'third-party-access',
    'applications with narrow and with full access',
    {
      users: [
        createUser('ada'),
        createUser('bob'),
        createUser('cyd', { suspended: true }),
        createUser('dan'),
        createUser('eve'),
        createUser('fay'),
      ],
      tokens: {
        'id-ada': [{ clientId: 'c1', displayText: 'Calendar', scopes: ['https://www.googleapis.com/auth/calendar'] }],
        'id-bob': [
          { clientId: 'c2', displayText: 'File Eater', scopes: ['openid', drive] },
          { clientId: 'c3', anonymous: true, scopes: ['openid'] },
        ],
        'id-dan': [{ clientId: 'c4', displayText: 'Reader', scopes: [`${drive}.readonly`] }],
        'id-eve': [{ clientId: 'c5', displayText: 'Old', scopes: ['http://docs.google.com/feeds'] }],
        'id-fay': [{ clientId: 'c6', displayText: 'Part', scopes: [`${drive}.file`, `${drive}.metadata.readonly`] }],
      },
    },
    [
      'fail bob@acme.example has given full access to File Eater',
      'fail dan@acme.example lets Reader read all mail or files',
      'fail eve@acme.example has given full access to Old',
      'not_applicable cyd@acme.example is suspended',
      'pass ada@acme.example has given no such access',
      'pass fay@acme.example has given no such access',
    ],
  ],
  [
    'groups-closed',
    'groups closed, readable and open',
    {
      pageSize: 1,
      groups: {
        'board@acme.example': {},
        'news@acme.example': {
          whoCanViewGroup: 'ANYONE_CAN_VIEW',
          whoCanJoin: 'ANYONE_CAN_JOIN',
          allowExternalMembers: 'true',
        },
        'party@acme.example': { whoCanJoin: 'ANYONE_CAN_JOIN' },
        'partners@acme.example': { allowExternalMembers: 'true' },
      },
    },
    [
      'fail news@acme.example: anybody on the internet may read it and anybody on the internet may join it',
      'manual party@acme.example lets anybody join, and takes no members from outside',
      'pass board@acme.example is closed to the internet',
      'pass partners@acme.example is closed to the internet',
    ],
  ],
  [
    'mobile-devices',
    'devices in every state',
    {
      devices: [
        createDevice('1', 'Pixel', {}),
        createDevice('2', 'Rooted', { deviceCompromisedStatus: 'COMPROMISED', devicePasswordStatus: 'Off' }),
        createDevice('3', 'Silent', { encryptionStatus: undefined }),
        createDevice('4', 'Blocked', { status: 'BLOCKED', encryptionStatus: 'Not Encrypted' }),
        createDevice('5', 'Odd', { status: 'BLESSED' }),
        createDevice('6', 'Nameless', { status: undefined }),
      ],
    },
    [
      'fail Rooted of ada@acme.example was tampered with and has no screen lock',
      'manual Google does not say everything about Nameless of ada@acme.example',
      'manual Google does not say everything about Odd of ada@acme.example',
      'manual Google does not say everything about Silent of ada@acme.example',
      'not_applicable Blocked of ada@acme.example is not admitted (BLOCKED)',
      'pass Pixel of ada@acme.example is encrypted and locked',
    ],
  ],
  [
    'app-passwords',
    'people with passwords, without, and one who is suspended',
    {
      users: [createUser('ada'), createUser('bob'), createUser('cyd', { suspended: true })],
      passwords: { 'id-bob': [{ codeId: 1 }, { codeId: 2 }], 'id-cyd': [{ codeId: 3 }] },
    },
    [
      'fail bob@acme.example has application passwords: 2',
      'not_applicable cyd@acme.example is suspended',
      'pass ada@acme.example has no application password',
    ],
  ],
  [
    'groups-posting',
    'groups to which strangers may write, and may not',
    {
      pageSize: 1,
      groups: {
        'support@acme.example': { whoCanPostMessage: 'ANYONE_CAN_POST' },
        'press@acme.example': { whoCanPostMessage: 'ANYONE_CAN_POST', messageModerationLevel: 'MODERATE_NON_MEMBERS' },
        'jobs@acme.example': { whoCanPostMessage: 'ANYONE_CAN_POST', messageModerationLevel: 'MODERATE_NEW_MEMBERS' },
        'board@acme.example': {},
      },
    },
    [
      'fail Anybody on the internet may write to jobs@acme.example',
      'fail Anybody on the internet may write to support@acme.example',
      'pass Strangers cannot write to board@acme.example',
      'pass Strangers cannot write to press@acme.example without an approval',
    ],
  ],
  [
    'chrome-devices-verified',
    'devices in every mode',
    {
      pageSize: 2,
      chromeDevices: [
        { ...book, model: 'A' },
        { ...book, deviceId: 'c2', model: 'B', bootMode: 'Dev' },
        { ...book, deviceId: 'c3', model: 'C', bootMode: undefined },
        { ...book, deviceId: 'c4', model: 'D', status: 'DEPROVISIONED' },
        { ...book, deviceId: 'c5', model: 'E', status: 'ODD' },
      ],
    },
    [
      'fail B of ada@acme.example started in developer mode',
      'manual Google does not say in which mode it started: C of ada@acme.example',
      'manual Google does not say whether the domain manages it: E of ada@acme.example',
      'not_applicable D of ada@acme.example is not managed (DEPROVISIONED)',
      'pass A of ada@acme.example started in verified mode',
    ],
  ],
  [
    'chrome-devices-supported',
    'devices with support, without, and of no date',
    {
      chromeDevices: [
        { ...book, model: 'A' },
        { ...book, deviceId: 'c2', model: 'B', supportEndDate: '2026-06-01T00:00:00.000Z' },
        { ...book, deviceId: 'c3', model: 'C', supportEndDate: undefined },
        // Ten years in place of the eight that the older member counts.
        {
          ...book,
          deviceId: 'c4',
          model: 'D',
          supportEndDate: '2026-06-01T00:00:00.000Z',
          autoUpdateThrough: '2028-06-01',
        },
        { ...book, deviceId: 'c5', model: 'E', ...extended },
        { ...book, deviceId: 'c6', model: 'F', ...extended, extendedSupportEnabled: true },
      ],
    },
    [
      'fail B of ada@acme.example was supported until 2026-06-01',
      'fail E of ada@acme.example gets no updates without extended support since 2026-01-01',
      'manual Google does not say until when it is supported: C of ada@acme.example',
      'pass A of ada@acme.example is supported until 2030-06-01',
      'pass D of ada@acme.example is supported until 2028-06-01',
      'pass F of ada@acme.example is supported until 2030-06-01',
    ],
  ],
  [
    'chrome-devices-updated',
    'devices of every state',
    {
      chromeDevices: [
        { ...book, model: 'A' },
        { ...book, deviceId: 'c2', model: 'B', osVersionCompliance: 'notCompliant' },
        { ...book, deviceId: 'c3', model: 'C', osVersionCompliance: 'complianceUnspecified' },
        { ...book, deviceId: 'c4', model: 'D', osVersionCompliance: 'pending' },
      ],
    },
    [
      'fail B of ada@acme.example does not have the version of the policy',
      'manual Google does not say whether its version follows the policy: C of ada@acme.example',
      'pass A of ada@acme.example has the version of the policy',
      'pass D of ada@acme.example has the version of the policy',
    ],
  ],
  [
    'mobile-devices-developer',
    'devices of every kind',
    {
      pageSize: 2,
      devices: [
        { ...phone, model: 'Open' },
        { ...phone, resourceId: 'm2', model: 'Closed', adbStatus: false },
        { ...phone, resourceId: 'm3', model: 'Silent', adbStatus: undefined },
        { ...phone, resourceId: 'm4', model: 'Other', type: 'IOS_SYNC' },
        { ...phone, resourceId: 'm5', model: 'Wide', unknownSourcesStatus: true },
        { ...phone, resourceId: 'm6', model: 'Shut', status: 'BLOCKED' },
        { ...phone, resourceId: 'm7', model: 'Odd', status: 'ODD', adbStatus: false },
        { ...phone, resourceId: 'm8', model: 'Untold', status: undefined, adbStatus: false },
      ],
    },
    [
      'fail Open of ada@acme.example is open to a computer',
      'fail Wide of ada@acme.example takes applications from unknown sources and is open to a computer',
      'manual Google does not say everything about Odd of ada@acme.example',
      'manual Google does not say everything about Silent of ada@acme.example',
      'manual Google does not say everything about Untold of ada@acme.example',
      'not_applicable Other of ada@acme.example has no Android',
      'not_applicable Shut of ada@acme.example is not admitted (BLOCKED)',
      'pass Closed of ada@acme.example takes applications from known places only',
    ],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Google asks for one', async () => {
    await using api = await startGoogleApi(state)
    api.fail(
      '*',
      faults.status(403, { retryAfter: 20, json: createRefusal(403, 'userRateLimitExceeded', 'Quota exceeded.') }),
    )

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(workspace.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the scopes that were not granted', async () => {
    await using api = await startGoogleApi({})
    const json = createRefusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
    api.fail('*', faults.status(403, { json }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('says so where the API is not enabled', async () => {
    await using api = await startGoogleApi({})
    const json = { error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] } }
    api.fail('*', faults.status(403, { json }), { times: 9 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'config' })
  })
})

describe('an empty account', () => {
  test.each([
    ['groups-closed', 'not_applicable'],
    ['mobile-devices', 'not_applicable'],
    ['groups-posting', 'not_applicable'],
    ['mobile-devices-developer', 'not_applicable'],
    ['chrome-devices-verified', 'not_applicable'],
    ['chrome-devices-supported', 'not_applicable'],
    ['chrome-devices-updated', 'not_applicable'],
    ['app-passwords', 'error'],
    ['two-step-verification', 'error'],
    ['super-admins', 'error'],
    ['stale-users', 'error'],
    ['third-party-access', 'error'],
  ])('%s ends as %s, for there is at least the account that connected', async (check, status) => {
    await using api = await startGoogleApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

describe('what cannot be told', () => {
  const routes = [
    ['two-step-verification', 'GET /admin/directory/v1/users'],
    ['third-party-access', 'GET /admin/directory/v1/users/:id/tokens'],
    ['groups-closed', 'GET /admin/directory/v1/groups'],
    ['app-passwords', 'GET /admin/directory/v1/users/:id/asps'],
    ['groups-posting', 'GET /groups/v1/groups/:email'],
    ['chrome-devices-verified', 'GET /admin/directory/v1/customer/my_customer/devices/chromeos'],
    ['groups-closed', 'GET /groups/v1/groups/:email'],
    ['mobile-devices', 'GET /admin/directory/v1/customer/my_customer/devices/mobile'],
  ] as const
  const answers = [{}, { error: { code: 403, message: 'No.' } }, null, 'ok', []] as const
  test.each(routes.flatMap(([check, route]) => answers.map((json) => [check, route, json] as const)))(
    '%s cannot tell by an answer of %s that is %j',
    async (check, route, json) => {
      await using api = await startGoogleApi({ users: [createUser('ada')], groups: { 'board@acme.example': {} } })
      api.fail(route, faults.status(200, { json }), { times: 9 })

      expect(await runCheckOn(api, check)).toMatchObject({ status: 'error', error: { kind: 'schema_drift' } })
    },
  )

  test.each<[about: string, lastLoginTime: string | undefined]>([
    ['no last sign-in', undefined],
    ['a sign-in that cannot be read', 'yesterday'],
    ['a sign-in to come', '2036-06-29T12:00:00.000Z'],
  ])('stale-users: %s leaves the account undecided, and the others count', async (_about, lastLoginTime) => {
    await using api = await startGoogleApi({ users: [createUser('ada', { lastLoginTime }), createUser('bob')] })

    expect(await runCheckOn(api, 'stale-users')).toMatchObject({
      status: 'error',
      error: { code: 'CHECK_UNDECIDED' },
      undecided: { first: [{ resource: { id: 'id-ada' } }] },
      results: [{ status: 'pass', resource: { id: 'id-bob' } }],
    })
  })

  test.each<[check: string, about: string, state: WorkspaceState]>([
    ['groups-closed', 'an unknown word', { groups: { 'a@acme.example': { whoCanViewGroup: 'EVERYBODY_CAN_VIEW' } } }],
    ['groups-closed', 'no word of who joins', { groups: { 'a@acme.example': { whoCanJoin: undefined } } }],
    ['groups-closed', 'an odd word for true', { groups: { 'a@acme.example': { allowExternalMembers: 'TRUE' } } }],
    ['groups-posting', 'an unknown word', { groups: { 'a@acme.example': { whoCanPostMessage: 'ALL' } } }],
    ['chrome-devices-verified', 'an unknown mode', { chromeDevices: [{ ...book, bootMode: 'Odd' }] }],
    ['chrome-devices-updated', 'an unknown word', { chromeDevices: [{ ...book, osVersionCompliance: 'maybe' }] }],
    ['chrome-devices-supported', 'no time', { chromeDevices: [{ ...book, supportEndDate: 'soon' }] }],
    ['mobile-devices-developer', 'no type', { devices: [{ ...phone, type: undefined }] }],
    ['mobile-devices-developer', 'a word for true', { devices: [{ ...phone, adbStatus: 'on' }] }],
    ['third-party-access', 'no scopes', { users: [createUser('ada')], tokens: { 'id-ada': [{ clientId: 'c1' }] } }],
  ])('%s: %s is schema drift', async (check, _about, state) => {
    await using api = await startGoogleApi(state)

    expect((await runCheckOn(api, check)).error?.kind).toBe('schema_drift')
  })

  test('super-admins counts who is listed twice once', async () => {
    const ada = createUser('ada', { isAdmin: true })
    await using api = await startGoogleApi({ users: [ada, { ...ada, primaryEmail: 'ADA@acme.example' }] })

    expect(formatVerdicts(await runCheckOn(api, 'super-admins'))).toEqual([
      'fail Super administrators: 1; 2 to 4 are allowed',
    ])
  })
})

describe('variables', () => {
  test('third-party-access accepts applications that were reviewed', async () => {
    const tokens = { 'id-bob': [{ clientId: 'c2', displayText: 'File Eater', scopes: [drive] }] }
    await using api = await startGoogleApi({ users: [createUser('bob')], tokens })

    expect((await runCheckOn(api, 'third-party-access', { accepted_apps: 'c1, c2' })).status).toBe('pass')
  })

  test('groups-posting accepts groups that customers write to', async () => {
    await using api = await startGoogleApi({
      groups: { 'support@acme.example': { whoCanPostMessage: 'ANYONE_CAN_POST' } },
    })

    expect((await runCheckOn(api, 'groups-posting', { accepted_groups: 'Support@acme.example' })).status).toBe('pass')
  })

  test('two-step-verification accepts enrolment alone where that is allowed', async () => {
    await using api = await startGoogleApi({ users: [createUser('bob', { isEnforcedIn2Sv: false })] })

    expect((await runCheckOn(api, 'two-step-verification', { require_enforcement: false })).status).toBe('pass')
  })

  test('two-step-verification accepts single sign-on that somebody confirmed, but not for super administrators', async () => {
    const without = { isEnrolledIn2Sv: false, isEnforcedIn2Sv: false }
    const users = [createUser('ada', { ...without, isAdmin: true }), createUser('bob', without)]
    await using api = await startGoogleApi({ users })

    const outcome = await runCheckOn(api, 'two-step-verification', { sso_demands_second_factor: true })

    expect(formatVerdicts(outcome)).toEqual([
      'fail ada@acme.example does not use 2-Step Verification',
      'pass bob@acme.example signs in by single sign-on',
    ])
  })

  test('groups-closed refuses members from outside where they are not allowed', async () => {
    await using api = await startGoogleApi({ groups: { 'partners@acme.example': { allowExternalMembers: 'true' } } })

    expect((await runCheckOn(api, 'groups-closed', { allow_external_members: false })).status).toBe('fail')
  })
})

function createDevice(resourceId: string, model: string, differs: object) {
  return {
    resourceId,
    model,
    email: ['ada@acme.example'],
    status: 'APPROVED',
    deviceCompromisedStatus: 'Undetected',
    encryptionStatus: 'Encrypted',
    devicePasswordStatus: 'On',
    ...differs,
  }
}
