import { expect, test } from 'vitest'
import { perDefinition } from '../../../src/define/connector/per-definition.ts'
import type { ConnectorDefinition } from '../../../src/define/index.ts'

const acme: ConnectorDefinition = {
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
}

test('perDefinition() computes once for each definition, and apart for another of the same id', () => {
  const computed: string[] = []
  const listHosts = perDefinition(({ baseUrl }) => {
    computed.push(baseUrl)
    return [baseUrl]
  })
  const moved = { ...acme, baseUrl: 'https://eu.acme.example' }

  expect([acme, moved, acme].map(listHosts)).toEqual([[acme.baseUrl], [moved.baseUrl], [acme.baseUrl]])
  expect(computed).toEqual([acme.baseUrl, moved.baseUrl])
})
