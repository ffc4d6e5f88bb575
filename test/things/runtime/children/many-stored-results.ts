/** Runs a stored connection whose one check reports as many results as it is told, reads them all, and tells what memory it took. */
import { randomBytes } from 'node:crypto'
import { defineConnector } from '../../../../src/define/index.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

const [count = 0, folder = ''] = [Number(process.argv[2]), process.argv[3]]

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const users = acme.check({
  id: 'users',
  title: 'Users',
  run: async (ctx) => {
    for (let n = 0; n < count; n++) {
      const result = {
        resource: { type: 'user', id: `u${n}` },
        title: 'Second factor',
        evidence: { note: 'x'.repeat(200) },
      }
      if (n % 10 === 0) ctx.fail({ ...result, remediation: 'Enrol one.' })
      else ctx.pass(result)
      // As a check does that waits for pages.
      if (n % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  },
})

let peakBytes = 0
const note = () => {
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  peakBytes = Math.max(peakBytes, heapUsed + external)
}
const watch = setInterval(note, 400)

const runtime = await createRuntime({
  connectors: [acme.with(users)],
  store: `sqlite:${folder}/checkwright.db`,
  keys: `k1:${randomBytes(32).toString('base64')}`,
  publicUrl: 'https://checks.example.com',
})
await runtime.organizations.create({ id: 'acme', name: 'Acme' })
const credentials = { api_key: 'secret-key-4711' }
const { id } = await runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials })
const { recorded: kept, id: runId } = await runtime.runs.start({ connectionId: id })
const { head, results } = await kept
let read = 0
let inOrder = true
for await (const { resource } of results('users')) {
  inOrder &&= resource.id === `u${read++}`
  if (read % Math.ceil(count / 5) === 0) note()
}
const [last] = (await runtime.runs.results(runId, { after: count - 2 })) ?? []
const findings = await runtime.findings.list({ organizationId: 'acme', limit: 100 })
note()
clearInterval(watch)
console.log(
  JSON.stringify({
    status: head.status,
    read,
    inOrder,
    peakBytes,
    last: last?.result.resource.id,
    findings: findings.length,
  }),
)
await runtime.close()
