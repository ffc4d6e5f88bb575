import { defineConnector } from '../../../src/define/index.ts'

/** The addresses of the parts of Acme. */
export interface AcmeUrls {
  readonly vendor: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string
}

/** A connector that signs in by authorization code. `patch` replaces options of its OAuth config. */
export function createAcmeConnector(
  { vendor, ...endpoints }: AcmeUrls,
  patch: object = {},
  id: 'acme' | 'twin' = 'acme',
) {
  const acme = defineConnector({
    id,
    name: 'Acme',
    version: '1.0.0',
    baseUrl: vendor,
    auth: { type: 'oauth2', config: { ...endpoints, scopes: ['users:read', 'users:write'], pkce: true, ...patch } },
    test: { path: '/me' },
  })
  const users = acme.check({
    id: 'users',
    title: 'Users are active',
    async run(ctx) {
      for (const user of await ctx.get<{ id: string; active: boolean }[]>('/users')) {
        const resource = { type: 'user', id: user.id }
        if (user.active) ctx.pass({ resource, title: 'Active', evidence: { active: true } })
        else ctx.fail({ resource, title: 'Inactive', remediation: 'Remove the user.', evidence: { active: false } })
      }
    },
  })
  const crowd = acme.check({
    id: 'crowd',
    title: '100 requests at once',
    onEmpty: 'pass',
    async run(ctx) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => ctx.get('/me', { query: { n } })))
    },
  })
  const stubborn = acme.check({
    id: 'stubborn',
    title: '5 requests one after the other, whatever comes of them',
    onEmpty: 'pass',
    async run(ctx) {
      for (let n = 0; n < 5; n++) await ctx.get('/me', { query: { n } }).catch(() => undefined)
    },
  })
  return acme.with(users, crowd, stubborn)
}
