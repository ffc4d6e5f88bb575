import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { describePostgres, emptyPostgres, queryPostgres, testPostgres } from '../../setup/postgres.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { connect, openAcmeRuntime, publicUrl, runStored, startTestServers } from './world.ts'

describePostgres('runtimes on one PostgreSQL', () => {
  test('refresh once between them, whatever each takes the time for: 2 × 20 sessions, and the grant stays alive', async () => {
    const world = await startTestServers()
    const options = { store: await testPostgres(), keys: makeKeyText() }
    const { runtime: one } = await openAcmeRuntime(world, options)
    // By this clock every lease of the other one is over.
    const ahead = { ...systemClock, nowMs: () => Date.now() + 5 * 60_000 }
    const { runtime: two } = await openAcmeRuntime(world, { ...options, clock: ahead })
    const { id } = await connect(one)
    world.oauth.expireAccessTokens()

    const outcomes = await Promise.all(
      [one, two].flatMap((runtime) => Array.from({ length: 20 }, () => runtime.connections.test(id))),
    )

    expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
    expect(refreshes(world)).toEqual([200])
    world.oauth.expireAccessTokens()
    expect((await runStored(two, id)).checks[0]).toMatchObject({ status: 'fail', complete: true })
    expect(refreshes(world)).toEqual([200, 200])
  })

  test('finish a sign-in that the other one began, though a day lies between their clocks', async () => {
    const world = await startTestServers()
    const options = { store: await testPostgres(), keys: makeKeyText() }
    const { runtime: one } = await openAcmeRuntime(world, options)
    const dayBehind = { ...systemClock, nowMs: () => Date.now() - 24 * 60 * 60_000 }
    const { runtime: two } = await openAcmeRuntime(world, { ...options, clock: dayBehind })

    const connection = await connect(two, {}, one)

    expect(connection.state).toBe('active')
  })

  test('make no master key: without one nothing is opened, and the error says what to set', async () => {
    const store = await emptyPostgres()
    const home = createTempFolder()
    const elsewhere = { HOME: home, XDG_CONFIG_HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
    for (const [name, value] of Object.entries(elsewhere)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())

    const creating = createRuntime({ connectors: [], store, publicUrl })

    await expect(creating).rejects.toMatchObject({
      name: 'StoreError',
      code: 'KEYS_MISSING',
      message: expect.stringContaining('Set CHECKWRIGHT_KEYS'),
    })
    expect(await queryPostgres(store, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
  })
})

function refreshes({ oauth }: Awaited<ReturnType<typeof startTestServers>>): number[] {
  return oauth.tokenRequests.filter(({ grantType }) => grantType === 'refresh_token').map(({ status }) => status)
}
