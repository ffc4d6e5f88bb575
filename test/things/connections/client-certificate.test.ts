import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ConnectorDefinition, defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { catchError } from '../../http/support.ts'
import { type Authority, createAuthority } from '../../http/transport/certificates.ts'
import { publicUrl } from '../runtime/world.ts'

interface Seen {
  readonly path: string
  /** Of the client certificate; undefined where none was presented. */
  readonly subject: string | undefined
  readonly form: Readonly<Record<string, string>>
}

/** An authorization server and its API, which give nothing to who has no certificate of the authority (RFC 8705 §2.1). */
async function serveBank(authority: Authority) {
  const seen: Seen[] = []
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  let tokens = 0
  const options = { ...authority.issue('server'), ca: authority.cert, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, async (request, response) => {
    const socket = request.socket as TLSSocket
    const subject = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : undefined
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    seen.push({ path: request.url ?? '', subject, form })
    const answer = (status: number, json: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (subject === undefined) return answer(401, { error: 'invalid_client' })
    if (request.url === '/token') {
      const token = { access_token: `bank-token-${++tokens}`, token_type: 'Bearer', expires_in: 3600 }
      return answer(
        200,
        form.grant_type === 'client_credentials' ? token : { ...token, refresh_token: `again-${tokens}` },
      )
    }
    if (request.url === '/revoke') return answer(200, {})
    return request.headers.authorization === 'Bearer bank-token-2' ? answer(200, { id: '1' }) : answer(401, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

async function openBank(origin: string, config: object) {
  const definition = {
    id: 'bank',
    name: 'Bank',
    baseUrl: origin,
    credentialFields: [{ id: 'certificate', label: 'Client certificate', type: 'certificate', required: true }],
    auth: {
      type: 'oauth2',
      config: { tokenUrl: `${origin}/token`, revokeUrl: `${origin}/revoke`, scopes: ['accounts'], ...config },
    },
  }
  const bank = defineConnector(definition as never as ConnectorDefinition & { readonly id: 'bank' })
  const check = bank.check({
    id: 'account',
    title: 'An account',
    run: async (ctx) => {
      const { id } = await ctx.get<{ id: string }>('/account')
      ctx.pass({ resource: { type: 'account', id }, title: 'Known' })
    },
  })
  const runtime = await createRuntime({
    connectors: [bank.with(check)],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl,
    allowPrivateNetwork: true,
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ name: 'Acme' })
  return { runtime, organizationId }
}

describe('a client certificate at the endpoints of OAuth', () => {
  test('is the proof of an app without a secret, for a token, the next one, the API and revoking', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer-7')
    const { origin, seen } = await serveBank(authority)
    const config = { grant: 'client_credentials', clientAuthMethod: 'certificate' }
    const { runtime, organizationId } = await openBank(origin, config)
    await runtime.oauthApps.set({ connector: 'bank', organizationId, clientId: 'bank-app' })
    const credentials = { certificate: `${cert}\n${key}` }

    const connection = await runtime.connections.create({ connector: 'bank', organizationId, credentials })
    const run = await (await runtime.runs.start({ connectionId: connection.id })).result
    await runtime.connections.disconnect(connection.id)

    expect(run.checks[0]).toMatchObject({ status: 'pass' })
    expect(seen.map(({ path }) => path)).toEqual(['/token', '/account', '/token', '/account', '/revoke'])
    expect(new Set(seen.map(({ subject }) => subject))).toEqual(new Set(['customer-7']))
    for (const { path, form } of seen.filter((each) => each.path !== '/account')) {
      expect([path, form.client_id]).toEqual([path, 'bank-app'])
      expect(form).not.toHaveProperty('client_secret')
    }
    expect(JSON.stringify(run)).not.toContain(key.split('\n')[1])
  })

  test('goes beside the secret, from the code of a person to the refresh', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer-8')
    const { origin, seen } = await serveBank(authority)
    const { runtime, organizationId } = await openBank(origin, { authorizeUrl: `${origin}/authorize` })
    await runtime.oauthApps.set({
      connector: 'bank',
      organizationId,
      clientId: 'bank-app',
      clientSecret: 'bank-secret-1',
    })
    const credentials = { certificate: `${cert}\n${key}` }

    const { url, binding } = await runtime.oauth.start({ connector: 'bank', organizationId, credentials })
    const answer = new URLSearchParams({ code: 'code-1', state: new URL(url).searchParams.get('state') ?? '' })
    const connection = await runtime.oauth.callback({
      url: `${new URL(url).searchParams.get('redirect_uri')}?${answer}`,
      binding,
    })
    const run = await (await runtime.runs.start({ connectionId: connection.id })).result

    expect(run.checks[0]).toMatchObject({ status: 'pass' })
    const asked = seen.filter(({ path }) => path === '/token')
    expect(asked.map(({ form, subject }) => [form.grant_type, form.client_secret, subject])).toEqual([
      ['authorization_code', 'bank-secret-1', 'customer-8'],
      ['refresh_token', 'bank-secret-1', 'customer-8'],
    ])
  })

  test('of another authority gets no token, and no connection is made', async () => {
    const { origin } = await serveBank(createAuthority('Bank CA'))
    const { cert, key } = createAuthority('Other CA').issue('stranger')
    const config = { grant: 'client_credentials', clientAuthMethod: 'certificate' }
    const { runtime, organizationId } = await openBank(origin, config)
    await runtime.oauthApps.set({ connector: 'bank', organizationId, clientId: 'bank-app' })
    const credentials = { certificate: `${cert}\n${key}` }

    const error = await catchError(runtime.connections.create({ connector: 'bank', organizationId, credentials }))

    expect(error).toMatchObject({ code: 'AUTH_APP_MISCONFIGURED' })
  })

  test('cannot be tried before somebody connects, and the page says why', async () => {
    const { origin, seen } = await serveBank(createAuthority('Bank CA'))
    const { runtime } = await openBank(origin, { grant: 'client_credentials', clientAuthMethod: 'certificate' })

    const trial = await runtime.oauthApps.test({ connector: 'bank', clientId: 'bank-app' })

    expect(trial).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('certificate of a connection') })
    expect(seen).toEqual([])
  })
})
