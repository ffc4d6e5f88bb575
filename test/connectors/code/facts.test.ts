import { connectors } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import { parseUses, uniteUses } from '../../../src/data/contract/operation-use.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { hasProviders, loadProvider } from '../data/provider.ts'
import { compareScopes } from '../scopes/described-scopes.ts'
import { chosenCodeIds, completeParts, deriveCodeContract, loadCodeContract, loadFacts } from './code-contracts.ts'

const provider = describe.skipIf(!hasProviders)

describe.each(chosenCodeIds.map((id) => [id] as const))('%s', (id) => {
  const contract = loadCodeContract(id)
  const parts = parseUses(contract['x-parts'])

  test('its contract has what its tests saw it ask and read, and nothing else', () => {
    const description = openDescription(contract)
    if (!description) throw new Error('The contract is no description.')

    expect(deriveCodeContract(parts, description).paths).toEqual(contract.paths)
  })

  test('every check and every list was seen to ask something', async () => {
    const connector = await connectors[id]?.()
    if (!connector) throw new Error(`There is no connector ${id}.`)

    const ids = [
      ...connector.checks.filter(({ reads = [] }) => reads.length === 0).map((check) => check.id),
      ...connector.inventories.map((inventory) => toInventoryId(inventory)),
    ]
    expect(ids.filter((each) => !parts.get(each)?.size)).toEqual([])
  })

  test('every operation that its tests compare with the description is in it', async () => {
    const facts = await loadFacts(id)
    const names = Object.keys(facts?.operations ?? {}).map((name) =>
      name.includes(' ') ? name.replaceAll('{+', '{') : `POST /${name}`,
    )

    expect(names.filter((name) => !uniteUses(parts).has(name))).toEqual([])
  })

  provider('and its provider (needs CHECKWRIGHT_TEST_DATA)', () => {
    test('its contract was derived from this very description, by whose scopes it asks', async () => {
      const facts = await loadFacts(id)
      const { description, sources } = loadProvider(id, false, facts?.description)
      const opened = openDescription(description)
      const connector = await connectors[id]?.()
      if (!opened || !connector) throw new Error('The description cannot be read.')

      const derived = deriveCodeContract(completeParts(connector, parts, facts, opened), opened)
      expect(contract['x-sources']).toEqual(sources)
      expect(derived.paths).toEqual(contract.paths)
      expect(derived.undescribed).toEqual(contract['x-undescribed'] ?? [])
      expect(compareScopes(connector, parts, opened).problems).toEqual([])
    })
  })
})
