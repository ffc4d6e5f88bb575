import type { Reads } from '../../../data/contract/watch-shape.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { toInventoryId } from '../../../define/index.ts'
import { tryChecks } from '../trials/try-checks.ts'
import type { Witnesses } from '../witnesses/read-witnesses.ts'
import { observeConnector, readBasePath } from './observe-connector.ts'

/** What a check in code reads of an answer, by the schema of its request. */
export interface ObservedRead {
  readonly method: string
  /** Behind the base address. */
  readonly path: string
  readonly host?: string | undefined
  readonly action?: string | undefined
  readonly judged: Reads
}

/** By id of the check: what it and the inventories that it asks read. */
export type ObservedReads = ReadonlyMap<string, readonly ObservedRead[]>

/** Runs the checks of a connector in code on its worlds, and notes what they read. */
export async function observeReads(
  connector: AnyConnector,
  { worlds }: Pick<Witnesses, 'worlds'>,
): Promise<ObservedReads> {
  const parts = new Map<string, ObservedRead[]>()
  const base = readBasePath(connector)
  const watched = observeConnector(connector, ({ part, method, path, host, action, judged }) => {
    const own = parts.get(part) ?? []
    parts.set(part, own)
    own.push({ method, path: path.startsWith(`${base}/`) ? path.slice(base.length) : path, host, action, judged })
  })
  for (const world of worlds.values()) await tryChecks(watched, world)
  return new Map(
    connector.checks.map(({ id, reads = [] }) => {
      const asked = [id, ...reads.map(({ inventory }) => toInventoryId(inventory))]
      return [id, asked.flatMap((part) => parts.get(part) ?? [])]
    }),
  )
}
