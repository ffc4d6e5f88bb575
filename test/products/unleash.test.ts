import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { expectDerived, expectDescribedRequests } from '../connectors/data/hold-to-provider.ts'
import { describePostgres, emptyPostgres } from '../setup/postgres.ts'
import { listVerdicts, runOn } from './hold-to-product.ts'
import { describeUnleash, startUnleash, type Unleash } from './unleash.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const client = { type: 'client', environment: 'production' }

/** Leaves it as nobody should. @returns what undoes that which has to be undone */
async function neglect({ call, createUser }: Unleash): Promise<() => Promise<void>> {
  const users = await Promise.all(['b', 'c', 'd', 'e', 'f'].map((name) => createUser(`${name}@example.net`, 1)))
  for (const type of ['client', 'frontend'])
    await call('POST', '/api-tokens', { ...client, type, tokenName: `all ${type}`, projects: ['*'] })
  const expiresAt = inDays(7).toISOString()
  const link = SignUpLink.parse(await call('POST', '/invite-link/tokens', { name: 'everybody', expiresAt }))
  await call('POST', '/addons', {
    provider: 'webhook',
    enabled: true,
    description: 'sample',
    events: ['feature-created'],
    parameters: { url: 'http://127.0.0.1:9/' },
  })
  return async () => {
    for (const id of users) await call('DELETE', `/user-admin/${id}`)
    const { tokens } = Tokens.parse(await call('GET', '/api-tokens'))
    for (const { secret } of tokens) await call('DELETE', `/api-tokens/${encodeURIComponent(secret)}`)
    await call('DELETE', '/addons/1')
    await call('PUT', `/invite-link/tokens/${link.secret}`, { enabled: false })
  }
}

const SignUpLink = z.object({ secret: z.string() })
const Tokens = z.object({ tokens: z.array(z.object({ secret: z.string() })) })

/** Sets it up as an auditor wants it. */
async function furnish({ call, createUser }: Unleash): Promise<void> {
  await createUser('ada@example.com', 1)
  const expiresAt = inDays(90).toISOString()
  for (const type of ['client', 'frontend'])
    await call('POST', '/api-tokens', { ...client, type, tokenName: type, projects: ['default'], expiresAt })
  await call('POST', '/ui-config/cors', { frontendApiOrigins: ['https://app.example.com'] })
}

describePostgres('Unleash itself', () => {
  test('each check passes and fails on it as its data are', { timeout: 180_000 }, async () => {
    await using unleash = await startUnleash(await emptyPostgres())
    const variables = { domains: ['example.com'] }
    const tidy = await neglect(unleash)
    const today = await runOn(unleash, 'unleash', { variables })
    const bad = await runOn(unleash, 'unleash', { variables, at: inDays(400) })
    await tidy()
    await furnish(unleash)
    const good = await runOn(unleash, 'unleash', { variables })
    await unleash.createUser('viewer@example.com', 3)
    const viewer = { ...unleash.credentials, api_key: await unleash.createToken('viewer@example.com') }
    const refused = await runOn(unleash, 'unleash', { variables, credentials: viewer })
    const provider = await describeUnleash(unleash)

    expect(listVerdicts(bad)).toEqual({
      'few-admins': ['fail'],
      'stale-accounts': ['fail', 'not_applicable'],
      'known-domains': ['fail', 'manual'],
      'tokens-expire': ['fail'],
      'tokens-rotated': ['fail'],
      'tokens-used': ['fail'],
      'admin-tokens': ['fail', 'pass'],
      'tokens-for-projects': ['fail'],
      'browser-origins': ['fail'],
      // Unleash makes no link for more than a month: by then it is over.
      'signup-links': ['pass'],
      'integrations-reviewed': ['manual'],
    })
    expect(listVerdicts(today)).toMatchObject({ 'signup-links': ['fail'] })
    expect(listVerdicts(good)).toEqual({
      'few-admins': ['pass'],
      'stale-accounts': ['not_applicable', 'pass'],
      'known-domains': ['manual', 'pass'],
      'tokens-expire': ['pass'],
      'tokens-rotated': ['pass'],
      'tokens-used': ['pass'],
      'admin-tokens': ['pass'],
      'tokens-for-projects': ['pass'],
      'browser-origins': ['pass'],
      'signup-links': ['pass'],
      'integrations-reviewed': ['not_applicable'],
    })
    // Everybody may see the integrations.
    const open = ['integrations-reviewed']
    expect(refused.checks.filter(({ id }) => !open.includes(id)).map(({ error }) => error?.kind)).toEqual(
      Array(10).fill('permission'),
    )
    expect(JSON.stringify([good, bad])).not.toContain(unleash.credentials.api_key)
    expectDerived('unleash', provider)
    await expectDescribedRequests('unleash', provider)
  })
})
