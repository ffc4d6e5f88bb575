import { expect, test } from 'vitest'
import { proveConnector } from '../../../src/author/prove/prove-connector.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { acmeWitnesses, loadAcme } from './acme.ts'
import { codeAcme, ssoEnforced } from './code-acme.ts'

test('proveConnector() turns each report of a check in codeAcme, changes what it reads, loses pages and doubles items', async () => {
  const loaded = await loadAcme(createTempFolder(), {}, codeAcme)

  const { disagreements, checks } = await proveConnector(codeAcme, { witnesses: loaded })

  expect(disagreements).toEqual([])
  const [keys, sso] = checks
  expect(keys).toMatchObject({ check: 'keys-rotated', survivors: [], witnesses: { pass: 2, fail: 2, undecided: 2 } })
  expect(keys?.killed).toBeGreaterThanOrEqual(6)
  expect(keys?.notToldApart).toEqual(['keys-rotated GET /v1/keys: the answer → each item twice'])
  expect(sso).toMatchObject({ check: 'sso-enforced', survivors: [], mutants: 2, killed: 2, notToldApart: [] })
})

test('proveConnector() notices a witness of a check in codeAcme that was deleted', async () => {
  const loaded = await loadAcme(
    createTempFolder(),
    { witnesses: acmeWitnesses.filter(({ id }) => !/^keys?/.test(id)) },
    codeAcme,
  )

  const { checks } = await proveConnector(codeAcme, { witnesses: loaded, checks: ['keys-rotated'] })

  expect(checks[0]?.survivors.map(({ kind }) => kind)).toContain('turned')
})

test('a mutant that has no end is ended, and counts as noticed', async () => {
  const loaded = await loadAcme(createTempFolder(), {}, codeAcme)
  const endless = { ...ssoEnforced, run: () => new Promise<void>(() => undefined) }

  const { checks } = await proveConnector(codeAcme, {
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
          build: () => ({ connector: codeAcme, check: endless }),
        },
      ],
    ],
  })

  expect(checks).toMatchObject([{ mutants: 3, killed: 3 }])
}, 20_000)
