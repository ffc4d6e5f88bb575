import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { type LoopbackServer, startLoopbackServer } from '../../../../src/author/testing/vendor/loopback.ts'
import { omitUndefined } from '../../../../src/text/omit-undefined.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const client = { clientId: 'checkwright', clientSecret: 'sign-in-secret-of-32-characters-1' }

interface Answers {
  /** The ID token that the token endpoint answers with. */
  idToken: (claims: JWTPayload) => Promise<string> | string
  /** The issuer that its discovery document names. @default its own */
  named?: string
  /** What its user info endpoint answers with: members, or a status. @default it has none */
  userInfo?: Readonly<Record<string, unknown>> | number | undefined
  /** How it takes the secret of a client. @default it does not say */
  methods?: readonly string[] | undefined
}

/** An issuer on loopback that answers with whatever ID token a test wants: a provider that lies, or somebody in its place. */
async function startIssuer() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const sign = (claims: JWTPayload, key = pair.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(key)
  const answers: Answers = { idToken: sign }
  const now = () => Math.floor(Date.now() / 1000)
  const server: LoopbackServer = await startLoopbackServer()
  const sent = { nonce: '', body: '' }
  server.serve(async (request, response) => {
    const send = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const { origin } = server
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname === '/.well-known/openid-configuration')
      return send({
        issuer: answers.named ?? origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: answers.methods,
        userinfo_endpoint: answers.userInfo === undefined ? undefined : `${origin}/userinfo`,
      })
    if (pathname === '/userinfo')
      return typeof answers.userInfo === 'object'
        ? send(answers.userInfo)
        : void response.writeHead(answers.userInfo ?? 404).end()
    if (pathname === '/keys') return send({ keys: [publicJwk] })
    sent.body = await text(request)
    const { nonce } = sent
    const honest = { iss: origin, aud: client.clientId, sub: 'ada-at-idp', nonce, iat: now(), exp: now() + 300 }
    const claims = { ...honest, email: 'ada@acme.example', email_verified: true }
    send({ access_token: 'token-1', token_type: 'Bearer', id_token: await answers.idToken(claims) })
  })
  return { server, sign, answers, sent }
}

let issuer: Awaited<ReturnType<typeof startIssuer>>
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.server.close())

interface SignInOptions {
  readonly role?: 'member' | 'admin'
  readonly fresh?: 'yes'
}

/** Signs Ada in with what the issuer answers. As an administrator she is an operator, too. */
async function signIn(answers: Partial<Answers>, { role = 'member', fresh }: SignInOptions = {}) {
  const { runtime, lines } = await openRuntimeWith({
    connectors: [],
    clock: fixedClock(new Date().toISOString()),
    allowPrivateNetwork: true,
  })
  const organizationId = 'acme'
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@acme.example' })
  await runtime.people.setRole({ organizationId, userId: 'ada', role })
  if (role === 'admin') await runtime.operators.add({ organizationId, userId: 'ada' })
  const { id } = await runtime.signInIssuers.create({
    ...client,
    organizationId,
    name: 'Acme login',
    issuer: issuer.server.origin,
    domains: ['acme.example'],
  })
  const host = createHost({ runtime, session: new SignInLinks(runtime) })
  const createBrowser = () => createBrowserClient(host.fetch)
  const browser = createBrowser()
  const goThrough = async (one: typeof browser, changed: Partial<Answers>) => {
    delete issuer.answers.named
    issuer.answers.methods = changed.methods
    issuer.answers.userInfo = changed.userInfo
    const begun = await one.post('/sign-in?organization=acme', '/sign-in/start', omitUndefined({ issuer: id, fresh }))
    const [, href = ''] = /<a class="button primary" href="([^"]+)"/.exec(begun.text) ?? []
    const { searchParams } = new URL(href.replaceAll('&amp;', '&'))
    issuer.sent.nonce = searchParams.get('nonce') ?? ''
    Object.assign(issuer.answers, { idToken: issuer.sign, ...changed })
    const query = new URLSearchParams({ code: 'code-1', state: searchParams.get('state') ?? '' })
    return one.get(`/sign-in/callback/${id}?${query}`)
  }
  const ended = await goThrough(browser, answers)
  /** Signs in once more, in another browser. */
  const again = async (changed: Partial<Answers>) => (await goThrough(createBrowser(), changed)).status
  const isIn = (await browser.get('/nowhere')).text.includes('Sign out')
  const entries = await runtime.audit.list({ organizationId, action: 'session' })
  return { ...ended, browser, again, isIn, entries, issuerId: id, lines }
}

/** The honest claims, with some changed; undefined: left out. */
const altered = (change: Readonly<Record<string, unknown>>) => ({
  idToken: (claims: JWTPayload) => issuer.sign({ ...claims, ...change }),
})
const past = () => Math.floor(Date.now() / 1000) - 3_600

describe('an ID token of the registered issuer', () => {
  test('signs in, if nothing is wrong with it', async () => {
    const { status, isIn, entries } = await signIn({})

    expect([status, isIn]).toEqual([303, true])
    expect(entries.map(({ action }) => action)).toEqual(['session.start'])
  })

  test('for several clients signs in where it was made for ours (azp), as some providers always write it', async () => {
    const { status, isIn } = await signIn(altered({ aud: [client.clientId, 'project-1'], azp: client.clientId }))

    expect([status, isIn]).toEqual([303, true])
  })

  test.each<[string, () => Partial<Answers>, rule: string]>([
    ['that another issuer made (iss)', () => altered({ iss: 'https://other.example' }), 'id_token.iss'],
    ['for another client (aud)', () => altered({ aud: 'another' }), 'id_token.aud'],
    ['for several clients, others than ours (aud)', () => altered({ aud: ['another', 'third'] }), 'id_token.aud'],
    [
      'for several clients, and for none (no azp)',
      () => altered({ aud: ['another', client.clientId] }),
      'id_token.azp',
    ],
    [
      'for several clients, made for another (azp)',
      () => altered({ aud: ['another', client.clientId], azp: 'another' }),
      'id_token.azp',
    ],
    ['for nobody (no aud)', () => altered({ aud: undefined }), 'id_token.aud'],
    ['of another sign-in (nonce)', () => altered({ nonce: 'nonce-of-somebody-else' }), 'id_token.nonce'],
    ['without a nonce', () => altered({ nonce: undefined }), 'id_token.nonce'],
    ['of nobody (no sub)', () => altered({ sub: undefined }), 'id_token.sub'],
    ['of whoever has no such claim (empty sub)', () => altered({ sub: '' }), 'id_token.sub'],
    ['of a number (sub)', () => altered({ sub: 17 }), 'id_token.sub'],
    ['of half a character (sub)', () => altered({ sub: 'ada\ud800' }), 'id_token.sub'],
    ['of more than a store can find (sub)', () => altered({ sub: 'a'.repeat(1_001) }), 'id_token.sub'],
    ['that ends at a text (exp)', () => altered({ exp: '4102444800' }), 'id_token.exp'],
    ['of a sign-in at a text (auth_time)', () => altered({ auth_time: '4102444800' }), 'id_token.auth_time'],
    ['that has expired', () => altered({ iat: past() - 300, exp: past() }), 'id_token.exp'],
    ['that never expires', () => altered({ exp: undefined }), 'id_token.exp'],
    [
      'signed by another key of the same id',
      () => ({
        idToken: async (claims) => issuer.sign(claims, (await generateKeyPair('RS256')).privateKey),
      }),
      'id_token.signature',
    ],
    [
      'without a signature (alg none)',
      () => ({ idToken: (claims) => new UnsecuredJWT(claims).encode() }),
      'id_token.alg',
    ],
    [
      'signed by the client secret (HS256)',
      () => ({
        idToken: (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
            .sign(new TextEncoder().encode(client.clientSecret)),
      }),
      'id_token.alg',
    ],
    ['whose claims were changed after signing', () => ({ idToken: changeClaims }), 'id_token.signature'],
    ['that is no token', () => ({ idToken: () => 'x' }), 'id_token.form'],
    ['from a discovery document of another issuer', () => ({ named: 'https://other.example' }), 'metadata.issuer'],
  ])('is refused, and page, log and audit log say by which rule: one %s', async (_what, answers, rule) => {
    const { status, text, isIn, entries, issuerId, lines } = await signIn(answers())

    expect([status, isIn]).toEqual([403, false])
    expect(text).toContain('Acme login did not prove your identity: ')
    expect(text).not.toMatch(/other\.example|somebody-else/)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ rule }) }))
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'session.refuse',
        fields: ['AUTH_REPLY_INVALID', rule],
        status: 403,
        target: issuerId,
      }),
    ])
  })

  test.each([
    ['client_secret_post', /client_secret=/],
    ['client_secret_jwt', /client_assertion=/],
  ])('is asked for by %s where the provider takes nothing else', async (method, body) => {
    const { status } = await signIn({ methods: [method] })

    expect(status).toBe(303)
    expect(issuer.sent.body).toMatch(body)
  })

  test('is not asked for where the provider takes no secret, and the page says so', async () => {
    const { status, text } = await signIn({ methods: ['private_key_jwt'] })

    expect(status).toBe(403)
    expect(text).toContain('it takes no client secret')
  })

  test.each<[string, Readonly<Record<string, unknown>>, rule: string]>([
    ['is not verified', { email_verified: false }, 'email.unverified'],
    ['is not verified, in words', { email_verified: 'false' }, 'email.unverified'],
    ['may be verified or not', { email_verified: undefined }, 'email.unverified'],
    ['is of a domain that nobody registered', { email: 'ada@acme.example.org' }, 'email.domain'],
    ['only ends like a registered domain', { email: 'ada@notacme.example' }, 'email.domain'],
    ['nobody here has', { email: 'eve@acme.example' }, 'person.unknown'],
    ['is missing', { email: undefined }, 'email.missing'],
  ])('binds nobody whose address %s, and the audit log says why', async (_what, change, rule) => {
    const { status, text, isIn, entries } = await signIn(altered(change))

    expect([status, isIn]).toEqual([403, false])
    expect(text).toContain('Acme login identified you, but that sign-in belongs to no person here: ')
    expect(entries.map(({ action, fields }) => [action, fields])).toEqual([
      ['session.refuse', ['SIGN_IN_REFUSED', rule]],
    ])
  })

  // JumpCloud, Apple and Cognito write the boolean as a text.
  test('binds whoever has an address that is verified, in words', async () => {
    expect((await signIn(altered({ email_verified: 'true' }))).isIn).toBe(true)
  })

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['no address', { email: undefined, email_verified: undefined }],
    ['an empty address', { email: '', email_verified: null }],
    ['an address, and not whether it is verified', { email_verified: undefined }],
  ])('binds whoever the user info names, where it has %s', async (_what, change) => {
    const userInfo = { sub: 'ada-at-idp', email: 'ada@acme.example', email_verified: true }

    expect((await signIn({ ...altered(change), userInfo })).isIn).toBe(true)
  })

  test('signs in whom it is bound to, though the user info is away', async () => {
    const { again } = await signIn({})

    expect(await again({ ...altered({ email: undefined }), userInfo: 503 })).toBe(303)
  })
})

describe('a fresh sign-in', () => {
  test.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['two hours ago', () => ({ auth_time: past() - 3_600 })],
    ['at a time that the provider does not say', () => ({})],
  ])('is refused where the provider saw the person %s', async (_what, change) => {
    const { status, text: page, isIn, entries } = await signIn(altered(change()), { fresh: 'yes' })

    expect([status, isIn]).toEqual([403, false])
    expect(page).toContain('(auth_time)')
    expect(entries.map(({ action }) => action)).toEqual(['session.refuse'])
  })

  test.each<[string, () => Readonly<Record<string, unknown>>, number]>([
    ['two hours ago', () => ({ auth_time: past() - 3_600 }), 403],
    ['at a time that the provider does not say', () => ({}), 403],
    // There is no such connector; that it is looked for says that the form was let through.
    ['now', () => ({ auth_time: past() + 3_600 }), 404],
  ])('is what an operator needs to change the platform: the provider saw them %s', async (_what, change, expected) => {
    const { browser, isIn } = await signIn(altered(change()), { role: 'admin' })

    const { status, text } = await browser.post('/', '/setup/nothing/disable')

    expect([isIn, status]).toEqual([true, expected])
    if (expected === 403) expect(text).toContain('it needs a sign-in of the last hour')
  })
})

async function changeClaims(claims: JWTPayload): Promise<string> {
  const [head, , signature] = (await issuer.sign(claims)).split('.')
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url')
  return [head, changed, signature].join('.')
}
