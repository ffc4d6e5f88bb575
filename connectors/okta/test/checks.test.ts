import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { okta } from '../index.ts'
import { createRefusal, type OktaState, runCheckOn, startOktaApi } from './okta-api.ts'

const push = { factorType: 'push', status: 'ACTIVE' }
const superAdmin = { type: 'SUPER_ADMIN', status: 'ACTIVE' }

/** A global session policy with one rule. */
function createSignOnPolicy(signon: object, differs: object = {}) {
  const rule = { id: 'r1', name: 'Everyone', status: 'ACTIVE', type: 'SIGN_ON', actions: { signon }, ...differs }
  return { id: 'p1', type: 'OKTA_SIGN_ON', name: 'Default', status: 'ACTIVE', rules: [rule] }
}

/** A policy of applications with one rule. */
function application(id: string, verificationMethod: object | undefined, applications = 1) {
  const actions = { appSignOn: { access: 'ALLOW', verificationMethod } }
  const rule = { id: 'r1', name: 'Catch-all', status: 'ACTIVE', type: 'ACCESS_POLICY', actions }
  return { id, type: 'ACCESS_POLICY', name: id, status: 'ACTIVE', rules: [rule], applications }
}

const oneFactor = { type: 'ASSURANCE', factorMode: '1FA', constraints: [] }
const twoFactors = { type: 'ASSURANCE', factorMode: '2FA', constraints: [] }
const withFactor = createSignOnPolicy({ access: 'ALLOW', requireFactor: true })

function token(differs: object) {
  return {
    id: 't1',
    name: 'SIEM',
    userId: 'ada',
    created: '2025-01-01T00:00:00.000Z',
    lastUpdated: '2026-06-28T00:00:00.000Z',
    network: { connection: 'ZONE', include: ['z1'] },
    ...differs,
  }
}

const strictSession = { maxSessionIdleMinutes: 60, maxSessionLifetimeMinutes: 600 }

const ofDirectory = { conditions: { authProvider: { provider: 'ACTIVE_DIRECTORY' } } }

function createPasswordPolicy(minLength: number, maxAttempts: number, differs: object = {}) {
  return {
    id: 'p2',
    type: 'PASSWORD',
    name: 'Default',
    status: 'ACTIVE',
    settings: {
      password: { complexity: { minLength }, age: { historyCount: 4 }, lockout: { maxAttempts, autoUnlockMinutes: 0 } },
    },
    ...differs,
  }
}

const threats = '/api/v1/threats/configuration'
const support = '/api/v1/org/privacy/oktaSupport'
const lockout = '/attack-protection/api/v1/user-lockout-settings'
const privileges = '/api/v1/org/settings/clientPrivilegesSetting'

const createCase = (impersonation: string, selfAssigned: string) => ({
  caseNumber: '20000144',
  subject: 'Sign-in',
  impersonation: { status: impersonation, expiration: null },
  selfAssigned: { status: selfAssigned },
})

const authenticator = (key: string, allowedFor?: string, status = 'ACTIVE') => ({
  id: key,
  key,
  name: key,
  type: 'app',
  status,
  settings: allowedFor === undefined ? undefined : { allowedFor },
})

/** An authorization server with one policy of one rule. */
function createServer(id: string, token: object, differs: object = {}, include = ['authorization_code']) {
  const conditions = { grantTypes: { include } }
  const rule = { id: 'r1', name: 'All', status: 'ACTIVE', type: 'RESOURCE_ACCESS', conditions, actions: { token } }
  const signing = { kid: 'k1', rotationMode: 'AUTO', lastRotated: '2026-06-01T00:00:00.000Z' }
  return {
    id,
    name: id,
    status: 'ACTIVE',
    credentials: { signing },
    policies: [
      { id: 'p1', name: 'Default', status: 'ACTIVE', rules: [rule, { ...rule, id: 'r2', status: 'INACTIVE' }] },
    ],
    ...differs,
  }
}

const hour = { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 10080 }

const origin = (name: string, url: string, status = 'ACTIVE') => ({
  id: name,
  name,
  origin: url,
  status,
  scopes: [{ type: 'CORS' }],
})

const app = (label: string, signOnMode: string, scheme?: string, status = 'ACTIVE') => ({
  id: label,
  label,
  status,
  signOnMode,
  credentials: { scheme },
})

describe.each<[check: string, state: OktaState, expected: readonly string[]]>([
  ['threat-insight', {}, ['fail ThreatInsight is off']],
  [
    'threat-insight',
    { settings: { [threats]: { action: 'audit' } } },
    ['fail ThreatInsight only logs known attackers'],
  ],
  ['threat-insight', { settings: { [threats]: { action: 'block' } } }, ['pass ThreatInsight blocks known attackers']],
  ['support-access', {}, ['pass Okta Support has no access']],
  [
    'support-access',
    { settings: { [support]: { support: 'ENABLED', expiration: '2026-07-01T00:00:00.000Z' } } },
    ['fail Okta Support has access'],
  ],
  [
    'support-access',
    { settings: { [support]: { support: 'ENABLED', expiration: '2026-06-29T00:00:00.000Z' } } },
    ['pass Okta Support has no access'],
  ],
  // https://help.okta.com/en-us/content/topics/settings/settings-support-access.htm: cases have an access of their own.
  ...(
    [
      ['DISABLED', 'APPROVED', 'fail Okta Support has access by the case 20000144'],
      ['ENABLED', 'NOT_REQUIRED', 'fail Okta Support has access by the case 20000144'],
      ['REQUESTED', 'REQUESTED', 'pass Okta Support has no access'],
      ['NOT_REQUESTED', 'NOT_REQUIRED', 'pass Okta Support has no access'],
    ] as const
  ).map(([impersonation, selfAssigned, expected]): [string, OktaState, string[]] => [
    'support-access',
    { settings: { [`${support}/cases`]: { supportCases: [createCase(impersonation, selfAssigned)] } } },
    [expected],
  ]),
  ['lockout-by-strangers', {}, ['fail Strangers can lock people out by wrong passwords']],
  [
    'lockout-by-strangers',
    { settings: { [lockout]: { preventBruteForceLockoutFromUnknownDevices: true } } },
    ['pass Strangers cannot lock people out'],
  ],
  ['client-privileges', {}, ['pass New service applications have no role']],
  [
    'client-privileges',
    { settings: { [privileges]: { clientPrivilegesSetting: true } } },
    ['fail New service applications become super administrators'],
  ],
  [
    'phishing-resistance',
    { authenticators: [authenticator('okta_password'), authenticator('webauthn')] },
    ['pass Passkeys or smart cards can be used'],
  ],
  [
    'phishing-resistance',
    { authenticators: [authenticator('okta_verify'), authenticator('webauthn', undefined, 'INACTIVE')] },
    ['manual The only authenticators that may resist phishing: okta_verify'],
  ],
  [
    'phishing-resistance',
    { authenticators: [authenticator('okta_password'), authenticator('google_otp')] },
    ['fail Every active authenticator can be phished'],
  ],
  [
    'weak-authenticators',
    {
      authenticators: [
        authenticator('okta_password'),
        authenticator('okta_email', 'recovery'),
        authenticator('phone_number', 'any'),
        authenticator('security_question', 'sso'),
        authenticator('webauthn'),
        authenticator('mind_reading'),
      ],
    },
    [
      'fail phone_number can be used to sign in',
      'fail security_question can be used to sign in',
      'manual mind_reading is of a kind that the check does not know',
      'pass okta_email opens no applications',
    ],
  ],
  [
    'weak-authenticators',
    { authenticators: [authenticator('okta_email', 'none'), authenticator('phone_number', 'any', 'INACTIVE')] },
    ['pass okta_email opens no applications'],
  ],
  [
    'token-lifetimes',
    {
      pageSize: 1,
      authorizationServers: [
        createServer('api', hour),
        createServer('long', { ...hour, accessTokenLifetimeMinutes: 1440, refreshTokenWindowMinutes: 525600 }),
        createServer('off', { ...hour, accessTokenLifetimeMinutes: 1440 }, { status: 'INACTIVE' }),
        createServer('machines', { ...hour, refreshTokenWindowMinutes: 525600 }, {}, ['client_credentials']),
      ],
    },
    [
      'fail long: Default: All gives access tokens of 1440 minutes, 60 allowed and refresh tokens of 525600 idle minutes, 10080 allowed',
      'pass api: Default: All ends tokens in time',
      'pass machines: Default: All ends tokens in time',
    ],
  ],
  [
    'signing-key-rotation',
    {
      pageSize: 1,
      authorizationServers: [
        createServer('api', hour),
        createServer('old', hour, { credentials: { signing: { kid: 'k2', rotationMode: 'MANUAL' } } }),
      ],
    },
    ['fail The key of old is rotated only by hand', 'pass The key of api is rotated'],
  ],
  [
    'trusted-origins',
    {
      pageSize: 2,
      trustedOrigins: [
        origin('site', 'https://www.acme.example'),
        origin('plain', 'http://intranet.acme.example'),
        origin('all', 'https://*.acme.example'),
        origin('off', 'http://old.acme.example', 'INACTIVE'),
        origin('app', 'capacitor://localhost'),
        origin('loud', 'HTTPS://login.acme.example'),
      ],
    },
    [
      'fail all holds a wildcard',
      'fail plain does not go by https',
      'pass app is encrypted and exact',
      'pass loud is encrypted and exact',
      'pass site is encrypted and exact',
    ],
  ],
  [
    'persistent-sessions',
    {
      policies: [
        createSignOnPolicy({ access: 'ALLOW', session: { usePersistentCookie: false } }),
        {
          ...createSignOnPolicy({ access: 'ALLOW', session: { usePersistentCookie: true } }),
          id: 'p3',
          name: 'Kiosk',
        },
        { ...createSignOnPolicy({ access: 'ALLOW', session: strictSession }), id: 'p4', name: 'Staff' },
      ],
    },
    [
      'fail Kiosk: Everyone keeps sessions when the browser is closed',
      'pass Default: Everyone ends sessions with the browser',
      'pass Staff: Everyone ends sessions with the browser',
    ],
  ],
  [
    'shared-accounts',
    {
      pageSize: 2,
      applications: [
        app('Bank', 'BROWSER_PLUGIN', 'SHARED_USERNAME_AND_PASSWORD'),
        app('Travel', 'AUTO_LOGIN', 'EDIT_USERNAME_AND_PASSWORD'),
        app('CRM', 'SAML_2_0'),
        app('Old', 'BROWSER_PLUGIN', 'SHARED_USERNAME_AND_PASSWORD', 'INACTIVE'),
      ],
    },
    ['fail All people share one account in Bank', 'pass People have accounts of their own in Travel'],
  ],
  [
    'users-second-factor',
    {
      pageSize: 2,
      users: [
        { id: 'ada', factors: [push] },
        { id: 'bob', factors: [{ factorType: 'question', status: 'ACTIVE' }] },
        { id: 'cyd', factors: [{ factorType: 'sms', status: 'ACTIVE' }] },
        { id: 'dan', factors: [{ ...push, status: 'PENDING_ACTIVATION' }] },
        { id: 'eve', factors: [{ factorType: 'email', status: 'ACTIVE' }] },
        { id: 'fay', factors: [{ factorType: 'mind_reading', status: 'ACTIVE' }, push] },
        { id: 'gus', factors: [{ factorType: 'claims_provider', status: 'ACTIVE' }] },
        { id: 'hal', provider: 'FEDERATION', factors: [] },
      ],
    },
    [
      'fail bob@acme.example has no second factor',
      'fail dan@acme.example has no second factor',
      'fail eve@acme.example has no second factor',
      'manual hal@acme.example signs in by another identity provider, and has no second factor in Okta',
      'pass ada@acme.example has a second factor',
      'pass cyd@acme.example has a second factor',
      'pass fay@acme.example has a second factor',
      'pass gus@acme.example has a second factor',
    ],
  ],
  [
    'sign-on-second-factor',
    {
      policies: [
        createSignOnPolicy({ access: 'ALLOW', requireFactor: true }),
        { ...createSignOnPolicy({ access: 'ALLOW', requireFactor: false }), id: 'p3', name: 'Contractors' },
        { ...createSignOnPolicy({ access: 'DENY' }), id: 'p4', name: 'Denied' },
        { ...createSignOnPolicy({ access: 'CHALLENGE', requireFactor: true }), id: 'p7', name: 'Asked' },
        { ...createSignOnPolicy({ access: 'ALLOW' }), id: 'p5', name: 'Old', status: 'INACTIVE' },
        { ...createSignOnPolicy({ access: 'ALLOW' }, { status: 'INACTIVE' }), id: 'p6', name: 'Off' },
      ],
    },
    [
      'fail Contractors: Everyone lets people in without a second factor',
      'pass Asked: Everyone demands a second factor',
      'pass Default: Everyone demands a second factor',
    ],
  ],
  [
    'sign-on-second-factor',
    {
      policies: [
        withFactor,
        application('Any two', twoFactors),
        application('Password', oneFactor),
        application('Unused', oneFactor, 0),
        application('Chain', { type: 'AUTH_METHOD_CHAIN', chains: [] }),
        application('Key', { ...oneFactor, constraints: [{ possession: { userVerification: 'REQUIRED' } }] }),
        { ...application('Off', oneFactor), status: 'INACTIVE' },
      ],
    },
    [
      'manual Chain: Catch-all lets people into applications by methods of its own',
      'manual Key: Catch-all lets people into applications by methods of its own',
      'manual Password: Catch-all lets people into applications with one factor',
      'not_applicable Unused is for no application',
      'pass Any two: Catch-all demands a second factor',
      'pass Default: Everyone demands a second factor',
    ],
  ],
  [
    'sign-on-second-factor',
    { policies: [createSignOnPolicy({ access: 'ALLOW', requireFactor: false }), application('Password', oneFactor)] },
    [
      'fail Default: Everyone lets people in without a second factor',
      'fail Password: Catch-all lets people into applications without a second factor',
    ],
  ],
  [
    'sign-on-second-factor',
    {
      policies: [
        createSignOnPolicy({ access: 'ALLOW', requireFactor: false }),
        application('Any two', twoFactors),
        application('Unused', oneFactor, 0),
      ],
    },
    [
      'manual Default: Everyone leaves the second factor to applications',
      'not_applicable Unused is for no application',
      'pass Any two: Catch-all demands a second factor',
    ],
  ],
  [
    'sign-on-second-factor',
    { isClassic: true, policies: [createSignOnPolicy({ access: 'ALLOW', requireFactor: false })] },
    ['fail Default: Everyone lets people in without a second factor'],
  ],
  [
    'sign-on-second-factor',
    { isClassic: true, policies: [withFactor] },
    ['pass Default: Everyone demands a second factor'],
  ],
  [
    'session-lifetime',
    {
      policies: [
        createSignOnPolicy({ access: 'ALLOW', session: strictSession }),
        {
          ...createSignOnPolicy({ access: 'ALLOW', session: { ...strictSession, maxSessionLifetimeMinutes: 0 } }),
          id: 'p3',
          name: 'Endless',
        },
        { ...createSignOnPolicy({ access: 'ALLOW' }), id: 'p4', name: 'Unset' },
      ],
    },
    [
      'fail Endless: Everyone lets a session last no limit of minutes altogether, 1080 allowed',
      'fail Unset: Everyone lets a session last no limit of minutes altogether, 1080 allowed',
      'pass Default: Everyone ends sessions in time',
    ],
  ],
  [
    'password-policy',
    {
      policies: [
        createPasswordPolicy(12, 10),
        createPasswordPolicy(8, 0, { id: 'p3', name: 'Weak' }),
        createPasswordPolicy(4, 0, { id: 'p4', name: 'Off', status: 'INACTIVE' }),
        // Active Directory keeps these passwords, so that its own policy holds.
        createPasswordPolicy(8, 10, { id: 'p5', name: 'Directory', ...ofDirectory }),
        createPasswordPolicy(8, 0, { id: 'p6', name: 'Unlocked directory', ...ofDirectory }),
      ],
    },
    [
      'fail Unlocked directory locks after no number of wrong guesses, 10 allowed',
      'fail Weak demands 8 of 12 characters and locks after no number of wrong guesses, 10 allowed',
      'not_applicable Off is not in force',
      'pass Default is strict enough',
      'pass Directory is strict enough',
    ],
  ],
  [
    'super-admins',
    {
      pageSize: 1,
      administrators: ['ada', 'bob', 'cyd'],
      users: [
        { id: 'ada', roles: [superAdmin] },
        { id: 'bob', roles: [superAdmin] },
        {
          id: 'cyd',
          roles: [
            { type: 'HELP_DESK_ADMIN', status: 'ACTIVE' },
            { ...superAdmin, status: 'INACTIVE' },
          ],
        },
      ],
    },
    ['pass Super administrators: 2'],
  ],
  [
    'super-admins',
    {
      administrators: ['ada', 'bob'],
      users: [
        { id: 'ada', roles: [superAdmin] },
        { id: 'bob', status: 'SUSPENDED', roles: [superAdmin] },
      ],
    },
    ['fail Super administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'super-admins',
    { administrators: ['ada', 'ada'], users: [{ id: 'ada', roles: [superAdmin] }] },
    ['fail Super administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'super-admins',
    { administrators: ['ada'], users: [{ id: 'ada', roles: [superAdmin] }] },
    ['fail Super administrators: 1; 2 to 5 are allowed'],
  ],
  [
    'api-tokens',
    {
      apiTokens: [
        token({}),
        token({ id: 't3', name: 'No zone', network: { connection: 'ZONE', include: [] } }),
        token({ id: 't4', name: 'All but one', network: { connection: 'ZONE', exclude: ['z1'] } }),
        token({ id: 't5', name: 'Unbound', network: undefined }),
        token({ id: 't6', name: 'Ended', network: undefined, expiresAt: '2026-06-29T00:00:00.000Z' }),
        {
          id: 't2',
          name: 'Old script',
          userId: 'bob',
          created: '2025-01-01T00:00:00.000Z',
          network: { connection: 'ANYWHERE' },
        },
      ],
    },
    [
      'fail All but one works from any network',
      'fail No zone works from any network',
      'fail Old script was last used on 2025-01-01T00:00:00.000Z and works from any network',
      'fail Unbound works from any network',
      'not_applicable Ended has ended',
      'pass SIEM is in use and bound to a network',
    ],
  ],
  [
    'log-streaming',
    { logStreams: [{ id: 'l1', name: 'Splunk', status: 'ACTIVE', type: 'splunk_cloud_logstreaming' }] },
    ['pass Active log streams: 1'],
  ],
  ['log-streaming', {}, ['manual No log stream is active']],
  [
    'stale-users',
    {
      users: [
        { id: 'ada', lastLogin: '2026-06-29T12:00:00.000Z' },
        { id: 'bob', lastLogin: '2026-01-01T12:00:00.000Z' },
        { id: 'cyd', lastLogin: null },
      ],
    },
    [
      'fail bob@acme.example has not signed in for 180 days',
      'fail cyd@acme.example has never signed in',
      'pass ada@acme.example was active 1 day ago',
    ],
  ],
])('%s', (check, state, expected) => {
  test('gives its verdicts', async () => {
    await using api = await startOktaApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })

  test("ends as error with Okta's reason where the role does not suffice", async () => {
    await using api = await startOktaApi(state)
    api.fail('*', faults.status(403, { json: createRefusal('E0000006', 'You do not have permission') }), { times: 99 })

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toMatchObject({
      kind: 'permission',
      missingScopes: okta.checks.find(({ id }) => id === check)?.scopes,
    })
  })

  test('waits when Okta asks for it, and ends as if nothing had been', async () => {
    await using api = await startOktaApi(state)
    api.fail(
      '*',
      faults.status(429, { retryAfter: 30, json: createRefusal('E0000047', 'API call exceeded rate limit') }),
    )

    const outcome = await runCheckOn(api, check)

    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe('variables', () => {
  test('users-second-factor refuses text messages where they do not count', async () => {
    await using api = await startOktaApi({ users: [{ id: 'cyd', factors: [{ factorType: 'sms', status: 'ACTIVE' }] }] })

    expect((await runCheckOn(api, 'users-second-factor', { accept_sms: false })).status).toBe('fail')
  })

  test('api-tokens lets tokens work from anywhere where that is allowed', async () => {
    await using api = await startOktaApi({ apiTokens: [token({ network: undefined })] })

    expect((await runCheckOn(api, 'api-tokens', { allow_any_network: true })).status).toBe('pass')
  })
})

describe.each<[check: string, about: string, state: OktaState]>([
  [
    'users-second-factor',
    'a factor of a new type',
    { users: [{ id: 'ada', factors: [{ factorType: 'mind_reading', status: 'ACTIVE' }] }] },
  ],
  [
    'users-second-factor',
    'a factor of a new status',
    { users: [{ id: 'ada', factors: [{ ...push, status: 'ODD' }] }] },
  ],
  [
    'sign-on-second-factor',
    'a rule of a new status',
    { policies: [createSignOnPolicy({ access: 'ALLOW' }, { status: 'ODD' })] },
  ],
  ['sign-on-second-factor', 'access of a new word', { policies: [createSignOnPolicy({ access: 'SOMETIMES' })] }],
  ['sign-on-second-factor', 'a rule that says no method', { policies: [withFactor, application('a', undefined)] }],
  [
    'sign-on-second-factor',
    'a number of factors that is not told',
    { policies: [withFactor, application('a', { type: 'ASSURANCE' })] },
  ],
  ['sign-on-second-factor', 'a new method', { policies: [withFactor, application('a', { type: 'MIND_READING' })] }],
  [
    'session-lifetime',
    'a policy of a new status',
    { policies: [{ ...createSignOnPolicy({ access: 'ALLOW' }), status: 'ODD' }] },
  ],
  ['password-policy', 'a policy of a new status', { policies: [createPasswordPolicy(4, 0, { status: 'ODD' })] }],
  ['api-tokens', 'a connection of a new word', { apiTokens: [token({ network: { connection: 'ZONES' } })] }],
  ['api-tokens', 'a connection that is not told', { apiTokens: [token({ network: { include: ['z1'] } })] }],
  ['api-tokens', 'use in the future', { apiTokens: [token({ lastUpdated: '2036-06-28T00:00:00.000Z' })] }],
  ['api-tokens', 'use at no time', { apiTokens: [token({ lastUpdated: 'yesterday' })] }],
  ['threat-insight', 'an action of a new word', { settings: { [threats]: { action: 'ponder' } } }],
  ['support-access', 'access that is not told', { settings: { [support]: { expiration: null } } }],
  [
    'support-access',
    'an unknown word of a case',
    { settings: { [`${support}/cases`]: { supportCases: [createCase('ODD', 'NOT_REQUIRED')] } } },
  ],
  ['lockout-by-strangers', 'a setting that is not told', { settings: { [lockout]: {} } }],
  ['client-privileges', 'a setting of another type', { settings: { [privileges]: { clientPrivilegesSetting: 'no' } } }],
  ['phishing-resistance', 'a new status', { authenticators: [authenticator('webauthn', undefined, 'ODD')] }],
  ['weak-authenticators', 'a use that is not told', { authenticators: [authenticator('okta_email')] }],
  ['weak-authenticators', 'a use of a new word', { authenticators: [authenticator('okta_email', 'sometimes')] }],
  ['token-lifetimes', 'a life that is not told', { authorizationServers: [createServer('a', {})] }],
  [
    'signing-key-rotation',
    'a mode of a new word',
    { authorizationServers: [createServer('a', hour, { credentials: { signing: { rotationMode: 'ODD' } } })] },
  ],
  ['trusted-origins', 'a new status', { trustedOrigins: [origin('a', 'https://a.example', 'ODD')] }],
  ['shared-accounts', 'a scheme that is not told', { applications: [app('a', 'BROWSER_PLUGIN')] }],
  ['shared-accounts', 'a mode of a new word', { applications: [app('a', 'MIND_READING')] }],
  ['stale-users', 'a sign-in in the future', { users: [{ id: 'ada', lastLogin: '2036-06-28T00:00:00.000Z' }] }],
  [
    'super-admins',
    'a role of a new status',
    { administrators: ['ada'], users: [{ id: 'ada', roles: [{ ...superAdmin, status: 'ODD' }] }] },
  ],
])('%s cannot tell of %s', (check, _about, state) => {
  test('and ends as error', async () => {
    await using api = await startOktaApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('error')
    expect(outcome.error?.kind).toBe('schema_drift')
  })
})

// The application of an Active Directory has no mode: https://github.com/okta/okta-sdk-dotnet/issues/821
test('shared-accounts does not judge the integration of a directory, and judges what is listed after it', async () => {
  await using api = await startOktaApi({
    applications: [
      { ...app('Directory', 'SAML_2_0'), signOnMode: null },
      { ...app('Odd', 'BROWSER_PLUGIN', 'SHARED_USERNAME_AND_PASSWORD'), signOnMode: null },
      app('Bank', 'BROWSER_PLUGIN', 'SHARED_USERNAME_AND_PASSWORD'),
    ] as never,
  })

  const { results } = await runCheckOn(api, 'shared-accounts')

  expect(results.map(({ status, resource }) => `${status} ${resource.name}`)).toEqual(['fail Odd', 'fail Bank'])
})

describe('an empty organization', () => {
  test.each([
    ['users-second-factor', 'not_applicable'],
    ['stale-users', 'not_applicable'],
    ['api-tokens', 'not_applicable'],
    ['weak-authenticators', 'not_applicable'],
    ['token-lifetimes', 'not_applicable'],
    ['signing-key-rotation', 'not_applicable'],
    ['trusted-origins', 'not_applicable'],
    ['shared-accounts', 'not_applicable'],
    ['phishing-resistance', 'fail'],
    ['persistent-sessions', 'error'],
    ['sign-on-second-factor', 'error'],
    ['session-lifetime', 'error'],
    ['password-policy', 'error'],
    ['super-admins', 'error'],
  ])('%s ends as %s', async (check, status) => {
    await using api = await startOktaApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })
})

test('the domain has to be one of Okta', async () => {
  const { definition } = okta
  const [domain] = definition.credentialFields ?? []

  for (const host of ['acme.okta.com', 'acme-dev.oktapreview.com'])
    expect(host).toMatch(new RegExp(`^(?:${domain?.pattern})$`))
  for (const host of ['acme.okta.com.evil.example', 'okta.com', 'evil.example/acme.okta.com', 'acme.evil.com'])
    expect(host).not.toMatch(new RegExp(`^(?:${domain?.pattern})$`))
})
