import { describe, expect, test } from 'vitest'
import { faults, fixedClock } from '../../../src/author/testing/index.ts'
import { startTokenGate } from '../runtime/token-gate.ts'
import { clients, connect, openAcmeRuntime, runStored, startTestServers } from '../runtime/world.ts'

async function granted(
  runtime: Awaited<ReturnType<typeof openAcmeRuntime>>['runtime'],
  world: Awaited<ReturnType<typeof startTestServers>>,
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
    const world = await startTestServers()
    const { runtime, lines } = await openAcmeRuntime(world)
    const { id, accessToken, refresh } = await granted(runtime, world)
    expect(await runtime.connections.test(id)).toEqual({ ok: true })

    const disconnected = await runtime.connections.disconnect(id)

    expect(disconnected.state).toBe('disconnected')
    expect(await world.oauth.verifyAccessToken(accessToken)).toBeUndefined()
    expect(await refresh()).toBe(400)
    expect(lines).toEqual([])
  })

  test('deletes them whatever the vendor answers, and the log says that they may live on', async () => {
    const world = await startTestServers()
    const gate = await startTokenGate(world.urls.revokeUrl)
    const clock = fixedClock(Date.now())
    const { runtime, lines } = await openAcmeRuntime(world, { clock, config: { revokeUrl: gate.url } })
    const { id, accessToken } = await granted(runtime, world)
    gate.fail('POST /token', faults.status(503), { times: Number.POSITIVE_INFINITY })

    await runtime.connections.disconnect(id)

    const ids = { connectionId: id, connectorId: 'acme', organizationId: 'acme', code: 'AUTH_TRANSIENT' }
    expect(lines).toEqual([
      { level: 'warn', message: 'Token could not be revoked', fields: { ...ids, token: 'refresh_token' } },
      { level: 'warn', message: 'Token could not be revoked', fields: { ...ids, token: 'access_token' } },
    ])
    expect(await world.oauth.verifyAccessToken(accessToken)).toMatchObject({ clientId: 'body-app' })
    expect(await runtime.connections.test(id)).toMatchObject({ ok: false })
  })

  test('needs no revocation endpoint and no app', async () => {
    const world = await startTestServers()
    const { runtime, lines } = await openAcmeRuntime(world, { config: { revokeUrl: undefined } })
    const first = await granted(runtime, world)
    await runtime.connections.disconnect(first.id)
    const { runtime: other } = await openAcmeRuntime(world)
    const second = await granted(other, world)
    await other.oauthApps.delete({ connector: 'acme' })

    expect((await other.connections.disconnect(second.id)).state).toBe('disconnected')
    expect(lines).toEqual([])
  })

  test('waits for a refresh under way, so that the tokens of that are what is revoked', async () => {
    const world = await startTestServers()
    const gate = await startTokenGate(world.urls.tokenUrl)
    const revocation = await startTokenGate(world.urls.revokeUrl)
    const { runtime } = await openAcmeRuntime(world, { config: { tokenUrl: gate.url, revokeUrl: revocation.url } })
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
    const world = await startTestServers()
    const { runtime } = await openAcmeRuntime(world)
    const { id } = await connect(runtime)
    await runStored(runtime, id)
    await runtime.connections.disconnect(id)

    const again = await connect(runtime, { connectionId: id })
    await runStored(runtime, id)

    expect(again).toMatchObject({ id, state: 'active', stateReason: undefined })
    expect(await runtime.runs.list({ organizationId: 'acme', connectionId: id })).toHaveLength(2)
  })
})
