import { spawnSync } from 'node:child_process'
import { Agent, interceptors } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { catchError, openClient, secretKey, serve } from '../support.ts'

test("a dispatcher of the host's with undici's redirect interceptor takes no credentials to a stranger", async () => {
  const stranger = await serve()
  const vendor = await serve(() => ({ status: 302, headers: { location: `${stranger.origin}/there` } }))
  const agent = new Agent()
  onTestFinished(() => agent.close())
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 5 }))
  const { client } = await openClient({ baseUrl: vendor.origin }, { dispatcher })

  const error = await catchError(client.get('/start'))

  expect(vendor.seen[0]?.headers['x-api-key']).toBe(secretKey)
  expect(stranger.seen).toEqual([])
  expect(error).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
})

test.each([
  ['undici', 'NODE_DEBUG_REFUSED'],
  ['http,undici', 'NODE_DEBUG_REFUSED'],
  ['checkwright', 'none'],
])('NODE_DEBUG=%s, by which undici writes addresses of requests to stderr: %s', (debug, code) => {
  const module = new URL('../../../src/http/transport/create-transport.ts', import.meta.url).href
  const program = `
    const { createTransport } = await import(${JSON.stringify(module)})
    try {
      createTransport({}, {})
      console.log('none')
    } catch (error) {
      console.log(error.code)
    }`

  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, NODE_DEBUG: debug },
    encoding: 'utf8',
  })

  expect(stdout.trim()).toBe(code)
})
