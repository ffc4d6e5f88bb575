import { describe, expect, test } from 'vitest'
import { readInventories, replayEverything } from '../../../test/connectors/read-inventory.ts'
import { gcloud } from '../index.ts'
import { createRefusal, credentials, type ProjectState, project, startGoogleCloudApi } from './google-cloud-api.ts'

const now = '2026-06-30T12:00:00.000Z'
const createEmail = (name: string) => `${name}@${project}.iam.gserviceaccount.com`

function createAccount(uniqueId: string, name: string, differs: object = {}) {
  return { uniqueId, email: createEmail(name), displayName: name.toUpperCase(), ...differs }
}

function createKey(id: string, differs: object = {}) {
  return {
    name: `projects/${project}/serviceAccounts/x/keys/${id}`,
    keyOrigin: 'GOOGLE_PROVIDED',
    keyType: 'USER_MANAGED',
    validAfterTime: '2026-06-01T10:00:00Z',
    validBeforeTime: '9999-12-31T23:59:59Z',
    ...differs,
  }
}

const createPolicy = (bindings: Readonly<Record<string, readonly string[]>>) => ({
  bindings: Object.entries(bindings).map(([role, members]) => ({ role, members })),
})

type Refuse = { readonly path: string | RegExp; readonly answer: object; readonly from?: number }

/** Reads both lists; requests to `refuse.path` are answered otherwise, from that one on. */
async function read(state: ProjectState, refuse?: Refuse) {
  await using api = await startGoogleCloudApi(state)
  let nth = 0
  const fetch: typeof api.fetch = (url, init) => {
    if (refuse && new URL(url).pathname.match(refuse.path) && ++nth >= (refuse.from ?? 1))
      return Promise.resolve(Response.json(refuse.answer, { status: 403 }))
    return api.fetch(url, init)
  }
  return await readInventories(gcloud, { ...api, fetch }, { credentials, now, kinds: ['account', 'credential'] })
}

const readOne = async (list: 'account' | 'credential', differs: object, state: ProjectState = {}) => {
  const accounts = [createAccount('100', 'ci', list === 'account' ? differs : {})]
  const keys = { [createEmail('ci')]: [createKey('k1', list === 'credential' ? differs : {})] }
  const { records } = await read({ accounts, keys, ...state })
  return records[list]?.find(({ kind }) => kind === 'service' || kind === 'secret')
}

describe('accounts', () => {
  test('are service accounts, and who has a role in the policy', async () => {
    const { outcomes, records } = await read({
      pageSize: 1,
      accounts: [createAccount('100', 'ci'), createAccount('200', 'old', { disabled: true, displayName: undefined })],
      policy: createPolicy({
        'roles/owner': ['user:ada@acme.example', 'group:dev@acme.example', 'domain:acme.example'],
        'roles/editor': [`serviceAccount:${createEmail('ci')}`, 'serviceAccount:123@cloudservices.gserviceaccount.com'],
        'roles/viewer': [
          'user:ada@acme.example',
          'allUsers',
          'allAuthenticatedUsers',
          'deleted:user:bob@acme.example?uid=17',
          'deleted:group:ops@acme.example?uid=18',
          'principal://iam.googleapis.com/locations/global/workforcePools/staff/subject/cyd',
          'principal://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/ci/subject/main',
          'principalSet://iam.googleapis.com/locations/global/workforcePools/staff/*',
          'robot:dan',
        ],
      }),
    })

    const unnamed = { unknown: { email: expect.any(String) } }
    expect(outcomes.account).toMatchObject({ complete: true, count: 8 })
    expect(records.account).toEqual([
      { id: '100', name: 'CI', kind: 'service', status: 'active', email: createEmail('ci'), roles: ['roles/editor'] },
      {
        id: '200',
        name: createEmail('old'),
        kind: 'service',
        status: 'suspended',
        email: createEmail('old'),
        roles: [],
      },
      {
        id: 'deleted:user:bob@acme.example?uid=17',
        name: 'deleted:user:bob@acme.example?uid=17',
        kind: 'person',
        status: 'deleted',
        email: 'bob@acme.example',
        roles: ['roles/viewer'],
      },
      expect.objectContaining({ id: expect.stringMatching(/workforcePools.*cyd/), kind: 'person', ...unnamed }),
      expect.objectContaining({
        id: expect.stringMatching(/workloadIdentityPools.*main/),
        kind: 'service',
        ...unnamed,
      }),
      expect.objectContaining({ id: 'robot:dan', kind: 'unknown', status: 'unknown', ...unnamed }),
      expect.objectContaining({ id: 'serviceAccount:123@cloudservices.gserviceaccount.com', kind: 'service' }),
      {
        id: 'user:ada@acme.example',
        name: 'user:ada@acme.example',
        kind: 'person',
        status: 'unknown',
        email: 'ada@acme.example',
        roles: ['roles/owner', 'roles/viewer'],
      },
    ])
  })

  test.each([
    ['absent', undefined],
    ['null', null],
  ])('do not know an address that is %s, nor the roles by it', async (_about, email) => {
    const ci = await readOne('account', { email }, { keys: {} })

    expect(ci).toMatchObject({ id: '100' })
    expect(ci).not.toHaveProperty('email')
    expect(ci).not.toHaveProperty('roles')
  })

  test.each<[member: string, differs: object, expected: object]>([
    ['email', { email: 'nobody' }, { unknown: { email: expect.stringMatching(/is not an e-mail address/) } }],
    ['email', { email: 7 }, { unknown: { email: expect.stringMatching(/is not an e-mail address/) } }],
    ['status', { disabled: 'yes' }, { status: 'unknown' }],
    ['status', { disabled: false }, { status: 'active' }],
    ['name', { displayName: 7 }, { unknown: { name: expect.stringMatching(/is not text/) } }],
  ])('say of a %s of another form that it is unknown: %j', async (_member, differs, expected) => {
    expect(await readOne('account', differs)).toMatchObject({ id: '100', ...expected })
  })
})

describe('credentials', () => {
  test('are the keys of service accounts, with their owners among the accounts', async () => {
    const { outcomes, records } = await read({
      accounts: [
        createAccount('100', 'ci'),
        createAccount('200', 'old', { disabled: true }),
        createAccount('300', 'none'),
      ],
      keys: {
        [createEmail('ci')]: [
          createKey('k1'),
          createKey('k2', { disabled: true, keyOrigin: 'USER_PROVIDED', validBeforeTime: '2026-07-30T00:00:00Z' }),
        ],
        [createEmail('old')]: [createKey('k3')],
      },
    })

    expect(outcomes.credential).toMatchObject({ complete: true, count: 3 })
    expect(records.credential).toEqual([
      {
        id: `${createEmail('ci')}/k1`,
        name: `${createEmail('ci')}: k1`,
        kind: 'secret',
        active: true,
        ownerId: '100',
        createdAt: '2026-06-01T10:00:00Z',
        expiresAt: '9999-12-31T23:59:59Z',
      },
      {
        id: `${createEmail('ci')}/k2`,
        name: `${createEmail('ci')}: k2`,
        kind: 'secret',
        active: false,
        ownerId: '100',
        expiresAt: '2026-07-30T00:00:00Z',
        unknown: { createdAt: expect.any(String) },
      },
      expect.objectContaining({ id: `${createEmail('old')}/k3`, active: false, ownerId: '200' }),
    ])
    const ids = records.account?.map(({ id }) => id)
    for (const { ownerId } of records.credential ?? []) expect(ids).toContain(ownerId)
  })

  test.each<[about: string, member: string, differs: object]>([
    ['a word of activity', 'active', { disabled: 'no' }],
    ['a start of another form', 'createdAt', { validAfterTime: 'June' }],
    ['a start of the year 1', 'createdAt', { validAfterTime: '0001-01-01T00:00:00Z' }],
    ['a start to come', 'createdAt', { validAfterTime: '2036-06-01T10:00:00Z' }],
    ['a start in seconds', 'createdAt', { validAfterTime: 1_780_000_000 }],
    ['an origin that is left out', 'createdAt', { keyOrigin: undefined }],
    ['an end of another form', 'expiresAt', { validBeforeTime: 'never' }],
  ])('do not know %s, and say why', async (_about, member, differs) => {
    const key = await readOne('credential', differs)

    expect(key).toMatchObject({ unknown: { [member]: expect.any(String) } })
    expect(key).not.toHaveProperty(member)
  })

  test.each([
    ['createdAt', { validAfterTime: undefined }],
    ['createdAt', { validAfterTime: null }],
    ['expiresAt', { validBeforeTime: undefined }],
    ['expiresAt', { validBeforeTime: null }],
  ])('do not know %s where Google leaves it out', async (member, differs) => {
    expect(await readOne('credential', differs)).not.toHaveProperty(member)
  })

  test('are not complete for an account without an address', async () => {
    const { outcomes } = await read({ accounts: [createAccount('100', 'ci', { email: undefined })] })

    expect(outcomes.credential).toMatchObject({ complete: false, error: { kind: 'schema_drift' } })
  })
})

describe('a list is not complete', () => {
  const denied = createRefusal(403, 'IAM_PERMISSION_DENIED', 'Permission denied')
  const state: ProjectState = {
    pageSize: 1,
    accounts: [createAccount('100', 'ci'), createAccount('200', 'old')],
    keys: { [createEmail('ci')]: [createKey('k1')], [createEmail('old')]: [createKey('k2')] },
  }
  const broken = { complete: false, error: { kind: 'permission' } }

  test.each<[about: string, refuse: Refuse, account: object, credential: object]>([
    ['the policy', { path: /getIamPolicy$/, answer: denied }, { ...broken, count: 0 }, { complete: true, count: 2 }],
    [
      'the service accounts',
      { path: /serviceAccounts$/, answer: denied },
      { ...broken, count: 0 },
      { ...broken, count: 0 },
    ],
    [
      'the second page of service accounts',
      { path: /serviceAccounts$/, answer: denied, from: 2 },
      { ...broken, count: 1 },
      { ...broken, count: 1 },
    ],
    [
      'the keys of one account',
      { path: /old.*keys$/, answer: denied },
      { complete: true, count: 3 },
      { ...broken, count: 1 },
    ],
  ])('where Google refuses %s', async (_about, refuse, account, credential) => {
    const { outcomes } = await read(state, refuse)

    expect(outcomes).toMatchObject({ account, credential })
  })

  test('where one id has two different accounts, and is where it has the same one twice', async () => {
    const same = await read({
      accounts: [createAccount('100', 'ci'), createAccount('100', 'ci')],
      keys: {},
      policy: {},
    })
    const other = await read({ accounts: [createAccount('100', 'ci'), createAccount('100', 'cd')] })

    expect(same.outcomes.account).toMatchObject({ complete: true, count: 2 })
    expect(other.outcomes.account).toMatchObject({ complete: false, error: { kind: 'incomplete_data' } })
  })

  test('where an account has no id', async () => {
    const { outcomes } = await read({ accounts: [createAccount('100', 'ci', { uniqueId: undefined })] })

    expect(outcomes.account).toMatchObject({ complete: false, error: { kind: 'schema_drift' } })
  })
})

describe('a run of everything', () => {
  const state: ProjectState = {
    pageSize: 1,
    accounts: [createAccount('100', 'ci'), createAccount('200', 'old')],
    keys: { [createEmail('ci')]: [createKey('k1')], [createEmail('old')]: [createKey('k2')] },
  }

  test('asks once for service accounts and their keys, for lists and checks', async () => {
    await using api = await startGoogleCloudApi(state)

    await readInventories(gcloud, api, { credentials, now })

    const asked = api.requests.filter(({ path }) => path.includes('/serviceAccounts'))
    expect(asked).toHaveLength(4)
  })

  test('comes to the same in a replay', async () => {
    await using api = await startGoogleCloudApi(state)

    const { head, replay, requests } = await replayEverything(gcloud, api, { credentials, now })

    expect(head.inventories).toMatchObject([
      { of: 'account', complete: true },
      { of: 'credential', complete: true },
    ])
    expect(replay.inventories).toMatchObject([{ same: true }, { same: true }])
    expect([head.replayable, replay.same, requests]).toEqual([true, true, 0])
  })
})
