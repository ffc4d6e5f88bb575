import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { deriveContract } from '../../../src/data/contract/derive-contract.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { createSampleValues } from '../../../src/testing/contract/sample-values.ts'
import { chosenDataIds, loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import { hasProviders, loadProvider } from './provider.ts'
import { createRecordedWorld } from './recorded-world.ts'
import { answerLogin, now } from './world.ts'

const provider = describe.skipIf(!hasProviders)

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

  provider('and its provider (needs CHECKWRIGHT_TEST_DATA)', () => {
    const { description, sources } = hasProviders ? loadProvider(id, withRecordings) : { description: {}, sources: [] }

    test('its contract was derived from this very description', () => {
      const opened = openDescription(description)
      if (!opened) throw new Error('The description cannot be read.')

      expect(contract['x-sources']).toEqual(sources)
      expect(deriveContract(name, bytes, opened).paths).toEqual(contract.paths)
    })

    test('every request is one that the provider describes', async () => {
      await using vendor = await fakeVendor({ openapi: description, routes: answerLogin(readHints(text)) })

      await runChecks(connector, { ...values, clock: fixedClock(now), fetch: vendor.fetch } as never)

      expect(vendor.operations.length).toBeGreaterThan(0)
      expect(vendor.violations).toEqual([])
    })

    test('no answer that the provider really gave is a surprise', async () => {
      const { options, served } = createRecordedWorld({ connector, contract, hints: readHints(text) }, id)
      await using vendor = await fakeVendor(options)

      const { checks, inventories = [] } = await runChecks(connector, {
        ...{ ...values, clock: fixedClock(now), fetch: vendor.fetch },
      } as never)

      const surprises = [...checks, ...inventories.filter(({ complete }) => !complete)].flatMap(({ error }) =>
        error && ['schema_drift', 'check_bug'].includes(error.kind) ? [error.message] : [],
      )
      expect(surprises, `on ${served.size} recorded answers`).toEqual([])
    })
  })
})
