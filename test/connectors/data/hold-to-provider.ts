import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { expect } from 'vitest'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { deriveContract } from '../../../src/data/contract/derive-contract.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { note } from '../note.ts'
import { loadDataConnector } from './contracts.ts'
import { readHints } from './hints.ts'
import type { Provider } from './provider.ts'
import { answerLogin, now } from './world.ts'

/** Expects that the contract of a connector was derived from this very description. */
export function expectDerived(id: string, { description, sources }: Provider): void {
  const { name, bytes, contract } = loadDataConnector(id)
  const opened = openDescription(description)
  if (!opened) throw new Error('The description cannot be read.')

  expect(contract['x-sources']).toEqual(sources)
  expect(deriveContract(name, bytes, opened).paths).toEqual(contract.paths)
}

/** Expects that each request is one that the provider describes. */
export async function expectDescribedRequests(id: string, { description }: Provider): Promise<void> {
  const { connector, contract, text } = loadDataConnector(id)
  // A whole schema of GraphQL is an answer without end. The contract has what the queries ask for.
  const openapi = '/graphql' in (description.paths as object) ? contract : description
  await using vendor = await fakeVendor({ openapi, routes: answerLogin(readHints(text)) })

  await runChecks(connector, { ...createSampleValues(connector), clock: fixedClock(now), fetch: vendor.fetch } as never)

  const { requests, operations, violations } = vendor
  note({ connector: id, requests: requests.length, operations, violations: violations.length })
  expect(vendor.operations.length).toBeGreaterThan(0)
  expect(vendor.violations).toEqual([])
}
