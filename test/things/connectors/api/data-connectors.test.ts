import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMistake, operations } from '../../../app/host/documented.ts'
import { jwt, signPersonToken } from '../../../app/host/person-token.ts'
import { requestTo } from '../../../app/host/request-to.ts'
import { allScopes, openApiHost } from '../../../app/host/world.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { formatSmallFile } from '../small-file.ts'

const baseUrl = 'https://api.acme.example'

interface Told {
  readonly code?: string
  readonly digest?: string
  readonly errors?: readonly { readonly line?: number; readonly column?: number; readonly path: string }[]
  readonly [member: string]: unknown
}

async function open() {
  const { ask, runtime, clock } = await openApiHost({ jwt })
  await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'admin' })
  const token = await signPersonToken(clock)
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await ask(method, `/v1/connectors${path}`, { key: null, headers, body })
    return { status: answer.status, body: (await answer.json()) as Told }
  }
  return { ask, call, runtime, token }
}

test('connectors as data are for operators by their own token, and never for an API key of theirs', async () => {
  const { ask, call, runtime } = await open()
  const file = { text: formatSmallFile({ baseUrl }) }
  const asAdmin = await call('POST', '', file)
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', userId: 'ada', scopes: allScopes })

  const byKey = await ask('POST', '/v1/connectors', { key, body: file })
  const listed = await ask('GET', '/v1/connectors', { key })
  const asOperator = await call('POST', '', file)

  expect([asAdmin.status, byKey.status, listed.status, asOperator.status]).toEqual([403, 403, 403, 201])
  expect((await byKey.json()) as Told).toMatchObject({
    code: 'API_FORBIDDEN',
    detail: expect.stringContaining('API key'),
  })
})

test('a file is read, added, tried, published, moved to, undone and retired; mistakes have line and column', async () => {
  const { ask, call, runtime } = await open()
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  const first = formatSmallFile({ baseUrl })
  const second = formatSmallFile({ baseUrl, version: '1.1.0', title: 'Sign-on is demanded' })
  const third = formatSmallFile({ baseUrl: 'https://api.other.example', version: '2.0.0' })

  const broken = await call('POST', '/validate', { text: first.replace('pass: body', 'pas: body') })
  const checked = await call('POST', '/validate', { text: first })
  const added = await call('POST', '', { text: first, fileName: 'acme.connector.yaml' })
  const at = `/acme/versions/${added.body.digest}`
  const unpublished = await call('POST', '/acme/moves', { digest: added.body.digest })
  const published = await call('POST', `${at}/publish`, {})
  const credentials = { connector: 'acme', organizationId: 'acme', credentials: { api_key: 'k-1' } }
  const { id: connectionId } = await runtime.connections.create(credentials)
  const next = await call('POST', '', { text: second })
  await call('POST', `/acme/versions/${next.body.digest}/publish`, {})
  const moved = await call('POST', '/acme/moves', { digest: next.body.digest })
  const undone = await call('POST', `/acme/moves/${moved.body.id}/undo`)
  const again = await call('POST', `/acme/moves/${moved.body.id}/undo`)
  const elsewhere = await call('POST', '', { text: third })
  const details = await call('GET', `/acme/versions/${elsewhere.body.digest}`)
  const recording = await call('POST', `${at}/try`, { recording: '{}' })
  const before = await call('GET', '/acme')
  const retired = await call('POST', '/acme/retire')
  // Who was first stays.
  await runtime.dataConnectors.retire({ id: 'acme', by: 'bob' })
  const whole = await call('GET', '/acme')
  const gallery = await ask('GET', '/v1/integrations/connectors/acme')

  expect(broken.status).toBe(422)
  expect(broken.body).toMatchObject({ code: 'DEFINITION_INVALID' })
  expect(broken.body.errors?.[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  expect(checked.body).toMatchObject({ id: 'acme', digest: added.body.digest, difference: null })
  expect([added.status, unpublished.status, published.status]).toEqual([201, 409, 200])
  expect(moved).toMatchObject({ status: 201, body: { connections: 1, movedBy: 'ada' } })
  expect(undone).toMatchObject({ status: 200, body: { undoneBy: 'ada' } })
  expect(again.status).toBe(404)
  expect((await runtime.connections.get(connectionId))?.connectorSha256).toBe(added.body.digest)
  expect(details.body).toMatchObject({
    sameDestination: false,
    difference: {
      added: [{ path: 'baseUrl', value: 'https://api.other.example' }],
      removed: [{ path: 'baseUrl', value: baseUrl }],
    },
  })
  expect(recording).toMatchObject({ status: 400, body: { code: 'RECORDING_INVALID' } })
  const inService = { state: 'published', retiredBy: null, retiredAt: null }
  expect(before.body).toMatchObject(inService)
  expect(retired.body).toMatchObject({ state: 'retired', retiredBy: 'ada', retiredAt: expect.any(String) })
  expect(whole.body).toMatchObject({ state: 'retired', retiredBy: 'ada', versions: [{}, {}, {}], moves: [{}] })
  expect(gallery.status).toBe(200)
  await call('POST', `${at}/publish`, {})
  expect((await call('GET', '/acme')).body).toMatchObject(inService)
  const actions = (await runtime.audit.list({ organizationId: 'acme' })).map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining(['connector.add', 'connector.publish', 'connector.move', 'connector.retire']),
  )
})

const below = operations.filter(({ path }) => path.startsWith('/v1/connectors/{'))

test.each(below.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers as the document says about what there is, and never with 500',
  async (_name, operation) => {
    const { ask, runtime, token } = await open()
    await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
    const { sha256 } = await runtime.dataConnectors.add({ text: formatSmallFile({ baseUrl }), by: 'ada' })
    await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by: 'ada' })
    const move = await runtime.dataConnectors.move({ id: 'acme', sha256, by: 'ada' })
    const ids = { connectorId: ['acme'], digest: [sha256], moveId: [move.id] }
    const statuses = new Set<number>()

    await fc.assert(
      fc.asyncProperty(requestTo(operation, ids), async ({ path, headers, raw }) => {
        const sent = { key: null, headers: { ...headers, authorization: `Bearer ${token}` } }
        const answer = await ask(operation.method, path, { ...sent, raw })

        statuses.add(answer.status)
        expect(await findMistake(answer, operation)).toBeUndefined()
      }),
      { numRuns: isSoak ? 500 : 25 },
    )

    expect([...statuses].every((status) => status < 500)).toBe(true)
    // Nothing made up is a recording, or the digest of a file.
    if (!/(try|moves)$/.test(operation.path)) expect([...statuses].some((status) => status < 300)).toBe(true)
  },
)

test('what nobody has is 404', async () => {
  const { call, runtime } = await open()
  await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
  const digest = '0'.repeat(64)

  const told = [
    await call('GET', '/nobody'),
    await call('GET', `/nobody/versions/${digest}`),
    await call('POST', `/nobody/versions/${digest}/publish`, {}),
    await call('POST', `/nobody/versions/${digest}/try`, { recording: '{}' }),
    await call('POST', '/nobody/retire'),
    await call('POST', '/nobody/moves', { digest }),
    await call('POST', '/nobody/moves/x/undo'),
    await call('GET', '/__proto__'),
  ]

  expect(told.map(({ status }) => status)).toEqual(told.map(() => 404))
})
