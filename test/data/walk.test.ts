import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { expect, onTestFinished, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'

const write = (url: string, parts: string) => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${url}
auth: { type: api_key, config: { in: header, name: X-Key } }
${parts}
`
const read = (text: string) => readConnector('acme.yaml', new TextEncoder().encode(text))
const credentials = { api_key: 'k' }

async function run(parts: string, routes: object, requestsMax?: number) {
  const vendor = await fakeVendor({ routes: routes as never })
  onTestFinished(() => vendor.close())
  const connector = read(write(vendor.url, parts))
  const ran = await runChecks({ ...connector, requestsMax: requestsMax ?? connector.requestsMax }, {
    credentials,
    allowPrivateNetwork: true,
  } as never)
  return { ...ran, vendor }
}

const rule = (requests: string, more = 'pass: item.on') => `checks:
  - id: judged
    title: Things are well
    severity: high
    ${requests}
    ${more}
    resource: { type: thing, id: item.id }
    fail: { title: It is not, remediation: Mend it. }`

const organizations = {
  'GET /orgs': { json: [{ id: 'a' }, { id: 'b' }] },
  'GET /orgs/:org/projects': ({ params }: { params: { org: string } }) => ({
    json: [{ id: `${params.org}1` }, { id: `${params.org}2` }],
  }),
  'GET /orgs/:org/projects/:project/things': ({ params }: { params: { project: string } }) => ({
    json: [{ id: `${params.project}-x`, on: params.project !== 'b2' }],
  }),
}
const twoLevels = rule(
  "for: { org: { path: /orgs, next: none }, project: { path: '/orgs/{org.id}/projects', next: none } }\n    list: { path: '/orgs/{org.id}/projects/{project.id}/things', next: none }",
)

test('two outer lists are walked one within the other', async () => {
  const { checks, vendor } = await run(twoLevels, organizations)

  expect(checks[0]?.results.map(({ status, resource }) => [status, resource.id])).toEqual([
    ['pass', 'a1-x'],
    ['pass', 'a2-x'],
    ['pass', 'b1-x'],
    ['fail', 'b2-x'],
  ])
  expect(vendor.requests).toHaveLength(1 + 2 + 4)
})

test('a run sends as many requests as it may, and then could not tell', async () => {
  const { checks, vendor } = await run(twoLevels, organizations, 5)

  expect(checks[0]).toMatchObject({
    status: 'error',
    error: {
      kind: 'incomplete_data',
      code: 'CHECK_INCOMPLETE',
      message: expect.stringContaining('has sent 5 requests'),
    },
  })
  expect(vendor.requests).toHaveLength(5)
  expect(read(write('https://api.acme.example', twoLevels)).requestsMax).toBe(100_000)
})

test('three outer lists are refused', () => {
  const three = twoLevels.replace('for: {', 'for: { root: { path: /roots, next: none },')

  expect(() => read(write('https://api.acme.example', three))).toThrow(/has more than 2 lists within each other/)
})

test('a fact is asked for by the record, and only where a check reads it', async () => {
  const inventory = (checks: string) => `inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record: { id: item.id, kind: "'person'", status: "'active'" }
    facts:
      secondFactor: { path: '/users/{record.id}/factors', value: 'body.exists(f, f.verified)' }
${checks}`
  const routes = {
    'GET /users': { json: [{ id: 'ada' }, { id: 'bob' }, { id: 'eve' }] },
    'GET /users/:id/factors': ({ params }: { params: { id: string } }) => ({
      json: params.id === 'ada' ? [{ verified: true }] : params.id === 'bob' ? [] : [{}],
    }),
  }

  const asked = await run(
    inventory('checks:\n  - { question: secondFactor, of: account, remediation: Enrol one. }'),
    routes,
  )
  const unasked = await run(inventory(''), routes)

  expect(asked.checks[0]?.results.map(({ status, resource }) => [status, resource.id])).toEqual([
    ['pass', 'ada'],
    ['fail', 'bob'],
  ])
  // Of eve nobody knows.
  expect(asked.checks[0]).toMatchObject({ status: 'error', error: { code: 'CHECK_UNDECIDED' } })
  expect(unasked.vendor.requests).toHaveLength(1)
})

test('GraphQL pages by its connection, and its document is sent as it is written', async () => {
  const graphql = rule(
    "list: { graphql: 'query ($after: String) { things(after: $after) { nodes { id on } pageInfo { hasNextPage endCursor } } }', next: { connection: things, variable: after } }",
  )
  const nodes = [
    { id: 'a', on: true },
    { id: 'b', on: false },
    { id: 'c', on: null },
  ]
  const answer = (request: { json(): unknown }) => {
    const { variables } = request.json() as { variables: { after?: string } }
    const at = Number(variables.after ?? 0)
    return {
      json: {
        data: {
          things: { nodes: nodes.slice(at, at + 1), pageInfo: { hasNextPage: at < 2, endCursor: String(at + 1) } },
        },
      },
    }
  }

  const { checks, vendor } = await run(graphql, { 'POST /graphql': answer })

  expect(checks[0]?.results.map(({ status }) => status)).toEqual(['pass', 'fail'])
  expect(checks[0]?.error?.code).toBe('CHECK_UNDECIDED')
  expect(vendor.requests).toHaveLength(3)
})

test.each([
  ['mutation { remove }', /holds something other than a query/],
  ['subscription { things }', /holds something other than a query/],
  ['query a { a } mutation b { b }', /holds something other than a query/],
  ['query a { a } query b { b }', /holds 2 queries; write one/],
  ['type A { a: Int }', /holds something other than a query/],
  ['{ a', /is no GraphQL/],
])('the document %s is refused', (document, message) => {
  const graphql = rule(`list: { graphql: '${document}', next: { connection: things, variable: after } }`)

  expect(() => read(write('https://api.acme.example', graphql))).toThrow(message)
})

test.each<[string, string, readonly object[], readonly string[], boolean]>([
  [
    'true',
    'more',
    [
      { data: [{ id: 'a', on: true }], more: true },
      { data: [{ id: 'b', on: true }], more: false },
    ],
    ['a', 'b'],
    true,
  ],
  ['missing', 'more', [{ data: [{ id: 'a', on: true }] }, { data: [] }], ['a'], true],
])('a list goes on after its last item while "more" is %s', async (_what, more, pages, ids) => {
  const routes = {
    'GET /things': ({ query }: { query: URLSearchParams }) => ({
      json: pages[query.get('after') === null ? 0 : 1] ?? {},
    }),
  }

  const { checks, vendor } = await run(
    rule(`list: { path: /things, items: data, next: { after: after, more: ${more} } }`),
    routes,
  )

  expect(checks[0]).toMatchObject({ status: 'pass', results: ids.map((id) => ({ resource: { id } })) })
  expect(vendor.requests[1]?.path).toBe('/things?after=a')
})

test('a list whose last item has no id, or of which nobody says how it goes on, is not whole', async () => {
  const routes = { 'GET /things': { json: { data: [{ name: 'a', on: true }], more: true } } }
  const named = (list: string) => rule(list).replace('id: item.id', 'id: item.name')

  const after = await run(named('list: { path: /things, items: data, next: { after: after, more: more } }'), routes)
  const unknown = await run(named('list: { path: /things, items: data, next: unknown }'), {
    'GET /things': { json: { data: [{ name: 'a', on: true }] } },
  })

  expect(after.checks[0]).toMatchObject({ status: 'error', error: { kind: 'schema_drift' } })
  expect(unknown.checks[0]).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
})

test('what people decide needs review, item by item', async () => {
  const people = rule(
    'list: { path: /things, next: none }',
    'review: { title: "{item.id} is to be judged", description: Look at it. }',
  ).replace(/\n {4}fail: .*/, '')

  const { checks } = await run(people, { 'GET /things': { json: [{ id: 'a' }] } })

  expect(checks[0]).toMatchObject({ status: 'manual', results: [{ status: 'manual', title: 'a is to be judged' }] })
})

test.each([
  [
    'a verdict beside what people decide',
    'pass: item.on\n    review: { title: A, description: B }',
    /lets a person decide every item/,
  ],
  [
    'a review without a verdict',
    'review: { when: item.on, title: A, description: B }',
    /must have one of "pass", "gaps" and "count"/,
  ],
])('%s is refused', (_what, text, message) => {
  expect(() => read(write('https://api.acme.example', rule('list: { path: /things, next: none }', text)))).toThrow(
    message,
  )
})

test('flags say words in their order, and one that is not told leaves the word unknown', async () => {
  const inventory = `inventories:
  - of: account
    covers: [members]
    list: { path: /users, next: none }
    record:
      id: item.id
      kind: "'person'"
      status: { flags: [{ when: item.deleted, is: deleted }, { when: '!item.enabled', is: suspended }], otherwise: active }
      secondFactor: item.mfa
checks:
  - { question: secondFactor, of: account, remediation: Enrol one. }`
  const users = [
    { id: 'a', deleted: false, enabled: true, mfa: false },
    { id: 'b', deleted: false, enabled: false, mfa: false },
    { id: 'c', deleted: true, mfa: false },
    { id: 'd', enabled: true, mfa: false },
    { id: 'e', deleted: null, enabled: false, mfa: false },
  ]

  const { checks } = await run(inventory, { 'GET /users': { json: users } })

  expect(checks[0]?.results.map(({ status, resource }) => `${resource.id} ${status}`)).toEqual([
    'a fail',
    'b not_applicable',
    // Nothing is said of the deleted one, c.
  ])
  expect(checks[0]?.error?.code).toBe('CHECK_UNDECIDED')
  expect(() => read(write('https://api.acme.example', inventory.replace('is: deleted', 'is: gone')))).toThrow(
    DataFileError,
  )
})

test('details are asked for items that a rule is about, and for others only where what is said reads them', async () => {
  const routes = {
    'GET /things': {
      json: [
        { id: 'on', used: true },
        { id: 'off', used: false },
      ],
    },
    'GET /things/:id': ({ params }: { params: { id: string } }) => ({ json: { on: params.id === 'on' } }),
  }
  const requests =
    "list: { path: /things, next: none }\n    detail: { path: '/things/{item.id}', as: found }\n    applies: item.used"
  const countDetails = (vendor: { readonly requests: readonly { readonly path: string }[] }) =>
    vendor.requests.filter(({ path }) => path.startsWith('/things/')).length

  const quiet = await run(rule(requests, 'pass: found.on'), routes)
  const shown = await run(rule(requests, 'pass: found.on\n    evidence: { on: found.on }'), routes)

  expect(quiet.checks[0]?.results.map(({ status }) => status).sort()).toEqual(['not_applicable', 'pass'])
  expect(countDetails(quiet.vendor)).toBe(1)
  expect(shown.checks[0]?.results.map(({ status }) => status).sort()).toEqual(['not_applicable', 'pass'])
  expect(countDetails(shown.vendor)).toBe(2)
})
