/** Lists as many accounts as it is told, keeps and exports them, and tells what memory it took. */
import { randomBytes } from 'node:crypto'
import { defineConnector } from '../../../../src/define/index.ts'
import { exportForms } from '../../../../src/inventory/export/export-formats.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

const [count = 0, folder = ''] = [Number(process.argv[2]), process.argv[3]]

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const accounts = acme.inventory({
  of: 'account',
  tells: ['email', 'roles'],
  covers: ['members'],
  async *list() {
    for (let n = 0; n < count; n++) {
      // As a list does that waits for pages.
      if (n % 500 === 0) await new Promise((resolve) => setImmediate(resolve))
      yield {
        id: `u${1_000_000 + n}`,
        name: `Person ${n}`,
        kind: 'person',
        status: 'active',
        email: `person-${n}@example.com`,
        roles: ['x'.repeat(200)],
      }
    }
  },
})

let peakBytes = 0
const note = () => {
  global.gc?.()
  // Without buffers: those that are just being encrypted and written come and go.
  peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed)
}
const watch = setInterval(note, 400)

const runtime = await createRuntime({
  connectors: [acme.with(accounts)],
  store: `sqlite:${folder}/checkwright.db`,
  keys: `k1:${randomBytes(32).toString('base64')}`,
  publicUrl: 'https://checks.example.com',
})
await runtime.organizations.create({ id: 'acme', name: 'Acme' })
const credentials = { api_key: 'secret-key-4711' }
const { id } = await runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials })
await (await runtime.runs.start({ connectionId: id, inventories: ['account'] })).recorded
const opened = await runtime.inventories.open({ connectionId: id, of: 'account' })
let lines = 0
let inOrder = true
if (opened) {
  for await (const line of exportForms.csv.write({ head: opened.head, records: opened.records() })) {
    if (lines > 0) inOrder &&= line.startsWith(`u${1_000_000 + lines - 1},`)
    if (++lines % Math.ceil(count / 5) === 0) note()
  }
}
const [last] = await Array.fromAsync(opened?.records(count - 1) ?? [])
note()
clearInterval(watch)
console.log(
  JSON.stringify({
    complete: opened?.head.complete,
    count: opened?.head.count,
    lines,
    inOrder,
    peakBytes,
    last: last?.id,
  }),
)
await runtime.close()
