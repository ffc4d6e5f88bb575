import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
  test: { path: '/users' },
})

const userMfa = acme.check({
  id: 'user-mfa',
  title: 'Everybody signs in with a second factor',
  description: 'Asks of every user. With a stolen password alone, nobody then gets in.',
  severity: 'high',
  controls: ['soc2:CC6.1'],
  scopes: ['users:read'],
  async run(ctx) {
    for await (const user of ctx.paginate<{ id: string; mfa: boolean }>('/users', { next: 'link' })) {
      const result = { resource: { type: 'user', id: user.id }, evidence: { mfa: user.mfa } }
      if (user.mfa) ctx.pass({ ...result, title: 'Second factor on' })
      else ctx.fail({ ...result, title: 'No second factor', remediation: 'Enrol one under Profile → Security.' })
    }
  },
})

export default acme.with(userMfa)
