import { isDeepStrictEqual } from 'node:util'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { RecordVersion } from '../../../service/fields/thing-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import { recordsFor } from '../reading/records-for.ts'
import type { ThingTexts } from '../thing-texts.ts'

interface PastChange {
  readonly atMs: number
  readonly by: string
  /** Fields that it changed; undefined: it was made. */
  readonly fields: readonly string[] | undefined
}

const historyShown = 20

/** What became of a record, the newest first. */
export async function loadHistory(visit: OwnVisit, thing: Thing, id: string): Promise<readonly PastChange[]> {
  const { runtime, users, person } = visit
  const { organizationId } = person
  const versions = await recordsFor(runtime, thing, person).versions(id)
  const names = await loadNames(
    users,
    organizationId,
    versions.map(({ changedBy }) => changedBy),
  )
  return listChanges(versions, Object.keys(thing.all), names)
}

/** @param versions the oldest first */
export function listChanges(
  versions: readonly Pick<RecordVersion, 'atMs' | 'changedBy' | 'values'>[],
  fieldNames: readonly string[],
  names: ReadonlyMap<string | null, string>,
): readonly PastChange[] {
  const changes = versions.map(({ atMs, changedBy, values = {} }, index) => {
    const before = versions[index - 1]?.values
    const fields = before && fieldNames.filter((name) => !isDeepStrictEqual(before[name], values[name]))
    return { atMs, by: names.get(changedBy) ?? '–', fields }
  })
  return changes
    .filter(({ fields }) => fields === undefined || fields.length > 0)
    .toReversed()
    .slice(0, historyShown)
}

interface RecordHistoryProps {
  readonly versions: readonly PastChange[]
  readonly words: Pick<ThingTexts, 'fields'>
}

export function RecordHistory({ versions, words }: RecordHistoryProps) {
  const texts = useTexts()
  return (
    <Sheet id="history" title={texts.labels.history}>
      <ul class="list">
        {versions.map(({ atMs, by, fields }) => (
          <li>
            <span class="what">
              {texts.shared.momentBy({ moment: <Moment at={atMs} />, by })}{' '}
              <span class="small">{(fields ?? []).map((name) => words.fields[name] ?? name).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
