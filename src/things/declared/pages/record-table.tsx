import type { Thing } from '../../../service/fields/define-thing.ts'
import type { NamedThing } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { loadConnectionNames } from '../../connections/pieces/connection-choice.tsx'
import { Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Table, type TableColumn } from '../../pages/shared/table.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import type { ThingRecord } from '../services/thing-service.ts'
import type { ThingTexts } from '../thing-texts.ts'
import { openChoices } from './choice-source.ts'
import { cutTitle } from './cut-title.ts'

/** How many records a page has at most. */
export const recordsShown = 50

interface RecordTableProps {
  readonly thing: Thing
  readonly words: ThingTexts
  readonly records: readonly ThingRecord[]
  readonly names: RecordNames
}

export function RecordTable({ thing, words, records, names }: RecordTableProps) {
  const texts = useTexts()
  const columns = thing.columns.map((name, index): TableColumn<ThingRecord> => {
    const show = ({ values }: ThingRecord) => cutTitle(formatShown(thing.all[name], values[name], { words, names }))
    if (index > 0) return [words.fields[name], show]
    return [words.fields[name], (record) => <Link to={`${thing.page}/${record.id}`}>{show(record)}</Link>]
  })
  return (
    <Scrollable name={texts.shared.records.table({ title: words.title })}>
      <Table
        rows={records}
        columns={
          thing.stateNames.length > 0
            ? [...columns, [texts.labels.status, ({ state }) => words.states[state ?? '']]]
            : columns
        }
      />
    </Scrollable>
  )
}

export type RecordNames = ReadonlyMap<string | null, string>

/** Names of what records name: people, connections, and what a page chooses from a list. */
export async function loadRecordNames(
  visit: OwnVisit,
  { all }: Thing,
  records: readonly ThingRecord[],
): Promise<RecordNames> {
  const kinds = new Map(Object.entries(all).map(([name, field]) => [name, field.names ?? field.item?.names]))
  const listIds = (...wanted: readonly NamedThing[]) =>
    [...kinds]
      .filter(([, names]) => names !== undefined && wanted.includes(names))
      .flatMap(([name]) => records.flatMap(({ values }) => values[name]))
      .filter((id) => typeof id === 'string')
  const listed = [...new Set(kinds.values())].filter((names) => names !== undefined)
  const [people, connections, ...others] = await Promise.all([
    loadNames(visit.users, visit.person.organizationId, listIds('person')),
    loadConnectionNames(visit, listIds('connection', 'source')),
    ...listed.map(async (names) => {
      const ids = [...new Set(listIds(names))]
      return ids.length === 0 ? [] : ((await openChoices(visit, names)?.find(ids)) ?? [])
    }),
  ])
  return new Map([...people, ...connections, ...others.flat().map(({ id, label }) => [id, label] as const)])
}

export function formatShown(
  field: Thing['all'][string] | undefined,
  value: unknown,
  { words, names }: { readonly words: ThingTexts; readonly names: RecordNames },
): string {
  if (field === undefined) return ''
  const text = formatValue(field, value)
  if (field.kind === 'id') return names.get(text) ?? text
  if (field.item?.kind === 'id' && Array.isArray(value))
    return value.map((each) => names.get(String(each)) ?? String(each)).join('\n')
  if (field.item?.kind === 'choice' && Array.isArray(value))
    return value.map((each) => words.choices?.[String(each)] ?? String(each)).join(', ')
  return field.kind === 'choice' || field.kind === 'flag' ? (words.choices?.[text] ?? text) : text
}
