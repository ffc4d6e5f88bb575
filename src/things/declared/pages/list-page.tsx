import type { Thing } from '../../../service/fields/define-thing.ts'
import { readText } from '../../../service/fields/field-kinds.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import { recordsFor } from '../reading/records-for.ts'
import { findThingTexts, type ThingTexts } from '../thing-texts.ts'
import type { PagedThing } from './paged-thing.ts'
import { loadRecordNames, RecordTable, recordsShown } from './record-table.tsx'
import { fillForm, ThingForm, type ThingFormState } from './thing-form.tsx'
import { ThingHead } from './thing-head.tsx'

export async function showList(visit: OwnVisit, paged: PagedThing, refused?: ThingFormState): Promise<PageAnswer> {
  const { thing, whole, sections } = paged
  const { runtime, person, query, texts } = visit
  const { role } = person
  const words = findThingTexts(texts, thing)
  const all = recordsFor(runtime, thing, person)
  const state = thing.stateNames.find((each) => each === query.get('state'))
  const place = readListPlace(query)
  const before = place && { createdAtMs: place.atMs, id: place.id }
  const [rows, counts] = await Promise.all([all.list({ state, before, limit: recordsShown + 1 }), all.countByState()])
  const records = rows.slice(0, recordsShown)
  const last = rows.length > recordsShown ? records.at(-1) : undefined
  const mayWrite = mayDo(role, thing.scopes.write) && thing.verbs.includes('create')
  // A part is added on the page of its whole.
  const form = mayWrite
    ? (refused ?? (whole ? undefined : await fillForm(visit, thing, readProposed(thing, query))))
    : undefined
  const names = await loadRecordNames(visit, thing, records)
  return createPage(
    { status: refused === undefined ? 200 : 400, title: words.title },
    <>
      <ThingHead thing={thing} title={words.title} lead={words.lead} />
      <div class="stack">
        {await sections.list?.(visit)}
        <div>
          <StateTabs thing={thing} words={words} state={state} counts={counts} />
          {records.length === 0 ? (
            <p class="sheet">{state === undefined ? words.empty : texts.shared.records.noneInState}</p>
          ) : (
            <RecordTable thing={thing} words={words} records={records} names={names} />
          )}
          <OlderLink at={thing.page} query={query} last={last && { atMs: last.createdAtMs, id: last.id }} />
          <p class="after">
            <Link to={`${thing.page}.csv`}>{texts.actions.downloadCsv}</Link>
          </p>
        </div>
        {form && (
          <Sheet id="add" title={words.add}>
            <ThingForm thing={thing} to={thing.page} submit={words.add} state={form} />
          </Sheet>
        )}
        {mayWrite && (
          <Sheet id="import" title={texts.actions.importCsv}>
            <PostForm to={`${thing.page}/import`} enctype="multipart/form-data">
              <InputField
                name="file"
                label={texts.labels.file}
                help={texts.shared.records.importHelp}
                type="file"
                accept=".csv,text/csv"
                required
              />
              <FormActions submit={texts.actions.importCsv} looks="quiet" />
            </PostForm>
          </Sheet>
        )}
      </div>
    </>,
  )
}

interface StateTabsProps {
  readonly thing: Thing
  readonly words: ThingTexts
  readonly state: string | undefined
  readonly counts: Readonly<Record<string, number>>
}

/** All records, and those in each state, with how many there are. */
function StateTabs({ thing: { page, stateNames }, words, state, counts }: StateTabsProps) {
  const texts = useTexts()
  if (stateNames.length === 0) return null
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = stateNames.map((each) => ({
    to: `${page}?state=${each}`,
    text: words.states[each] ?? each,
    count: texts.format.counted(counts[each] ?? 0),
    current: each === state,
  }))
  const every = { to: page, text: texts.labels.all, count: texts.format.counted(all), current: state === undefined }
  return <Tabs tabs={[every, ...tabs]} />
}

/** What a link to the form of a new record proposes, by field. */
function readProposed({ fields }: Thing, query: URLSearchParams): Readonly<Record<string, unknown>> {
  const proposed = Object.entries(fields).flatMap(([name, field]) => {
    const text = query.get(name)
    return text === null || field.isHidden ? [] : [[name, readText(field, text)]]
  })
  return Object.fromEntries(proposed)
}
