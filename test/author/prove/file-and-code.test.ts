import { readConnector } from 'checkwright/runtime'
import { connectorContract } from 'checkwright/testing'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { proveConnector } from '../../../src/author/prove/prove-connector.ts'
import { findSiblings } from '../../../src/author/prove/siblings/find-siblings.ts'
import { observeReads } from '../../../src/author/prove/siblings/observe-reads.ts'
import { digestConnectorCode } from '../../../src/checks/results/describe-code.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { renderConnectorPage } from '../../../src/report/connector-page/connector-page.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { acmeText, describeAcme, describedKey, loadAcme } from './acme.ts'

/** The connector of `acmeText` without its last check, which stands in code. */
async function readMixed(text = acmeText, isGood = (enforced: boolean) => enforced) {
  const file = await readConnector(text.slice(0, text.indexOf('  - id: sso-enforced')), { name: 'acme.connector.yaml' })
  const Settings = z.object({ sso: z.object({ enforced: z.boolean() }) })
  const ssoEnforced = file.check({
    id: 'sso-enforced',
    title: 'Sign-on is enforced',
    async run(ctx) {
      const { sso } = await ctx.get('/settings', { schema: Settings })
      const words = { good: 'Enforced', bad: 'Passwords work', remediation: 'Turn single sign-on on.' }
      ctx.judge({ type: 'account', id: 'acme' }, () => isGood(sso.enforced), words)
    },
  })
  return { file, ssoEnforced, connector: file.with(ssoEnforced) }
}

test('proveConnector() makes mistakes in the checks of the file as data, and in those of code as code', async () => {
  const { connector } = await readMixed()
  const witnesses = await loadAcme(createTempFolder(), {}, connector)

  const { disagreements, checks } = await proveConnector(connector, { witnesses })

  expect(disagreements).toEqual([])
  expect(checks.map(({ check, survivors }) => [check, survivors])).toEqual([
    ['keys-rotated', []],
    ['sso-enforced', []],
  ])
  expect(checks.every(({ mutants, killed }) => mutants > 0 && killed > 0)).toBe(true)
})

test('proveConnector() notices a check in code beside a file that is turned round', async () => {
  const { connector } = await readMixed(acmeText, (enforced) => !enforced)
  const witnesses = await loadAcme(createTempFolder(), {}, connector)

  const { disagreements } = await proveConnector(connector, { witnesses })

  expect(new Set(disagreements.map(({ check }) => check))).toEqual(new Set(['sso-enforced']))
})

test('findSiblings() finds what stands beside the checks of both', async () => {
  const { connector } = await readMixed()
  const boolean = { type: 'boolean' }
  const description = openDescription(describeAcme({ ...describedKey, locked: boolean }, { optional: boolean }))
  if (!description) throw new Error('This is no description.')
  const observed = await observeReads(connector, await loadAcme(createTempFolder(), {}, connector))

  expect(findSiblings(connector, description, observed).map(({ unread }) => unread)).toEqual([
    ['GET /v1/keys keys.locked'],
    ['GET /v1/settings sso.optional'],
  ])
})

test('both have one space of ids, one page and one contract, and no digest of the file alone', async () => {
  const { file, ssoEnforced, connector } = await readMixed()
  const edited = await readMixed(acmeText.replace('age(item.rotated) <= 90', 'age(item.rotated) <= 91'))
  const rules: string[] = []
  const collect = Object.assign((name: string) => void rules.push(name), { skip: () => undefined })

  expect(() => connector.with(ssoEnforced)).toThrow('sso-enforced')
  expect([connector.source, file.source?.format]).toEqual([undefined, 'connector/v1'])
  expect(new Set([file, connector, edited.connector].map(digestConnectorCode)).size).toBe(3)
  expect(renderConnectorPage(connector)).toMatch(/### `keys-rotated`[\s\S]*### `sso-enforced`/)
  connectorContract(connector, { test: collect })
  expect(rules.length).toBeGreaterThan(10)
})
