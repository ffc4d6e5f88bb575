import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTools } from '../../../src/app/mcp/read-tools.ts'
import { listScopesOf, roles } from '../../../src/service/rights/permissions.ts'
import { gateScopes } from '../../../src/service/rights/scopes.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import { allScopes, openApiHost } from '../host/world.ts'
import { connect, readScopes } from './connect.ts'

async function openMcp(options: Parameters<typeof openApiHost>[0] = {}, scopes: readonly string[] = readScopes) {
  const world = await openApiHost(options)
  const key = await world.keyOf('acme', scopes)
  return { ...world, key, ...(await connect(world, key)) }
}

test('/mcp offers at most fifteen tools, which read only and take no address', async () => {
  const { client } = await openMcp()

  const { tools } = await client.listTools()

  expect(tools.map(({ name }) => name)).toEqual(readTools.map(({ name }) => name))
  expect(tools.length).toBeLessThanOrEqual(15)
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    expect(Object.keys(inputSchema.properties ?? {}).filter((name) => /url|address|host|uri/i.test(name))).toEqual([])
    expect(inputSchema).toMatchObject({ additionalProperties: false })
  }
  expect(JSON.stringify(tools).length).toBeLessThan(200_000)
})

test('the guide names a tool for each of the twenty questions of auditors but the one that needs a query', () => {
  const guide = readFileSync('docs/agents.md', 'utf8')
  const rows = [...guide.matchAll(/^\| (\d[\d, to]*): [^|]+ \| ([^|]+) \|$/gm)]

  const numbers = rows.flatMap(([, list = '']) =>
    list.split(', ').flatMap((part) => {
      const [first = 0, last = first] = part.split(' to ').map(Number)
      return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
    }),
  )
  const named = rows.flatMap(([, , tools = '']) => tools.match(/(?<=`)(?:list|get)_\w+(?=`)/g) ?? [])

  const alone = guide.includes('Question 2 needs a query') ? [2] : []
  expect([...numbers, ...alone].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1))
  expect(named.length).toBeGreaterThanOrEqual(rows.length)
  expect(named.filter((name) => readTools.every((tool) => tool.name !== name))).toEqual([])
})

test.each([false, true])('every list answers by both versions of the protocol: %s', async (modern) => {
  const { host, key } = await openMcp()
  const { call } = await connect({ host }, key, modern)

  for (const { name } of readTools.filter((tool) => tool.name.startsWith('list_') && tool.name !== 'list_results')) {
    const reply = await call(name)

    expect(reply.isError, `${name}: ${JSON.stringify(reply).slice(0, 600)}`).toBeFalsy()
    expect(JSON.parse(reply.content[0]?.text ?? '')).toEqual(reply.structuredContent)
  }
})

test('a key needs mcp:read, and the scope of what a tool reads', async () => {
  const world = await openApiHost()
  const without = await world.keyOf('acme', ['integrations:read'])
  const few = await connect(world, await world.keyOf('acme', ['mcp:read', 'integrations:read']))

  const refused = await world.ask('POST', '/mcp', { key: without, body: {} })
  const people = await few.call('list_people')
  const runs = await few.call('list_runs')

  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('mcp:read')
  expect(people.isError).toBe(true)
  expect(JSON.stringify(people)).toContain('people:read')
  expect(runs.isError).toBeFalsy()
})

test('nobody asks without a credential, from a page of another origin, or with several messages', async () => {
  const { ask, key } = await openMcp({ cors: { origins: ['https://app.example'] } })
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const accept = 'application/json, text/event-stream'
  const post = (headers: Record<string, string>, body: unknown = message, used: string | null = key) =>
    ask('POST', '/mcp', { key: used, body, headers: { accept, ...headers } })

  expect((await post({}, message, null)).status).toBe(401)
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ origin: 'null' })).status).toBe(403)
  expect((await post({ origin: 'https://app.example' })).status).toBe(200)
  expect((await post({ origin: new URL(publicUrl).origin })).status).toBe(200)
  expect((await post({}, [message, message])).status).toBe(400)
  expect(
    (
      await ask('POST', '/mcp', {
        key,
        raw: `"${'a'.repeat(200_000)}"`,
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(413)
  expect((await ask('GET', '/mcp', { key, headers: { accept: 'text/event-stream' } })).status).toBe(405)
})

test('a client that floods is told to wait, as on the API', async () => {
  const { ask, key } = await openMcp({ rateLimits: { key: { requests: 6, windowMs: 60_000 } } })
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_runs', arguments: {} } }
  const headers = { accept: 'application/json, text/event-stream' }
  const statuses: number[] = []

  for (let index = 0; index < 10; index++)
    statuses.push((await ask('POST', '/mcp', { key, body: message, headers })).status)

  expect(statuses).toContain(429)
  expect(statuses.lastIndexOf(200)).toBeLessThan(statuses.indexOf(429))
})

test('a call is written into the audit log with the tool, whoever is refused too', async () => {
  const { call, runtime } = await openMcp()

  await call('list_runs', { limit: 5 })
  await call('get_run', { runId: '00000000-0000-0000-0000-000000000000' })

  const entries = await runtime.workspace.audit.list({ organizationId: 'acme', limit: 10 })
  expect(entries.filter(({ action }) => action === 'mcp.call')).toMatchObject([
    { status: 404, target: null },
    { status: 200, target: 'list_runs', fields: ['limit'] },
  ])
})

test('an argument that the API does not know, and an id of another organization, are refused as there', async () => {
  const world = await openApiHost()
  const upload = { formType: 'access-request', fileName: 'a.pdf', mimeType: 'application/pdf', fileData: 'aGVsbG8=' }
  await world.ask('POST', '/v1/evidence-forms/uploads', { body: upload })
  const ours = await connect(world, await world.keyOf('acme', readScopes))
  const theirs = await connect(world, await world.keyOf('other', readScopes))

  const [own, foreign] = [await ours.call('list_evidence_files'), await theirs.call('list_evidence_files')]
  const unknown = await ours.call('get_finding', { findingId: 'no-such-finding' })
  const wrong = await ours.call('list_findings', { url: 'https://evil.example' })

  expect(JSON.stringify(foreign.structuredContent?.data)).not.toContain('a.pdf')
  expect(own.isError).toBeFalsy()
  expect(unknown.isError).toBe(true)
  expect(JSON.stringify(unknown)).toContain('NOT_FOUND')
  expect(wrong.isError).toBe(true)
})

test.each(roles.filter((role) => role !== 'operator'))(
  'the gate belongs to no role: a key without it gives the role %s',
  async (role) => {
    const { ask, keyOf } = await openApiHost()
    const key = await keyOf(
      'acme',
      allScopes.filter((scope) => !gateScopes.includes(scope)),
    )

    const given = await ask('POST', '/v1/invitations', {
      key,
      body: { email: `${role}@example.com`, name: 'New', role },
    })

    expect(listScopesOf(role)).not.toContain('mcp:read')
    expect(given.status).toBe(201)
  },
)
