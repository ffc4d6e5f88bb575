import { ApiError, CheckwrightError, StoreError } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import type { InputOf } from '../../../service/fields/field-types.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
  type PageRoute,
} from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { readSeen } from '../../pages/shared/seen.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import type { RecordRef, ThingRecord } from '../services/thing-service.ts'
import { findThingTexts, type ThingTexts } from '../thing-texts.ts'
import { describePages, type PageFacts } from './page-facts.ts'
import { fillForm, readThingForm, ThingForm, type ThingFormState } from './thing-form.tsx'

const shown = 50

/** The pages and forms of a thing by name: `list`, `create`, `edit`, `change`, `delete`, and a form for each action. */
export type ThingPages = Readonly<Record<string, PageRoute>>

/** The pages that follow from the declaration. */
function pagesFor(thing: Thing): ThingPages {
  const { list, create, edit, change, delete: remove, ...actions } = describePages(thing)
  if (!list || !create || !edit || !change || !remove) throw new TypeError(`pagesFor: ${thing.id} lacks a page`)
  const acts = Object.entries(actions).map(([name, facts]) => [
    name,
    defineForm(facts, async (submission) => {
      const { runtime, person } = submission
      await runtime
        .serviceOf(thing)
        .act[name]?.({ ...readRef(submission, thing), userId: person.userId })
        .catch(ignoreConflict)
      return { kind: 'redirect', to: thing.page, notice: 'record-changed' }
    }),
  ])
  return {
    list: definePage({ path: list.path, access: list.access, show: (visit) => showList(visit, thing) }),
    create: defineForm(create, (submission) => createRecord(submission, thing)),
    edit: definePage({ path: edit.path, access: edit.access, show: (visit) => showRecord(visit, thing) }),
    change: defineForm(change, (submission) => changeRecord(submission, thing)),
    delete: defineForm(remove, async (submission) => {
      await submission.runtime.serviceOf(thing).delete(readRef(submission, thing))
      return { kind: 'redirect', to: thing.page, notice: 'record-deleted' }
    }),
    ...Object.fromEntries(acts),
  }
}

/** The pages of things, in order. @param replaced pages by the id of their thing, in place of those that follow, or beside them */
export function listThingPages(
  things: readonly Thing[],
  replaced: Readonly<Record<string, ThingPages>> = {},
): readonly PageRoute[] {
  return things.flatMap((thing) => Object.values({ ...pagesFor(thing), ...replaced[thing.id] }))
}

function defineForm(
  { path, access, action }: PageFacts,
  act: (submission: OwnSubmission) => Promise<PageAnswer>,
): PageRoute {
  if (action === undefined) throw new TypeError(`pagesFor: ${path} has no audit action`)
  const [, target] = /:(\w+)/.exec(path) ?? []
  const audit = target === undefined ? { action } : { action, target }
  return defineAction({ path, access, audit, act })
}

async function createRecord(submission: OwnSubmission, thing: Thing): Promise<PageAnswer> {
  const { runtime, person } = submission
  const { organizationId, userId } = person
  const { values, state } = await readThingForm(submission, thing)
  if (state.problem !== undefined) return showList(submission, thing, state)
  try {
    const service = runtime.serviceOf(thing)
    const { id } = await service.create({ organizationId, userId, values: values as InputOf<ThingFields> })
    return { kind: 'redirect', to: thing.page, notice: 'record-added', made: id }
  } catch (error) {
    if (isTheirs(error)) return showList(submission, thing, { ...state, problem: error.message })
    throw error
  }
}

async function changeRecord(submission: OwnSubmission, thing: Thing): Promise<PageAnswer> {
  const { runtime, person, form } = submission
  const seenAtMs = Number(readSeen(form)) || undefined
  const { values, state } = await readThingForm(submission, thing)
  if (state.problem !== undefined) return showRecord(submission, thing, { ...state, seenAtMs })
  try {
    const ref = { ...readRef(submission, thing), userId: person.userId, seenAtMs }
    await runtime.serviceOf(thing).change({ ...ref, changes: values })
    return { kind: 'redirect', to: thing.page, notice: 'record-changed' }
  } catch (error) {
    if (isTheirs(error)) return showRecord(submission, thing, { ...state, seenAtMs, problem: error.message })
    if (error instanceof StoreError && error.code === 'STORE_CONFLICT') return showConflict(submission, thing, state)
    throw error
  }
}

/** Somebody else was first: the form keeps what was entered and says what they saved. */
async function showConflict(submission: OwnSubmission, thing: Thing, state: ThingFormState): Promise<PageAnswer> {
  const { values, changedAtMs } = await demandRecord(submission, thing)
  const words = findThingTexts(submission.texts, thing)
  const now = Object.entries(thing.fields)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, field]) => [words.fields[name] ?? name, formatValue(field, values[name])] as const)
  return showRecord(submission, thing, { ...state, seenAtMs: changedAtMs, now })
}

async function showList(visit: OwnVisit, thing: Thing, refused?: ThingFormState): Promise<PageAnswer> {
  const { runtime, person, query, texts } = visit
  const { organizationId, role } = person
  const words = findThingTexts(texts, thing)
  const service = runtime.serviceOf(thing)
  const state = thing.stateNames.find((each) => each === query.get('state'))
  const place = readListPlace(query)
  const before = place && { createdAtMs: place.atMs, id: place.id }
  const [rows, counts] = await Promise.all([
    service.list({ organizationId, state, before, limit: shown + 1 }),
    service.countByState({ organizationId }),
  ])
  const records = rows.slice(0, shown)
  const last = rows.length > shown ? records.at(-1) : undefined
  const form = mayDo(role, thing.scopes.write) ? (refused ?? (await fillForm(visit, thing, {}))) : undefined
  return createPage(
    { status: refused === undefined ? 200 : 400, title: words.title },
    <>
      <Head thing={thing} title={words.title} lead={words.lead} />
      <div class="stack">
        <div>
          <StateTabs thing={thing} words={words} state={state} counts={counts} />
          {records.length === 0 ? (
            <p class="sheet">{words.empty}</p>
          ) : (
            <RecordTable thing={thing} words={words} records={records} isEditable={form !== undefined} />
          )}
          <OlderLink at={thing.page} query={query} last={last && { atMs: last.createdAtMs, id: last.id }} />
        </div>
        {form && (
          <Sheet id="add" title={words.add}>
            <ThingForm thing={thing} to={thing.page} submit={words.add} state={form} />
          </Sheet>
        )}
      </div>
    </>,
  )
}

async function showRecord(visit: OwnVisit, thing: Thing, refused?: ThingFormState): Promise<PageAnswer> {
  const { texts } = visit
  const words = findThingTexts(texts, thing)
  const { id, values, state = '', changedAtMs } = await demandRecord(visit, thing)
  const [first = ''] = thing.columns
  const title = String(values[first])
  const form = refused ?? { ...(await fillForm(visit, thing, values)), seenAtMs: changedAtMs }
  const possible = Object.entries(thing.actions).filter(([, { from }]) => from === undefined || from.includes(state))
  const at = `${thing.page}/${id}`
  return createPage(
    { status: refused === undefined ? 200 : 400, title },
    <>
      <Head thing={thing} title={title} lead={words.states[state] ?? ''} />
      <div class="stack">
        <section class="sheet" aria-label={texts.actions.change}>
          <ThingForm thing={thing} to={`${at}/change`} submit={texts.actions.save} state={form} />
        </section>
        <div class="row">
          {possible.map(([name]) => (
            <PostForm to={`${at}/${name}`}>
              <SubmitButton looks="quiet">{words.actions[name]}</SubmitButton>
            </PostForm>
          ))}
          <PostForm to={`${at}/delete`}>
            <SubmitButton looks="danger">{texts.actions.delete}</SubmitButton>
          </PostForm>
        </div>
      </div>
    </>,
  )
}

interface ThingHeadProps {
  readonly thing: Thing
  readonly title: string
  readonly lead: string
}

function Head({ thing, title, lead }: ThingHeadProps) {
  if (thing.page.startsWith('/settings/'))
    return (
      <SettingsHead title={title} at={`/settings/${thing.plural}`}>
        <p class="lead">{lead}</p>
      </SettingsHead>
    )
  return <PageHead title={title} lead={lead} />
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

interface RecordTableProps {
  readonly thing: Thing
  readonly words: ThingTexts
  readonly records: readonly ThingRecord[]
  readonly isEditable: boolean
}

function RecordTable({ thing, words, records, isEditable }: RecordTableProps) {
  const texts = useTexts()
  const [first = '', ...rest] = thing.columns
  const show = ({ values }: ThingRecord, name: string) => {
    const field = thing.all[name]
    const text = field ? formatValue(field, values[name]) : ''
    return field?.kind === 'choice' ? (words.choices?.[text] ?? text) : text
  }
  return (
    <Scrollable name={words.title}>
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
                {isEditable ? (
                  <Link to={`${thing.page}/${record.id}`}>{show(record, first)}</Link>
                ) : (
                  show(record, first)
                )}
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

/** @throws ApiError 404 */
async function demandRecord(visit: OwnVisit, thing: Thing): Promise<ThingRecord> {
  const record = await visit.runtime.serviceOf(thing).get(readRef(visit, thing))
  if (record) return record
  throw new ApiError(`There is no such ${thing.noun}.`, { code: 'NOT_FOUND' })
}

function readRef({ params, person: { organizationId } }: OwnVisit, { idName }: Thing): RecordRef {
  return { organizationId, id: params[idName] ?? '' }
}

/** What somebody can mend in the form. */
function isTheirs(error: unknown): error is CheckwrightError {
  return error instanceof CheckwrightError && (error.code === 'RECORD_INVALID' || error.code === 'API_QUOTA_EXCEEDED')
}

/** Somebody else was first, and the page shows the state. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof StoreError && error.code === 'STORE_CONFLICT')) throw error
}
