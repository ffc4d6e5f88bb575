import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { chooseSample } from '../../../scripts/connectors/samples.ts'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import { toSampleResult } from '../../../src/report/connector-page/sample-results.ts'
import { type Contract, nameOperation } from './contracts.ts'
import { readHints } from './hints.ts'
import { createWorld, now } from './world.ts'
import { chooseSeeds, manySeeds, tryWorlds, type WorldSubject } from './worlds.ts'

/** What the checks of a connector were seen to ask and to say, for its page. */
export async function collectSeen(subject: WorldSubject): Promise<{
  readonly seen: Contract['x-seen']
  readonly seeds: readonly number[]
}> {
  const { connector, contract, text } = subject
  const tried = await tryWorlds(subject, manySeeds)
  const seeds = await chooseSeeds(subject, tried)
  const { credentials, settings, variables } = createSampleValues(connector)
  await using vendor = await fakeVendor(createWorld({ connector, contract, hints: readHints(text) }, seeds[0] ?? 1))
  /** Runs a part of the connector alone, and names what it asked. */
  const listEndpoints = async (part: {
    readonly checks?: readonly string[]
    readonly inventories?: readonly string[]
  }) => {
    vendor.reset()
    const clock = fixedClock(now)
    await runChecks(connector, { credentials, settings, variables, clock, fetch: vendor.fetch, ...part })
    const asked = vendor.requests.flatMap(
      ({ method, path }) => nameOperation(contract, method, path.replace(/[?].*/, '')) ?? [],
    )
    return [...new Set(asked)].sort()
  }
  const seen: Record<string, Contract['x-seen'][string]> = {}
  for (const { id } of connector.checks) {
    const outcomes = tried.worlds.flatMap(({ result }) => result.checks.filter((check) => check.id === id))
    const results = outcomes.flatMap((check) => check.results).map(toSampleResult)
    const result = chooseSample(results, contract['x-seen'][id]?.result)
    seen[id] = { endpoints: await listEndpoints({ checks: [id] }), result }
  }
  for (const inventory of connector.inventories) {
    const id = toInventoryId(inventory)
    seen[id] = { endpoints: await listEndpoints({ inventories: [id.slice('inventory:'.length)] }) }
  }
  return { seen, seeds }
}
