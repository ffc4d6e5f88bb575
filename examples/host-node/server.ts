import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'

const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`
const store = process.env.CHECKWRIGHT_STORE ?? 'sqlite:./data/checkwright.db'

const runtime = await createRuntime({ connectors: [], store, publicUrl })
const { fetch } = createHost({ runtime })

const server = createServer(getRequestListener(fetch))
server.listen(port, '127.0.0.1', () => console.log(`The API is at ${publicUrl}/v1/openapi.json`))

process.once('SIGTERM', () => server.close(() => runtime.close()))
