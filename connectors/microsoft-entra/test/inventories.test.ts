import { expect, test } from 'vitest'
import { expectHonestLists, readList } from '../../../test/connectors/honest-lists.ts'
import { entra } from '../index.ts'
import { credentials, type GraphState, now, startGraphApi } from './graph-api.ts'
import { createUser, crm, grant, laptop, policy, roleDefinitionId, state } from './graph-state.ts'

const options = { credentials, now }

const account = (id: string) => ({
  id,
  name: `${id} of Acme`,
  kind: 'person',
  status: 'active',
  email: `${id}@acme.example`,
  aliases: [`${id}@old.example`],
  roles: [id === 'ada' ? 'Global Administrator' : 'Global Reader'],
  administrator: id === 'ada',
  secondFactor: true,
  secondFactorDemanded: false,
  createdAt: '2024-06-01T00:00:00Z',
  lastActiveAt: '2025-12-31T12:00:00Z',
})

const person = (id: string) => ({
  id,
  name: `${id} of Acme`,
  kind: 'employee',
  status: 'active',
  email: `${id}@acme.example`,
  aliases: [`${id}@old.example`],
  managerId: 'bob',
  startsAt: '2024-06-01',
  department: 'Engineering',
})

const device = (id: string) => ({
  id,
  name: 'Laptop',
  ownerEmail: 'ada@acme.example',
  serialNumber: 'S1',
  os: 'Windows',
  osVersion: '10.0',
  managed: true,
  diskEncrypted: true,
  compliant: false,
  lastSeenAt: '2025-12-31T12:00:00Z',
})

expectHonestLists(entra, {
  ...options,
  start: (pageSize = 100) => startGraphApi({ ...state, pageSize }),
  lists: [
    {
      id: 'inventory:account',
      path: '/v1.0/users',
      items: 'value',
      records: [account('ada'), account('bob')],
      members: [
        { member: 'status', at: 'accountEnabled', isDerived: true },
        { member: 'kind', at: 'userType', isDerived: true },
        { member: 'email', at: 'mail' },
        { member: 'aliases', at: 'proxyAddresses' },
        { member: 'createdAt', at: 'createdDateTime' },
        { member: 'lastActiveAt', at: 'signInActivity.lastSuccessfulSignInDateTime' },
      ],
    },
    {
      id: 'inventory:person',
      path: '/v1.0/users',
      items: 'value',
      records: [person('ada'), person('bob')],
      members: [
        { member: 'status', at: 'accountEnabled', isDerived: true },
        { member: 'kind', at: 'employeeType', isDerived: true },
        { member: 'email', at: 'mail' },
        { member: 'aliases', at: 'proxyAddresses' },
        { member: 'managerId', at: 'manager.id' },
        { member: 'startsAt', at: 'employeeHireDate' },
        { member: 'department', at: 'department' },
      ],
      facts: { endsAt: '2027-01-31' },
      factPath: /\/users\/[^/]+$/,
    },
    {
      id: 'inventory:device',
      path: '/v1.0/deviceManagement/managedDevices',
      items: 'value',
      records: [device('d1'), device('d2')],
      members: [
        { member: 'ownerEmail', at: 'emailAddress' },
        { member: 'serialNumber', at: 'serialNumber' },
        { member: 'os', at: 'operatingSystem' },
        { member: 'osVersion', at: 'osVersion' },
        { member: 'managed', at: 'managementState', isDerived: true },
        { member: 'diskEncrypted', at: 'isEncrypted' },
        { member: 'compliant', at: 'complianceState', isDerived: true },
        { member: 'lastSeenAt', at: 'lastSyncDateTime' },
      ],
    },
    {
      id: 'inventory:application',
      path: '/v1.0/servicePrincipals',
      items: 'value',
      records: [
        { id: 's1', name: 'CRM', publisher: 'CRM Ltd', scopes: ['Files.Read', 'Mail.Read'], users: 2, verified: true },
        { id: 's2', name: 'CRM', publisher: 'CRM Ltd', scopes: ['Mail.Read'], users: 1, verified: true },
      ],
      members: [{ member: 'publisher', at: 'verifiedPublisher.displayName' }],
    },
  ],
})

async function read(id: string, changed: Partial<GraphState>) {
  await using api = await startGraphApi({ ...state, ...changed })
  const { outcome, records } = await readList(entra, { id: `inventory:${id}` }, api.fetch, options)
  expect(outcome.error).toBeUndefined()
  return records[0] as Record<string, unknown>
}

const attempt = { lastSignInDateTime: '2025-12-31T12:00:00Z', lastSuccessfulSignInDateTime: null }

test.each<[string, object, object]>([
  ['disabled', { accountEnabled: false }, { status: 'suspended' }],
  ['invited', { userType: 'Guest', externalUserState: 'PendingAcceptance' }, { kind: 'guest', status: 'invited' }],
  ['without a sign-in', { signInActivity: undefined }, { lastActiveAt: null }],
])('account: %s', async (_, differs, expected) => {
  expect(await read('account', { users: [createUser('ada', differs)] })).toMatchObject(expected)
})

test.each<[string, object]>([
  ['without a sign-in, older than what Graph keeps', { signInActivity: null, createdDateTime: '2019-01-01T00:00:00Z' }],
  ['with attempts, none of which succeeded', { signInActivity: attempt }],
  ['without a sign-in, of unknown age', { signInActivity: null, createdDateTime: null }],
])('account: %s, nobody knows the last sign-in', async (_, differs) => {
  const record = await read('account', { users: [createUser('ada', differs)] })

  expect(record).toMatchObject({ unknown: { lastActiveAt: expect.any(String) } })
  expect(record).not.toHaveProperty('lastActiveAt')
})

test('account: without a licence for reports, the list is complete and says what it does not know', async () => {
  const record = await read('account', { isWithoutPremium: true, eligible: undefined as never })

  expect(record).toMatchObject({
    id: 'ada',
    administrator: true,
    unknown: { lastActiveAt: expect.stringMatching(/P1/), secondFactor: expect.stringMatching(/P1/) },
  })
})

test('account: a role that can be activated counts', async () => {
  expect(await read('account', { roleAssignments: [], eligible: ['ada'] })).toMatchObject({
    roles: ['Global Administrator'],
    administrator: true,
  })
})

test('account: nobody knows what a role without permissions allows', async () => {
  const record = await read('account', { roleDefinitions: [{ id: roleDefinitionId, displayName: 'Odd' }] })

  expect(record).toMatchObject({ roles: ['Odd'], unknown: { administrator: expect.any(String) } })
})

test('account: no second factor, and none that the report names', async () => {
  const [ada] = state.registrations ?? []

  expect(await read('account', { registrations: [{ ...ada, isMfaRegistered: false }] })).toHaveProperty(
    'secondFactor',
    false,
  )
  expect(await read('account', { registrations: [] })).not.toHaveProperty('secondFactor')
})

test.each<[string, Partial<GraphState>, string, boolean | undefined]>([
  ['of everybody', { policies: [policy()] }, 'bob', true],
  ['of everybody but one', { policies: [policy()] }, 'ada', false],
  ['by nothing', {}, 'ada', false],
  ['by security defaults, where Microsoft finds it necessary', { securityDefaults: true }, 'ada', undefined],
  ['for some sign-ins', { policies: [policy({ signInRiskLevels: ['high'] })] }, 'bob', undefined],
])('account: a second factor is demanded %s', async (_, changed, id, expected) => {
  const record = await read('account', { ...changed, users: [createUser(id)] })

  expect(record.secondFactorDemanded).toBe(expected)
})

test.each<[string, object, object]>([
  ['a contractor', { employeeType: 'Contractor ' }, { kind: 'contractor' }],
  ['a word of the organization', { employeeType: 'Board' }, { kind: 'unknown' }],
  [
    'somebody who begins later',
    { employeeHireDate: '2026-08-01T00:00:00Z', accountEnabled: false },
    { status: 'future' },
  ],
  ['a disabled account', { accountEnabled: false }, { status: 'unknown' }],
])('person: %s', async (_, differs, expected) => {
  expect(await read('person', { users: [createUser('ada', differs)] })).toMatchObject(expected)
})

test('person: guests are none, and no licence is needed', async () => {
  const users = [createUser('gus', { userType: 'Guest' }), createUser('ada')]

  expect(await read('person', { users, isWithoutPremium: true })).toMatchObject({ id: 'ada' })
})

test.each<[string, object, object]>([
  ['in grace', { complianceState: 'inGracePeriod' }, { compliant: false }],
  ['not enrolled', { managementState: 'discovered' }, { managed: false }],
  ['in conflict', { complianceState: 'conflict' }, { unknown: { compliant: expect.any(String) } }],
  ['never synchronized', { lastSyncDateTime: '0001-01-01T00:00:00Z' }, { unknown: { lastSeenAt: expect.any(String) } }],
])('device: %s', async (_, differs, expected) => {
  expect(await read('device', { devices: [{ ...laptop, ...differs }] })).toMatchObject(expected)
})

test.each<[string, Partial<GraphState>, object]>([
  [
    'for everybody',
    { grants: [grant('s1', null, 'Mail.Read')] },
    { scopes: ['Mail.Read'], unknown: { users: expect.stringMatching(/everybody/) } },
  ],
  [
    'by nobody',
    { grants: [] },
    { unknown: { users: expect.stringMatching(/Nobody/), scopes: expect.stringMatching(/names no permission/) } },
  ],
  [
    'for what Graph does not say',
    { grants: [grant('s1', 'ada', null)] },
    { users: 1, unknown: { scopes: expect.stringMatching(/names no/) } },
  ],
])('application: granted %s', async (_, changed, expected) => {
  expect(await read('application', changed)).toMatchObject(expected)
})

test('application: a publisher that is not verified', async () => {
  const verifiedPublisher = { displayName: null, verifiedPublisherId: null, addedDateTime: null }

  expect(await read('application', { servicePrincipals: [{ ...crm, verifiedPublisher }] })).toMatchObject({
    verified: false,
    unknown: { publisher: expect.any(String) },
  })
  const untold = await read('application', { servicePrincipals: [{ ...crm, verifiedPublisher: undefined }] })
  expect(untold).not.toHaveProperty('verified')
})
