import { toCanonicalJson } from '../../inventory/canonical-json.ts'
import type { RecordShelf } from '../../inventory/record-shelf.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'
import { differencesMax, type ReplayDifference } from './compare-results.ts'

const shownMax = 120

/** Differences between two lists of records, both in the order of their ids; one of each is in memory at a time. */
export async function compareRecordLists(
  recorded: AsyncIterable<StoredRecord>,
  shelf: RecordShelf,
): Promise<readonly ReplayDifference[]> {
  const found: ReplayDifference[] = []
  const [before, after] = [recorded[Symbol.asyncIterator](), shelf.read()]
  let was = (await before.next()).value as StoredRecord | undefined
  let is = (await after.next()).value?.record
  while ((was || is) && found.length < differencesMax) {
    if (was && is && was.id === is.id) found.push(...compareRecordMembers(was, is))
    else if (was && (!is || was.id < is.id)) found.push({ of: `record ${was.id}`, recorded: 'there' })
    else if (is) found.push({ of: `record ${is.id}`, replayed: 'there' })
    const [wasId, isId] = [was?.id, is?.id]
    if (wasId !== undefined && (isId === undefined || wasId <= isId))
      was = (await before.next()).value as StoredRecord | undefined
    if (isId !== undefined && (wasId === undefined || isId <= wasId)) is = (await after.next()).value?.record
  }
  await before.return?.()
  await after.return()
  return found.slice(0, differencesMax)
}

function compareRecordMembers(was: StoredRecord, is: StoredRecord): readonly ReplayDifference[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.flatMap((field) => {
    const [recorded, replayed] = [formatRecorded(was[field]), formatRecorded(is[field])]
    if (recorded === replayed) return []
    return [
      {
        of: `record ${was.id}`,
        field,
        recorded,
        replayed,
      },
    ]
  })
}

function formatRecorded(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = toCanonicalJson(value)
  return text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`
}
