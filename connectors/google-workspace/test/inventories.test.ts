import { expect, test } from 'vitest'
import { expectHonestLists, readList } from '../../../test/connectors/honest-lists.ts'
import { workspace } from '../index.ts'
import { book, createUser, credentials, now, phone, startGoogleApi, type WorkspaceState } from './google-api.ts'

const users = '/admin/directory/v1/users'
const devices = '/admin/directory/v1/customer/my_customer/devices'

const state: WorkspaceState = {
  users: [createUser('ada'), createUser('bob')],
  tokens: {
    'id-ada': [
      { clientId: 'a1', displayText: 'Mailer', scopes: ['mail', 'files'] },
      { clientId: 'a2', displayText: 'Notes', scopes: ['files'] },
      { clientId: 'a1', displayText: 'Mailer', scopes: ['mail'] },
    ],
    'id-bob': [{ clientId: 'a1', displayText: 'Mailer', scopes: ['calendar'] }],
  },
  groups: { 'board@acme.example': {} },
  devices: [phone, { ...phone, resourceId: 'm2' }, { ...phone, resourceId: 'm3', status: 'BLOCKED' }],
  chromeDevices: [book, { ...book, deviceId: 'c2' }, { ...book, deviceId: 'c3', status: 'DEPROVISIONED' }],
}

const options = { credentials, now }

const account = (name: string) => ({
  id: `id-${name}`,
  name: `${name} of Acme`,
  kind: 'person',
  status: 'active',
  email: `${name}@acme.example`,
  aliases: [`${name}@old.example`],
  roles: ['Super Admin'],
  administrator: true,
  secondFactor: true,
  secondFactorDemanded: false,
  createdAt: '2024-01-01T00:00:00.000Z',
  lastActiveAt: '2025-12-31T12:00:00.000Z',
})

const person = (name: string) => ({
  id: `id-${name}`,
  name: `${name} of Acme`,
  kind: 'unknown',
  status: 'active',
  email: `${name}@acme.example`,
  aliases: [`${name}@old.example`],
  managerId: 'id-bob',
  department: 'Engineering',
})

const mobile = (id: string) => ({
  id,
  name: 'Phone',
  ownerEmail: 'ada@acme.example',
  serialNumber: 'S1',
  os: 'Android 16',
  diskEncrypted: true,
  screenLock: false,
  lastSeenAt: '2025-12-31T12:00:00.000Z',
})

const chrome = (id: string) => ({
  id,
  name: 'Book',
  ownerEmail: 'ada@acme.example',
  serialNumber: 'S2',
  os: 'ChromeOS',
  osVersion: '140.0',
  managed: true,
  lastSeenAt: '2025-12-31T12:00:00.000Z',
})

expectHonestLists(workspace, {
  ...options,
  start: (pageSize = 100) => startGoogleApi({ ...state, pageSize }),
  lists: [
    {
      id: 'inventory:account',
      path: users,
      items: 'users',
      records: [account('ada'), account('bob')],
      members: [
        { member: 'status', at: 'suspended', isDerived: true },
        { member: 'status', at: 'archived', isDerived: true, absent: 'active' },
        { member: 'kind', at: 'isGuestUser', isDerived: true, absent: 'person' },
        { member: 'email', at: 'primaryEmail' },
        { member: 'aliases', at: 'aliases' },
        { member: 'roles', at: 'isAdmin', isDerived: true },
        { member: 'administrator', at: 'isAdmin', isDerived: true },
        { member: 'secondFactor', at: 'isEnrolledIn2Sv' },
        { member: 'secondFactorDemanded', at: 'isEnforcedIn2Sv', isDerived: true },
        { member: 'createdAt', at: 'creationTime' },
        { member: 'lastActiveAt', at: 'lastLoginTime' },
      ],
    },
    {
      id: 'inventory:person',
      path: users,
      items: 'users',
      records: [person('ada'), person('bob')],
      members: [
        { member: 'status', at: 'suspended', isDerived: true },
        { member: 'email', at: 'primaryEmail' },
        { member: 'aliases', at: 'aliases' },
        { member: 'managerId', at: 'relations', isDerived: true },
        { member: 'department', at: 'organizations', isDerived: true },
      ],
    },
    {
      id: 'inventory:device.mobile',
      path: `${devices}/mobile`,
      items: 'mobiledevices',
      records: [mobile('m1'), mobile('m2')],
      members: [
        { member: 'id', at: 'resourceId' },
        { member: 'ownerEmail', at: 'email' },
        { member: 'serialNumber', at: 'serialNumber' },
        { member: 'os', at: 'os' },
        { member: 'diskEncrypted', at: 'encryptionStatus', isDerived: true },
        { member: 'screenLock', at: 'devicePasswordStatus', isDerived: true },
        { member: 'lastSeenAt', at: 'lastSync' },
      ],
    },
    {
      id: 'inventory:device.chrome-os',
      path: `${devices}/chromeos`,
      items: 'chromeosdevices',
      records: [chrome('c1'), chrome('c2')],
      members: [
        { member: 'id', at: 'deviceId' },
        { member: 'ownerEmail', at: 'annotatedUser' },
        { member: 'serialNumber', at: 'serialNumber' },
        { member: 'osVersion', at: 'osVersion' },
        { member: 'managed', at: 'status', isDerived: true },
        { member: 'lastSeenAt', at: 'lastSync' },
      ],
    },
    {
      id: 'inventory:application',
      path: users,
      items: 'users',
      records: [
        { id: 'a1', name: 'Mailer', scopes: ['calendar', 'files', 'mail'], users: 2 },
        { id: 'a2', name: 'Notes', scopes: ['files'], users: 1 },
      ],
      members: [],
    },
  ],
})

async function readFirst(id: string, changed: Partial<WorkspaceState>) {
  await using api = await startGoogleApi(changed)
  return (await readList(workspace, { id: `inventory:${id}` }, api.fetch, options)).records[0] as Record<
    string,
    unknown
  >
}

test.each<[string, object, object]>([
  ['a guest is one', { isGuestUser: true }, { kind: 'guest' }],
  ['a suspended account is suspended', { suspended: true }, { status: 'suspended' }],
  ['an archived account cannot sign in', { archived: true }, { status: 'suspended' }],
  ['never signed in is null', { lastLoginTime: '1970-01-01T00:00:00.000Z' }, { lastActiveAt: null }],
  ['nobody is asked for two steps', { isEnforcedIn2Sv: false }, { secondFactorDemanded: false }],
  [
    'a plain user is no administrator',
    { isAdmin: false, isDelegatedAdmin: false },
    { administrator: false, roles: [] },
  ],
  [
    'a delegated administrator has a role',
    { isAdmin: false, isDelegatedAdmin: true },
    { roles: ['delegated administrator'] },
  ],
])('account: %s', async (_, differs, expected) => {
  expect(await readFirst('account', { users: [createUser('ada', differs)] })).toMatchObject(expected)
})

test.each<[string, object, string]>([
  ['what a delegated administrator may do', { isAdmin: false, isDelegatedAdmin: true }, 'administrator'],
  ['whether who is not said to be delegated is', { isAdmin: false, isDelegatedAdmin: undefined }, 'administrator'],
  ['whether everybody is asked for the steps that Google enforces', { isEnforcedIn2Sv: true }, 'secondFactorDemanded'],
])('account: nobody knows %s', async (_, differs, member) => {
  const record = await readFirst('account', { users: [createUser('ada', differs)] })

  expect(record[member]).toBeUndefined()
  expect(record.unknown).toMatchObject({ [member]: expect.any(String) })
})

test.each<[string, object, object]>([
  ['an archived user has left', { archived: true, suspended: true }, { status: 'left' }],
  ['a suspended user may be away', { suspended: true }, { status: 'unknown' }],
])('person: %s', async (_, differs, expected) => {
  expect(await readFirst('person', { users: [createUser('ada', differs)] })).toMatchObject(expected)
})

test('person: guests are none, and a manager from elsewhere is not known', async () => {
  const record = await readFirst('person', { users: [createUser('gus', { isGuestUser: true }), createUser('ada')] })

  expect(record).toMatchObject({ id: 'id-ada', unknown: { managerId: expect.any(String) } })
})

test('person: those before a lost page are still seen', async () => {
  await using api = await startGoogleApi({ ...state, pageSize: 1 })
  const fetch: typeof api.fetch = async (url, init) =>
    String(url).includes('pageToken') ? Response.json({}, { status: 500 }) : api.fetch(url, init)

  const { outcome, records } = await readList(workspace, { id: 'inventory:person' }, fetch, options)

  expect(outcome).toMatchObject({ complete: false, count: 1, error: { kind: 'upstream' } })
  expect(records).toMatchObject([{ id: 'id-ada', unknown: { managerId: expect.any(String) } }])
})

test('device: a note that is no address names nobody', async () => {
  const record = await readFirst('device.chrome-os', { chromeDevices: [{ ...book, annotatedUser: 'Room 3' }] })

  expect(record.ownerEmail).toBeUndefined()
  expect(record.unknown).toEqual({ ownerEmail: 'No administrator has noted the address of its user.' })
})

test('application: scopes that Google does not name are not known, and who cannot sign in does not count', async () => {
  const record = await readFirst('application', {
    users: [createUser('ada'), createUser('bob', { suspended: true })],
    tokens: { 'id-ada': [{ clientId: 'a1' }], 'id-bob': [{ clientId: 'a1', scopes: ['mail'] }] },
  })

  expect(record).toEqual({ id: 'a1', users: 1, unknown: { scopes: expect.any(String) } })
})
