import type { NewConnector } from './new-connector.ts'
import { renderMembers, renderSource } from './source-text.ts'

/** The test of a new connector: the contract, every verdict of its questions, and what happens where nothing can be told. */
export function renderTestFile({ definition, strategy, addressValues, routePrefix, isLocal }: NewConnector): string {
  const { credentials, vendorAuth, loginRoutes = {} } = strategy
  const values = { ...addressValues, ...credentials }
  const logins = Object.entries(loginRoutes).map(([path, answer]) => [`POST ${routePrefix}${path}`, answer] as const)
  const publicRoutes = logins.length === 0 ? undefined : logins.map(([route]) => route)
  const hasAddress = Object.keys(addressValues).length > 0
  const contractOptions = hasAddress
    ? `{\n  test,\n  vendor: { routes: vendor.routes },\n${renderMembers({ credentials: addressValues }, 2)}}`
    : '{ test, vendor: { routes: vendor.routes } }'
  // The contract's suite is about credentials on networks, and needs https.
  const contract = isLocal
    ? '// With a baseUrl of https, call connectorContract(connector, { test, vendor }) of checkwright/testing here too.'
    : `// The suite makes up its own secrets, so its vendor takes any.
connectorContract(connector, ${contractOptions})`
  const users = `GET ${routePrefix}/users`
  const list = `    ${renderSource(users)}: paginated(users, { pageSize: 2, style: 'link' }),\n`
  return `import { runChecks } from 'checkwright/runtime'
import { ${isLocal ? '' : 'connectorContract, '}type FakeVendor, fakeVendor, faults, fixedClock, paginated } from 'checkwright/testing'
import { expect, test } from 'vitest'
import connector from './${definition.id}.ts'

// Made up. The vendor below takes no other credentials.
const credentials = ${renderSource(values, 0, 20)}

const today = '2026-06-01T12:00:00Z'
const created = { status: 'active', created_at: '2025-01-15T09:00:00Z' }

const users = [
  { id: 'ada', ...created, mfa_enabled: true, last_login_at: '2026-05-31T08:00:00Z' },
  { id: 'bob', ...created, mfa_enabled: false, last_login_at: '2026-01-02T08:00:00Z' },
  { id: 'eve', ...created, mfa_enabled: true, last_login_at: null },
]

const vendor = {
${renderMembers({ auth: vendorAuth }, 2)}  routes: {
${renderMembers(Object.fromEntries(logins), 4)}${list}  },
${renderMembers({ publicRoutes }, 2)}} as const

${contract}

async function run({ fetch }: FakeVendor) {
  return runChecks(connector, { credentials, fetch, clock: fixedClock(today)${renderLocalOption(isLocal)} })
}

test('accounts are listed to the last page', async () => {
  await using server = await fakeVendor(vendor)

  const { inventories } = await run(server)

  expect(inventories).toMatchObject([{ of: 'account', complete: true, count: 3 }])
})

test('second-factor fails a user without a second factor', async () => {
  await using server = await fakeVendor(vendor)

  const { checks } = await run(server)

  expect(checks.find(({ id }) => id === 'second-factor')?.results).toMatchObject([
    { status: 'pass', resource: { id: 'ada' } },
    { status: 'fail', resource: { id: 'bob' } },
    { status: 'pass', resource: { id: 'eve' } },
  ])
})

test('stale-accounts fails a user who has not signed in for long, or never', async () => {
  await using server = await fakeVendor(vendor)

  const { checks } = await run(server)

  expect(checks.find(({ id }) => id === 'stale-accounts')?.results).toMatchObject([
    { status: 'pass', resource: { id: 'ada' } },
    { status: 'fail', resource: { id: 'bob' } },
    { status: 'fail', resource: { id: 'eve' } },
  ])
})

test('a user about whom the vendor says nothing neither passes nor fails', async () => {
  const routes = { ...vendor.routes, ${renderSource(users)}: { json: [{ id: 'ada' }] } }
  await using server = await fakeVendor({ ...vendor, routes })

  const { checks } = await run(server)

  for (const check of checks) expect(check).toMatchObject({ status: 'error', error: { code: 'CHECK_UNDECIDED' } })
})

test('nothing passes or fails when the vendor refuses', async () => {
  await using server = await fakeVendor(vendor)
  server.fail(${renderSource(users)}, faults.status(403))

  const { checks } = await run(server)

  for (const check of checks) expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
})
`
}

function renderLocalOption(isLocal: boolean): string {
  return isLocal ? ', allowPrivateNetwork: true' : ''
}
