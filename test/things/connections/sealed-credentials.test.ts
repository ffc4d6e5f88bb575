import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { clients, connect, openAcmeRuntime, publicUrl, runStored, startTestServers } from '../runtime/world.ts'

/** Three connections of two organizations in one file, and a way to reach into it as a thief or a broken disk would. */
async function three() {
  const world = await startTestServers()
  const store = join(createTempFolder(), 'store.db')
  const keys = makeKeyText()
  const { runtime } = await openAcmeRuntime(world, { store: `sqlite:${store}`, keys })
  const victim = (await connect(runtime)).id
  const neighbour = (await connect(runtime)).id
  const foreign = (await connect(runtime, { organizationId: 'other' })).id
  const inFile = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(store)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  const sealedOf = (id: string): string =>
    String(
      inFile(
        (db) => db.prepare('SELECT sealed_values FROM credentials WHERE connection_id = ?').get(id)?.sealed_values,
      ),
    )
  const write = (id: string, sealed: string) =>
    inFile((db) => db.prepare('UPDATE credentials SET sealed_values = ? WHERE connection_id = ?').run(sealed, id))
  const values = (id: string): Record<string, string> => JSON.parse(sealedOf(id))
  return { world, store, keys, runtime, victim, neighbour, foreign, inFile, sealedOf, write, values }
}

type Three = Awaited<ReturnType<typeof three>>

function flip(sealed: string): string {
  const at = sealed.length - 5
  return `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
}

describe('a connection whose stored credentials', () => {
  test.each<[string, (parts: Three) => void]>([
    [
      'were altered by one character',
      ({ values, write, victim }) => {
        const { access_token = '', ...rest } = values(victim)
        write(victim, JSON.stringify({ ...rest, access_token: flip(access_token) }))
      },
    ],
    ["are a neighbour's", ({ sealedOf, write, victim, neighbour }) => write(victim, sealedOf(neighbour))],
    ["are another organization's", ({ sealedOf, write, victim, foreign }) => write(victim, sealedOf(foreign))],
    [
      "were put in each other's field",
      ({ values, write, victim }) => {
        const { access_token = '', refresh_token = '' } = values(victim)
        write(victim, JSON.stringify({ access_token: refresh_token, refresh_token: access_token }))
      },
    ],
    ['were replaced by plain text', ({ write, victim }) => write(victim, '{"access_token":"\\"stolen\\""}')],
    ['are a list', ({ write, victim }) => write(victim, '["v1.xc20p"]')],
    ['are null', ({ write, victim }) => write(victim, 'null')],
    ['hold numbers in place of sealed texts', ({ write, victim }) => write(victim, '{"access_token":1}')],
    ['are no JSON any more', ({ write, victim }) => write(victim, '{"access_token": "v1.xc20')],
  ])('%s is unreadable, and nobody else is', async (_what, damage) => {
    const parts = await three()
    const { runtime, victim, neighbour, foreign, world } = parts
    damage(parts)
    const before = world.vendor.requests.length

    const result = await runStored(runtime, victim, ['users', 'crowd'])
    const asked = world.vendor.requests.length - before
    const tested = await runtime.connections.test(victim)

    expect(asked).toBe(0)
    expect(result.checks.map(({ status, error }) => [status, error?.kind, error?.code])).toEqual([
      ['error', 'config', 'CREDENTIAL_UNREADABLE'],
      ['error', 'config', 'CREDENTIAL_UNREADABLE'],
    ])
    expect(tested).toMatchObject({ ok: false, message: expect.stringMatching(/enter|connect/i) })
    for (const id of [neighbour, foreign]) expect(await runtime.connections.test(id)).toEqual({ ok: true })
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(2)
  })

  test.each<[string, (parts: Three) => void]>([
    ["are a neighbour's", ({ sealedOf, write, victim, neighbour }) => write(victim, sealedOf(neighbour))],
    ['are no JSON any more', ({ write, victim }) => write(victim, '{')],
  ])('%s is mended by connecting again, and can be disconnected', async (_what, damage) => {
    const parts = await three()
    const { runtime, victim } = parts
    damage(parts)

    await connect(runtime, { connectionId: victim })
    const mended = await runtime.connections.test(victim)
    damage(parts)
    const disconnected = await runtime.connections.disconnect(victim)

    expect(mended).toEqual({ ok: true })
    expect(disconnected.state).toBe('disconnected')
    expect(parts.sealedOf(victim)).toBe('{}')
  })

  test('were sealed with a master key that is gone keeps the service from starting, which says which key is missing', async () => {
    const { runtime, store } = await three()
    await runtime.close()
    const reopened = createRuntime({
      connectors: runtime.connectors,
      store: `sqlite:${store}`,
      keys: makeKeyText(),
      publicUrl,
      allowPrivateNetwork: true,
    })

    await expect(reopened).rejects.toMatchObject({
      code: 'KEYS_MISSING',
      message: expect.stringMatching(/not configured: "k[0-9a-f]{8}"/),
    })
  })

  test('a damaged client secret stops no connection whose token lives, and refreshing says what is wrong', async () => {
    const { runtime, world, victim, inFile } = await three()
    inFile((db) => db.exec(`UPDATE oauth_apps SET secrets = '{"client_secret":"v1.xc20p.x.y.z"}'`))

    const alive = await runtime.connections.test(victim)
    world.oauth.expireAccessTokens()
    const { checks } = await runStored(runtime, victim)
    await runtime.oauthApps.set({ connector: 'acme', clientId: 'body-app', clientSecret: clients.body.clientSecret })

    expect(alive).toEqual({ ok: true })
    expect(checks[0]?.error).toMatchObject({ kind: 'config', code: 'CREDENTIAL_UNREADABLE' })
    expect(await runtime.connections.test(victim)).toEqual({ ok: true })
  })

  test('a damaged flow is refused at the callback, and no connection is made', async () => {
    const { runtime, inFile } = await three()
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    inFile((db) => db.exec(`UPDATE flows SET secrets = '{"$code_verifier":"v1.xc20p.x.y.z"}'`))
    const state = new URL(url).searchParams.get('state')

    const callback = runtime.oauth.callback({ url: `${runtime.callbackUrl}?code=c&state=${state}`, binding })

    await expect(callback).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(2)
  })
})
