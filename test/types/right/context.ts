import type { StandardSchemaV1 } from '@standard-schema/spec'
import { defineConnector, type JsonValue } from 'checkwright'
import * as z from 'zod/mini'
import { same } from './equal.ts'

const User = z.object({ id: z.string(), mfa: z.boolean() })
declare const Renamed: StandardSchemaV1<{ user_id: string }, { userId: string }>

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: {
    type: 'oauth2',
    config: { authorizeUrl: 'https://acme.example/authorize', tokenUrl: 'https://acme.example/token', scopes: [] },
  },
})

acme.check({
  id: 'members',
  title: 'Every member of the context has its type',
  async run(ctx) {
    same<typeof ctx.accessToken, string>(true)
    same<typeof ctx.now, Date>(true)
    same<typeof ctx.signal, AbortSignal>(true)
    same<typeof ctx.connection.id, string | undefined>(true)

    // A type that is named, one that a schema gives, and none.
    same<Awaited<ReturnType<typeof ctx.get<{ id: number }>>>, { id: number }>(true)
    const user = await ctx.get('/me', { schema: User, query: { expand: ['a', 'b'], page: 1, all: true } })
    same<typeof user, { id: string; mfa: boolean }>(true)
    const renamed = await ctx.post('/search', { schema: Renamed, body: { q: 'x' }, reads: true })
    same<typeof renamed, { userId: string }>(true)
    const unknown = await ctx.get('/me')
    same<typeof unknown, unknown>(true)
    const data = await ctx.graphql<{ viewer: string }>('query { viewer }', { first: 1 })
    same<typeof data, { viewer: string }>(true)

    for await (const each of ctx.paginate('/users', { schema: User, items: 'users', next: 'link' }))
      same<typeof each, { id: string; mfa: boolean }>(true)
    for await (const each of ctx.paginate<{ id: string }>('/users', {
      next: { page: { param: 'page', first: 1 }, limit: 100 },
    }))
      same<typeof each, { id: string }>(true)
    ctx.paginate('/users', { next: { cursor: 'meta.next', param: 'cursor' } })
    ctx.paginate('/users', { next: { offset: 'offset', limit: 'limit' }, maxPages: 5 })
    ctx.paginate('/users', { next: { url: 'links.next' }, items: (body) => (Array.isArray(body) ? body : []) })
    ctx.paginate('/users', {
      next: ({ headers, items }) => (items > 0 ? (headers.get('next') ?? undefined) : undefined),
    })

    const response = await ctx.fetch('/me', { method: 'POST', reads: true, body: '{}', timeoutMs: 1000 })
    same<typeof response, Response>(true)
    await ctx.each(['a', 'b'], async (item, index) => {
      same<[typeof item, typeof index], [string, number]>(true)
    })

    const resource = { type: 'user', id: user.id }
    ctx.pass({ resource, title: 'On', evidence: { mfa: true } })
    ctx.fail({ resource, title: 'Off', remediation: 'Enrol one.', severity: 'critical' })
    ctx.manual({ resource, title: 'Look', description: 'At this.' })
    ctx.notApplicable({ resource, title: 'A robot' })
    ctx.log('seen', { count: 1 })
    same<ReturnType<typeof ctx.secret>, string>(true)
    const before = await ctx.state.get<JsonValue>('cursor')
    same<typeof before, JsonValue | undefined>(true)
  },
})

// Vendors' SDKs that take a fetch take this one.
acme.check({
  id: 'sdk',
  title: 'The context brings a fetch',
  async run(ctx) {
    const standard: typeof globalThis.fetch = ctx.fetch
    await standard(new URL('https://api.acme.example/me'))
  },
})

// Each hook is typed from the definition.
defineConnector(
  {
    id: 'hooked',
    name: 'Hooked',
    baseUrl: 'https://api.acme.example',
    auth: {
      type: 'custom',
      config: { credentialFields: [{ id: 'user', label: 'User', type: 'text', required: true }] },
    },
  },
  {
    async authenticate(ctx) {
      same<typeof ctx.credentials, { readonly user: string }>(true)
      const reply = await ctx.fetch('/login', { method: 'POST' })
      return { headers: { Authorization: ctx.secret(await reply.text()) }, expiresAtMs: ctx.now.getTime() + 1000 }
    },
    sign(request, ctx) {
      same<typeof ctx.credentials, { readonly user: string }>(true)
      same<typeof request.body, Uint8Array | undefined>(true)
      request.headers.set('X-User', ctx.credentials.user)
    },
    async test(ctx) {
      same<typeof ctx.credentials, { readonly user: string }>(true)
      await ctx.get('/me')
    },
    classify: (failure) => (failure.status === 402 ? { kind: 'plan', message: 'Upgrade.' } : undefined),
  },
)

defineConnector(
  {
    id: 'tokens',
    name: 'Tokens',
    baseUrl: 'https://api.acme.example',
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://acme.example/authorize',
        tokenUrl: 'https://acme.example/token',
        scopes: [],
        capture: [{ from: 'callback', path: 'shop', id: 'shop' }],
      },
    },
  },
  {
    async token({ grant, params, code, credentials, fetch }) {
      same<typeof grant, 'authorization_code' | 'refresh_token' | 'client_credentials'>(true)
      same<typeof credentials, { readonly shop: string }>(true)
      const reply = await fetch('https://acme.example/token', {
        body: new URLSearchParams({ ...params, code: code ?? '' }),
      })
      return { access_token: await reply.text(), expires_in: 3600, team: { id: 't' } }
    },
  },
)
