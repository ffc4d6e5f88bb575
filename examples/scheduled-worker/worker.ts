import { setInterval } from 'node:timers/promises'
import { createRuntime, type Runtime } from 'checkwright/runtime'
import acme from './acme.ts'

const { CHECKWRIGHT_STORE: store = 'sqlite:./data/checkwright.db', ACME_API_KEY, CRON = '0 6 * * *' } = process.env

/** One JSON object a line: two for each run, and one for each check that could not tell. It contains no secrets. */
const log = (level: string) => (fields: object, message: string) =>
  console.error(JSON.stringify({ level, message, ...fields }))

const runtime = await createRuntime({
  connectors: [acme],
  store,
  // This process only works; nobody signs in through it.
  publicUrl: 'http://127.0.0.1',
  logger: { debug: () => {}, info: log('info'), warn: log('warn'), error: log('error') },
})
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const connection = await theConnection(runtime)
const schedule =
  (await runtime.schedules.get({ connectionId: connection.id })) ??
  (await runtime.schedules.set({ connectionId: connection.id, cron: CRON, timeZone: 'Europe/Berlin' }))
console.log(`${connection.id} runs by "${schedule.cron}", next at ${schedule.nextAt}`)

await tellNews(runtime, connection.organizationId).catch((error: unknown) => {
  if (!stop.signal.aborted) throw error
})
// Lets running runs finish, for half a minute; the next process takes over the rest.
await runtime.close({ graceMs: 30_000, unfinished: 'hand back' })

/** The existing connection. The first start makes it, from the environment. */
async function theConnection({ organizations, connections }: Runtime) {
  const [organization] = await organizations.list()
  const { id: organizationId } = organization ?? (await organizations.create({ name: 'Example Ltd' }))
  const [connected] = await connections.list({ organizationId, connector: 'acme' })
  return connected ?? connections.create({ connector: 'acme', organizationId, credentials: { api_key: ACME_API_KEY } })
}

/** The changes since the last report: findings that are new, back again, or gone. Ends with the signal. */
async function tellNews({ findings }: Runtime, organizationId: string) {
  let toldUntilMs = 0
  for await (const _ of setInterval(1_000, undefined, { signal: stop.signal })) {
    const all = await findings.list({ organizationId, state: ['open', 'regressed', 'resolved'] })
    for (const { state, severity, result, changedAtMs } of all.toReversed())
      if (changedAtMs > toldUntilMs)
        console.log(`${state}: ${result.title}, ${result.resource.type} ${result.resource.id} [${severity}]`)
    toldUntilMs = all[0]?.changedAtMs ?? 0
  }
}
