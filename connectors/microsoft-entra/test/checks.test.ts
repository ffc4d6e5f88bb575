import { faults } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { formatVerdicts } from '../../../test/connectors/run-check.ts'
import { entra } from '../index.ts'
import { createRefusal, type GraphState, runCheckOn, startGraphApi } from './graph-api.ts'
import { createUser } from './graph-state.ts'

/** Conditions as Graph writes them where nothing is set. */
const unset = {
  clientAppTypes: ['all'],
  signInRiskLevels: [],
  userRiskLevels: [],
  servicePrincipalRiskLevels: [],
  insiderRiskLevels: null,
  platforms: null,
  locations: null,
  devices: null,
  clientApplications: null,
  authenticationFlows: null,
  times: null,
}

/** A policy in force for everybody and everything. */
function createPolicy(grantControls: object | null, differs: object = {}, conditions: object = {}) {
  return {
    id: 'p1',
    displayName: 'Baseline',
    state: 'enabled',
    conditions: {
      ...unset,
      ...applications({}),
      ...createUsersCondition({ excludeUsers: ['emergency-1'] }),
      ...conditions,
    },
    grantControls,
    ...differs,
  }
}

const noControls = { operator: 'OR', builtInControls: [], customAuthenticationFactors: [], termsOfUse: [] }
const mfa = { ...noControls, builtInControls: ['mfa'] }
const block = { ...noControls, builtInControls: ['block'] }
const cloudPc = {
  complianceState: 'compliant',
  isEncrypted: false,
  manufacturer: 'Microsoft Corporation',
  model: 'Cloud PC Enterprise 2vCPU/8GB/128GB',
}
const joining = { includeApplications: [], includeUserActions: ['urn:user:registerdevice'] }
const legacy = { clientAppTypes: ['exchangeActiveSync', 'other'] }

function applications(differs: object) {
  return {
    applications: { includeApplications: ['All'], excludeApplications: [], applicationFilter: null, ...differs },
  }
}

function createUsersCondition(differs: object) {
  return {
    users: {
      includeUsers: ['All'],
      excludeUsers: [],
      excludeGroups: [],
      excludeRoles: [],
      excludeGuestsOrExternalUsers: null,
      ...differs,
    },
  }
}

/** Conditions that keep a policy to some sign-ins from the start. */
const limiting: readonly (readonly [about: string, conditions: object])[] = [
  ['high sign-in risk only', { signInRiskLevels: ['high'] }],
  ['high user risk only', { userRiskLevels: ['high'] }],
  ['elevated insider risk only', { insiderRiskLevels: 'elevated' }],
  ['one country only', { locations: { includeLocations: ['country-1'], excludeLocations: [] } }],
  ['one platform only', { platforms: { includePlatforms: ['android'], excludePlatforms: [] } }],
  ['some devices only', { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -eq False' } } }],
  ['the device code flow only', { authenticationFlows: { transferMethods: 'deviceCodeFlow' } }],
  ['one group only', createUsersCondition({ includeUsers: [] })],
  ['one application only', applications({ includeApplications: ['app'] })],
  ['workload identities', { users: null, clientApplications: { includeServicePrincipals: ['All'] } }],
]

/** Conditions that leave somebody or something out, or that nobody here can read. */
const excepting: readonly (readonly [about: string, conditions: object])[] = [
  ['a group', createUsersCondition({ excludeGroups: ['sales'] })],
  ['a role', createUsersCondition({ excludeRoles: ['r'] })],
  ['three users', createUsersCondition({ excludeUsers: ['1', '2', '3'] })],
  ['all guests by a word', createUsersCondition({ excludeUsers: ['GuestsOrExternalUsers'] })],
  [
    'guests',
    createUsersCondition({ excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'b2bCollaborationGuest' } }),
  ],
  ['an application', applications({ excludeApplications: ['app'] })],
  ['applications by a filter', applications({ applicationFilter: { mode: 'exclude', rule: 'x' } })],
  ['trusted places', { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } }],
  ['a platform', { platforms: { includePlatforms: ['all'], excludePlatforms: ['linux'] } }],
  ['devices', { devices: { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } } }],
  ['something that a new condition says', { moonPhases: ['full'] }],
]

const group = { '@odata.type': '#microsoft.graph.group', id: 'g' }

/** A row of the report on second factors. */
const guest = {
  id: '3',
  userPrincipalName: 'cyd#EXT#',
  userType: 'guest',
  isAdmin: false,
  isMfaRegistered: false,
  isMfaCapable: false,
}

const createSecret = (name: string, start: string, end: string | null) => ({
  keyId: name,
  displayName: name,
  startDateTime: start,
  endDateTime: end,
})

/** What everybody may do by default, with one answer that differs. */
const rights = (differs: object) => ({
  defaultUserRolePermissions: {
    allowedToCreateApps: false,
    allowedToCreateTenants: false,
    allowedToCreateSecurityGroups: false,
    ...differs,
  },
})

const hollow = {
  guestUserRoleId: null,
  allowEmailVerifiedUsersToJoinOrganization: null,
  defaultUserRolePermissions: {},
}

/** A tenant that is closed in every respect. */
const closed: GraphState = {
  authorizationPolicy: {
    ...rights({}),
    guestUserRoleId: '2af84b1e-32c8-42b7-82bc-daa82404023b',
    allowEmailVerifiedUsersToJoinOrganization: false,
  },
  consentRequests: { isEnabled: true, reviewers: [{ query: '/users/ada', queryType: 'MicrosoftGraph' }] },
  deviceRegistration: { multiFactorAuthConfiguration: 'required', localAdminPassword: { isEnabled: true } },
  sharepoint: {
    sharingCapability: 'externalUserSharingOnly',
    isResharingByExternalUsersEnabled: false,
    isLegacyAuthProtocolsEnabled: false,
  },
}

describe.each<[check: string, about: string, state: GraphState, expected: readonly string[]]>([
  [
    'second-factor-registered',
    'somebody without a factor whose account is disabled',
    {
      registrations: ['ada', 'bob'].map((id) => ({
        id,
        userPrincipalName: `${id}@acme.example`,
        userType: 'member',
        isAdmin: false,
        isMfaRegistered: false,
        isMfaCapable: false,
      })),
      users: [createUser('ada', { accountEnabled: false }), createUser('bob')],
    },
    ['fail bob@acme.example has registered no second factor', 'not_applicable ada@acme.example is disabled'],
  ],
  [
    'second-factor-registered',
    'members, guests and administrators on several pages',
    {
      pageSize: 2,
      registrations: [
        {
          id: '1',
          userPrincipalName: 'ada@acme.example',
          userType: 'member',
          isAdmin: false,
          isMfaRegistered: true,
          isMfaCapable: true,
        },
        {
          id: '2',
          userPrincipalName: 'bob@acme.example',
          userType: 'member',
          isAdmin: true,
          isMfaRegistered: false,
          isMfaCapable: false,
        },
        guest,
        // What is registered is no longer allowed.
        {
          id: '4',
          userPrincipalName: 'dan@acme.example',
          userType: 'member',
          isMfaRegistered: true,
          isMfaCapable: false,
        },
      ],
    },
    [
      'fail bob@acme.example has registered no second factor, and is an administrator',
      'fail dan@acme.example has registered no second factor that the policy of methods allows',
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
    { policies: [createPolicy(block, {}, { clientAppTypes: ['other'] }), createPolicy(mfa)], pageSize: 1 },
    ['pass Conditional access demands a second factor'],
  ],
  [
    'second-factor-demanded',
    'an authentication strength',
    { policies: [createPolicy({ ...noControls, authenticationStrength: { id: 's', requirementsSatisfied: 'mfa' } })] },
    ['pass Conditional access demands a second factor'],
  ],
  [
    'second-factor-demanded',
    'a second factor and a compliant device',
    { policies: [createPolicy({ ...noControls, operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] })] },
    ['pass Conditional access demands a second factor'],
  ],
  ...excepting.map(([about, conditions]): [string, string, GraphState, string[]] => [
    'second-factor-demanded',
    `a policy that excludes ${about}`,
    { policies: [createPolicy(mfa, {}, conditions)] },
    ['manual Conditional access demands a second factor, with exceptions'],
  ]),
  ...[
    ['a strength that does not say what it satisfies', { ...noControls, authenticationStrength: { id: 's' } }],
    ['controls of which none was sent', noControls],
    ['a second factor or something new', { ...noControls, builtInControls: ['mfa', 'unknownFutureValue'] }],
    ['controls joined by a new word', { ...noControls, operator: 'XOR', builtInControls: ['mfa', 'compliantDevice'] }],
  ].map(([about, controls]): [string, string, GraphState, string[]] => [
    'second-factor-demanded',
    String(about),
    { policies: [createPolicy(controls as object)] },
    ['manual Conditional access demands a second factor, with exceptions'],
  ]),
  ...[
    ...limiting.map(([about, conditions]) => [about, createPolicy(mfa, {}, conditions)]),
    ['a policy that only reports', createPolicy(mfa, { state: 'enabledForReportingButNotEnforced' })],
    [
      'a second factor or a compliant device',
      createPolicy({ ...noControls, builtInControls: ['mfa', 'compliantDevice'] }),
    ],
    [
      'a strength or a compliant device',
      createPolicy({
        ...noControls,
        builtInControls: ['compliantDevice'],
        authenticationStrength: { id: 's', requirementsSatisfied: 'mfa' },
      }),
    ],
    ['a second factor or terms of use', createPolicy({ ...mfa, termsOfUse: ['terms-1'] })],
    [
      'a strength that a password satisfies',
      createPolicy({ ...noControls, authenticationStrength: { id: 's', requirementsSatisfied: 'none' } }),
    ],
    ['a policy for browsers', createPolicy(mfa, {}, { clientAppTypes: ['browser'] })],
    ['a policy without controls', createPolicy(null)],
  ].map(([about, each]): [string, string, GraphState, string[]] => [
    'second-factor-demanded',
    String(about),
    { policies: [each as object] },
    ['fail A second factor is not demanded from everybody'],
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
    { policies: [createPolicy(block, {}, { clientAppTypes: ['exchangeActiveSync', 'other'] })] },
    ['pass Conditional access blocks legacy sign-in'],
  ],
  ...excepting.map(([about, conditions]): [string, string, GraphState, string[]] => [
    'legacy-sign-in-blocked',
    `a policy that excludes ${about}`,
    { policies: [createPolicy(block, {}, { ...legacy, ...conditions })] },
    ['manual Conditional access blocks legacy sign-in, with exceptions'],
  ]),
  ...limiting.map(([about, conditions]): [string, string, GraphState, string[]] => [
    'legacy-sign-in-blocked',
    about,
    { policies: [createPolicy(block, {}, { ...legacy, ...conditions })] },
    ['fail Legacy sign-in is not blocked for everybody'],
  ]),
  // https://github.com/AlexFilipin/ConditionalAccess/issues/31: two policies block one kind each.
  [
    'legacy-sign-in-blocked',
    'two policies that block one kind each',
    {
      policies: [
        createPolicy(block, {}, { clientAppTypes: ['exchangeActiveSync'] }),
        createPolicy(block, {}, { clientAppTypes: ['other'] }),
      ],
    },
    ['pass Conditional access blocks legacy sign-in'],
  ],
  [
    'legacy-sign-in-blocked',
    'two policies that block the same kind',
    {
      policies: [
        createPolicy(block, {}, { clientAppTypes: ['other'] }),
        createPolicy(block, {}, { clientAppTypes: ['other'] }),
      ],
    },
    ['fail Legacy sign-in is not blocked for everybody'],
  ],
  [
    'legacy-sign-in-blocked',
    'a policy that blocks one kind',
    { policies: [createPolicy(block, {}, { clientAppTypes: ['exchangeActiveSync'] })] },
    ['fail Legacy sign-in is not blocked for everybody'],
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
    'global-administrators',
    'one, listed twice',
    { globalAdministrators: ['a', 'a'] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'a group of five',
    { globalAdministrators: ['a', group], groupMembers: ['b', 'c', 'd', 'e', 'f', { ...group, id: 'g2' }] },
    ['fail Global administrators: 6; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'people who may activate the role, one of them active',
    { globalAdministrators: ['a'], eligible: ['a', 'b', 'c'], pageSize: 2 },
    ['pass Global administrators: 3'],
  ],
  [
    'global-administrators',
    'a group that may activate the role',
    { globalAdministrators: [], eligible: [group], groupMembers: ['a', 'b'] },
    ['pass Global administrators: 2'],
  ],
  [
    'global-administrators',
    'one person and an application',
    { globalAdministrators: ['a', { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's' }] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'two people, one of them disabled',
    { globalAdministrators: ['a', 'b'], users: [createUser('b', { accountEnabled: false })] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'five people, one of them disabled',
    { globalAdministrators: ['a', 'b', 'c', 'd', 'e'], users: [createUser('e', { accountEnabled: false })] },
    ['pass Global administrators: 4'],
  ],
  [
    'global-administrators',
    'two people, one of them a guest who has not accepted',
    { globalAdministrators: ['a', 'b'], users: [createUser('b', { externalUserState: 'PendingAcceptance' })] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'four people, and a guest who has not accepted',
    {
      globalAdministrators: ['a', 'b', 'c', 'd', 'e'],
      users: [createUser('e', { userType: 'Guest', externalUserState: 'PendingAcceptance' })],
    },
    ['fail Global administrators: 5; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'somebody disabled who may activate the role',
    { globalAdministrators: ['a'], eligible: ['b'], users: [createUser('b', { accountEnabled: false })] },
    ['fail Global administrators: 1; 2 to 4 are allowed'],
  ],
  [
    'global-administrators',
    'four people and a disabled application',
    {
      globalAdministrators: ['a', 'b', 'c', 'd', { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's' }],
      servicePrincipals: [{ id: 's', accountEnabled: false }],
    },
    ['pass Global administrators: 4'],
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
            createSecret('good', '2026-05-01T00:00:00Z', '2026-11-01T00:00:00Z'),
            createSecret('long', '2026-05-01T00:00:00Z', '2028-05-01T00:00:00Z'),
            createSecret('old', '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z'),
            createSecret('endless', '2025-01-01T00:00:00Z', null),
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
          createdDateTime: null,
          signInActivity: {
            lastSignInDateTime: '2026-06-30T11:00:00Z',
            lastSuccessfulSignInDateTime: '2026-06-29T12:00:00Z',
          },
        },
        {
          id: '2',
          userPrincipalName: 'bob',
          accountEnabled: true,
          createdDateTime: '2020-01-01T12:00:00Z',
          signInActivity: {
            lastSignInDateTime: '2025-01-01T12:00:00Z',
            lastNonInteractiveSignInDateTime: '2026-06-20T12:00:00Z',
            lastSuccessfulSignInDateTime: '2026-06-20T12:00:00Z',
          },
        },
        {
          id: '3',
          userPrincipalName: 'cyd',
          accountEnabled: true,
          createdDateTime: '2026-01-01T12:00:00Z',
          signInActivity: null,
        },
        {
          id: '6',
          userPrincipalName: 'fay',
          accountEnabled: true,
          createdDateTime: '2026-01-01T12:00:00Z',
          signInActivity: {
            lastSignInDateTime: '2026-06-29T12:00:00Z',
            lastSuccessfulSignInDateTime: '2026-01-31T12:00:00Z',
          },
        },
        {
          id: '7',
          userPrincipalName: 'gus',
          accountEnabled: true,
          createdDateTime: '2020-01-01T12:00:00Z',
          signInActivity: { lastSignInDateTime: '2026-06-29T12:00:00Z', lastSuccessfulSignInDateTime: null },
        },
        {
          id: '8',
          userPrincipalName: 'hal',
          accountEnabled: true,
          createdDateTime: '2020-01-01T12:00:00Z',
          signInActivity: { lastSignInDateTime: '2026-01-31T12:00:00Z' },
        },
        {
          id: '4',
          userPrincipalName: 'dan',
          accountEnabled: false,
          createdDateTime: '2020-01-01T12:00:00Z',
          // Somebody still tries a password, and the result is unknown.
          signInActivity: { lastSignInDateTime: '2026-06-29T12:00:00Z' },
        },
        { id: '5', userPrincipalName: 'eve', accountEnabled: true, createdDateTime: '2026-06-28T12:00:00Z' },
      ],
    },
    [
      'fail cyd has never signed in',
      'fail fay has not signed in for 150 days',
      'fail gus has never signed in',
      'fail hal has not signed in for 150 days',
      'not_applicable dan is disabled',
      'pass ada was active 1 day ago',
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
  [
    'user-consent-restricted',
    "a policy of the tenant's own",
    {
      authorizationPolicy: {
        defaultUserRolePermissions: {
          permissionGrantPoliciesAssigned: [
            'ManagePermissionGrantsForSelf.everything',
            'ManagePermissionGrantsForOwnedResource.DeveloperConsent',
          ],
        },
      },
    },
    ["manual Users may consent by policies of the tenant's own: ManagePermissionGrantsForSelf.everything"],
  ],
  [
    'user-consent-restricted',
    'the old default, with a small first letter',
    {
      authorizationPolicy: {
        defaultUserRolePermissions: {
          permissionGrantPoliciesAssigned: ['managePermissionGrantsForSelf.microsoft-user-default-legacy'],
        },
      },
    },
    ['fail Users may consent to anything'],
  ],
  [
    'device-join-second-factor',
    'a tenant where nobody may join or register a device',
    {
      deviceRegistration: {
        multiFactorAuthConfiguration: 'notRequired',
        azureADJoin: { allowedToJoin: { '@odata.type': '#microsoft.graph.noDeviceRegistrationMembership' } },
        azureADRegistration: {
          allowedToRegister: { '@odata.type': '#microsoft.graph.noDeviceRegistrationMembership' },
        },
      },
    },
    ['not_applicable Nobody may join or register a device'],
  ],
  [
    'sharepoint-resharing',
    'a tenant that shares nothing outside',
    { sharepoint: { sharingCapability: 'disabled', isResharingByExternalUsersEnabled: true } },
    ['not_applicable Nothing is shared outside the tenant'],
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
        { ...cloudPc, id: '5', deviceName: 'CPC-5' },
        { ...cloudPc, id: '6', deviceName: 'CPC-6', complianceState: 'noncompliant' },
        { ...cloudPc, id: '7', deviceName: 'pc-7', model: 'Surface Laptop' },
        { id: '8', deviceName: 'pc-8', complianceState: 'unknown', isEncrypted: false, managementState: 'discovered' },
      ],
    },
    [
      'fail CPC-6 is noncompliant',
      'fail pc-2 is not encrypted and is noncompliant',
      'fail pc-4 is not encrypted',
      'fail pc-7 is not encrypted',
      'manual pc-3 is encrypted, and its compliance is inGracePeriod',
      'not_applicable pc-8 is not managed yet',
      'pass CPC-5 is encrypted and complies',
      'pass mac-1 is encrypted and complies',
    ],
  ],
  ...(
    [
      [
        'application-registration-restricted',
        'Every user may register applications',
        'Users cannot register applications',
      ],
      ['tenant-creation-restricted', 'Every user may create tenants', 'Users cannot create tenants'],
      ['security-groups-restricted', 'Every user may create security groups', 'Users cannot create security groups'],
      ['self-service-sign-up', 'People may join by an e-mail address', 'People do not join by an e-mail address'],
      ['guest-access-restricted', 'Access of guests: like members; limited demanded', 'Access of guests: restricted'],
      ['admin-consent-requests', 'Users cannot request consent', 'Requests for consent go to reviewers: 1'],
      [
        'device-join-second-factor',
        'A password is enough to join a device',
        'Joining a device demands a second factor',
      ],
      [
        'local-administrator-passwords',
        'The tenant does not keep passwords of local administrators',
        'The tenant keeps passwords of local administrators',
      ],
      [
        'sharepoint-sharing-limited',
        'Files may be shared with anyone who has the link',
        'Files are shared with people who sign in',
      ],
      ['sharepoint-resharing', 'Guests may share files further', 'Guests cannot share files further'],
      ['sharepoint-legacy-sign-in', 'SharePoint accepts legacy sign-in', 'SharePoint refuses legacy sign-in'],
    ] as const
  ).flatMap(([check, bad, good]): [string, string, GraphState, string[]][] => [
    [check, 'a tenant that is open', {}, [`fail ${bad}`]],
    [check, 'a tenant that is closed', closed, [`pass ${good}`]],
  ]),
  [
    'guest-access-restricted',
    'guests who see what they know',
    { authorizationPolicy: { guestUserRoleId: '10DAE51F-b6af-4016-8d66-8c2a99b929b3' } },
    ['pass Access of guests: limited'],
  ],
  [
    'admin-consent-requests',
    'requests that nobody reviews',
    { consentRequests: { isEnabled: true } },
    ['fail Requests for consent go to nobody'],
  ],
])('%s: %s', (check, _about, state, expected) => {
  test('gives its verdicts, after a pause where Graph asks for one', async () => {
    await using api = await startGraphApi(state)
    api.fail('*', faults.status(429, { retryAfter: 30, json: createRefusal('TooManyRequests', 'Too many requests.') }))

    const outcome = await runCheckOn(api, check)

    expect(outcome.error).toBeUndefined()
    expect(formatVerdicts(outcome)).toEqual(expected)
  })
})

describe.each(entra.checks.map(({ id, scopes }) => [id, scopes] as const))('%s', (check, scopes) => {
  test('names the permission that was not granted', async () => {
    await using api = await startGraphApi({})
    api.fail(
      '*',
      faults.status(403, { json: createRefusal('Authorization_RequestDenied', 'Insufficient privileges') }),
      {
        times: 9,
      },
    )

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'permission', missingScopes: scopes })
  })

  test('cannot tell while Graph fails', async () => {
    await using api = await startGraphApi({})
    api.fail('*', faults.status(503), { times: 99 })

    expect((await runCheckOn(api, check)).error).toMatchObject({ kind: 'upstream' })
  })
})

describe('what a tenant does not have', () => {
  test('a report that needs P1 ends as plan', async () => {
    await using api = await startGraphApi({})
    const json = createRefusal(
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
    await using api = await startGraphApi({})

    expect((await runCheckOn(api, check)).status).toBe(status)
  })

  test.each([
    ['may be too few', ['a', 'b']],
    ['may be too many', ['a', 'b', 'c', 'd', 'e']],
  ])('global-administrators cannot tell where they %s, by one who may be disabled', async (_case, administrators) => {
    const globalAdministrators = administrators.filter((id) => id !== 'b').concat('b')
    const users = [createUser('b', { accountEnabled: null })]
    await using api = await startGraphApi({ globalAdministrators, users })

    const { undecided, results } = await runCheckOn(api, 'global-administrators')

    expect(results).toEqual([])
    expect(undecided?.first).toMatchObject([{ because: expect.stringContaining('1 of the global administrators') }])
  })

  test('global-administrators cannot tell without the role that every tenant has', async () => {
    await using api = await startGraphApi({ roles: [] })

    expect((await runCheckOn(api, 'global-administrators')).error).toMatchObject({ kind: 'incomplete_data' })
  })
})

describe('one odd record hides no other', () => {
  // Graph's description allows null for the start of a secret.
  test('application-secrets judges a secret without a start by its end, and leaves it undecided if that is not enough', async () => {
    const secrets = [
      { ...createSecret('open', '', '2026-11-01T00:00:00Z'), startDateTime: null },
      { ...createSecret('late', '', '2028-11-01T00:00:00Z'), startDateTime: null },
      { ...createSecret('odd', '', '2026-11-01T00:00:00Z'), startDateTime: 7 },
      createSecret('old', '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z'),
    ]
    await using api = await startGraphApi({
      applications: [{ id: 'a1', displayName: 'CRM', passwordCredentials: secrets }] as never,
    })

    const { results, undecided } = await runCheckOn(api, 'application-secrets')

    expect(undecided?.first.map(({ resource }) => resource.name)).toEqual(['CRM: open', 'CRM: odd'])
    expect(results.map(({ status, resource }) => `${status} ${resource.name}`)).toEqual([
      'fail CRM: late',
      'fail CRM: old',
    ])
  })

  // https://learn.microsoft.com/dotnet/api/system.datetime.minvalue
  test('stale-users takes a time of the year 1 for never, and goes on after somebody who only tried', async () => {
    const user = { accountEnabled: true, createdDateTime: '2025-01-01T00:00:00Z' }
    const never = '0001-01-01T00:00:00Z'
    await using api = await startGraphApi({
      users: [
        {
          ...user,
          id: '1',
          userPrincipalName: 'tried',
          signInActivity: { lastSignInDateTime: '2026-06-30T11:00:00Z' },
        },
        { ...user, id: '2', userPrincipalName: 'never', signInActivity: { lastSuccessfulSignInDateTime: never } },
        { ...user, id: '3', userPrincipalName: 'odd', accountEnabled: 'perhaps' },
      ] as never,
    })

    const { results, undecided } = await runCheckOn(api, 'stale-users')

    expect(undecided?.first.map(({ resource }) => resource.name).sort()).toEqual(['odd', 'tried'])
    expect(results.map(({ status, title }) => `${status} ${title}`)).toEqual(['fail never has never signed in'])
  })
})

test.each([
  ['second-factor-demanded', [createPolicy(mfa)], 'pass'],
  ['second-factor-demanded', [], 'error'],
  ['legacy-sign-in-blocked', [createPolicy(block, {}, legacy)], 'pass'],
  ['legacy-sign-in-blocked', [], 'error'],
])('%s with a policy that cannot be read beside %j ends as %s', async (check, policies, status) => {
  await using api = await startGraphApi({ policies: [createPolicy(mfa, { state: 'asleep' }), ...policies] })

  expect((await runCheckOn(api, check)).status).toBe(status)
})

test('second-factor-registered judges guests where that is asked', async () => {
  await using api = await startGraphApi({ registrations: [guest] })

  expect((await runCheckOn(api, 'second-factor-registered', { include_guests: true })).status).toBe('fail')
})

const strength = { id: 's', requirementsSatisfied: 'mfa' }

describe.each<[check: string, about: string, state: GraphState]>([
  ...Object.keys(unset)
    .filter((member) => !['servicePrincipalRiskLevels', 'clientApplications', 'times'].includes(member))
    .map((member): [string, string, GraphState] => [
      'second-factor-demanded',
      `a policy without ${member}`,
      { policies: [createPolicy(mfa, {}, { [member]: undefined })] },
    ]),
  [
    'second-factor-demanded',
    'a policy without grantControls',
    { policies: [createPolicy(null, { grantControls: undefined })] },
  ],
  [
    'second-factor-demanded',
    'a state of a new word',
    { policies: [createPolicy(mfa, { state: 'unknownFutureValue' })] },
  ],
  [
    'second-factor-demanded',
    'a strength without the other controls',
    { policies: [createPolicy({ operator: 'OR', authenticationStrength: strength })] },
  ],
  ['global-administrators', 'somebody of no type', { globalAdministrators: ['a', { id: 'b' }] }],
  [
    'global-administrators',
    'somebody of a new type',
    { globalAdministrators: ['a', 'b', { '@odata.type': '#microsoft.graph.agentIdentity', id: 'c' }] },
  ],
  [
    'stale-users',
    'attempts that may have failed',
    {
      users: [
        {
          id: '1',
          accountEnabled: true,
          createdDateTime: null,
          signInActivity: { lastSignInDateTime: '2026-06-29T12:00:00Z' },
        },
      ],
    },
  ],
  [
    'stale-users',
    'a sign-in of the future',
    {
      users: [
        {
          id: '1',
          accountEnabled: true,
          createdDateTime: null,
          signInActivity: { lastSuccessfulSignInDateTime: '2036-06-29T12:00:00Z' },
        },
      ],
    },
  ],
  ['stale-users', 'an account that may be enabled', { users: [{ id: '1', createdDateTime: '2026-06-29T12:00:00Z' }] }],
  [
    'application-secrets',
    'a secret that ends before it begins',
    {
      applications: [
        { id: 'a1', passwordCredentials: [createSecret('odd', '2028-05-01T00:00:00Z', '2026-11-01T00:00:00Z')] },
      ],
    },
  ],
  ['guest-invitations-restricted', 'a new word', { authorizationPolicy: { allowInvitesFrom: 'unknownFutureValue' } }],
  ['guest-invitations-restricted', 'nothing', { authorizationPolicy: { allowInvitesFrom: null } }],
  [
    'devices-compliant',
    'a new word',
    { devices: [{ id: '1', complianceState: 'unknownFutureValue', isEncrypted: true }] },
  ],
  ...['guest-access-restricted', 'self-service-sign-up', 'application-registration-restricted'].map(
    (check): [string, string, GraphState] => [check, 'no settings', { authorizationPolicy: hollow }],
  ),
  ['tenant-creation-restricted', 'null', { authorizationPolicy: rights({ allowedToCreateTenants: null }) }],
  ['security-groups-restricted', 'a word', { authorizationPolicy: rights({ allowedToCreateSecurityGroups: 'no' }) }],
  ['guest-access-restricted', 'another role', { authorizationPolicy: { guestUserRoleId: 'fe930be7' } }],
  ['admin-consent-requests', 'null', { consentRequests: { isEnabled: null } }],
  ['admin-consent-requests', 'no list of reviewers', { consentRequests: { isEnabled: true, reviewers: null } }],
  [
    'device-join-second-factor',
    'a new word',
    { deviceRegistration: { multiFactorAuthConfiguration: 'unknownFutureValue' } },
  ],
  ['local-administrator-passwords', 'null', { deviceRegistration: { localAdminPassword: null } }],
  ['sharepoint-sharing-limited', 'a new word', { sharepoint: { sharingCapability: 'unknownFutureValue' } }],
  ['sharepoint-resharing', 'null', { sharepoint: { isResharingByExternalUsersEnabled: null } }],
  ['sharepoint-legacy-sign-in', 'null', { sharepoint: { isLegacyAuthProtocolsEnabled: null } }],
])('%s cannot tell of %s', (check, _about, state) => {
  test('and ends as error', async () => {
    await using api = await startGraphApi(state)

    const outcome = await runCheckOn(api, check)

    expect(outcome.status).toBe('error')
    expect(outcome.results).toEqual([])
  })
})

test.each<[about: string, policies: readonly object[], expected: string]>([
  ['a policy about joining', [createPolicy(mfa, {}, applications(joining))], 'manual'],
  ['a policy about joining that blocks', [createPolicy(block, {}, applications(joining))], 'fail'],
  ['a policy about applications', [createPolicy(mfa)], 'fail'],
])('device-join-second-factor with %s and without the setting: %s', async (_about, policies, expected) => {
  const state = { policies, deviceRegistration: { multiFactorAuthConfiguration: 'notRequired' } }
  await using api = await startGraphApi(state)

  expect((await runCheckOn(api, 'device-join-second-factor')).status).toBe(expected)
})
