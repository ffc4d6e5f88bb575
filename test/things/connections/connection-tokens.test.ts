import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { faults, fixedClock } from '../../../src/author/testing/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { startTokenGate } from '../runtime/token-gate.ts'
import {
  clients,
  connect,
  openAcmeRuntime,
  publicUrl,
  runStored,
  type Servers,
  setApp,
  startTestServers,
} from '../runtime/world.ts'

const hourMs = 3_600_000

describe('refreshing', () => {
  test('happens before the token ends, once for 100 requests, and the grant stays alive', async () => {
    const { runtime, gate, clock, id } = await connected()
    clock.advance(hourMs - 50_000)

    const first = await runStored(runtime, id, ['crowd'])
    const second = await runStored(runtime, id, ['crowd'])
    clock.advance(hourMs - 50_000)
    const third = await runStored(runtime, id, ['crowd'])

    expect([first, second, third].map(({ status }) => status)).toEqual(['pass', 'pass', 'pass'])
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
  })

  test('happens on a 401, once for 100 requests in one run', async () => {
    const { runtime, gate, id, world } = await connected()
    world.oauth.expireAccessTokens()

    const result = await runStored(runtime, id, ['crowd'])

    expect(result.status).toBe('pass')
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
    world.oauth.expireAccessTokens()
    expect(await runtime.connections.test(id)).toEqual({ ok: true })
  })

  test('happens once for 100 sessions at the same time', async () => {
    const { runtime, gate, id, world } = await connected()
    world.oauth.expireAccessTokens()

    const tests = await Promise.all(Array.from({ length: 100 }, () => runtime.connections.test(id)))

    expect(tests.filter(({ ok }) => ok)).toHaveLength(100)
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
  })

  test('keeps new tokens before anyone uses them', async () => {
    const store = join(createTempFolder(), 'store.db')
    const { runtime, id, world } = await connected({ store: `sqlite:${store}` })
    const database = new DatabaseSync(store, { readOnly: true })
    world.oauth.expireAccessTokens()
    const generations: unknown[] = []
    const { verifyAccessToken } = world.oauth
    world.accept(async (token) => {
      const facts = await verifyAccessToken(token)
      if (facts) generations.push(database.prepare('SELECT generation FROM credentials').get()?.generation)
      return facts
    })

    await runStored(runtime, id, ['crowd'])

    database.close()
    expect(new Set(generations)).toEqual(new Set([2]))
    expect(generations).toHaveLength(100)
  })

  test('is not repeated for every request that a vendor refuses whatever token comes', async () => {
    const { runtime, gate, id, world } = await connected()
    world.accept(() => false)

    await runStored(runtime, id, ['stubborn'])
    const result = await runStored(runtime, id)

    expect(result.checks[0]?.error).toMatchObject({ kind: 'auth', code: 'AUTH_REJECTED' })
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'needs_reauth' })
  })

  test('ends with needs_reauth when the vendor refuses for good, and is never tried again', async () => {
    const { runtime, gate, id, world, lines } = await connected()
    await revokeGrant(world, runtime, id)

    const first = await runStored(runtime, id, ['users', 'crowd'])
    const second = await runStored(runtime, id)
    const shown = await runtime.connections.get(id)
    const asked = [...gate.asked]
    await connect(runtime, { connectionId: id })

    for (const { error } of first.checks) expect(error).toMatchObject({ kind: 'auth', code: 'AUTH_REFRESH_REJECTED' })
    expect(second.checks[0]?.error).toMatchObject({ kind: 'auth', code: 'AUTH_REJECTED' })
    expect(shown).toMatchObject({ state: 'needs_reauth', stateReason: expect.stringContaining('Reconnect') })
    expect(asked).toEqual(['authorization_code', 'refresh_token'])
    const ids = { connectionId: id, connectorId: 'acme', organizationId: 'acme' }
    expect(lines.filter(({ message }) => !/^(OAuth|Run|Check)/.test(message))).toEqual([
      {
        level: 'warn',
        message: 'Token refresh failed',
        fields: { ...ids, code: 'AUTH_REFRESH_REJECTED', vendorCode: 'invalid_grant' },
      },
      { level: 'warn', message: 'Connection needs to be connected again', fields: ids },
    ])
    expect(await runStored(runtime, id)).toMatchObject({ status: 'fail', checks: [{ complete: true }] })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active', stateReason: undefined })
  })

  test.each([
    // auth0/node-auth0#134: the secret was changed at the vendor. raycast/extensions#11836: Atlassian's ended token.
    [401, { error: 'access_denied', error_description: 'Unauthorized' }, 'AUTH_APP_MISCONFIGURED', 'active'],
    [
      403,
      { error: 'unauthorized_client', error_description: 'refresh_token is invalid' },
      'AUTH_REFRESH_REJECTED',
      'needs_reauth',
    ],
    [403, { error: 'invalid_grant' }, 'AUTH_REFRESH_REJECTED', 'needs_reauth'],
    [403, { message: 'Forbidden' }, 'AUTH_REPLY_INVALID', 'active'],
  ])('that is refused with %i %j deletes nothing, and a later one succeeds', async (status, json, code, state) => {
    const { runtime, gate, clock, id } = await connected()
    gate.fail('POST /token', faults.status(status, { json }))
    clock.advance(hourMs + 60_000)

    const refused = await runStored(runtime, id)
    const shown = await runtime.connections.get(id)
    clock.advance(hourMs)
    const later = await runStored(runtime, id)

    expect(refused.checks[0]?.error).toMatchObject({ code })
    expect(shown?.state).toBe(state)
    expect(later.checks[0]).toMatchObject({ complete: true })
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active', stateReason: undefined })
  })

  test('that is refused says nothing about a grant that was made meanwhile', async () => {
    const { runtime, gate, id, world } = await connected()
    await revokeGrant(world, runtime, id)
    gate.before = async (form) => {
      if (form.get('grant_type') === 'refresh_token') await connect(runtime, { connectionId: id })
    }

    const result = await runStored(runtime, id)

    expect(result.checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('that succeeds too late does not replace a grant that was made meanwhile', async () => {
    const { runtime, gate, id, world, lines } = await connected()
    world.oauth.expireAccessTokens()
    let isFirst = true
    gate.after = async () => {
      if (!isFirst) return
      isFirst = false
      await connect(runtime, { connectionId: id })
    }

    const result = await runStored(runtime, id)

    expect(result.checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(lines.map(({ message }) => message)).toContain('Refreshed tokens came too late')
    world.oauth.expireAccessTokens()
    expect(await runtime.connections.test(id)).toEqual({ ok: true })
  })

  test('never happens for a connector without refresh tokens', async () => {
    const { runtime, gate, id, world } = await connected({ config: { supportsRefreshToken: false } })
    world.oauth.expireAccessTokens()

    const result = await runStored(runtime, id)

    expect(result.checks[0]?.error).toMatchObject({ kind: 'auth', code: 'AUTH_REJECTED' })
    expect(gate.asked).toEqual(['authorization_code'])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'needs_reauth' })
  })

  test('leaves a vendor in trouble alone for 30 s, while the old token is used', async () => {
    const { runtime, gate, clock, id } = await connected({ ttlSeconds: 2 * 86_400 })
    gate.fail('POST /token', faults.status(503), { times: Number.POSITIVE_INFINITY })
    // Due at the latest a minute before the end, at the earliest two: far from the end of the next half hour.
    clock.advance(2 * 86_400_000 - 60_000)
    const attempts = () => gate.asked.length - 1

    const statuses: string[] = []
    const attemptsAfter: Record<string, number> = {}
    for (const [waited, advanceMs] of [
      ['at once', 0],
      ['29 s', 29_000],
      ['30 s', 1_000],
    ] as const) {
      clock.advance(advanceMs)
      statuses.push((await runStored(runtime, id, ['crowd'])).status)
      attemptsAfter[waited] = attempts()
    }

    expect(statuses).toEqual(['pass', 'pass', 'pass'])
    expect(attemptsAfter).toEqual({ 'at once': 1, '29 s': 1, '30 s': 2 })
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('is tried three times when nothing works without, then postponed for longer and longer, and recovers', async () => {
    const { runtime, gate, clock, id } = await connected()
    clock.advance(hourMs)
    gate.fail('POST /token', faults.status(503), { times: 15 })
    const attempts: number[] = []
    for (const pauseMs of [30_000, 60_000, 120_000, 300_000]) {
      const failed = await runStored(runtime, id, ['users', 'crowd'])
      for (const { error } of failed.checks) {
        expect(error).toMatchObject({ kind: 'upstream', code: 'AUTH_TRANSIENT', retryable: true })
      }
      clock.advance(pauseMs - 1_000)
      const early = await runStored(runtime, id)
      expect(early.checks[0]?.error).toMatchObject({
        code: 'AUTH_TRANSIENT',
        message: expect.stringMatching(/access\. Checkwright tries again at \d{4}-/),
      })
      attempts.push(gate.asked.length - 1)
      clock.advance(1_000)
    }
    const fifth = await runStored(runtime, id)
    clock.advance(300_000)

    const recovered = await runStored(runtime, id)

    expect(attempts).toEqual([3, 6, 9, 12])
    expect(fifth.checks[0]?.error?.code).toBe('AUTH_TRANSIENT')
    expect(recovered.checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(gate.asked.length - 1).toBe(16)
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('is not hurried when the vendor says that it is asked too often', async () => {
    const { runtime, gate, clock, id } = await connected()
    clock.advance(hourMs)
    gate.fail('POST /token', faults.status(429, { retryAfter: 1 }), { times: 3 })

    await runStored(runtime, id)

    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
  })

  test('waits for as long as the vendor asks, and for an hour at most', async () => {
    const { runtime, gate, clock, id } = await connected()
    clock.advance(hourMs)
    const attemptsAfter = async (pauseMs: number) => {
      clock.advance(pauseMs)
      await runStored(runtime, id)
      return gate.asked.length - 1
    }
    gate.fail('POST /token', faults.status(503, { retryAfter: 600 }))
    gate.fail('POST /token', faults.status(503, { retryAfter: 864_000 }))

    const attempts = [await attemptsAfter(0), await attemptsAfter(599_000), await attemptsAfter(1_000)]
    const late = [await attemptsAfter(hourMs - 1_000), await attemptsAfter(1_000)]

    expect(attempts).toEqual([1, 1, 2])
    expect(late).toEqual([2, 3])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('with a refused app leaves the connection as it is, and the old token in use while it lives', async () => {
    const { runtime, gate, clock, id } = await connected()
    await runtime.oauthApps.set({ connector: 'acme', clientId: 'body-app', clientSecret: 'wrong-secret' })
    clock.advance(hourMs - 50_000)
    const alive = await runStored(runtime, id, ['crowd'])
    clock.advance(50_000)
    const over = await runStored(runtime, id, ['crowd'])
    await setApp(runtime, clients.body)
    const mended = await runStored(runtime, id)

    expect(alive.status).toBe('pass')
    expect(over.checks[0]?.error).toMatchObject({ kind: 'config', code: 'AUTH_APP_MISCONFIGURED' })
    expect(mended.checks[0]).toMatchObject({ status: 'fail', complete: true })
    // Once a run, however many requests want a token.
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token', 'refresh_token', 'refresh_token'])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'active' })
  })

  test('is waited for by close(), so that no token is lost', async () => {
    const store = `sqlite:${join(createTempFolder(), 'store.db')}`
    const keys = makeKeyText()
    const { runtime, gate, id, world } = await connected({ store, keys })
    world.oauth.expireAccessTokens()
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    gate.after = () => {
      arrived.resolve()
      return released.promise
    }
    const run = await runtime.runs.start({ connectionId: id, checks: ['users'] })
    await arrived.promise

    const closed = runtime.close()
    const cancelled = await run.result
    released.resolve()
    await closed

    const reopened = await createRuntime({
      connectors: runtime.connectors,
      store,
      keys,
      publicUrl,
      allowPrivateNetwork: true,
    })
    const tested = await reopened.connections.test(id)
    const kept = await reopened.runs.get(run.id)
    await reopened.close()
    expect(cancelled.checks[0]?.error?.code).toBe('CANCELLED')
    expect(kept?.status).toBe('cancelled')
    expect(tested).toEqual({ ok: true })
    expect(gate.asked).toEqual(['authorization_code', 'refresh_token'])
  })
})

describe('grant client_credentials', () => {
  const config = { grant: 'client_credentials', scopes: ['users:read'], pkce: false } as const

  test('asks for a token when the connection is made and when it is due, with no person', async () => {
    const { runtime, gate, clock } = await gated({ config, client: clients.machine })

    const { id, grantedScopes } = await runtime.connections.create({
      connector: 'acme',
      organizationId: 'acme',
      credentials: {},
    })
    const first = await runStored(runtime, id)
    clock.advance(hourMs - 50_000)
    const second = await runStored(runtime, id, ['crowd'])

    expect(grantedScopes).toEqual(['users:read'])
    expect(first.checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(second.status).toBe('pass')
    expect(gate.asked).toEqual(['client_credentials', 'client_credentials'])
  })

  test('makes no connection with a wrong secret, and says so', async () => {
    const { runtime } = await gated({ config, client: { ...clients.machine, clientSecret: 'wrong-secret' } })

    const create = runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials: {} })

    await expect(create).rejects.toMatchObject({
      code: 'AUTH_APP_MISCONFIGURED',
      message: expect.not.stringContaining('wrong-secret'),
    })
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('is not connected in the browser', async () => {
    const { runtime } = await gated({ config, client: clients.machine })

    await expect(connect(runtime)).rejects.toMatchObject({ code: 'CONNECTION_UNUSABLE' })
  })
})

type Options = NonNullable<Parameters<typeof openAcmeRuntime>[1]> & { readonly ttlSeconds?: number }

/** Acme behind a token gate, with a clock that stands still. */
async function gated({ config, ttlSeconds = 3600, ...options }: Options = {}) {
  const world = await startTestServers({ accessTokenTtlSeconds: ttlSeconds })
  const gate = await startTokenGate(world.urls.tokenUrl)
  const clock = fixedClock(Date.now())
  const { runtime, lines } = await openAcmeRuntime(world, {
    clock,
    config: { ...config, tokenUrl: gate.url },
    ...options,
  })
  return { world, gate, clock, runtime, lines }
}

async function connected(options: Options = {}) {
  const parts = await gated(options)
  const { id } = await connect(parts.runtime)
  return { ...parts, id }
}

/** Effects on a grant when the person revokes it at the vendor. */
async function revokeGrant({ oauth, urls }: Servers, runtime: Runtime, id: string): Promise<void> {
  const { accessToken, refreshToken } = await oauth.issueToken({ clientId: 'body-app' })
  await runtime.connections.update(id, { credentials: { access_token: accessToken, refresh_token: refreshToken } })
  const { clientId, clientSecret } = clients.body
  const body = new URLSearchParams({ token: refreshToken, client_id: clientId, client_secret: clientSecret })
  await fetch(urls.revokeUrl, { method: 'POST', body })
}
