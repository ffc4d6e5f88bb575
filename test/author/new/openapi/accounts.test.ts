import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { keepRun, type runChecks } from '../../../../src/app/runtime/index.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import { createImportedFiles } from '../../../../src/author/new/openapi/imported-files.ts'
import { fakeVendor, fixedClock } from '../../../../src/author/testing/index.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { createFolder } from '../../../app/command.ts'
import { createApi, describeAnswering, importDescription } from './description.ts'

const day = '2026-06-01T12:00:00Z'

/** A list of items with these members. */
function describeList(properties: object, path = '/users', more: object = {}): object {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, ...properties } }
  const content = { 'application/json': { schema: { type: 'array', items: item } } }
  // A header that leads to the next page says how the list ends, too.
  const get = { responses: { 200: { headers: { Link: {} }, content } } }
  return createApi({}, { [path]: { get }, ...more })
}

type Imported = ReturnType<typeof importDescription>

/** The connector as Node loads it from its files. */
async function load(made: Imported): Promise<AnyConnector> {
  const place = createFolder()
  for (const [name, text] of Object.entries(createImportedFiles(made))) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  return (await import(/* @vite-ignore */ join(place, `${made.definition.id}.ts`))).default
}

/** The accounts that the connector of a description lists of these items. */
async function listAccounts(description: object, items: readonly object[]): Promise<readonly object[]> {
  const made = importDescription(description)
  await using vendor = await fakeVendor({ routes: { 'GET /v1/users': { json: items } } })
  // Awaited here, because the vendor goes at the end of this function.
  return await readAccounts(made, { fetch: vendor.fetch, credentials: made.signIn.credentials })
}

async function readAccounts(
  made: Imported,
  options: Pick<Parameters<typeof runChecks>[1], 'fetch' | 'credentials'>,
): Promise<readonly object[]> {
  const run = await keepRun(await load(made), { ...options, inventories: ['account'], clock: fixedClock(day) })
  expect(run.head.inventories).toMatchObject([{ of: 'account', complete: made.accounts?.request.open === undefined }])
  return Array.fromAsync(run.records?.('inventory:account') ?? [])
}

function listDoubts(description: object): readonly string[] {
  const { accounts, notes } = importDescription(description)
  // What the file says is printed as well.
  for (const doubt of accounts?.mapping.doubts ?? [])
    expect(notes.map(({ message }) => message)).toContain(`not sure: ${doubt.replace(/\.$/, '')}`)
  return accounts?.mapping.doubts ?? []
}

describe('checkwright new --openapi, accounts', () => {
  test('maps what names and types make plain, and asks every question that it can', async () => {
    const description = describeList({
      display_name: { type: 'string' },
      email: { type: 'string' },
      status: { enum: ['active', 'pending', 'suspended', 'weird'] },
      role: { enum: ['owner', 'member', 'auditor'] },
      two_factor_enabled: { type: 'boolean' },
      created_at: { type: 'string', format: 'date-time' },
      last_login: { type: 'string', format: 'date-time', nullable: true },
      is_bot: { type: 'boolean' },
      favourite_colour: { type: 'string' },
    })
    const times = { created_at: '2026-01-01T00:00:00Z', last_login: null }
    const ada = { id: 'ada', display_name: 'Ada', email: 'ada@acme.example', status: 'active', role: 'owner', ...times }

    const records = await listAccounts(description, [
      { ...ada, two_factor_enabled: true, is_bot: true },
      { id: 'bob', status: 'pending', role: 'member', two_factor_enabled: false, is_bot: false },
      { id: 'eve', status: 'weird', role: 'auditor' },
    ])

    expect(records).toEqual([
      {
        id: 'ada',
        name: 'Ada',
        kind: 'service',
        status: 'active',
        email: 'ada@acme.example',
        roles: ['owner'],
        administrator: true,
        secondFactor: true,
        createdAt: times.created_at,
      },
      { id: 'bob', kind: 'unknown', status: 'invited', roles: ['member'], administrator: false, secondFactor: false },
      { id: 'eve', kind: 'unknown', status: 'unknown', roles: ['auditor'] },
    ])
    const { accounts } = importDescription(description)
    expect(accounts?.questions).toEqual(['secondFactor', 'fewAdministrators', 'staleAccounts', 'invitationsPending'])
    expect(JSON.stringify(accounts?.tells)).not.toContain('colour')
  })

  test('reads a status from booleans, and takes none that is missing for a good one', async () => {
    const description = describeList({
      email: { type: 'string', format: 'email' },
      deleted: { type: 'boolean' },
      suspended: { type: 'boolean' },
    })

    const records = await listAccounts(description, [
      { id: 'a', deleted: true, suspended: true },
      { id: 'b', deleted: false, suspended: true },
      { id: 'c', deleted: false, suspended: false },
      { id: 'd', suspended: false },
      { id: 'e', deleted: 'no', suspended: 0 },
    ])

    expect(records).toMatchObject([
      { id: 'a', status: 'deleted' },
      { id: 'b', status: 'suspended' },
      { id: 'c', status: 'active' },
      { id: 'd', status: 'unknown' },
      { id: 'e', status: 'unknown' },
    ])
  })

  test('lets the vendor of the test have accounts that are neither deleted nor bots', async () => {
    const made = importDescription(
      describeList({
        email: { type: 'string', format: 'email' },
        deleted: { type: 'boolean' },
        enabled: { type: 'boolean' },
        is_bot: { type: 'boolean' },
        is_guest: { type: 'boolean' },
      }),
    )
    await using vendor = await fakeVendor({ openapi: made.excerpt, credentials: made.signIn.expected })

    const records = await readAccounts(made, { fetch: vendor.fetch, credentials: made.signIn.credentials })

    expect(records.length).toBeGreaterThan(0)
    for (const record of records) expect(record).toMatchObject({ status: 'active', kind: 'person' })
  })

  test.each([
    ['a factor', { two_factor: { enum: ['on', 'off'] } }],
    ['a factor that is only demanded', { mfa_required: { type: 'boolean' } }],
    ['a time of numbers', { last_login: { type: 'integer' }, created: { type: 'number' } }],
    ['a day', { created_at: { type: 'string', format: 'date' } }],
    ['an administrator in words', { is_admin: { type: 'string' } }],
    ['roles of which nothing is known', { roles: { type: 'array', items: { type: 'string' } } }],
  ])('does not tell what the type does not make plain: %s', (_, properties) => {
    const { accounts } = importDescription(describeList({ email: { type: 'string' }, ...properties }))

    expect(accounts?.tells).toEqual(['email'])
    expect(accounts?.questions).toEqual([])
  })

  test.each([
    ['what is null for somebody who never signed in', { last_login: { type: 'string' } }, 'What is "last_login"'],
    ['which unit a number has', { last_login: { type: 'integer' } }, '"last_login" is a number'],
    ['which format a text has', { created_at: { type: 'string' } }, 'Is "created_at" an ISO 8601 time'],
    ['what inactive and locked mean', { status: { enum: ['active', 'inactive', 'locked'] } }, 'inactive, locked'],
    ['who is an administrator', { is_admin: { type: 'boolean' } }, 'Does "is_admin" name everybody'],
    ['which roles are administrators', { role: { type: 'string' } }, 'Which words of "role"'],
    ['that no status was found', {}, 'status is unknown'],
  ])('says in the file and in the terminal what it is not sure of: %s', (_, properties, doubt) => {
    const description = describeList({ email: { type: 'string' }, ...properties })

    expect(listDoubts(description).join('\n')).toContain(doubt)
    expect(createImportedFiles(importDescription(description))['account-list.ts']).toContain(doubt)
    const [head = ''] = createDescribedDraft(importDescription(description)).body.split('\ninventories:')
    expect(head).toContain('# Nobody has confirmed')
    expect(head).toContain(doubt)
  })

  test('leaves the id and the name out of the facts that a check shows', () => {
    const { checks } = importDescription(describeList({ name: { type: 'string' }, email: { type: 'string' } }))

    expect(checks[0]?.request.endpoint.members.facts.map(({ name }) => name)).toEqual(['email'])
  })

  test('takes null for unknown, until somebody says what it means', async () => {
    const text = { type: 'string', nullable: true }
    const description = describeList({ email: text, last_seen: { ...text, format: 'date-time' } })

    const records = await listAccounts(description, [{ id: 'ada', email: null, last_seen: null }])

    expect(records).toEqual([{ id: 'ada', kind: 'unknown', status: 'unknown' }])
    expect(listDoubts(description)).toContain(
      'Does null in "email" mean that there is no address? It is unknown until you map it to null.',
    )
  })

  test.each(['/users', '/v2/people', '/orgs/{org_id}/users'])(
    'takes %s for accounts by its name, and says so',
    (path) => {
      const description = describeList({ name: { type: 'string' } }, path)

      expect(importDescription(description).accounts?.tells).toEqual([])
      expect(listDoubts(description)[0]).toMatch(/^Are these accounts of people\? Only the name of GET \S+ says so\.$/)
    },
  )

  test('takes no other list for accounts by its name alone', () => {
    expect(importDescription(describeList({}, '/databases/{database_id}/users')).accounts).toBeUndefined()
    expect(importDescription(describeList({ region: { type: 'string' } }, '/accounts')).accounts).toBeUndefined()
    expect(importDescription(describeList({ email: { type: 'string' } }, '/invoices')).accounts).toBeUndefined()
  })

  test('takes everybody before the members of a group', () => {
    const item = { type: 'object', properties: { id: { type: 'string' }, email: { type: 'string' } } }
    const list = describeAnswering({ type: 'array', items: item })
    const group = { name: 'group_id', in: 'path', required: true, schema: { type: 'string' } }
    const ofGroup = describeAnswering({ type: 'array', items: item }, { parameters: [group] })
    const both = createApi({}, { '/groups/{group_id}/users': ofGroup, '/members': list })

    expect(importDescription(both).accounts?.request.endpoint.path).toBe('/members')
    expect(listDoubts(createApi({}, { '/groups/{group_id}/users': ofGroup }))).toContain(
      'Does the list have everybody, or those of one group only?',
    )
  })
})

test('an account is the person of a membership, and not the organization that all of them have', async () => {
  const member = {
    type: 'object',
    properties: {
      organization_id: { type: 'string' },
      is_admin: { type: 'boolean' },
      user: { type: 'object', properties: { id: { type: 'integer' }, email: { type: 'string' } } },
    },
  }
  const content = { 'application/json': { schema: { type: 'array', items: member } } }
  const get = { responses: { 200: { headers: { Link: {} }, content } } }
  const items = [1, 2].map((id) => ({
    organization_id: 'acme',
    is_admin: true,
    user: { id, email: `${id}@acme.example` },
  }))

  const accounts = await listAccounts(createApi({}, { '/users': { get } }), items)

  expect(accounts).toMatchObject([
    { id: '1', email: '1@acme.example', administrator: true },
    { id: '2', email: '2@acme.example', administrator: true },
  ])
})

const folder = process.env.CHECKWRIGHT_TEST_DATA ?? ''

describe.skipIf(folder === '')(
  "checkwright new --openapi, accounts of providers' descriptions (needs CHECKWRIGHT_TEST_DATA)",
  () => {
    test.each([
      ['slack', '/users.list', ['email', 'administrator', 'secondFactor']],
      ['datadog', '/api/v2/users', ['email', 'secondFactor', 'createdAt', 'lastActiveAt']],
      ['okta', '/api/v1/users', ['email', 'createdAt', 'lastActiveAt']],
      ['auth0', '/users', ['email', 'emailVerified', 'createdAt', 'lastActiveAt']],
      ['pagerduty', '/users', ['email', 'roles']],
      ['openai', '/organization/users', ['email', 'roles']],
      ['anthropic', '/v1/organizations/users', ['email', 'roles', 'createdAt']],
      ['grafana', '/org/users', ['email', 'roles', 'lastActiveAt']],
      ['clerk', '/users', ['secondFactor']],
      ['metabase', '/user', undefined],
      ['launchdarkly', '/members', undefined],
      ['zendesk', '/api/v2/users.json', undefined],
      ['netlify', '/{account_slug}/members', ['email', 'roles']],
    ])('%s: GET %s tells what its inventory promises', async (id, path, tells) => {
      const file = join(folder, 'contracts', `${id}.json.gz`)
      expect(existsSync(file)).toBe(true)
      const made = importDescription({ ...JSON.parse(gunzipSync(readFileSync(file)).toString()) }, { id })

      expect(made.accounts?.request.endpoint.path).toBe(path)
      if (tells) expect(made.accounts?.tells).toEqual(tells)
      const { expected, credentials, vendor: own } = made.signIn
      const auth = own ? { auth: own.auth, routes: own.loginRoutes ?? {} } : { credentials: expected }
      await using vendor = await fakeVendor({ openapi: made.excerpt, ...auth })
      const fields = Object.fromEntries(made.fields.map(({ field, sample }) => [field.id, sample]))
      const records = await readAccounts(made, { fetch: vendor.fetch, credentials: { ...fields, ...credentials } })

      expect(records.length).toBeGreaterThan(0)
      for (const told of made.accounts?.tells ?? []) expect(records.some((record) => told in record)).toBe(true)
      expect(vendor.violations).toEqual([])
    })
  },
)
