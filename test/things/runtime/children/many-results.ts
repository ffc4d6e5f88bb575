// Runs a check that reports as many results as it is told, reads them all and prints how much memory that took at most.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defineConnector } from '../../../../src/index.ts'
import { keepRun } from '../../../../src/things/runs/run-checks.ts'

const count = Number(process.argv[2])
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
let peakBytes = 0
const measure = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  peakBytes = Math.max(peakBytes, heapUsed + external)
}

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const users = acme.check({
  id: 'users',
  title: 'Users',
  run(ctx) {
    for (let n = 0; n < count; n++) {
      ctx.pass({ resource: { type: 'user', id: `u${n}` }, title: 'Fine', evidence: { n, note: 'x'.repeat(200) } })
      if (n % Math.ceil(count / 10) === 0) measure()
    }
  },
})

const run = await keepRun(acme.with(users), { credentials: { api_key: 'secret-key-4711' } })
let read = 0
let inOrder = true
for await (const { resource } of run.results('users')) {
  inOrder &&= resource.id === `u${read}`
  if (++read % Math.ceil(count / 10) === 0) measure()
}
const { status, summary } = run.head
await run.close()
process.stdout.write(JSON.stringify({ status, passed: summary.results.pass, read, inOrder, peakBytes }))
