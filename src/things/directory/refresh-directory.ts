import { setImmediate } from 'node:timers/promises'
import type { Departure } from '../../crosscheck/define/directory.ts'
import type { StoredLink } from '../../crosscheck/define/stored-link.ts'
import type { LinkRecord } from '../../crosscheck/links/link-store.ts'
import { findDepartures } from '../../crosscheck/people/find-departures.ts'
import { findLinks } from '../../crosscheck/run/find-links.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { type InputParts, type LoadedInputs, loadCrossCheckInputs } from './load-inputs.ts'

/**
 * Stores what follows for sure from the newest readings: links, so that somebody who vanishes is still known, and since when people
 * are gone. Call it after a reading, and before a cross-check. What it has stored before changes nothing.
 * @throws StoreError `STORE_CONFLICT` where a list was read anew meanwhile: call it again
 */
export async function refreshDirectory(
  parts: InputParts,
  organizationId: string,
  at: { readonly nowMs: number },
): Promise<{ readonly linksStored: number }> {
  return storeLinks(parts, await refreshDepartures(parts, organizationId, at), at)
}

/** Stores since when people are gone. @returns the inputs with it @throws as `refreshDirectory` */
export async function refreshDepartures(
  parts: InputParts,
  organizationId: string,
  at: { readonly nowMs: number },
): Promise<LoadedInputs> {
  const { store } = parts
  const loaded = await loadCrossCheckInputs(parts, organizationId, at)
  const { inputs, source } = loaded
  // Without a directory nobody is known.
  if (inputs.directory.sources.length === 0) return loaded
  const departures = await findDepartures(inputs, source, readPeople(store, organizationId))
  if (isSame(departures, inputs.directory.departures)) return loaded
  await store.directorySources.replaceDepartures(organizationId, departures)
  return loadCrossCheckInputs(parts, organizationId, at)
}

/** Stores the links that follow from inputs. @returns `changes`: by how much the version has counted up @throws as `refreshDirectory` */
export async function storeLinks(
  { store }: InputParts,
  { inputs, source }: LoadedInputs,
  { nowMs }: { readonly nowMs: number },
): Promise<{ readonly linksStored: number; readonly changes: number }> {
  const { organizationId } = inputs
  let changes = 0
  let linksStored = 0
  let waiting: StoredLink[] = []
  const at = { today: new Date(nowMs).toISOString().slice(0, 10), nowMs }
  const flush = async () => {
    if (waiting.length === 0) return
    const records = waiting.map(
      (link): LinkRecord => ({
        ...link,
        id: createTimeId(),
        organizationId,
        createdAtMs: nowMs,
        endedAtMs: null,
        endedBy: null,
      }),
    )
    linksStored += await store.accountLinks.fill(organizationId, records, at)
    changes++
    waiting = []
    // As in openRecordPieces: others have their turn.
    await setImmediate()
  }
  if (inputs.directory.sources.length === 0) return { linksStored, changes }
  for await (const link of findLinks(inputs, source)) {
    waiting.push(link)
    if (waiting.length === linksAtOnce) await flush()
  }
  await flush()
  return { linksStored, changes }
}

/** Each transaction waits for the disk once, and others wait for it. */
const linksAtOnce = 1_000
const peopleAtOnce = 1_000

/** Whom links name. */
async function* readPeople(store: Uses<'accountLinks'>['store'], organizationId: string): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const ids = await store.accountLinks.listPeople(organizationId, after, peopleAtOnce)
    yield* ids
    if (ids.length < peopleAtOnce) return
    after = ids.at(-1)
  }
}

function isSame(found: readonly Departure[], before: readonly Departure[]): boolean {
  if (found.length !== before.length) return false
  const known = new Map(before.map(({ personId, since }) => [personId, since]))
  return found.every(({ personId, since }) => known.get(personId) === since)
}
