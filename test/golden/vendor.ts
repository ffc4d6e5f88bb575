import { defineConnector } from 'checkwright'

export const accounts = [
  { id: 'a1', name: 'Ada Archer', email: 'ada@acme.example', admin: true, mfa: true },
  { id: 'b2', name: 'Bob Barley', email: 'bob@acme.example', admin: false, mfa: false },
  { id: 'c3', name: 'build, "machine"', email: null, admin: false, mfa: false },
]

const people = [
  { id: 'p1', name: 'Ada Archer', email: 'ada@acme.example', status: 'active', endsAt: null },
  { id: 'p2', name: 'Bob Barley', email: 'bob@acme.example', status: 'left', endsAt: '2026-04-20' },
] as const

const origin = 'https://vault.example'

/** What passes, fails, needs a person and could not tell, with two lists. */
export function createVault() {
  const vault = defineConnector({
    id: 'vault',
    name: 'Vault',
    version: '1.2.0',
    description: 'Boxes and who opens them.',
    category: 'security',
    baseUrl: origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Vault-Key' } },
    credentialFields: [{ id: 'region', label: 'Region', type: 'text', required: false }],
    variables: [{ id: 'most', label: 'Most open boxes', type: 'number', default: 0, min: 0 }],
    test: { path: '/me' },
  })
  return vault.with(
    vault.inventory({
      of: 'account',
      tells: ['email', 'emailVerified', 'administrator', 'secondFactor'],
      covers: ['members'],
      async *list(ctx) {
        for (const { id, name, email, admin, mfa } of await ctx.get<typeof accounts>('/accounts'))
          yield {
            id,
            name,
            email,
            kind: 'person',
            status: 'active',
            emailVerified: true,
            administrator: admin,
            secondFactor: mfa,
          }
      },
    }),
    vault.check({
      id: 'mfa',
      title: 'Everybody has a second factor',
      severity: 'high',
      controls: ['soc2:CC6.1'],
      tags: ['people'],
      async run(ctx) {
        for (const { id, name, mfa } of await ctx.get<typeof accounts>('/accounts')) {
          const resource = { type: 'user', id, name }
          if (mfa) ctx.pass({ resource, title: 'On', evidence: { mfa } })
          else ctx.fail({ resource, title: 'Off', remediation: 'Turn it on.', evidence: { mfa } })
        }
      },
    }),
    vault.check({
      id: 'policy',
      title: 'The policy is fit',
      controls: ['soc2:CC6.2'],
      async run(ctx) {
        const { text } = await ctx.get<{ text: string }>('/policy')
        ctx.manual({ resource: { type: 'policy', id: 'main' }, title: 'Read it', evidence: { text } })
      },
    }),
    vault.check({
      id: 'audits',
      title: 'Audits are kept',
      controls: ['soc2:CC7.2'],
      scopes: ['audits:read'],
      async run(ctx) {
        await ctx.get('/audits')
        ctx.pass({ resource: { type: 'log', id: 'audit' }, title: 'Kept', evidence: {} })
      },
    }),
  )
}

/** The personnel system. */
export function createStaff() {
  const staff = defineConnector({
    id: 'staff',
    name: 'Staff',
    version: '1.0.0',
    baseUrl: origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return staff.with(
    staff.inventory({
      of: 'person',
      tells: ['email', 'endsAt'],
      covers: ['employees'],
      async *list(ctx) {
        for (const person of await ctx.get<typeof people>('/staff')) yield { kind: 'employee', ...person }
      },
    }),
  )
}

/** An OAuth connector, for apps and the links of flows. */
export function createDesk() {
  return defineConnector({
    id: 'desk',
    name: 'Desk',
    version: '1.0.0',
    baseUrl: 'https://desk.example',
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://desk.example/authorize',
        tokenUrl: 'https://desk.example/token',
        scopes: ['read'],
        pkce: true,
      },
    },
  })
}

const answers: Readonly<Record<string, readonly [number, unknown]>> = {
  '/me': [200, { id: 'me' }],
  '/accounts': [200, accounts],
  '/staff': [200, people],
  '/policy': [200, { text: 'Lock each box.' }],
  '/audits': [403, { error: 'forbidden' }],
}

/** One request of a webhook. */
export interface Arrival {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The vendor and the receivers of webhooks, without a socket. */
export function createVendorFetch(arrivals: Arrival[] = []) {
  return async (url: string, init: { readonly headers: Record<string, string>; readonly body?: unknown }) => {
    if (url.startsWith(origin)) {
      const [status, json] = answers[new URL(url).pathname] ?? [404, { error: 'unknown' }]
      return Response.json(json, { status, headers: { date: 'Fri, 01 May 2026 12:00:00 GMT' } })
    }
    arrivals.push({ url, headers: init.headers, body: Buffer.from((init.body as string) ?? '').toString() })
    return new Response(null, { status: 204 })
  }
}
