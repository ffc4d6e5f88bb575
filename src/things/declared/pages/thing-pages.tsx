import type { Child } from 'hono/jsx'
import { ApiError, CheckwrightError, StoreError } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import type { InputOf } from '../../../service/fields/field-types.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import {
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
  type PageRoute,
} from '../../pages/page-route.ts'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { readSeen } from '../../pages/shared/seen.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import type { RecordRef, ThingRecord } from '../services/thing-service.ts'
import { describePages, type PageFacts } from './page-facts.ts'
import { fillForm, readThingForm, ThingForm, type ThingFormState } from './thing-form.tsx'

const shown = 50

/** The pages and forms of a thing by name: `list`, `create`, `edit`, `change`, `delete`, and a form for each action. */
export type ThingPages = Readonly<Record<string, PageRoute>>

/** The pages that follow from the declaration. */
export function pagesFor(thing: Thing): ThingPages {
  const { list, create, edit, change, delete: remove, ...actions } = describePages(thing)
  if (!list || !create || !edit || !change || !remove) throw new TypeError(`pagesFor: ${thing.id} lacks a page`)
  const acts = Object.entries(actions).map(([name, facts]) => [
    name,
    defineForm(facts, async (submission) => {
      const { runtime, person } = submission
      await runtime
        .serviceOf(thing)
        .act[name]?.({ ...readRef(submission), userId: person.userId })
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
      await submission.runtime.serviceOf(thing).delete(readRef(submission))
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
  const audit = path.includes(':id') ? { action, target: 'id' } : { action }
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
    const ref = { ...readRef(submission), userId: person.userId, seenAtMs }
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
  const words = thing.messages[submission.language]
  const now = Object.entries(thing.fields)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, field]) => [words.fields[name] ?? name, formatValue(field, values[name])] as const)
  return showRecord(submission, thing, { ...state, seenAtMs: changedAtMs, now })
}

async function showList(visit: OwnVisit, thing: Thing, refused?: ThingFormState): Promise<PageAnswer> {
  const { runtime, person, query, language } = visit
  const { organizationId, role } = person
  const words = thing.messages[language]
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
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: words.title,
    content: (
      <>
        <Head thing={thing} title={words.title} lead={words.lead} />
        <div class="stack">
          <section aria-label={words.title}>
            <StateTabs thing={thing} words={words} state={state} counts={counts} />
            {records.length === 0 ? (
              <p class="sheet">{words.empty}</p>
            ) : (
              <RecordTable thing={thing} words={words} records={records} isEditable={form !== undefined} />
            )}
            <OlderLink at={thing.page} query={query} last={last && { atMs: last.createdAtMs, id: last.id }} />
          </section>
          {form && (
            <section class="sheet" aria-labelledby="add">
              <h2 id="add">{words.add}</h2>
              <ThingForm thing={thing} to={thing.page} submit={words.add} state={form} />
            </section>
          )}
        </div>
      </>
    ),
  }
}

async function showRecord(visit: OwnVisit, thing: Thing, refused?: ThingFormState): Promise<PageAnswer> {
  const { language, texts } = visit
  const words = thing.messages[language]
  const { id, values, state = '', changedAtMs } = await demandRecord(visit, thing)
  const [first = ''] = thing.columns
  const title = String(values[first])
  const form = refused ?? { ...(await fillForm(visit, thing, values)), seenAtMs: changedAtMs }
  const possible = Object.entries(thing.actions).filter(([, { from }]) => from === undefined || from.includes(state))
  const at = `${thing.page}/${id}`
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title,
    content: (
      <>
        <Head thing={thing} title={title} lead={words.states[state] ?? ''} />
        <div class="stack">
          <section class="sheet" aria-label={texts.actions.change}>
            <ThingForm thing={thing} to={`${at}/change`} submit={texts.actions.save} state={form} />
          </section>
          <div class="row">
            {possible.map(([name]) => (
              <Button to={`${at}/${name}`} looks="quiet">
                {words.actions[name]}
              </Button>
            ))}
            <Button to={`${at}/delete`} looks="danger">
              {texts.actions.delete}
            </Button>
          </div>
        </div>
      </>
    ),
  }
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
  return (
    <header class="head">
      <div>
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
      </div>
    </header>
  )
}

type Words = Thing['messages']['en']

interface StateTabsProps {
  readonly thing: Thing
  readonly words: Words
  readonly state: string | undefined
  readonly counts: Readonly<Record<string, number>>
}

/** All records, and those in each state, with how many there are. */
function StateTabs({ thing: { page, stateNames }, words, state, counts }: StateTabsProps) {
  const texts = useTexts()
  if (stateNames.length === 0) return null
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <nav class="tabs" aria-label={texts.labels.status}>
      <ul>
        <li>
          <Link to={page} current={state === undefined}>
            {texts.labels.all} <b>{texts.format.counted(all)}</b>
          </Link>
        </li>
        {stateNames.map((each) => (
          <li>
            <Link to={`${page}?state=${each}`} current={each === state}>
              {words.states[each]} <b>{texts.format.counted(counts[each] ?? 0)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface RecordTableProps {
  readonly thing: Thing
  readonly words: Words
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

function Button({
  to,
  looks,
  children,
}: {
  readonly to: string
  readonly looks: 'quiet' | 'danger'
  readonly children: Child
}) {
  return (
    <PostForm to={to}>
      <button class={`button ${looks}`} type="submit">
        {children}
      </button>
    </PostForm>
  )
}

/** @throws ApiError 404 */
async function demandRecord(visit: OwnVisit, thing: Thing): Promise<ThingRecord> {
  const record = await visit.runtime.serviceOf(thing).get(readRef(visit))
  if (record) return record
  throw new ApiError(`There is no such ${thing.noun}.`, { code: 'NOT_FOUND' })
}

function readRef({ params, person: { organizationId } }: OwnVisit): RecordRef {
  return { organizationId, id: params.id ?? '' }
}

/** What somebody can mend in the form. */
function isTheirs(error: unknown): error is CheckwrightError {
  return error instanceof CheckwrightError && (error.code === 'RECORD_INVALID' || error.code === 'API_QUOTA_EXCEEDED')
}

/** Somebody else was first, and the page shows the state. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof StoreError && error.code === 'STORE_CONFLICT')) throw error
}
