import { expect, test } from 'vitest'
import { expectDerived, expectDescribedRequests } from '../connectors/data/hold-to-provider.ts'
import { listVerdicts, runOn } from './hold-to-product.ts'
import { closedSettings, describeNodeRed, openSettings, sampleFlow, startNodeRed } from './node-red.ts'

test('each check passes and fails on Node-RED itself as its settings and flows are', { timeout: 180_000 }, async () => {
  await using open = await startNodeRed(openSettings)
  await using closed = await startNodeRed(closedSettings)
  await open.call('POST', '/flows', sampleFlow)

  expect(listVerdicts(await runOn(open, 'node-red'))).toEqual({
    'endpoints-need-password': ['fail'],
    'editor-origins': ['manual'],
    'credentials-encrypted': ['fail'],
    'palette-closed': ['fail'],
    'function-modules-closed': ['fail'],
    'tls-verified': ['fail', 'pass'],
    'brokers-encrypted': ['fail', 'pass'],
    'commands-reviewed': ['manual'],
  })
  expect(listVerdicts(await runOn(closed, 'node-red'))).toEqual({
    'endpoints-need-password': ['pass'],
    'editor-origins': ['pass'],
    'credentials-encrypted': ['pass'],
    'palette-closed': ['pass'],
    'function-modules-closed': ['pass'],
    'tls-verified': ['not_applicable'],
    'brokers-encrypted': ['not_applicable'],
    'commands-reviewed': ['not_applicable'],
  })
  const credentials = { ...open.credentials, password: 'another' }
  const { checks } = await runOn(open, 'node-red', { credentials })
  expect(new Set(checks.map(({ error }) => error?.kind))).toEqual(new Set(['auth']))
  const provider = await describeNodeRed([open, closed])
  expectDerived('node-red', provider)
  await expectDescribedRequests('node-red', provider)
})
