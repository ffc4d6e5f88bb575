/** Makes a package of as many runs as it is told, of as many results each, and tells what memory the making took, and how long. */
import { randomBytes } from 'node:crypto'
import { fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'
import { shippedFrameworks } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { defineConnector } from '../../../../src/define/index.ts'
import { writePackage } from '../../../../src/things/packages/making/store-package.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

const [runs = 0, results = 0] = process.argv.slice(2).map(Number)
const folder = process.argv[4] ?? ''
/** As many connections, each with one run a day. */
const perDay = 10
const dayMs = 86_400_000

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const users = acme.check({
  id: 'users',
  title: 'Users',
  controls: ['soc2:CC6.1', 'soc2:CC6.2'],
  run: async (ctx) => {
    for (let n = 0; n < results; n++)
      ctx.pass({ resource: { type: 'user', id: `u${n}` }, title: 'On', evidence: { note: 'x'.repeat(200) } })
  },
})
const clock = fixedClock('2026-01-01T00:00:00Z')
const runtime = await createRuntime({
  connectors: [acme.with(users)],
  store: `sqlite:${folder}/checkwright.db`,
  clock,
  evidence: 'kept',
  keys: `k1:${randomBytes(32).toString('base64')}`,
  publicUrl: 'https://checks.example.com',
})
await runtime.organizations.create({ id: 'acme', name: 'Acme' })
const credentials = { api_key: 'secret-key-4711' }
const ids: string[] = []
for (let n = 0; n < perDay; n++)
  ids.push((await runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials })).id)
for (let day = 0; day < runs / perDay; day++) {
  for (const connectionId of ids) await (await runtime.runs.start({ connectionId })).result
  clock.advance(dayMs)
}

const measure = () => {
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
const before = measure()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, measure())
}, 400)
const beganMs = performance.now()
const to = new Date(clock.nowMs() - dayMs).toISOString().slice(0, 10)
const order = { organizationId: 'acme', framework: await shippedFrameworks.soc2(), from: '2026-01-01', to }
const { runIds } = await writePackage(runtime, { ...order, target: `${folder}/audit.zip` })
const tookMs = performance.now() - beganMs
clearInterval(watch)
peak = Math.max(peak, measure())
console.log(JSON.stringify({ named: runIds.length, peakBytes: peak - before, tookMs: Math.round(tookMs) }))
await runtime.close()
