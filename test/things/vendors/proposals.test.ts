import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { vendor } from '../../../src/things/vendors/thing.ts'
import { admin, openPages } from '../../app/pages/world.ts'
import { runToEnd } from '../inventories/directory.ts'

const organizationId = 'acme'

interface ListedApplication {
  readonly id: string
  readonly name?: string
  readonly publisher?: string
  readonly users?: number
  readonly scopes?: readonly string[]
}

/** A connector whose vendor lists applications, at a path of its own. */
function createSuite(baseUrl: string, id: 'one' | 'other') {
  const suite = defineConnector({
    id,
    name: id,
    version: '1.0.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return suite.with(
    suite.inventory({
      of: 'application',
      tells: ['publisher', 'users', 'scopes'],
      covers: ['applications'],
      async *list(ctx) {
        const { applications } = await ctx.get<{ applications: readonly ListedApplication[] }>(`/${id}`)
        for (const { id: key, name, publisher, users, scopes } of applications)
          yield { id: key, name, publisher, users, scopes }
      },
    }),
  )
}

/** Pages of an organization with two systems that list applications. */
async function openWithApplications(listed: { readonly one: object; readonly other: object }, person = admin) {
  const server = await fakeVendor({ routes: { 'GET /one': listed.one, 'GET /other': listed.other } })
  onTestFinished(() => server.close())
  const connectors = (['one', 'other'] as const).map((id) => createSuite(server.url, id))
  const world = await openPages({ connectors }, person)
  for (const connector of ['one', 'other']) {
    const { id } = await world.runtime.connections.create({ connector, organizationId, credentials: { api_key: 'k' } })
    await runToEnd(world.runtime, id, { inventories: ['application'] })
  }
  return world
}

const slack = { id: 'a1', name: 'Slack', publisher: 'Salesforce', users: 12, scopes: ['files:read'] }
const list = (...applications: readonly ListedApplication[]) => ({ json: { applications } })

test('the page of proposals lists each application once with its people and scopes of all systems, the most used first', async () => {
  const { get } = await openWithApplications({
    one: list({ id: 'z', name: 'Zoom', users: 20 }, slack),
    other: list({ id: 'b1', name: ' slack ', users: 30, scopes: ['chat:write', 'files:read'] }, { id: 'n' }),
  })

  const { status, text } = await get('/vendor-proposals')
  const rows = readRows(text)

  const inAnyOrder = (cell: string | undefined) => cell?.split(', ').toSorted()
  expect(status).toBe(200)
  expect([inAnyOrder(rows[0]?.[3]), inAnyOrder(rows[0]?.[4])]).toEqual([
    ['chat:write', 'files:read'],
    ['one', 'other'],
  ])
  expect(rows).toEqual([
    [expect.stringMatching(/^slack Add$/i), 'Salesforce', '42 people', expect.any(String), expect.any(String)],
    ['Zoom Add', expect.any(String), '20 people', '', 'one'],
  ])
})

test('an application that a vendor names, as its name or among its applications, is proposed no more', async () => {
  const { get, runtime } = await openWithApplications({
    one: list(slack, { id: 'z', name: 'Zoom', users: 20 }),
    other: list({ id: 'f', name: 'Figma', users: 1 }),
  })
  const facts = { criticality: 'low', reviewEveryDays: 365 } as const
  const vendors = runtime.serviceOf(vendor)
  await vendors.create({ organizationId, values: { ...facts, name: 'SLACK' } })
  await vendors.create({ organizationId, values: { ...facts, name: 'Zoom Communications', applications: ['zoom'] } })

  const { text } = await get('/vendor-proposals')

  expect(readRows(text).map(([name]) => name)).toEqual(['Figma Add'])
})

test('a proposal leads to the form of a vendor with its name filled in, and nothing is added before somebody does', async () => {
  const { get, runtime } = await openWithApplications({ one: list(slack), other: list() })

  const { text } = await get('/vendor-proposals')
  const [, to = ''] = /href="[^"]*(\/vendors\?[^"#]*)#add"/.exec(text) ?? []
  const form = await get(to.replaceAll('&amp;', '&'))

  expect(form.text).toContain('value="Slack"')
  expect(await runtime.serviceOf(vendor).list({ organizationId, limit: 5 })).toEqual([])
})

test('a list that a system refuses is named as incomplete; the applications of the others are there', async () => {
  const { get } = await openWithApplications({ one: { status: 403, json: {} }, other: list(slack) })

  const { text } = await get('/vendor-proposals')

  expect(/<p class="alert">([^<]*)/.exec(text)?.[1]).toContain('one')
  expect(readRows(text).map(([name]) => name)).toEqual(['Slack Add'])
})

test('a viewer sees proposals without a link that adds one', async () => {
  const { get } = await openWithApplications({ one: list(slack), other: list() }, { ...admin, role: 'viewer' })

  const { text } = await get('/vendor-proposals')

  expect(readRows(text).map(([name]) => name)).toEqual(['Slack'])
})

test('the name of an application is a text and no markup', async () => {
  const { get } = await openWithApplications({
    one: list({ id: 'x', name: '<script>alert(1)</script>' }),
    other: list(),
  })

  const { text } = await get('/vendor-proposals')

  expect(text).not.toContain('<script>alert')
  expect(text).toContain('&lt;script&gt;alert(1)')
})

/** The texts of the cells of each row below the head. */
function readRows(page: string): string[][] {
  const [, body = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(page) ?? []
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )
}

test('an application whose name has a comma is added under its whole name', async () => {
  const { get } = await openWithApplications({ one: list({ id: 'w', name: 'Widgets, Inc.' }), other: list() })

  const { text } = await get('/vendor-proposals')
  const [, link = ''] = /href="([^"]*\/vendors\?[^"]*)"/.exec(text) ?? []
  const form = await get(link.replaceAll('&amp;', '&').replace('#add', ''))

  expect(form.text).toContain('&quot;Widgets, Inc.&quot;</textarea>')
})

test('a viewer does not read the names of connections among proposals, and one of a period no proposals', async () => {
  const viewer = { userId: 'cy', organizationId: 'acme', role: 'viewer' } as const
  const { get, runtime, visitor } = await openWithApplications({ one: list(slack), other: list() }, viewer)
  for (const { id } of await runtime.connections.list({ organizationId }))
    await runtime.connections.update({ organizationId, id }, { name: 'Secret project' })

  const { text } = await get('/vendor-proposals')
  visitor.person = { ...viewer, periodFrom: '2026-01-01', periodTo: '2026-02-01' }
  const refused = await get('/vendor-proposals')
  const vendors = await get('/vendors')

  expect(text).toContain('Slack')
  expect(text).not.toContain('Secret project')
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('Slack')
  expect(vendors.text).not.toContain('/vendor-proposals')
})

test('proposals of no list at all are not called none', async () => {
  const { get } = await openPages()
  const listed = await openWithApplications({ one: list(), other: list() })

  const { text } = await get('/vendor-proposals')
  const whole = await listed.get('/vendor-proposals')

  expect(text).toContain('No system has listed applications yet.')
  expect(whole.text).toContain('Every application that your systems list belongs to a vendor.')
})
