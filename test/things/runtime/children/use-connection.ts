// Opens a runtime on a shared store, says so, and at a line on stdin uses one connection: half by requests of one run, half
// by sessions of their own. Prints how many got through. With `dieAfterReply` it is killed as soon as the token endpoint has
// answered, before anything can be kept.
import { once } from 'node:events'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { type AcmeUrls, createAcmeConnector } from '../acme.ts'

export interface Task {
  readonly urls: AcmeUrls
  readonly config: object
  readonly store: string
  readonly keys: string
  readonly connectionId: string
  readonly times: number
  readonly dieAfterReply: boolean
}

const { urls, config, store, keys, connectionId, times, dieAfterReply }: Task = JSON.parse(process.argv[2] ?? '')
const connector = createAcmeConnector(urls, config)
const { check } = createAcmeConnector(urls, config)
const requests = check({
  id: 'requests',
  title: 'Requests at once',
  onEmpty: 'pass',
  async run(ctx) {
    await Promise.all(Array.from({ length: times }, (_, n) => ctx.get('/me', { query: { n } })))
  },
})
const runtime = await createRuntime({
  connectors: [connector.with(requests)],
  store,
  keys,
  publicUrl: 'https://checks.example.com',
  allowPrivateNetwork: true,
  fetch: dieAfterReply ? dying : undefined,
})
console.log('ready')
await once(process.stdin, 'data')
process.stdin.destroy()

const run = await runtime.runs.start({ connectionId, checks: ['requests'] })
const tests = await Promise.all(Array.from({ length: times }, () => runtime.connections.test(connectionId)))
const { checks } = await run.result
console.log(JSON.stringify({ run: checks[0]?.error ?? checks[0]?.status, tests: tests.filter(({ ok }) => ok).length }))
await runtime.close()

async function dying(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (url === urls.tokenUrl) {
    await response.text()
    process.kill(process.pid, 'SIGKILL')
  }
  return response
}
