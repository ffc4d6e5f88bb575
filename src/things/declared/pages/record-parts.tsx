import { isPart } from '../../../service/fields/columns.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { recordsFor } from '../reading/records-for.ts'
import type { ThingRecord } from '../services/thing-service.ts'
import { findThingTexts } from '../thing-texts.ts'
import { loadRecordNames, type RecordNames, RecordTable, recordsShown } from './record-table.tsx'
import { fillForm, ThingForm, type ThingFormState } from './thing-form.tsx'

interface PartProps {
  readonly part: Thing
  readonly records: readonly ThingRecord[]
  readonly names: RecordNames
  readonly form: ThingFormState | undefined
}

/** The records of a part that a record has, the newest first. */
export async function loadPart(visit: OwnVisit, part: Thing, whole: Thing, id: string): Promise<PartProps> {
  const { runtime, person } = visit
  const [field = ''] = Object.entries(part.all).find(([, each]) => isPart(each) && each.names === whole.id) ?? []
  const { role } = person
  const records = await recordsFor(runtime, part, person).list({ where: { [field]: id }, limit: recordsShown })
  const mayAdd = mayDo(role, part.scopes.write) && part.verbs.includes('create') && Object.hasOwn(part.fields, field)
  return {
    part,
    records,
    names: await loadRecordNames(visit, part, records),
    form: mayAdd ? await fillForm(visit, part, { [field]: id }) : undefined,
  }
}

export function PartSection({ part, records, names, form }: PartProps) {
  const texts = useTexts()
  const words = findThingTexts(texts, part)
  return (
    <Sheet id={part.plural} title={words.title}>
      {records.length === 0 ? (
        <p class="small">{words.empty}</p>
      ) : (
        <RecordTable thing={part} words={words} records={records} names={names} />
      )}
      {records.length === recordsShown && (
        <p class="small">{texts.shared.records.newest({ number: texts.format.counted(recordsShown) })}</p>
      )}
      {form && (
        <details>
          <summary>{words.add}</summary>
          <ThingForm thing={part} to={part.page} submit={words.add} state={form} idPrefix={`${part.id}-`} />
        </details>
      )}
    </Sheet>
  )
}
