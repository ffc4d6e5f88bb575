import { connectorIds, connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { createAccessPolicy } from '../../../src/report/connector-page/access-policy.ts'

async function readPolicy(id: string) {
  const connector = await connectors[id]?.()
  if (!connector) throw new Error(`There is no connector ${id}.`)
  return { connector, policy: createAccessPolicy(connector) }
}

test.each([
  ['aws', 'aws-policy', { Version: '2012-10-17' }],
  ['aws-role', 'aws-policy', { Version: '2012-10-17' }],
  ['azure', 'azure-role', { IsCustom: true, NotActions: [] }],
  ['google-cloud', 'google-role', { stage: 'GA' }],
  ['google-workspace', 'scopes', undefined],
  ['okta', 'scopes', undefined],
])('the policy of %s is of the kind %s', async (id, kind, document) => {
  const { policy } = await readPolicy(id)

  expect(policy.kind).toBe(kind)
  if (document) expect(policy.document).toMatchObject(document)
  else expect(policy.document).toBeUndefined()
})

test.each(connectorIds)('the policy of %s has every scope that its checks and lists declare, once', async (id) => {
  const { connector, policy } = await readPolicy(id)
  const declared = [...connector.checks, ...connector.inventories].flatMap(({ scopes = [] }) => scopes)

  expect(declared.filter((scope) => !policy.scopes.includes(scope))).toEqual([])
  expect(new Set(policy.scopes).size).toBe(policy.scopes.length)
  for (const scope of policy.scopes)
    if (policy.document) expect(JSON.stringify(policy.document)).toContain(JSON.stringify(scope))
})
