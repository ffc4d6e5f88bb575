import { getRequestListener } from '@hono/node-server'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import fastify from 'fastify'

const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}/checks`
const store = process.env.CHECKWRIGHT_STORE ?? 'sqlite:./data/checkwright.db'

const runtime = await createRuntime({ connectors: [], store, publicUrl })
const listener = getRequestListener(createHost({ runtime }).fetch)

// Node's own default; Fastify's 72 s would delay stopping as long as a client keeps its connection.
const app = fastify({ keepAliveTimeout: 5_000 })
app.get('/', async () => 'The service around it')
app.register(async (checks) => {
  // Bodies stay unread, because a body that Fastify has read can no longer be streamed.
  checks.removeAllContentTypeParsers()
  checks.addContentTypeParser('*', (_request, _body, done) => done(null))
  checks.all('/checks/*', (request, reply) => {
    reply.hijack()
    void listener(request.raw, reply.raw)
  })
})

await app.listen({ port, host: '127.0.0.1' })
console.log(`The API is at ${publicUrl}/v1/openapi.json`)

process.once('SIGTERM', () => app.close().then(() => runtime.close()))
