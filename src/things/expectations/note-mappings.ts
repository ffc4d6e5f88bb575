import { listShippedMappings } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** Stores in which this process has noted the mappings that it came with. */
const noted = new WeakMap<object, Promise<void>>()

/**
 * Keeps since when the mappings of this version count, once for each process: one that was mapped later makes no earlier day better. Those
 * of the version with which a store began are as old as the store.
 */
export async function noteMappings({ store, clock }: Uses<'mappingEditions', 'clock'>): Promise<void> {
  const known = noted.get(store)
  if (known) return known
  const noting = compareMappings(store.mappingEditions, clock.nowMs())
  noted.set(store, noting)
  // The next one tries again.
  noting.catch(() => noted.delete(store))
  return noting
}

async function compareMappings(editions: Uses<'mappingEditions'>['store']['mappingEditions'], nowMs: number) {
  const [shipped, all] = await Promise.all([listShippedMappings(), editions.list()])
  const newest = new Map(all.map((edition) => [edition.framework, edition]))
  const changed = shipped.filter(({ framework, sha256 }) => newest.get(framework)?.sha256 !== sha256)
  await editions.begin(
    changed.map(({ framework, sha256, text }) => ({
      framework,
      // Whatever its clock says, it comes after the one before.
      fromMs: all.length === 0 ? 0 : Math.max(nowMs, (newest.get(framework)?.fromMs ?? 0) + 1),
      sha256,
      text,
    })),
  )
}
