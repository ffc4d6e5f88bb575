import { expect, test } from 'vitest'
import { expectHonestLists, readList } from '../../../test/connectors/honest-lists.ts'
import { okta } from '../index.ts'
import { credentials, now, type OktaState, startOktaApi } from './okta-api.ts'

const push = { factorType: 'push', status: 'ACTIVE' }
const role = (type: string, differs: object = {}) => ({ type, status: 'ACTIVE', label: `Label of ${type}`, ...differs })

const state: OktaState = {
  users: [
    {
      id: 'ada',
      lastLogin: '2026-06-29T12:00:00.000Z',
      profile: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        userType: 'Employee',
        managerId: 'bob',
        department: 'Engineering',
      },
      factors: [push],
      roles: [role('SUPER_ADMIN'), role('READ_ONLY_ADMIN', { status: 'INACTIVE' })],
    },
    {
      id: 'bob',
      status: 'DEPROVISIONED',
      lastLogin: null,
      provider: 'FEDERATION',
      profile: { userType: 'contractor', managerId: 'ada', department: 'Sales' },
    },
  ],
  administrators: ['ada'],
  policies: [],
  apiTokens: [
    {
      id: 't1',
      name: 'SIEM',
      userId: 'ada',
      created: '2025-01-01T00:00:00.000Z',
      lastUpdated: '2026-06-28T00:00:00.000Z',
      expiresAt: '2026-07-28T00:00:00.000Z',
      network: { connection: 'ZONE', include: ['z1'] },
    },
    {
      id: 't2',
      name: 'Backup',
      userId: 'bob',
      created: '2025-01-01T00:00:00.000Z',
      lastUpdated: '2026-06-28T00:00:00.000Z',
      expiresAt: '2026-07-28T00:00:00.000Z',
      network: { connection: 'ZONE', include: ['z1'] },
    },
  ],
}

const options = { credentials, now }

expectHonestLists(okta, {
  ...options,
  start: (pageSize = 200) => startOktaApi({ ...state, pageSize }),
  lists: [
    {
      id: 'inventory:account',
      path: '/api/v1/users',
      records: [
        {
          id: 'ada',
          name: 'Ada Lovelace',
          kind: 'person',
          status: 'active',
          email: 'ada@acme.example',
          roles: ['SUPER_ADMIN'],
          administrator: true,
          singleSignOnOnly: false,
          createdAt: '2024-01-01T00:00:00.000Z',
          lastActiveAt: '2026-06-29T12:00:00.000Z',
        },
        {
          id: 'bob',
          name: 'bob@acme.example',
          kind: 'person',
          status: 'deleted',
          email: 'bob@acme.example',
          roles: [],
          administrator: false,
          singleSignOnOnly: true,
          createdAt: '2024-01-01T00:00:00.000Z',
          lastActiveAt: null,
        },
      ],
      members: [
        { member: 'status', at: 'status', isDerived: true },
        { member: 'email', at: 'profile.email' },
        { member: 'singleSignOnOnly', at: 'credentials.provider.type', isDerived: true },
        { member: 'createdAt', at: 'created' },
        { member: 'lastActiveAt', at: 'lastLogin', isNullSaid: true },
      ],
      facts: { secondFactor: true },
      factPath: /\/factors$/,
    },
    {
      id: 'inventory:person',
      path: '/api/v1/users',
      records: [
        {
          id: 'ada',
          name: 'Ada Lovelace',
          kind: 'employee',
          status: 'active',
          email: 'ada@acme.example',
          managerId: 'bob',
          department: 'Engineering',
        },
        {
          id: 'bob',
          name: 'bob@acme.example',
          kind: 'contractor',
          status: 'left',
          email: 'bob@acme.example',
          managerId: 'ada',
          department: 'Sales',
        },
      ],
      members: [
        { member: 'status', at: 'status', isDerived: true },
        { member: 'kind', at: 'profile.userType', isDerived: true },
        { member: 'email', at: 'profile.email' },
        { member: 'managerId', at: 'profile.managerId' },
        { member: 'department', at: 'profile.department' },
      ],
    },
    {
      id: 'inventory:credential',
      path: '/api/v1/api-tokens',
      records: [
        {
          id: 't1',
          name: 'SIEM',
          kind: 'token',
          ownerId: 'ada',
          createdAt: '2025-01-01T00:00:00.000Z',
          expiresAt: '2026-07-28T00:00:00.000Z',
          lastUsedAt: '2026-06-28T00:00:00.000Z',
        },
        {
          id: 't2',
          name: 'Backup',
          kind: 'token',
          ownerId: 'bob',
          createdAt: '2025-01-01T00:00:00.000Z',
          expiresAt: '2026-07-28T00:00:00.000Z',
          lastUsedAt: '2026-06-28T00:00:00.000Z',
        },
      ],
      members: [
        { member: 'ownerId', at: 'userId' },
        { member: 'createdAt', at: 'created' },
        { member: 'expiresAt', at: 'expiresAt' },
        { member: 'lastUsedAt', at: 'lastUpdated' },
      ],
    },
  ],
})

async function readAccounts(users: OktaState['users'], administrators: readonly string[] = [], facts = false) {
  await using api = await startOktaApi({ users: users ?? [], administrators })
  return (await readList(okta, { id: 'inventory:account' }, api.fetch, { ...options, facts })).records
}

test.each<[string, readonly object[], boolean | undefined]>([
  ['a role that manages people', [role('USER_ADMIN')], true],
  ['a role that only reads', [role('READ_ONLY_ADMIN'), role('REPORT_ADMIN')], false],
  ['a role of the organization', [role('CUSTOM')], undefined],
  ['a role that nobody has heard of', [role('MOON_ADMIN')], undefined],
  ['a role of the organization beside one that manages', [role('CUSTOM'), role('ORG_ADMIN')], true],
  ['a role that is not in force', [role('SUPER_ADMIN', { status: 'INACTIVE' })], false],
])('administrator by %s', async (_, roles, administrator) => {
  const [record] = await readAccounts([{ id: 'ada', roles }], ['ada'])

  expect(record).toHaveProperty('roles')
  expect((record as { administrator?: boolean }).administrator).toBe(administrator)
})

test.each<[string, readonly object[], boolean | undefined]>([
  ['a push', [push], true],
  [
    'an e-mail address and a question',
    [
      { ...push, factorType: 'email' },
      { ...push, factorType: 'question' },
    ],
    false,
  ],
  ['a factor that is not enrolled yet', [{ ...push, status: 'PENDING_ACTIVATION' }], false],
  ['a factor of a new type', [{ ...push, factorType: 'mind_reading' }], undefined],
  ['a factor of a new status', [{ ...push, status: 'ODD' }], undefined],
])('secondFactor by %s', async (_, factors, secondFactor) => {
  const [record] = await readAccounts([{ id: 'ada', factors }], [], true)

  expect((record as { secondFactor?: boolean }).secondFactor).toBe(secondFactor)
})

test.each([
  ['LOCKED_OUT', 'active', 'active'],
  ['RECOVERY', 'active', 'active'],
  ['STAGED', 'invited', 'unknown'],
  ['PROVISIONED', 'invited', 'unknown'],
  ['SUSPENDED', 'suspended', 'unknown'],
  ['DEPROVISIONED', 'deleted', 'left'],
  ['ASLEEP', 'unknown', 'unknown'],
])('the status %s is %s for an account and %s for a person', async (status, account, person) => {
  await using api = await startOktaApi({ users: [{ id: 'ada', status }] })

  const [accounts, persons] = await Promise.all(
    ['inventory:account', 'inventory:person'].map((id) => readList(okta, { id }, api.fetch, options)),
  )

  expect(accounts?.records).toMatchObject([{ status: account }])
  expect(persons?.records).toMatchObject([{ status: person }])
})
