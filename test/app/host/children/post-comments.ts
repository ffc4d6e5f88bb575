import { appendFileSync } from 'node:fs'
import { createHost } from '../../../../src/app/host/index.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

/** Posts comments without pause until it is killed, and notes each one on stdout after it was answered with 201. */
const { store = '', keys = '', key = '' } = JSON.parse(process.argv[2] ?? '{}')
const runtime = await createRuntime({ connectors: [], store, keys, publicUrl: 'https://checks.example.com' })
const host = createHost({ runtime, rateLimits: { key: { requests: 1e9, windowMs: 60_000 } } })

async function post(content: string): Promise<void> {
  const request = new Request('https://checks.example.com/v1/comments', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ content, entityId: 't', entityType: 'task', userId: 'ada' }),
  })
  const { status } = await host.fetch(request)
  // Synchronous: what is noted has left the process before anything else happens in it.
  if (status === 201) appendFileSync(1, `${content}\n`)
}

await Promise.all(
  ['a', 'b', 'c', 'd'].map(async (worker) => {
    for (let n = 0; ; n++) await post(`${worker}${n}`)
  }),
)
