import { daysSince, defineConnector, vendorTime, vendorWord } from 'checkwright'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { proveConnector } from '../../../src/author/prove/prove-connector.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { acmeWitnesses, loadAcme } from './acme.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example/v1',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const Key = z.object({ id: z.string(), state: vendorWord(['on', 'off']), rotated: vendorTime() })

const keysRotated = acme.check({
  id: 'keys-rotated',
  title: 'Keys are rotated',
  onEmpty: 'not_applicable',
  async run(ctx) {
    const keys = ctx.paginate('/keys', {
      next: { cursor: 'next', param: 'after' },
      items: 'keys',
      schema: Key,
      resource: { type: 'key', id: 'id' },
    })
    for await (const { id, state, rotated } of keys) {
      const resource = { type: 'key', id }
      if (state === 'off') ctx.notApplicable({ resource, title: 'Off' })
      else if (daysSince(ctx, rotated) <= 90) ctx.pass({ resource, title: 'Rotated' })
      else ctx.fail({ resource, title: 'Old', remediation: 'Rotate the key in the settings.' })
    }
  },
})

const ssoEnforced = acme.check({
  id: 'sso-enforced',
  title: 'Sign-on is enforced',
  async run(ctx) {
    const { sso } = await ctx.get('/settings', { schema: z.object({ sso: z.object({ enforced: z.boolean() }) }) })
    const resource = { type: 'account', id: 'acme' }
    const words = { good: 'Enforced', bad: 'Passwords work', remediation: 'Turn single sign-on on.' }
    ctx.judge(resource, () => sso.enforced, words)
  },
})

const code = acme.with(keysRotated, ssoEnforced)
// What a schema refuses is drift of the answer, and not a permission.
const witnesses = acmeWitnesses

test('proveConnector() turns each report of a check in code, changes what it reads, loses pages and doubles items', async () => {
  const loaded = await loadAcme(createTempFolder(), { witnesses }, code)

  const { disagreements, checks } = await proveConnector(code, { witnesses: loaded })

  expect(disagreements).toEqual([])
  const [keys, sso] = checks
  expect(keys).toMatchObject({ check: 'keys-rotated', survivors: [], witnesses: { pass: 2, fail: 2, undecided: 2 } })
  expect(keys?.killed).toBeGreaterThanOrEqual(6)
  expect(keys?.notToldApart).toEqual(['keys-rotated GET /v1/keys: the answer → each item twice'])
  expect(sso).toMatchObject({ check: 'sso-enforced', survivors: [], mutants: 2, killed: 2, notToldApart: [] })
})

test('proveConnector() notices a witness of a check in code that was deleted', async () => {
  const loaded = await loadAcme(
    createTempFolder(),
    { witnesses: witnesses.filter(({ id }) => !/^keys?/.test(id)) },
    code,
  )

  const { checks } = await proveConnector(code, { witnesses: loaded, checks: ['keys-rotated'] })

  expect(checks[0]?.survivors.map(({ kind }) => kind)).toContain('turned')
})

test('a mutant that has no end is ended, and counts as noticed', async () => {
  const loaded = await loadAcme(createTempFolder(), { witnesses }, code)
  const endless = { ...ssoEnforced, run: () => new Promise<void>(() => undefined) }

  const { checks } = await proveConnector(code, {
    witnesses: loaded,
    checks: ['sso-enforced'],
    mutators: [
      (_connector, { id }) => [
        {
          check: id,
          kind: 'endless',
          at: 'run',
          from: 'an end',
          to: 'none',
          build: () => ({ connector: code, check: endless }),
        },
      ],
    ],
  })

  expect(checks).toMatchObject([{ mutants: 3, killed: 3 }])
}, 20_000)
