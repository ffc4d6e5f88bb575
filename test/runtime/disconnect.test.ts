import { describe, expect, test } from 'vitest'
import { faults, fixedClock } from '../../src/testing/index.ts'
import { tokenGate } from './token-gate.ts'
import { acmeRuntime, clients, connect, runOf, servers } from './world.ts'

async function granted(
  runtime: Awaited<ReturnType<typeof acmeRuntime>>['runtime'],
  world: Awaited<ReturnType<typeof servers>>,
) {
  const { accessToken, refreshToken } = await world.oauth.issueToken({ clientId: 'body-app' })
  const { id } = await runtime.connections.create({
    connector: 'acme',
    organizationId: 'acme',
    credentials: { access_token: accessToken, refresh_token: refreshToken },
  })
  const refresh = async () => {
    const { clientId, clientSecret } = clients.body
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    }
    return (await fetch(world.urls.tokenUrl, { method: 'POST', body: new URLSearchParams(form) })).status
  }
  return { id, accessToken, refresh }
}

describe('disconnecting an oauth2 connection', () => {
  test('revokes both tokens at the vendor and deletes them here', async () => {
    const world = await servers()
    const { runtime, lines } = await acmeRuntime(world)
    const { id, accessToken, refresh } = await granted(runtime, world)
    expect(await runtime.connections.test(id)).toEqual({ ok: true })

    const disconnected = await runtime.connections.disconnect(id)

    expect(disconnected.state).toBe('disconnected')
    expect(await world.oauth.verifyAccessToken(accessToken)).toBeUndefined()
    expect(await refresh()).toBe(400)
    expect(lines).toEqual([])
  })

  test('deletes them whatever the vendor answers, and the log says that they may live on', async () => {
    const world = await servers()
    const gate = await tokenGate(world.urls.revokeUrl)
    const clock = fixedClock(Date.now())
    const { runtime, lines } = await acmeRuntime(world, { clock, config: { revokeUrl: gate.url } })
    const { id, accessToken } = await granted(runtime, world)
    gate.fail('POST /token', faults.status(503), { times: Number.POSITIVE_INFINITY })

    await runtime.connections.disconnect(id)

    const ids = { connectionId: id, connectorId: 'acme', organizationId: 'acme', code: 'AUTH_TRANSIENT' }
    expect(lines).toEqual([
      { level: 'warn', message: 'Token could not be revoked', fields: { ...ids, token: 'refresh_token' } },
      { level: 'warn', message: 'Token could not be revoked', fields: { ...ids, token: 'access_token' } },
    ])
    expect(await world.oauth.verifyAccessToken(accessToken)).toBeDefined()
    expect(await runtime.connections.test(id)).toMatchObject({ ok: false })
  })

  test('needs no revocation endpoint and no app', async () => {
    const world = await servers()
    const { runtime, lines } = await acmeRuntime(world, { config: { revokeUrl: undefined } })
    const first = await granted(runtime, world)
    await runtime.connections.disconnect(first.id)
    const { runtime: other } = await acmeRuntime(world)
    const second = await granted(other, world)
    await other.oauthApps.delete({ connector: 'acme' })

    expect((await other.connections.disconnect(second.id)).state).toBe('disconnected')
    expect(lines).toEqual([])
  })

  test('waits for a refresh under way, so that the tokens of that are what is revoked', async () => {
    const world = await servers()
    const gate = await tokenGate(world.urls.tokenUrl)
    const revocation = await tokenGate(world.urls.revokeUrl)
    const { runtime } = await acmeRuntime(world, { config: { tokenUrl: gate.url, revokeUrl: revocation.url } })
    const { id } = await granted(runtime, world)
    world.oauth.expireAccessTokens()
    const arrived = Promise.withResolvers<string>()
    const released = Promise.withResolvers<void>()
    gate.after = (reply) => {
      arrived.resolve(reply)
      return released.promise
    }
    const revoked: (string | null)[] = []
    revocation.before = (form) => void revoked.push(form.get('token'))
    const testing = runtime.connections.test(id)
    const renewed = JSON.parse(await arrived.promise)

    const disconnecting = runtime.connections.disconnect(id)
    await new Promise((resolve) => setTimeout(resolve, 50))
    released.resolve()
    await Promise.all([testing, disconnecting])

    expect(revoked).toEqual([renewed.refresh_token, renewed.access_token])
    expect(await runtime.connections.get(id)).toMatchObject({ state: 'disconnected' })
  })

  test('can be followed by connecting again, with the history that there is', async () => {
    const world = await servers()
    const { runtime } = await acmeRuntime(world)
    const { id } = await connect(runtime)
    await runOf(runtime, id)
    await runtime.connections.disconnect(id)

    const again = await connect(runtime, { connectionId: id })
    await runOf(runtime, id)

    expect(again).toMatchObject({ id, state: 'active', stateReason: undefined })
    expect(await runtime.runs.list({ organizationId: 'acme', connectionId: id })).toHaveLength(2)
  })
})
