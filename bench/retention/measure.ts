// Asks a host at a steady rate, with retention, with an organization that is erased, with a connection that is disconnected, or with none of
// them, and prints how long each request took.
import { setTimeout as sleep } from 'node:timers/promises'
import { createHost } from '../../src/app/host/create-host.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { scaleConnector } from '../scale/connector.ts'

const { store, keys, vendorUrl, connectionId, longId, key, work, seconds } = JSON.parse(process.argv[2] ?? '')
const warmUpMs = 4_000
const everyMs = 20
const maxAgeMs = 300 * 86_400_000

let deleted: object | undefined
const logger = {
  debug: () => {},
  warn: (fields: object, text: string) => console.error(text, fields),
  error: console.error,
  info: (fields: object, text: string) => {
    if (text.startsWith('Retention')) deleted = fields
  },
}
const runtime = await createRuntime({
  store,
  keys,
  logger,
  publicUrl: 'http://127.0.0.1',
  allowPrivateNetwork: true,
  connectors: [scaleConnector(vendorUrl)],
  retention: work === 'retention' ? { runs: { maxAgeMs } } : undefined,
})
const beganAtMs = performance.now()
const unlimited = { requests: 1e9, windowMs: 60_000 }
const host = createHost({ runtime, rateLimits: { key: unlimited, address: unlimited } })
const headers = { 'x-api-key': key, 'content-type': 'application/json' }
const ask = async (path: string, body?: object) => {
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await host.fetch(new Request(`http://127.0.0.1/v1${path}`, init))
  await response.text()
  if (response.status >= 300) throw new Error(`${path} was answered with ${response.status}`)
}
const comment = { content: 'Looks good', entityId: 'tsk_1', entityType: 'task', userId: 'ada' }
const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  'GET runs': () => ask('/integrations/runs?limit=50'),
  'GET findings': () => ask('/integrations/findings?limit=50'),
  'GET a connection': () => ask(`/integrations/connections/${connectionId}`),
  'POST a comment': () => ask('/comments', comment),
  'a run, to its end': async () => {
    const run = await runtime.runs.start({ connectionId, checks: ['five'] })
    await run.recorded
  },
}

const erasing = work === 'erasure' ? runtime.organizations.shred('erased') : undefined
erasing?.catch(() => undefined)
const tookMs = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
const names = Object.keys(kinds)
const fromMs = performance.now() + warmUpMs
const untilMs = fromMs + seconds * 1_000
let disconnectMs: number | undefined
// While others ask, and some time before the last of them: its findings follow as long as they do.
const disconnecting =
  work === 'disconnection' &&
  sleep(warmUpMs + 500).then(async () => {
    const sinceMs = performance.now()
    await runtime.connections.disconnect(longId)
    disconnectMs = performance.now() - sinceMs
  })
const asked: Promise<void>[] = []
for (let n = 0, dueMs = performance.now(); dueMs < untilMs; n++, dueMs += everyMs) {
  await sleep(Math.max(0, dueMs - performance.now()))
  const kind = names[n % names.length] ?? ''
  const sinceMs = dueMs
  // From when it was due: who asks while the process stands still waits for that too.
  asked.push(
    (kinds[kind]?.() ?? Promise.resolve()).then(() => {
      if (sinceMs >= fromMs) tookMs.get(kind)?.push(performance.now() - sinceMs)
    }),
  )
}
await Promise.all([...asked, disconnecting])
const isErased = await Promise.race([erasing?.then(() => true), Promise.resolve(false)])
const { user, system } = process.cpuUsage()
await runtime.close()
const wallMs = performance.now() - beganAtMs
console.log(
  JSON.stringify({
    tookMs: Object.fromEntries(tookMs),
    deleted,
    isErased,
    disconnectMs,
    wallMs,
    cpuMs: (user + system) / 1_000,
  }),
)
