import { serve } from '@hono/node-server'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import { Hono } from 'hono'

const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}/checks`
const store = process.env.CHECKWRIGHT_STORE ?? 'sqlite:./data/checkwright.db'

const runtime = await createRuntime({ connectors: [], store, publicUrl })
const host = createHost({ runtime })

const app = new Hono()
app.get('/', (context) => context.text('The service around it'))
app.mount('/checks', host.fetch)

const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
  console.log(`The API is at ${publicUrl}/v1/openapi.json`),
)

process.once('SIGTERM', () => server.close(() => runtime.close()))
