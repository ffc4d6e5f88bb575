import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { ConnectorRegistry } from '../../../src/things/parts/connector-registry.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { formatSmallFile } from './small-file.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const listed = (baseUrl: string) =>
  formatSmallFile({ baseUrl }).replace(
    'checks:',
    `checks:
  - id: things-on
    title: Things are on
    list: { path: /things, next: none }
    detail: { path: '/things/{item.id}', as: more }
    resource: { type: thing, id: item.id }
    pass: more.on
    fail: { title: It is off, remediation: Turn it on. }`,
  )

test('a run of a stored file sends as many requests as it may, and then could not tell', async () => {
  const vendor = await fakeVendor({
    routes: {
      'GET /settings': { json: { id: 7, sso: { enforced: true } } },
      'GET /things': { json: Array.from({ length: 50 }, (_, id) => ({ id })) },
      'GET /things/:id': { json: { on: true } },
    },
  })
  // The service's own cap would take minutes.
  const find = ConnectorRegistry.prototype.findVersion
  const caps: unknown[] = []
  vi.spyOn(ConnectorRegistry.prototype, 'findVersion').mockImplementation(async function (
    this: ConnectorRegistry,
    ...asked
  ) {
    const connector = await find.apply(this, asked)
    caps.push(connector?.requestsMax)
    return connector && { ...connector, requestsMax: 10 }
  })
  const { runtime } = await openRuntimeWith({ connectors: [], allowPrivateNetwork: true })
  onTestFinished(async () => {
    await Promise.all([runtime.close(), vendor.close()])
  })
  await runtime.organizations.create({ id: 'org', name: 'Org' })
  const { sha256 } = await runtime.dataConnectors.add({ text: listed(vendor.url), by: 'operator' })
  await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'operator' })
  const { id } = await runtime.connections.create({
    connector: 'acme',
    organizationId: 'org',
    credentials: { api_key: 'k' },
  })
  const { head } = await (await runtime.runs.start({ connectionId: id })).recorded

  expect(caps[0]).toBe(100_000)
  expect(head.checks.find((check) => check.id === 'things-on')).toMatchObject({
    status: 'error',
    error: { code: 'CHECK_UNDECIDED', message: expect.stringContaining('10 requests') },
  })
  expect(vendor.requests.length).toBe(10)
})
