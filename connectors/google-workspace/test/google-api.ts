import { type FakeVendor, fakeVendor, type Handler } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { workspace } from '../index.ts'

export const credentials = { access_token: 'ya29.sample-google-token' }

/** The moment at which the checks of these tests run. */
export const now = '2026-06-30T12:00:00.000Z'

/** The content of the account. Left out: empty. */
export interface WorkspaceState {
  readonly users?: readonly (object & { readonly id: string })[]
  /** Third-party access by id of the user. */
  readonly tokens?: Readonly<Record<string, readonly object[]>>
  /** Application passwords by id of the user. */
  readonly passwords?: Readonly<Record<string, readonly object[]>>
  /** Settings by address of the group. */
  readonly groups?: Readonly<Record<string, object>>
  readonly devices?: readonly object[]
  readonly chromeDevices?: readonly object[]
  readonly pageSize?: number
}

/** Google's APIs for one account, on loopback. */
export function startGoogleApi({
  users = [],
  tokens = {},
  passwords = {},
  groups = {},
  devices = [],
  chromeDevices = [],
  pageSize = 100,
}: WorkspaceState): Promise<FakeVendor> {
  return fakeVendor({
    auth: { type: 'bearer', token: credentials.access_token },
    routes: {
      'GET /admin/directory/v1/users': createListHandler('users', users, pageSize),
      'GET /admin/directory/v1/users/:id/tokens': (request) =>
        createListHandler('items', tokens[request.params.id] ?? [], 100, 'tokenList')(request),
      'GET /admin/directory/v1/users/:id/asps': (request) =>
        createListHandler('items', passwords[request.params.id] ?? [], 100, 'aspList')(request),
      'GET /admin/directory/v1/groups': createListHandler(
        'groups',
        Object.keys(groups).map((email) => ({ id: `id-of-${email}`, email })),
        pageSize,
      ),
      'GET /groups/v1/groups/:email': ({ params }) => ({ json: { ...closed, ...groups[params.email] } }),
      'GET /admin/directory/v1/customer/my_customer/devices/mobile': createListHandler(
        'mobiledevices',
        devices,
        pageSize,
      ),
      'GET /admin/directory/v1/customer/my_customer/devices/chromeos': createListHandler(
        'chromeosdevices',
        chromeDevices,
        pageSize,
      ),
    },
  })
}

const closed = {
  allowExternalMembers: 'false',
  whoCanViewGroup: 'ALL_MEMBERS_CAN_VIEW',
  whoCanJoin: 'INVITED_CAN_JOIN',
  whoCanPostMessage: 'ALL_MEMBERS_CAN_POST',
}

/** An error as Google words it. */
export function createRefusal(code: number, reason: string, message: string) {
  return { error: { code, message, errors: [{ message, domain: 'global', reason }] } }
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(workspace, { credentials, now })

/** A user with all members that the inventories read. */
export function createUser(name: string, differs: object = {}) {
  return {
    id: `id-${name}`,
    primaryEmail: `${name}@acme.example`,
    name: { fullName: `${name} of Acme` },
    aliases: [`${name}@old.example`],
    isAdmin: true,
    isDelegatedAdmin: false,
    isEnrolledIn2Sv: true,
    isEnforcedIn2Sv: false,
    suspended: false,
    archived: false,
    creationTime: '2024-01-01T00:00:00.000Z',
    lastLoginTime: '2025-12-31T12:00:00.000Z',
    relations: [
      { type: 'assistant', value: 'x@acme.example' },
      { type: 'manager', value: 'bob@acme.example' },
    ],
    organizations: [{ department: 'Old' }, { primary: true, department: 'Engineering' }],
    ...differs,
  }
}

export const phone = {
  resourceId: 'm1',
  model: 'Phone',
  email: ['ada@acme.example'],
  type: 'ANDROID',
  unknownSourcesStatus: false,
  adbStatus: true,
  status: 'APPROVED',
  os: 'Android 16',
  serialNumber: 'S1',
  deviceCompromisedStatus: 'Undetected',
  encryptionStatus: 'Encrypted',
  devicePasswordStatus: 'Off',
  lastSync: '2025-12-31T12:00:00.000Z',
}

export const book = {
  deviceId: 'c1',
  model: 'Book',
  annotatedUser: 'ada@acme.example',
  status: 'ACTIVE',
  osVersion: '140.0',
  bootMode: 'Verified',
  osVersionCompliance: 'compliant',
  supportEndDate: '2030-06-01T00:00:00.000Z',
  serialNumber: 'S2',
  lastSync: '2025-12-31T12:00:00.000Z',
}

/** One of everything that the inventories list, with all members that they read. */
export const listed = {
  users: [createUser('ada'), createUser('bob')],
  devices: [phone],
  chromeDevices: [book],
} as const

/** Pages as Google cuts them: each has its kind, and a list without items is left out. */
function createListHandler(name: string, items: readonly object[], pageSize: number, kind = name): Handler {
  const beside = { kind: `admin#directory#${kind}`, etag: '"e"' }
  return ({ query }) => {
    const start = Number(query.get('pageToken') ?? 0)
    const end = start + Math.min(pageSize, Number(query.get('maxResults') ?? pageSize))
    const page = items.slice(start, end)
    return {
      json: {
        ...beside,
        [name]: page.length > 0 ? page : undefined,
        nextPageToken: end < items.length ? String(end) : undefined,
      },
    }
  }
}
