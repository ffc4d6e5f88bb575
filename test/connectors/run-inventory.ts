import type { AnyConnector, InventoryOutcome } from 'checkwright'
import { keepRun } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { type InventoryReaderOptions, replayEverything } from './read-inventory.ts'
import { noteList, type RunnerOptions } from './run-check.ts'
import { watchUses } from './watch-uses.ts'

/** A record as a run keeps it. */
export type SeenRecord = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly unknown?: Readonly<Record<string, string>>
}

/** What an inventory came to, and its records by their ids. */
export interface SeenInventory extends InventoryOutcome {
  readonly records: readonly SeenRecord[]
}

/** Reads one inventory of a connector from a server in its vendor's place. @param name by kind, or kind and part */
export type ReadInventoryOf = (api: FakeVendor, name: string) => Promise<SeenInventory>

export function inventoryReader(
  connector: AnyConnector,
  { credentials, settings, now }: RunnerOptions,
): ReadInventoryOf {
  return async (api, name) => {
    const options = { credentials, settings, inventories: [name], fetch: api.fetch, clock: fixedClock(now) }
    const before = api.requests.length
    const watched = watchUses(connector)
    await using run = await keepRun(watched.connector, options)
    watched.end()
    noteList(connector.id, `inventory:${name}`, api.requests.slice(before))
    const [outcome] = run.head.inventories ?? []
    if (!outcome) throw new Error('The run has no inventory.')
    return { ...outcome, records: (await Array.fromAsync(run.records?.(`inventory:${name}`) ?? [])) as SeenRecord[] }
  }
}

/** Runs all checks and reads all inventories with evidence, and runs them again on the bundle, without the vendor. */
export async function replayWholeRun(connector: AnyConnector, api: FakeVendor, options: InventoryReaderOptions) {
  const { replay, requests } = await replayEverything(connector, api, options)
  if (requests > 0) throw new Error(`The replay sent ${requests} requests to the vendor.`)
  return { same: replay.same, inventories: replay.inventories.map(({ id, same, records }) => [id, same, records]) }
}
