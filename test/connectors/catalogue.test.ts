import { existsSync, readdirSync } from 'node:fs'
import { connectorIds, connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'

const folder = new URL('../../connectors/', import.meta.url)

test('connectors/index.ts lists every folder of a connector', () => {
  const folders = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)))

  expect(connectorIds).toEqual(folders.sort())
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
