import { deepEqual, equal } from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runChecks } from 'checkwright/runtime'
import { connectorContract, fakeVendor, faults, paginated } from 'checkwright/testing'
import connector from './beacon.ts'

// They belong to nobody; the vendor below accepts no others.
const credentials = { account: 'acme', api_key: 'token-of-nobody-4tGh8wQz' }

const members = [
  { id: 'm1', email: 'ada@acme.example', role: 'owner', two_factor: true },
  { id: 'm2', email: 'bob@acme.example', role: 'editor', two_factor: false },
  { id: 'm3', email: 'eve@acme.example', role: 'viewer' },
]

const vendor = {
  auth: { type: 'bearer', token: credentials.api_key },
  routes: {
    'GET /api/v2/account': { json: { id: 'acme' } },
    'GET /api/v2/members': paginated(members, {
      style: 'cursor',
      pageSize: 2,
      items: 'members',
      cursor: 'next',
      param: 'after',
    }),
  },
} as const

describe('what holds for every connector', () => {
  connectorContract(connector, {
    test,
    vendor: { routes: vendor.routes },
  })
})

async function run(check: string, differs: object = {}) {
  await using server = await fakeVendor({ ...vendor, ...differs })
  const { checks } = await runChecks(connector, { credentials, checks: [check], fetch: server.fetch })
  return checks[0]
}

test('publisher-mfa judges who can publish, on every page', async () => {
  const check = await run('publisher-mfa')

  deepEqual(
    check?.results.map(({ status, resource }) => [status, resource.id]),
    [
      ['pass', 'm1'],
      ['fail', 'm2'],
      ['not_applicable', 'm3'],
    ],
  )
})

test('publisher-mfa cannot tell when Beacon leaves the second factor out', async () => {
  const [ada] = members
  const hidden = { ...ada, two_factor: undefined }

  const check = await run('publisher-mfa', { routes: { 'GET /api/v2/members': { json: { members: [hidden] } } } })

  equal(check?.status, 'error')
  equal(check?.error?.kind, 'permission')
})

test('few-owners fails an account that depends on one person', async () => {
  const check = await run('few-owners')

  equal(check?.results[0]?.title, 'Owners: 1; 2 to 3 are allowed')
})

test('few-owners cannot tell when Beacon refuses', async () => {
  await using server = await fakeVendor(vendor)
  server.fail('GET /api/v2/members', faults.status(403))

  const { checks } = await runChecks(connector, { credentials, checks: ['few-owners'], fetch: server.fetch })

  deepEqual(checks[0]?.error?.missingScopes, ['members:read'])
})
