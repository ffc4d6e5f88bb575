import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor, faults, fixedClock } from '../../../src/author/testing/index.ts'
import { createAcmeConnector } from '../runtime/acme.ts'
import { callbackUrl, openRuntimeWith } from '../runtime/world.ts'

const renewable = { access_token: 'access-1', token_type: 'bearer', expires_in: 3600, refresh_token: 'refresh-1' }
const ending = { access_token: 'access-2', token_type: 'bearer', expires_in: 3600 }

/** A vendor whose token endpoint answers what a test says, and that takes every access token. */
async function openWorld(config: object = {}) {
  let reply: object = renewable
  const vendor = await fakeVendor({
    routes: {
      'POST /token': () => ({ json: reply }),
      'GET /me': { json: {} },
      'GET /users': { json: [{ id: 'ada', active: true }] },
    },
  })
  onTestFinished(() => vendor.close())
  const urls = {
    vendor: vendor.url,
    authorizeUrl: `${vendor.url}/authorize`,
    tokenUrl: `${vendor.url}/token`,
    revokeUrl: `${vendor.url}/revoke`,
  }
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({
    connectors: [createAcmeConnector(urls, config)],
    clock,
    store: 'memory:',
  })
  await runtime.oauthApps.set({ connector: 'acme', clientId: 'app', clientSecret: 'the-secret' })
  const connect = async (answer: object, connectionId?: string) => {
    reply = answer
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme', connectionId })
    const state = new URL(url).searchParams.get('state') ?? ''
    return runtime.oauth.callback({ url: `${callbackUrl}/acme?${new URLSearchParams({ state, code: 'c' })}`, binding })
  }
  const refreshes = () =>
    vendor.requests.filter(({ body }) => new URLSearchParams(body).get('grant_type') === 'refresh_token').length
  const answer = (next: object) => {
    reply = next
  }
  return { runtime, vendor, clock, connect, refreshes, answer }
}

describe('connecting again with a reply that has no refresh token', () => {
  test('leaves a connection that can be renewed as it is, and says so', async () => {
    const { runtime, clock, connect, refreshes, answer } = await openWorld()
    const { id } = await connect(renewable)

    await expect(connect(ending, id)).rejects.toMatchObject({
      code: 'AUTH_EXCHANGE_FAILED',
      message: expect.stringContaining('the connection keeps its earlier access'),
    })
    answer({ ...renewable, access_token: 'access-3' })
    clock.advance(3_600_000)

    expect(await runtime.connections.test(id)).toEqual({ ok: true })
    expect(refreshes()).toBe(1)
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active', stateReason: undefined })
  })

  test('takes access that has no end in place of access that has to be renewed', async () => {
    const { connect } = await openWorld()
    const { id } = await connect(renewable)

    expect(await connect({ access_token: 'endless', token_type: 'bearer' }, id)).toMatchObject({ state: 'active' })
  })

  test('takes what there is where nothing could be renewed, and says when it ends', async () => {
    const { connect } = await openWorld()
    const first = await connect(ending)

    const again = await connect(ending, first.id)

    for (const { state, stateReason } of [first, again])
      expect([state, stateReason]).toEqual([
        'active',
        'Acme gave no refresh token: this access ends at 2026-05-01T13:00:00.000Z and cannot be renewed. Reconnect before that.',
      ])
    expect(await connect(renewable, first.id)).toMatchObject({ state: 'active', stateReason: undefined })
  })
})

test('a refused refresh is not forgotten when the access token that still lives serves once more', async () => {
  const { runtime, vendor, clock, connect } = await openWorld()
  const { id } = await connect(renewable)
  vendor.fail('POST /token', faults.status(400, { json: { error: 'invalid_grant' } }))
  clock.advance(3_600_000 - 50_000)

  await runtime.connections.test(id)
  const refused = await runtime.connections.get(id)
  const served = await runtime.connections.test(id)
  await (await runtime.runs.start({ connectionId: id, checks: ['users'] })).result

  expect(served.ok).toBe(true)
  expect(refused?.state).toBe('needs_reauth')
  expect(await runtime.connections.get(id)).toMatchObject({ state: 'needs_reauth' })
  expect(await connect(renewable, id)).toMatchObject({ state: 'active' })
})

test('an answer to a refresh that nobody understands is not asked for again by every run', async () => {
  const { runtime, vendor, clock, connect, refreshes, answer } = await openWorld()
  const { id } = await connect(renewable)
  answer({ error: 'the_moon_is_full' })
  clock.advance(3_600_000 - 50_000)

  for (let run = 0; run < 3; run++) expect((await runtime.connections.test(id)).ok).toBe(true)
  const asked = refreshes()
  clock.advance(30_000)
  answer({ ...renewable, access_token: 'access-3' })
  await runtime.connections.test(id)

  expect(asked).toBe(1)
  expect(refreshes()).toBe(2)
  expect(vendor.requests.at(-1)?.headers.authorization).toBe('Bearer access-3')
})
