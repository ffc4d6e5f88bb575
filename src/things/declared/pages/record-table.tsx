import type { Thing } from '../../../service/fields/define-thing.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { loadConnectionNames } from '../../connections/pieces/connection-choice.tsx'
import { Link } from '../../pages/frame/links.tsx'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import type { ThingRecord } from '../services/thing-service.ts'
import type { ThingTexts } from '../thing-texts.ts'

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
  const [first = '', ...rest] = thing.columns
  const show = ({ values }: ThingRecord, name: string) =>
    cutTitle(formatShown(thing.all[name], values[name], { words, names }))
  return (
    <Scrollable name={texts.shared.records.table({ title: words.title })}>
      <table class="table">
        <thead>
          <tr>
            {thing.columns.map((name) => (
              <th scope="col">{words.fields[name]}</th>
            ))}
            {thing.stateNames.length > 0 && <th scope="col">{texts.labels.status}</th>}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr>
              <th scope="row">
                <Link to={`${thing.page}/${record.id}`}>{show(record, first)}</Link>
              </th>
              {rest.map((name) => (
                <td data-label={words.fields[name]}>{show(record, name)}</td>
              ))}
              {record.state !== undefined && <td data-label={texts.labels.status}>{words.states[record.state]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

export type RecordNames = ReadonlyMap<string | null, string>

/** Names of the people and connections that records name. */
export async function loadRecordNames(
  visit: OwnVisit,
  { all }: Thing,
  records: readonly ThingRecord[],
): Promise<RecordNames> {
  const listIds = (...kinds: readonly (string | undefined)[]) =>
    Object.keys(all)
      .filter((name) => kinds.includes(all[name]?.names))
      .flatMap((name) => records.map(({ values }) => values[name]))
      .filter((id) => typeof id === 'string')
  const [people, connections] = await Promise.all([
    loadNames(visit.users, visit.person.organizationId, listIds('person')),
    loadConnectionNames(visit, listIds('connection', 'source')),
  ])
  return new Map([...people, ...connections])
}

export function formatShown(
  field: Thing['all'][string] | undefined,
  value: unknown,
  { words, names }: { readonly words: ThingTexts; readonly names: RecordNames },
): string {
  if (field === undefined) return ''
  const text = formatValue(field, value)
  if (field.kind === 'id') return names.get(text) ?? text
  if (field.item?.kind === 'choice' && Array.isArray(value))
    return value.map((each) => words.choices?.[String(each)] ?? String(each)).join(', ')
  return field.kind === 'choice' ? (words.choices?.[text] ?? text) : text
}

const titleMax = 120

export function cutTitle(text: string): string {
  return text.length <= titleMax ? text : `${text.slice(0, titleMax).toWellFormed()}…`
}
