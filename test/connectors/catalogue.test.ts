import { readFileSync } from 'node:fs'
import { connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { connectorFolders, connectorIndex } from '../../scripts/connector-index.ts'

test('connectors/index.ts is what "npm run connectors" makes from the folders', () => {
  const index = readFileSync(new URL('../../connectors/index.ts', import.meta.url), 'utf8')

  expect(index).toBe(connectorIndex(connectorFolders()))
})

test.each(Object.entries(connectors))(
  'connectors/index.ts gives the connector %s, as its folder exports it',
  async (id, load) => {
    const connector = await load()
    const { default: standard } = (await import(`../../connectors/${id}/index.ts`)) as { readonly default: unknown }

    expect(connector.id).toBe(id)
    expect(standard).toBe(connector)
  },
)
