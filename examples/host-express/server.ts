import { getRequestListener } from '@hono/node-server'
import github from 'checkwright/connectors/github'
import okta from 'checkwright/connectors/okta'
import { createHost, SignInLinks } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import express from 'express'

const port = Number(process.env.PORT ?? 3000)
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}/checks`
const store = process.env.CHECKWRIGHT_STORE ?? 'sqlite:./data/checkwright.db'

const runtime = await createRuntime({ connectors: [github, okta], store, publicUrl })
// With a session there are pages beside the API. A service with its own sign-in gives its own: { person: (request) => …
// }.
const { fetch } = createHost({ runtime, session: new SignInLinks(runtime) })

const app = express()
// Before express.json(), because a body that a parser has read can no longer be streamed.
app.use('/checks', getRequestListener(fetch))
app.use(express.json())
app.get('/', (_request, response) => void response.send('The service around it'))

const server = app.listen(port, '127.0.0.1', () => {
  console.log(`The API is at ${publicUrl}/v1/openapi.json`)
  console.log(`For its pages: npx checkwright sign-in-link --public-url ${publicUrl}`)
})

process.once('SIGTERM', () => server.close(() => runtime.close()))
