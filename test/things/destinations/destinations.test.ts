import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { startLoopbackServer } from '../../../src/author/testing/vendor/loopback.ts'
import type { InputOf } from '../../../src/service/fields/field-types.ts'
import { destination } from '../../../src/things/destinations/thing.ts'
import { vanta } from '../../../src/things/destinations/vendors/vanta.ts'
import {
  answerDirectory,
  createDirectoryConnector,
  type Directory,
  runToEnd,
  twoPeople,
} from '../inventories/directory.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const organizationId = 'acme'
const soon = { timeout: 10_000 }

interface Sent {
  readonly host: string
  readonly line: string
  readonly authorization: string | undefined
  readonly body: string
}

/** Vanta and Drata on loopback. Vanta has one live token of an application: a new one ends the one before. */
async function startVendors() {
  const server = await startLoopbackServer()
  onTestFinished(() => server.close())
  const sent: Sent[] = []
  const world = { refused: 0 }
  let tokens = 0
  server.serve(async (request, response) => {
    const one = await readSent(request)
    sent.push(one)
    const answer = answerTo(one)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.json))
  })
  const answerTo = ({ host, line, authorization, body }: Sent) => {
    if (line === 'POST /oauth/token') {
      const { client_id, client_secret, scope, grant_type } = JSON.parse(body)
      const isKnown = client_id === 'vci_1' && client_secret === 'vcs_1' && grant_type === 'client_credentials'
      if (!isKnown || scope !== 'connectors.self:write-resource') return { status: 401, json: {} }
      return { status: 200, json: { access_token: `vat_${++tokens}`, token_type: 'Bearer', expires_in: 3_600 } }
    }
    if (host === 'api.vanta.com')
      return authorization === `Bearer vat_${tokens}`
        ? { status: 200, json: { success: true } }
        : { status: 401, json: {} }
    if (authorization !== 'Bearer drata-key') return { status: 401, json: {} }
    if (line.endsWith('/actions')) return { status: 200, json: { status: 'ACTIVE' } }
    const { data } = JSON.parse(body) as { readonly data: readonly object[] }
    return {
      status: 200,
      json: data.map((each, index) => ({ data: each, statusCode: index < world.refused ? 400 : 201 })),
    }
  }
  const send = (url: string, init: RequestInit, ownUrl: string): Promise<Response> => {
    const { host, pathname, search, origin } = new URL(url)
    if (origin === ownUrl) return fetch(url, init)
    const headers = { ...(init.headers as Record<string, string>), 'x-host': host }
    return fetch(`${server.origin}${pathname}${search}`, { ...init, headers })
  }
  return { sent, world, send }
}

async function readSent(request: IncomingMessage): Promise<Sent> {
  const { method, url, headers } = request
  const { authorization } = headers
  return { host: String(headers['x-host']), line: `${method} ${url}`, authorization, body: await text(request) }
}

async function open() {
  const directory: Directory = {
    people: [
      { ...twoPeople[0], id: 'u1' },
      { id: 'u2', name: 'Grace', email: null, admin: false },
    ],
  }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const { sent, world, send } = await startVendors()
  const { runtime } = await openRuntimeWith({
    connectors: [createDirectoryConnector(vendor.url)],
    clock: fixedClock('2026-05-01T12:00:00Z'),
    worker: { pollMs: 20 },
    fetch: ((url: string, init: RequestInit) => send(url, init, new URL(vendor.url).origin)) as typeof fetch,
  })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'directory',
    organizationId,
    credentials: { api_key: 'key-canary-91' },
  })
  const service = runtime.serviceOf(destination)
  const add = async (values: Partial<InputOf<typeof destination.fields>>) => {
    const shared = {
      name: 'Ours',
      vendor: 'drata',
      region: 'us',
      list: 'account',
      connectionId,
      resource: '12/34',
    } as const
    const made = await service.create({
      organizationId,
      values: { ...shared, secret: 'drata-key', automatic: false, ...values },
    })
    return { organizationId, id: made.id }
  }
  return { runtime, directory, connectionId, sent, world, service, add }
}

describe('a push', () => {
  test('sends what a dry run showed, whole, and says how many records there were', async () => {
    const { runtime, connectionId, sent, service, add } = await open()
    await runToEnd(runtime, connectionId)
    const ref = await add({})

    const plan = await runtime.destinations.plan(ref)
    expect(sent).toEqual([])
    await runtime.destinations.push(ref)
    await expect.poll(async () => (await service.get(ref))?.state, soon).toBe('pushed')

    expect((await service.get(ref))?.values).toMatchObject({ pushed: 2, failure: null })
    expect(plan).toMatchObject({ origin: 'https://public-api.drata.com', records: 2, problems: [] })
    expect(sent.map(({ body }) => body)).toEqual(plan.requests.map(({ body }) => body))
    const session = /sessions\/([^/]+)$/.exec(sent[0]?.line ?? '')?.[1] ?? ''
    const base = 'POST /public/v2/custom-connections/12/resources/34/sessions'
    expect(sent.map(({ line }) => line)).toEqual([`${base}/${session}`, `${base}/${session}/actions`])
    expect(session.length).toBeLessThanOrEqual(64)
    expect(JSON.parse(sent[0]?.body ?? '').data).toMatchObject([
      { id: 'u1', name: 'Ada', email: 'ada@example.com', administrator: true },
      { id: 'u2', name: 'Grace', email: null, administrator: false },
    ])
    expect(JSON.stringify(plan)).not.toContain('drata-key')
  })

  test('of a list that is not whole, or has a member that nobody could tell, sends nothing', async () => {
    const { runtime, connectionId, directory, sent, service, add } = await open()
    const unread = await add({})
    await runtime.destinations.push(unread)
    await expect.poll(async () => (await service.get(unread))?.values.failure, soon).toContain('No run has read')
    await runToEnd(runtime, connectionId)
    const strict = await add({ vendor: 'vanta', resource: 'res1', clientId: 'vci_1', secret: 'vcs_1' })
    expect((await runtime.destinations.plan(strict)).problems).toEqual([
      'Vanta requires "createdAt", which nobody could tell of 2 of 2 records.',
    ])
    directory.people = undefined
    await runToEnd(runtime, connectionId)
    await runtime.destinations.push(unread)

    await expect.poll(async () => (await service.get(unread))?.values.failure, soon).toContain('not complete')
    expect(sent).toEqual([])
  })

  test('of which a record is refused is taken back, so that the list before stays', async () => {
    const { runtime, connectionId, sent, world, service, add } = await open()
    await runToEnd(runtime, connectionId)
    world.refused = 1
    const ref = await add({})

    await runtime.destinations.push(ref)
    await expect.poll(async () => (await service.get(ref))?.values.failure, soon).toBe('Drata refused 1 of 2 records.')

    expect(sent.at(-1)?.body).toBe('{"action":"cancel"}')
    expect(sent.some(({ body }) => body === '{"action":"complete"}')).toBe(false)
  })

  test('waits for another one of the same application, because a new token ends the one before', async () => {
    const { runtime, connectionId, sent, service, add } = await open()
    await runToEnd(runtime, connectionId)
    const settings = {
      vendor: 'vanta',
      list: 'finding',
      connectionId: null,
      clientId: 'vci_1',
      secret: 'vcs_1',
    } as const
    const refs = [await add({ ...settings, resource: 'one' }), await add({ ...settings, resource: 'two' })]

    await Promise.all(refs.map((ref) => runtime.destinations.push(ref)))
    for (const ref of refs) await expect.poll(async () => (await service.get(ref))?.state, soon).toBe('pushed')

    expect(sent.map(({ line }) => line)).toEqual([
      'POST /oauth/token',
      'PUT /v1/resources/custom_resource',
      'POST /oauth/token',
      'PUT /v1/resources/custom_resource',
    ])
  })
})

describe('an account at Vanta', () => {
  const members = {
    status: 'active',
    email: 'ada@example.com',
    administrator: true,
    createdAt: '2026-01-01T00:00:00Z',
    secondFactor: true,
    singleSignOnOnly: false,
  }
  const convert = (changes: object) =>
    vanta.convert(
      { region: 'us', list: 'account', resource: 'r', clientId: null },
      { id: 'u1', name: 'Ada', url: 'https://acme.example/u1', members: { ...members, ...changes } },
    )

  test.each(['status', 'email', 'administrator', 'createdAt', 'secondFactor', 'singleSignOnOnly'])(
    'is not made up where nobody could tell its %s',
    (member) => {
      expect(convert({ [member]: undefined })).toEqual({ kind: 'unknown', member })
    },
  )

  test('has the members that its description requires, each in its words', () => {
    expect(convert({})).toEqual({
      kind: 'resource',
      resource: {
        displayName: 'Ada',
        uniqueId: 'u1',
        externalUrl: 'https://acme.example/u1',
        fullName: 'Ada',
        accountName: 'Ada',
        email: 'ada@example.com',
        permissionLevel: 'ADMIN',
        createdTimestamp: '2026-01-01T00:00:00Z',
        status: 'ACTIVE',
        mfaEnabled: true,
        mfaMethods: [],
        authMethod: 'PASSWORD',
      },
    })
    expect(convert({ status: 'suspended', administrator: false, secondFactor: false })).toMatchObject({
      resource: { status: 'DEACTIVATED', permissionLevel: 'BASE', mfaEnabled: false, mfaMethods: ['DISABLED'] },
    })
    expect(convert({ singleSignOnOnly: true, secondFactor: undefined })).toMatchObject({
      resource: { authMethod: 'SSO', mfaEnabled: false, mfaMethods: [] },
    })
    expect(convert({ status: 'invited' })).toEqual({ kind: 'left out', reason: 'invited' })
  })
})
