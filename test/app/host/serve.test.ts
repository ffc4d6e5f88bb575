import { serve } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { bindingCookie, createHost } from '../../../src/app/host/index.ts'
import { authorizeHeadlessly } from '../../../src/author/testing/index.ts'
import { createAcmeConnector } from '../../things/runtime/acme.ts'
import { openRuntimeWith, startTestServers } from '../../things/runtime/world.ts'

test('createHost() serves the whole flow over HTTP by @hono/node-server', async () => {
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  let answer: (request: Request) => Promise<Response> = async () => new Response('not yet', { status: 503 })
  const server = serve({ fetch: (request) => answer(request), port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    resolve(port),
  )
  onTestFinished(() => void server.close())
  const publicUrl = `http://127.0.0.1:${await listening}`
  const redirectUris = [`${publicUrl}/v1/integrations/oauth/callback/acme`]
  const client = { clientId: 'served-app', clientSecret: 'served-secret', redirectUris, authMethod: 'body' } as const
  const world = await startTestServers({ clients: [client] })
  const { runtime } = await openRuntimeWith({ connectors: [createAcmeConnector(world.urls)], publicUrl })
  await runtime.oauthApps.set({ connector: 'acme', ...client })
  answer = createHost({ runtime }).fetch
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['organization:read'] })
  const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme', returnTo: '/done' })
  const cookie = bindingCookie(runtime, binding).split(';')[0] ?? ''

  const called = await fetch(await authorizeHeadlessly(url), { headers: { cookie }, redirect: 'manual' })
  const organization = await fetch(`${publicUrl}/v1/organization`, { headers: { 'x-api-key': key } })
  const missing = await fetch(`${publicUrl}/nothing`)

  expect([called.status, called.headers.get('location')]).toEqual([303, '/done'])
  expect(called.headers.get('set-cookie')).toMatch(/^cw_oauth_[\w-]{16}=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await organization.json()).toMatchObject({ id: 'acme' })
  expect(missing.status).toBe(404)
  const [connection] = await runtime.connections.list({ organizationId: 'acme' })
  expect(await runtime.connections.test(connection?.id ?? '')).toEqual({ ok: true })
})
