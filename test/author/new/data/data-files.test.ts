import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import { createGraphqlDraft } from '../../../../src/author/new/data/graphql-connector.ts'
import { createPlainDraft } from '../../../../src/author/new/data/plain-connector.ts'
import { schemeNames } from '../../../../src/author/new/data/scheme-parts.ts'
import { readConnection } from '../../../../src/author/new/graphql/read-connection.ts'
import { createNewConnector } from '../../../../src/author/new/new-connector.ts'
import { createImportedConnector } from '../../../../src/author/new/openapi/imported-connector.ts'
import { readConnector as readDataConnector } from '../../../../src/data/read-connector.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { parseRecording } from '../../../../src/evidence/recording/read-recording.ts'
import { replayRecording } from '../../../../src/evidence/recording/replay-recording.ts'

const modules = './node_modules'

const create = (authType: 'api_key' | 'basic' | 'oauth2' | 'custom', baseUrl: string) =>
  createPlainDraft(createNewConnector({ id: 'acme', name: 'Acme: "the" #1', authType, baseUrl }))

test.each([
  ['api_key', 'https://api.acme.example'],
  ['basic', 'https://{domain}.acme.example/api'],
  ['oauth2', 'http://localhost:1234'],
] as const)(
  'a file that signs in by %s is read, and its recorded answers give every verdict again',
  async (type, baseUrl) => {
    const files = await createDataFiles(create(type, baseUrl), modules)

    const text = files['acme.connector.yaml'] ?? ''
    const recording = parseRecording(files['recorded/acme.json'] ?? '', 'acme.json')
    const connector = await readConnector(text, { name: 'acme.connector.yaml' })
    const replay = await replayRecording(recording, connector)

    expect(text).toMatch(/^# yaml-language-server: .*\n\$schema: \S+connector-file\.schema\.json\n/)
    expect(recording.connector).toMatchObject({ source: connector.source, file: '../acme.connector.yaml' })
    expect(recording.inventories).toMatchObject([{ complete: true, count: 3 }])
    expect(recording.checks.map(({ id, results }) => [id, results.map(({ status }) => status)])).toEqual([
      ['second-factor', ['pass', 'fail', 'pass']],
      ['stale-accounts', ['pass', 'fail', 'fail']],
    ])
    expect(replay.same).toBe(true)
  },
)

const replayAll = async (files: Readonly<Record<string, string>>) => {
  const connector = await readConnector(files['acme.connector.yaml'] ?? '', { name: 'acme.connector.yaml' })
  const recording = parseRecording(files['recorded/acme.json'] ?? '', 'acme.json')
  return { recording, replay: await replayRecording(recording, connector), text: files['acme.connector.yaml'] ?? '' }
}

test.each(schemeNames)('a file that signs in by %s has a first test that is green', async (scheme) => {
  const connector = createNewConnector({
    id: 'acme',
    name: 'Acme',
    authType: 'custom',
    baseUrl: 'https://api.acme.example/v1',
  })

  const files = await createDataFiles(createPlainDraft(connector, scheme), modules)
  const { recording, replay, text } = await replayAll(files)

  expect(text).toContain(`scheme: ${scheme}`)
  expect(recording.checks.map(({ status }) => status)).toEqual(['fail', 'fail'])
  expect(replay.same).toBe(true)
  expect(Object.values(files).join()).not.toMatch(/secret-of-nobody|PRIVATE KEY/)
})

const user = {
  id: { type: 'string' },
  email: { type: 'string' },
  mfa_enabled: { type: 'boolean' },
  role: { type: 'string', enum: ['owner', 'member', 'auditor'] },
  is_suspended: { type: 'boolean' },
}
const list = (properties: object, required = Object.keys(properties)) => ({
  responses: {
    200: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              data: { type: 'array', items: { type: 'object', properties, required } },
              next_page_token: { type: 'string' },
            },
          },
        },
      },
    },
  },
})
const paged = { parameters: [{ name: 'page_token', in: 'query', schema: { type: 'string' } }] }
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Acme', version: '1' },
  servers: [{ url: 'https://api.acme.example/v1' }],
  paths: {
    '/users': { get: { ...list(user), ...paged } },
    '/projects': {
      get: list({ id: { type: 'string' }, 'is-public': { type: 'boolean' }, visibility: { type: 'string' } }),
    },
  },
}

function createDescribed(described: object) {
  const description = openDescription(described)
  if (!description) throw new Error('This is no description.')
  const wishes = {
    id: 'acme',
    name: 'Acme',
    authType: undefined,
    keyPrefix: undefined,
    baseUrl: undefined,
    endpoints: [],
    most: 5,
    madeUpUrl: 'https://api.acme.example',
  }
  return { description, draft: createDescribedDraft(createImportedConnector(description, wishes)) }
}

test('a description becomes a file that it has all of, and lists of unknown paging end as could not tell', async () => {
  const { description, draft } = createDescribed(openapi)

  const files = await createDataFiles(draft, modules)
  const { recording, replay, text } = await replayAll(files)

  expect(readDataConnector('acme', new TextEncoder().encode(text), { description })).toMatchObject({ id: 'acme' })
  expect(parse(text)).toMatchObject({
    inventories: [
      {
        list: { path: '/users', items: 'data', next: { cursor: 'next_page_token', param: 'page_token' } },
        record: {
          secondFactor: 'item.mfa_enabled',
          status: { flags: [{ when: 'item.is_suspended', is: 'suspended' }], otherwise: 'active' },
          administrator: 'item.role in ["owner"] ? true : item.role in ["member"] ? false : null',
        },
      },
    ],
    checks: [
      { question: 'secondFactor' },
      { question: 'fewAdministrators' },
      { list: { path: '/projects', items: 'data', next: 'unknown' } },
    ],
  })
  // Without "security" the vendor takes every request, so that the first test is not red.
  expect(recording.inventories).toMatchObject([{ complete: true }])
  expect(recording.checks.find(({ id }) => id === 'projects')).toMatchObject({
    status: 'error',
    results: [{ status: 'manual', evidence: { isPublic: expect.any(Boolean) } }],
  })
  expect(replay.same).toBe(true)
  expect(files['README.md']).toContain('How `GET /projects` goes on: `next`.')
})

test('a GraphQL schema becomes a file that reads a connection to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'schema.graphql')
  writeFileSync(
    file,
    'type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! } type User { id: ID! name: String! mfaEnabled: Boolean! } type PageInfo { hasNextPage: Boolean! endCursor: String }',
  )
  const { definition, ...rest } = createNewConnector({
    id: 'acme',
    name: 'Acme',
    authType: 'api_key',
    baseUrl: 'https://api.acme.example',
  })
  const { test: _test, ...untested } = definition

  const files = await createDataFiles(
    createGraphqlDraft({ ...rest, definition: untested }, await readConnection(file, undefined)),
    modules,
  )
  const { recording, replay } = await replayAll(files)

  expect(recording.checks.map(({ results }) => results.map(({ status }) => status))).toEqual([['pass', 'fail', 'pass']])
  expect(replay.same).toBe(true)
})

const pageInfo = 'type PageInfo { hasNextPage: Boolean! endCursor: String }'
const person = 'type User { id: ID! name: String! mfaEnabled: Boolean! }'

test.each([
  ['nodes alone', 'type Users { nodes: [User!]! pageInfo: PageInfo! }', 'String'],
  [
    'edges alone',
    'type Users { edges: [Edge!]! pageInfo: PageInfo! } type Edge { node: User! cursor: String! }',
    'String',
  ],
  ['edges that may be null', 'type Users { edges: [Edge] pageInfo: PageInfo! } type Edge { node: User }', 'String'],
  ['both', 'type Users { nodes: [User] edges: [Edge] pageInfo: PageInfo! } type Edge { node: User }', 'String'],
  ['a cursor of its own type', 'scalar Cursor type Users { nodes: [User!]! pageInfo: PageInfo! }', 'Cursor'],
])(
  'a GraphQL connection with %s becomes a file that the same schema allows, and that runs',
  async (_, users, cursor) => {
    const schema = `type Query { users(first: Int, after: ${cursor}): Users! } ${users} ${person} ${pageInfo}`
    const folder = mkdtempSync(join(tmpdir(), 'checkwright-schema-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'schema.graphql')
    writeFileSync(file, schema)
    const { definition, ...rest } = createNewConnector({
      id: 'acme',
      name: 'Acme',
      authType: 'api_key',
      baseUrl: 'https://api.acme.example',
    })

    const { test: _test, ...untested } = definition
    const made = { ...rest, definition: untested }
    const files = await createDataFiles(createGraphqlDraft(made, await readConnection(file, undefined)), modules)
    const text = files['acme.connector.yaml'] ?? ''
    const { replay } = await replayAll(files)

    expect(text).toContain(`query ($after: ${cursor})`)
    const description = openDescription(schema)
    expect(readDataConnector('acme.connector.yaml', Buffer.from(text), { description }).checks).toHaveLength(1)
    const wrong = text.replace(/(?<=(nodes|node) \{ )id /, 'idle ')
    expect(() => readDataConnector('acme.connector.yaml', Buffer.from(wrong), { description })).toThrow('idle')
    expect(replay.same).toBe(true)
  },
)

test('a GraphQL connection without a cursor in pageInfo is refused with what is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'schema.graphql')
  writeFileSync(
    file,
    `type Query { users(first: Int, after: String): Users! } type Users { nodes: [User!]! pageInfo: PageInfo! } ${person} type PageInfo { hasNextPage: Boolean! }`,
  )

  await expect(readConnection(file, undefined)).rejects.toThrow('"pageInfo { hasNextPage endCursor }"')
})

test('an {id} of two kinds of things becomes two fields, each with the name of what it is of', () => {
  const of = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }]
  const { draft } = createDescribed({
    ...openapi,
    paths: {
      '/groups/{id}/tokens': { get: { ...list({ id: { type: 'string' } }), parameters: of('id') } },
      '/projects/{id}/rules': { get: { ...list({ id: { type: 'string' } }), parameters: of('id') } },
    },
  })

  expect(draft.definition.credentialFields?.map(({ id, label }) => [id, label])).toEqual([
    ['group_id', 'Group id'],
    ['project_id', 'Project id'],
  ])
})

const contracts = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts')

describe.skipIf(!process.env.CHECKWRIGHT_TEST_DATA)(
  "a provider's own description (needs CHECKWRIGHT_TEST_DATA)",
  () => {
    test.each(['asana', 'gitlab', 'intercom', 'netlify', 'okta', 'sentry', 'slack', 'stripe', 'twilio'])(
      'of %s becomes a file that it has all of',
      async (id) => {
        const { description, draft } = createDescribed(
          JSON.parse(gunzipSync(readFileSync(join(contracts, `${id}.json.gz`))).toString()),
        )

        const { recording, replay, text } = await replayAll(await createDataFiles(draft, modules))

        expect(readDataConnector(id, new TextEncoder().encode(text), { description }).checks.length).toBeGreaterThan(0)
        const broken = recording.checks.filter(
          ({ error }) => error && !['CHECK_INCOMPLETE', 'CHECK_UNDECIDED'].includes(error.code),
        )
        expect(broken).toEqual([])
        expect(replay.same).toBe(true)
      },
    )

    test.each([
      ['netlify', { account_slug: 'north', access_token: 't' }],
      ['sentry', { region: 'us', organization_id_or_slug: 'north', api_key: 'k' }],
    ])('of %s answers every request of its file as it describes', async (id, credentials) => {
      const described = JSON.parse(gunzipSync(readFileSync(join(contracts, `${id}.json.gz`))).toString())
      const { 'acme.connector.yaml': text = '' } = await createDataFiles(createDescribed(described).draft, modules)
      const connector = await readConnector(text, { name: 'acme.connector.yaml' })
      const vendor = await fakeVendor({ openapi: described })
      onTestFinished(() => vendor.close())

      const { checks, inventories } = await runChecks(connector, {
        credentials,
        fetch: vendor.fetch,
        checks: connector.checks.map((check) => check.id),
        inventories: connector.inventories.map(({ of }) => of),
      })

      const ended = [...checks, ...(inventories ?? [])].map(({ error }) => error?.code ?? 'whole')
      const codes = ['whole', 'CHECK_INCOMPLETE', 'CHECK_UNDECIDED']
      expect(ended.filter((code) => !codes.includes(code))).toEqual([])
      expect(vendor.violations).toEqual([])
      expect(vendor.requests.length).toBeGreaterThanOrEqual(ended.length)
      expect(ended.length).toBeGreaterThan(3)
    })
  },
)
