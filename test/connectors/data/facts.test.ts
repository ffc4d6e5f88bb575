import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { loadShippedSubject } from '../../../src/author/drift/load-subjects.ts'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { deriveContract } from '../../../src/data/contract/derive-contract.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { isProduct } from '../../products/products.ts'
import { isRowDrawn } from '../../setup/short-form.ts'
import { compareScopes } from '../scopes/described-scopes.ts'
import { chosenDataIds, loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import { expectDerived, expectDescribedRequests } from './hold-to-provider.ts'
import { hasProviders, loadProvider } from './provider.ts'
import { createRecordedWorld } from './recorded-world.ts'
import { now } from './world.ts'

describe.each(chosenDataIds.map((id) => [id] as const))('%s', (id) => {
  const { connector, contract, bytes, name, text } = loadDataConnector(id)
  const values = createSampleValues(connector)
  const withRecordings = contract['x-sources'].some(({ kind }, index) => index > 0 && kind === 'recordings')

  test('its contract has what its file asks and reads, and nothing else', () => {
    const description = openDescription(contract)
    if (!description) throw new Error('The contract is no description.')

    const { paths, missing } = deriveContract(name, bytes, description)

    expect(missing).toEqual([])
    expect(paths).toEqual(contract.paths)
  })

  test('its page has a result of every check and the requests of every list', () => {
    const { checks, inventories } = connector
    const ids = [...checks.map((check) => check.id), ...inventories.map((each) => toInventoryId(each))]

    expect(Object.keys(contract['x-seen']).sort()).toEqual(ids.sort())
    expect(checks.filter((check) => !contract['x-seen'][check.id]?.result)).toEqual([])
  })

  // A product has no description of its own. It is run whole: test/products.
  if (isProduct(id)) return
  describe.skipIf(!hasProviders)('and its provider (needs CHECKWRIGHT_TEST_DATA)', () => {
    test('its contract was derived from this very description', () => {
      expectDerived(id, loadProvider(id, withRecordings))
    })

    test('its scopes are those by which the provider lets somebody ask', async () => {
      const { description } = loadProvider(id, withRecordings)
      const opened = openDescription(description)
      if (!opened) throw new Error('The description cannot be read.')

      const { parts } = await loadShippedSubject(id)
      expect(compareScopes(connector, parts, opened).problems).toEqual([])
    })

    if (!isRowDrawn(id, 4)) return
    test('every request is one that the provider describes', async () => {
      await expectDescribedRequests(id, loadProvider(id, withRecordings))
    })

    test('no answer that the provider really gave is a surprise', async () => {
      const { options, served } = createRecordedWorld({ connector, contract, hints: readHints(text) }, id)
      await using vendor = await fakeVendor(options)

      const { checks, inventories = [] } = await runChecks(connector, {
        ...values,
        clock: fixedClock(now),
        fetch: vendor.fetch,
      } as never)

      const surprises = [...checks, ...inventories.filter(({ complete }) => !complete)].flatMap(({ error }) =>
        error && ['schema_drift', 'check_bug'].includes(error.kind) ? [error.message] : [],
      )
      expect(surprises, `on ${served.size} recorded answers`).toEqual([])
    })
  })
})
