import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseCredentials } from '../../src/auth/credential-values.ts'
import { type ConnectorDefinition, defineConnector } from '../../src/define/index.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'
import { catchError, joinJson } from '../http/support.ts'
import { createAuthority } from '../http/transport/certificates.ts'

/** A real server that wants a client certificate of the authority, and says whose it saw. */
async function serveTls(authority: ReturnType<typeof createAuthority>, redirectTo?: string) {
  const seen: string[] = []
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const options = { ...authority.issue('server'), ca: authority.cert, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket
    const name = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : 'nobody'
    seen.push(name)
    if (redirectTo !== undefined) response.writeHead(302, { location: redirectTo })
    else response.writeHead(name === 'nobody' ? 403 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const fields = [
  {
    id: 'certificate',
    label: 'Client certificate',
    type: 'certificate',
    required: true,
    passphraseField: 'passphrase',
  },
  { id: 'passphrase', label: 'Passphrase', type: 'password' },
] as const

function createBank(baseUrl: string) {
  const bank = defineConnector({
    id: 'bank',
    name: 'Bank',
    baseUrl,
    auth: { type: 'custom', config: { credentialFields: fields } },
  })
  return bank.with(
    bank.check({
      id: 'me',
      title: 'Somebody',
      run: async (ctx) => {
        const { name } = await ctx.get<{ readonly name: string }>('/me', { redirects: 'anywhere' } as never)
        ctx.pass({ resource: { type: 'account', id: '1' }, title: name })
      },
    }),
  )
}

async function run(origin: string, credentials: Readonly<Record<string, unknown>>) {
  const result = await runChecks(createBank(origin), { credentials, allowPrivateNetwork: true })
  return { check: result.checks[0], all: joinJson(result) }
}

describe('a client certificate', () => {
  test('is presented as PEM, with the key below it', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer-1')
    const { origin } = await serveTls(authority)

    const { check, all } = await run(origin, { certificate: `${cert}\n${key}` })

    expect(check).toMatchObject({ status: 'pass', results: [{ title: 'customer-1' }] })
    expect(all).not.toContain(key.split('\n')[1])
  })

  test('is presented as PEM on one line, with its line breaks as two characters, and in base64', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer-3')
    const { origin } = await serveTls(authority)
    const pem = `${cert}\n${key}`

    for (const certificate of [
      pem.replaceAll('\n', '\\n'),
      pem.replaceAll('\n', ' '),
      Buffer.from(pem).toString('base64'),
    ])
      expect((await run(origin, { certificate })).check).toMatchObject({ results: [{ title: 'customer-3' }] })
  })

  test('is presented as PEM whose key is locked, and as PKCS#12', async () => {
    const authority = createAuthority('Bank CA')
    const issued = authority.issue('customer-2')
    const { origin } = await serveTls(authority)

    const locked = `${issued.cert}\n${authority.lock(issued, 'open-sesame')}`
    const both = await Promise.all([
      run(origin, { certificate: locked, passphrase: 'open-sesame' }),
      run(origin, { certificate: authority.pack(issued, 'open-sesame'), passphrase: 'open-sesame' }),
    ])

    for (const { check } of both) expect(check).toMatchObject({ status: 'pass', results: [{ title: 'customer-2' }] })
  })

  test('is one connection’s alone: another one never rides on its sockets', async () => {
    const authority = createAuthority('Bank CA')
    const { origin, seen } = await serveTls(authority)
    const [one, two] = [authority.issue('one'), authority.issue('two')]

    for (const { cert, key } of [one, two, one]) await run(origin, { certificate: `${cert}\n${key}` })

    expect(seen).toEqual(['one', 'two', 'one'])
  })

  test('is not presented to a host that is not the connector’s', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer')
    const elsewhere = await serveTls(authority)
    const { origin, seen } = await serveTls(authority, `${elsewhere.origin}/me`)

    const { check } = await run(origin, { certificate: `${cert}\n${key}` })

    expect(seen).toEqual(['customer'])
    expect(elsewhere.seen).toEqual(['nobody'])
    expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })

  test('is not presented by an anonymous request, whose socket is another', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer')
    const { origin, seen } = await serveTls(authority)
    const bank = createBank(origin)
    const guarded = bank.with(
      bank.check({
        id: 'strangers',
        title: 'Strangers',
        run: async (ctx) => {
          await ctx.get('/me')
          const asked = await ctx.fetch('/me', { anonymous: true, retry: false })
          ctx.pass({ resource: { type: 'account', id: '1' }, title: String(asked.status) })
        },
      }),
    )

    const credentials = { certificate: `${cert}\n${key}` }
    const { checks } = await runChecks(guarded, { credentials, allowPrivateNetwork: true, checks: ['strangers'] })

    expect(seen.slice(-2)).toEqual(['customer', 'nobody'])
    expect(checks.find(({ id }) => id === 'strangers')?.results[0]?.title).toBe('403')
  })

  test('of another authority is no proof, and the check could not tell', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = createAuthority('Other CA').issue('stranger')
    const { origin } = await serveTls(authority)

    const { check } = await run(origin, { certificate: `${cert}\n${key}` })

    expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })

  test('is not handed to sockets of the host program, which would not present it', async () => {
    const { Agent } = await import('undici')
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer')
    const { origin, seen } = await serveTls(authority)

    const result = await runChecks(createBank(origin), {
      credentials: { certificate: `${cert}\n${key}` },
      allowPrivateNetwork: true,
      dispatcher: new Agent(),
    })

    expect(result.checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'HTTP_HOST_REFUSED' } })
    expect(seen).toEqual([])
  })

  test('reaches a fetch of the host program, which presents it', async () => {
    const authority = createAuthority('Bank CA')
    const { cert, key } = authority.issue('customer')
    const given: unknown[] = []

    await runChecks(createBank('https://bank.example'), {
      credentials: { certificate: `${cert}\n${key}` },
      fetch: async (_url, { certificate }) => {
        given.push(certificate)
        return Response.json({ name: 'x' })
      },
    })

    expect(given).toMatchObject([{ cert: expect.stringContaining('BEGIN CERTIFICATE') }])
  })
})

describe('parseCredentials() refuses a certificate', () => {
  const { definition } = createBank('https://bank.example')

  test.each<[string, (authority: ReturnType<typeof createAuthority>) => object, RegExp]>([
    ['without its key', (ca) => ({ certificate: ca.issue('a').cert }), /has no private key/],
    ['that is a key alone', (ca) => ({ certificate: ca.issue('a').key }), /has no certificate/],
    [
      "with another certificate's key",
      (ca) => ({ certificate: `${ca.issue('a').cert}\n${ca.issue('b').key}` }),
      /does not belong to the first certificate/,
    ],
    [
      'whose key is locked, without a passphrase',
      (ca) => {
        const issued = ca.issue('a')
        return { certificate: `${issued.cert}\n${ca.lock(issued, 'right')}` }
      },
      /enter its passphrase/,
    ],
    [
      'in a file that the passphrase does not open',
      (ca) => ({ certificate: ca.pack(ca.issue('a'), 'right'), passphrase: 'wrong' }),
      /the passphrase does not open/,
    ],
    ['that is something else', () => ({ certificate: 'hello, world!' }), /is neither PEM nor/],
  ])('%s', async (_case, enter, expected) => {
    const entered = enter(createAuthority('CA')) as { readonly certificate: string }

    const error = await catchError(Promise.resolve().then(() => parseCredentials(definition, { ...entered })))

    expect(error).toMatchObject({ code: 'CREDENTIAL_INVALID', problems: [{ path: 'certificate' }] })
    expect((error as Error).message).toMatch(expected)
    expect((error as Error).message).not.toContain(entered.certificate.split('\n')[1] ?? 'hello')
  })
})

describe('defineConnector()', () => {
  test('takes one certificate, and a passphrase of type password', () => {
    const define = (credentialFields: readonly object[]) => () =>
      defineConnector({
        id: 'bank',
        name: 'Bank',
        baseUrl: 'https://bank.example',
        auth: { type: 'custom', config: { credentialFields } },
      } as never as ConnectorDefinition & { readonly id: 'bank' })

    const [certificate, passphrase] = fields
    expect(define([certificate, { ...certificate, id: 'second' }, passphrase])).toThrow(/is a second certificate/)
    expect(define([certificate])).toThrow(/"passphrase" is not a field of type password/)
    expect(define([{ ...certificate, pattern: 'x' }, passphrase])).toThrow(/pattern: does not go with type/)
  })
})
