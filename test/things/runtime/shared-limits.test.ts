import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createAcmeConnector } from './acme.ts'
import { clients, connect, openRuntimeWith, runStored, type Servers, setApp, startTestServers } from './world.ts'

const limits = { requestsPerSecond: 20, burst: 20, per: 'app' } as const

test("limits of an app hold for two runtimes on one store that ask at once, for two organizations' connections", async () => {
  const world = await startTestServers()
  const shared = { store: await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`), keys: makeKeyText() }
  const { runtime: one } = await openRuntimeWith({ connectors: [busy(world, 'one')], ...shared })
  const { runtime: two } = await openRuntimeWith({ connectors: [busy(world, 'two')], ...shared })
  await setApp(one, clients.body)
  const ofAcme = await connect(one)
  const ofOther = await connect(two, { organizationId: 'other' })

  const runs = await Promise.all([runStored(one, ofAcme.id, ['busy']), runStored(two, ofOther.id, ['busy'])])

  expect(runs.map(({ status }) => status)).toEqual(['pass', 'pass'])
  const asked = world.vendor.requests.filter(({ path }) => path.startsWith('/me?from='))
  for (const from of ['one', 'two']) expect(asked.filter(({ path }) => path.includes(from))).toHaveLength(25)
  expect(mostAbove(asked.map(({ at }) => at.getTime()))).toBeLessThanOrEqual(limits.burst)
})

test('a check ends as error, and the vendor is not asked, while nobody can tell what other processes have sent', async () => {
  const world = await startTestServers()
  const file = join(createTempFolder(), 'store.db')
  const { runtime } = await openRuntimeWith({ connectors: [busy(world, 'one')], store: `sqlite:${file}` })
  await setApp(runtime, clients.body)
  const { id } = await connect(runtime)
  const database = new DatabaseSync(file)
  database.exec("create trigger full_disk before insert on rates begin select raise(fail, 'disk I/O error'); end")
  database.close()

  const run = await runStored(runtime, id, ['busy'])

  expect(run.checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'STORE_UNAVAILABLE' } })
  expect(world.vendor.requests.filter(({ path }) => path.startsWith('/me?from='))).toEqual([])
})

/** Asks 25 times at once; its requests say which runtime they come from. */
function busy({ urls }: Servers, from: string) {
  const acme = defineConnector({ ...createAcmeConnector(urls).definition, id: 'acme', limits })
  const check = acme.check({
    id: 'busy',
    title: '25 requests at once',
    onEmpty: 'pass',
    async run(ctx) {
      await Promise.all(Array.from({ length: 25 }, (_, n) => ctx.get('/me', { query: { from, n } })))
    },
  })
  return acme.with(check)
}

/** How far above the rate it went in the worst window, which is what the vendor's burst has to cover. */
function mostAbove(atMs: readonly number[]): number {
  const above = atMs.flatMap((beginMs, from) =>
    atMs.slice(from).map((endMs, more) => more + 1 - (limits.requestsPerSecond * (endMs - beginMs)) / 1000),
  )
  return Math.max(...above)
}
