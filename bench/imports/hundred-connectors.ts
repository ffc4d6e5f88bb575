/** A hundred connectors of two checks each, as a host registers them. `BENCH_PACKAGE` is the package's entry. */
const { defineConnector }: typeof import('checkwright') = await import(process.env.BENCH_PACKAGE ?? '')

export const connectors = Array.from({ length: 100 }, (_, index) => {
  const connector = defineConnector({
    id: `vendor-${index}`,
    name: `Vendor ${index}`,
    version: '1.0.0',
    description: 'A vendor like many others.',
    category: 'identity',
    baseUrl: 'https://{domain}.vendor.example/api',
    docsUrl: 'https://docs.vendor.example',
    credentialFields: [{ id: 'domain', label: 'Subdomain', type: 'text', required: true }],
    auth: {
      type: 'oauth2',
      config: {
        authorizeUrl: 'https://vendor.example/authorize',
        tokenUrl: 'https://vendor.example/token',
        scopes: ['users:read', 'policies:read'],
        pkce: true,
      },
    },
    variables: [{ id: 'max_admins', label: 'Most administrators allowed', type: 'number', default: 4 }],
    test: { path: '/me' },
    limits: { concurrency: 4, requestsPerSecond: 20, burst: 40 },
  })
  return connector.with(
    ...['admin-mfa', 'password-policy'].map((id) =>
      connector.check({
        id,
        title: 'Administrators sign in with a second factor',
        severity: 'high',
        controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
        scopes: ['users:read'],
        async run(ctx) {
          const me = await ctx.get('/me')
          ctx.pass({ resource: { type: 'user', id: 'me' }, title: 'Second factor on', evidence: { me } })
        },
      }),
    ),
  )
})
