import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyConnector, InventoryOutcome } from 'checkwright'
import { beginBundle, keepRun, replayBundle } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import type { RunnerOptions } from './run-check.ts'

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
    await using run = await keepRun(connector, options)
    const [outcome] = run.head.inventories ?? []
    if (!outcome) throw new Error('The run has no inventory.')
    return { ...outcome, records: (await Array.fromAsync(run.records?.(`inventory:${name}`) ?? [])) as SeenRecord[] }
  }
}

/** Runs all checks and reads all inventories with evidence, and runs them again on the bundle when the vendor is gone. */
export async function replayWholeRun(
  connector: AnyConnector,
  api: FakeVendor,
  { credentials, settings, now, variables }: RunnerOptions & { readonly variables?: Readonly<Record<string, unknown>> },
) {
  const place = mkdtempSync(join(tmpdir(), 'checkwright-inventories-'))
  const bundle = await beginBundle(join(place, 'run.zip'))
  try {
    await using run = await keepRun(connector, {
      credentials,
      settings,
      variables,
      fetch: api.fetch,
      clock: fixedClock(now),
      exchanges: { file: bundle.exchangesFile },
    })
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    await bundle.finish(run, {
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      sign: (bytes) => sign(null, bytes, privateKey),
    })
    await api.close()
    const { same, inventories } = await replayBundle(join(place, 'run.zip'), connector)
    return { same, inventories: inventories.map(({ id, same: isSame, records }) => [id, isSame, records]) }
  } finally {
    await bundle.discard()
    rmSync(place, { recursive: true, force: true })
  }
}
