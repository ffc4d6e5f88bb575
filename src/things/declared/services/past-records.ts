import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ListQuery, StoredThing, ThingRows } from '../../../service/fields/thing-store.ts'
import { compareTexts } from '../../../text/compare-texts.ts'

/** Records as they were at the end of a time, the newest first. What was deleted by then is not there. @param of.id @default all */
export async function loadPastRecords(
  rows: Pick<ThingRows, 'versions'>,
  thing: Thing,
  {
    organizationId,
    ...of
  }: { readonly organizationId: string; readonly atMs: number; readonly id?: string | undefined },
): Promise<readonly StoredThing[]> {
  const records = new Map<string, StoredThing>()
  const absent = Object.fromEntries(Object.keys(thing.all).map((name) => [name, null]))
  for (const { recordId: id, atMs, changedBy, values } of await rows.versions(of)) {
    const { createdAtMs, createdBy } = records.get(id) ?? { createdAtMs: atMs, createdBy: changedBy }
    if (values === undefined) records.delete(id)
    else
      records.set(id, {
        id,
        organizationId,
        createdAtMs,
        createdBy,
        changedAtMs: atMs,
        values: { ...absent, ...values },
      })
  }
  return [...records.values()].sort((one, other) => -compareAge(one, other))
}

/** The part of records that a page shows, as the store chooses it. @param records the newest first */
export function pickPage<Shown extends StoredThing & { readonly state: string | undefined }>(
  records: readonly Shown[],
  { state, where = {}, before, limit }: Omit<ListQuery, 'organizationId' | 'nowMs'>,
): readonly Shown[] {
  const wanted = Object.entries(where).filter(([, value]) => value !== undefined)
  return records
    .filter(
      (record) =>
        (state === undefined || record.state === state) &&
        (before === undefined || compareAge(record, before) < 0) &&
        wanted.every(([name, value]) => record.values[name] === value),
    )
    .slice(0, limit)
}

type Age = Pick<StoredThing, 'createdAtMs' | 'id'>

function compareAge(one: Age, other: Age): number {
  return one.createdAtMs - other.createdAtMs || compareTexts(one.id, other.id)
}
