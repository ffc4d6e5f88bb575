// Runs checks that forget promises, beside one that does not, and prints what became of them. Then, or meanwhile, a promise
// of the host's own is forgotten, which is for Node and the host to deal with.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineConnector } from '../../../../src/index.ts'
import { runChecks } from '../../../../src/things/runs/run-checks.ts'

const [mode] = process.argv.slice(2)
const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const resource = { type: 'account', id: 'a' }
const later = async (delayMs: number) => {
  await sleep(delayMs)
  throw new Error(`lost after ${delayMs} ms`)
}
const checks = {
  now: () => void Promise.reject(new Error('lost at once')),
  meanwhile: async () => {
    void later(5)
    await sleep(40)
  },
  // As a check does that hangs on a signal and forgets about it.
  aborted: (ctx: { readonly signal: AbortSignal }) => void sleep(60_000, undefined, { signal: ctx.signal }),
  afterwards: () => void later(300),
  inTimer: () => {
    setTimeout(() => void Promise.reject(new Error('lost in a timer')), 10)
    return sleep(60)
  },
  sound: () => sleep(500),
}
const made = Object.entries(checks).map(([id, run]) =>
  acme.check({
    id: id.toLowerCase(),
    title: id,
    async run(ctx) {
      await run(ctx)
      ctx.pass({ resource, title: 'Fine' })
    },
  }),
)
process.on('exit', (code) => process.stderr.write(`exit ${code}\n`))
if (mode === 'listening') process.on('unhandledRejection', (error) => process.stderr.write(`host heard ${error}\n`))
if (mode === 'host' || mode === 'listening') setTimeout(() => void Promise.reject(new Error('of the host')), 30)

const run = await runChecks(acme.with(...made), { credentials: { api_key: 'secret-key-4711' } })
process.stdout.write(JSON.stringify(run.checks.map(({ id, status, error }) => [id, status, error?.message ?? ''])))
await sleep(20)
process.stderr.write(`listeners ${process.listenerCount('unhandledRejection')}\n`)
