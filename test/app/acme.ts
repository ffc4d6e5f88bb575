/** A connector file as a person writes it. Its checks ask a vendor that a test starts. */
export function renderAcmeFile(baseUrl: string): string {
  return `
import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: '${baseUrl}',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }],
  test: { path: '/me' },
})

const people = acme.check({
  id: 'people',
  title: 'People sign in with a second factor',
  severity: 'low',
  async run(ctx) {
    for await (const { id, name, mfa } of ctx.paginate<{ id: string; name: string; mfa: boolean }>('/people', { next: 'link' })) {
      const resource = { type: 'user', id, name }
      if (mfa) ctx.pass({ resource, title: 'Second factor on', evidence: { mfa, most: ctx.variables.most } })
      else ctx.fail({ resource, title: 'No second factor', remediation: 'Enrol one.', evidence: { mfa } })
    }
  },
})

const policy = acme.check({
  id: 'policy',
  title: 'There is a policy',
  async run(ctx) {
    await ctx.get('/policy')
    ctx.pass({ resource: { type: 'policy', id: 'p' }, title: 'There is one' })
  },
})

export default acme.with(people, policy)
`
}

/** The key that the vendor of the tests accepts; it must never be seen in what a command says. */
export const canary = 'canary-4f9c2d7e-secret'
