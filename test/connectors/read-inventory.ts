import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyConnector, InventoryOutcome } from 'checkwright'
import { beginBundle, keepRun, replayBundle } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { ownSigner } from '../evidence/bundle.ts'
import { noteList, type RunnerOptions } from './run-check.ts'
import { watchUses } from './watch-uses.ts'

type Listed = Readonly<Record<string, unknown>>

/** What the lists of a connector came to, by id: `account`, `credential.iam`. */
export interface ReadLists {
  readonly outcomes: Readonly<Record<string, InventoryOutcome>>
  readonly records: Readonly<Record<string, readonly Listed[]>>
}

export interface InventoryReaderOptions extends RunnerOptions {
  /** Kinds to read. @default all, with all checks */
  readonly kinds?: readonly string[]
  readonly variables?: Readonly<Record<string, unknown>>
}

/** Reads inventories of a connector from a server in its vendor's place. */
export async function readInventories(
  connector: AnyConnector,
  api: FakeVendor,
  { credentials, settings, now, kinds, variables = {} }: InventoryReaderOptions,
): Promise<ReadLists> {
  const before = api.requests.length
  const watched = watchUses(connector)
  await using run = await keepRun(watched.connector, {
    credentials,
    settings,
    variables,
    fetch: api.fetch,
    clock: fixedClock(now),
    inventories: kinds,
  })
  watched.end()
  const outcomes: Record<string, InventoryOutcome> = {}
  const records: Record<string, readonly Listed[]> = {}
  for (const outcome of run.head.inventories ?? []) {
    const id = outcome.part === undefined ? outcome.of : `${outcome.of}.${outcome.part}`
    outcomes[id] = outcome
    records[id] = (await Array.fromAsync(run.records?.(`inventory:${id}`) ?? [])) as unknown as readonly Listed[]
  }
  const [only, ...others] = Object.keys(outcomes)
  if (only !== undefined && others.length === 0) noteList(connector.id, `inventory:${only}`, api.requests.slice(before))
  return { outcomes, records }
}

/** Runs everything with its evidence and replays it: whether inventories and checks come to the same, without a request. */
export async function replayEverything(
  connector: AnyConnector,
  api: FakeVendor,
  { credentials, settings, now, variables = {} }: InventoryReaderOptions,
) {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-inventories-'))
  try {
    const bundle = join(folder, 'bundle.zip')
    const draft = await beginBundle(bundle)
    await using run = await keepRun(connector, {
      credentials,
      settings,
      variables,
      fetch: api.fetch,
      clock: fixedClock(now),
      exchanges: { file: draft.exchangesFile },
    })
    await draft.finish(run, ownSigner)
    await draft.discard()
    const asked = api.requests.length
    const replay = await replayBundle(bundle, connector)
    return { head: run.head, replay, requests: api.requests.length - asked }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
