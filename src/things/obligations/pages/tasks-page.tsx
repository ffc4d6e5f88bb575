import { type TaskState, taskStates } from '../../../checks/obligations/task-state.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { MoreLink } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import type { TaskWithState } from '../store/task-store.ts'
import type { JudgedTask } from '../tasks.ts'
import { formatCadence, TaskBadge } from './task-words.tsx'

/** Rows of a page. */
const shown = 40

/** Everything that is owed again and again, what needs somebody first. */
export const tasksPage = definePage({
  path: '/tasks',
  access: 'tasks:read',
  show: async (visit) => {
    const { texts, runtime, person, query } = visit
    const within = findKnownTime(person, runtime.workspace.clock.nowMs())
    const of = { organizationId: person.organizationId, within }
    const all = await runtime.tasks.listWithState(of)
    const state = taskStates.find((one) => one === query.get('state'))
    const own = query.get('owner') === 'me'
    const from = /^\d{1,4}$/.test(query.get('from') ?? '') ? Number(query.get('from')) : 0
    const chosenQuery = { state, owner: own ? 'me' : undefined }
    const chosen = all.filter(
      (task) => (state === undefined || task.state === state) && (!own || task.ownerId === person.userId),
    )
    const mayWrite = mayDo(person.role, 'tasks:write')
    const ids = chosen
      .toSorted(compareUrgency)
      .slice(from, from + shown)
      .map(({ id }) => id)
    const rows = (await runtime.tasks.judge({ ...of, ids })).toSorted(compareUrgency)
    const owners = await loadNames(
      visit.users,
      person.organizationId,
      mayWrite ? rows.map(({ ownerId }) => ownerId) : [],
    )
    return createPage(
      { title: texts.labels.obligations },
      <>
        <PageHead
          title={texts.labels.obligations}
          lead={texts.tasks.list.lead}
          actions={
            <>
              <Link to="/tasks/missing" looks="quiet">
                {texts.labels.whatIsMissing}
              </Link>
              {mayWrite && (
                <>
                  <Link to="/tasks/templates" looks="quiet">
                    {texts.tasks.templates.title}
                  </Link>
                  <Link to="/tasks/add" looks="primary">
                    {texts.tasks.add.title}
                  </Link>
                </>
              )}
            </>
          }
        >
          {within && <p class="small">{texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</p>}
        </PageHead>
        {all.length === 0 ? (
          <Nothing mayWrite={mayWrite} />
        ) : (
          <>
            <States all={all} state={state} own={own} />
            {chosen.length === 0 && <p class="sheet">{texts.tasks.list.noMatch}</p>}
            {chosen.length > 0 && (
              <ul class="sheet list" aria-label={texts.labels.obligations}>
                {rows.map((task) => (
                  <TaskRow task={task} owner={owners.get(task.ownerId)} userId={person.userId} />
                ))}
              </ul>
            )}
            {from + shown < chosen.length && (
              <MoreLink to={toPath({ ...chosenQuery, from: String(from + shown) })}>
                {texts.counts.more({ count: chosen.length - from - shown })}
              </MoreLink>
            )}
          </>
        )}
      </>,
    )
  },
})

function toPath(query: Readonly<Record<string, string | undefined>>): string {
  const text = new URLSearchParams(omitUndefined(query)).toString()
  return text === '' ? '/tasks' : `/tasks?${text}`
}

type Ordered = Pick<TaskWithState, 'id' | 'state' | 'dueDay'>

/** What needs somebody comes first, and of these what is due first. */
function compareUrgency(a: Ordered, b: Ordered): number {
  const byState = taskStates.indexOf(a.state) - taskStates.indexOf(b.state)
  if (byState !== 0) return byState
  return a.dueDay === b.dueDay ? (a.id < b.id ? -1 : 1) : a.dueDay < b.dueDay ? -1 : 1
}

function Nothing({ mayWrite }: { readonly mayWrite: boolean }) {
  const texts = useTexts()
  return (
    <div class="sheet">
      <p>{texts.tasks.list.empty}</p>
      {mayWrite && (
        <p>
          {texts.tasks.list.start({
            choose: <Link to="/tasks/templates">{texts.tasks.list.chooseTemplates}</Link>,
            add: <Link to="/tasks/add">{texts.tasks.list.addOwn}</Link>,
          })}
        </p>
      )}
    </div>
  )
}

interface StatesProps {
  readonly all: readonly TaskWithState[]
  readonly state: TaskState | undefined
  readonly own: boolean
}

function States({ all, state, own }: StatesProps) {
  const texts = useTexts()
  const owner = own ? { owner: 'me' } : undefined
  return (
    <>
      <p class="row">
        {(state !== undefined || own) && <Link to="/tasks">{texts.actions.showAll}</Link>}
        {!own && <Link to={toPath({ state, owner: 'me' })}>{texts.tasks.list.onlyMine}</Link>}
      </p>
      <ul class="totals">
        {taskStates.map((one) => (
          <li>
            <Link to={toPath({ state: one, ...owner })} current={state === one}>
              <b>{all.filter((task) => task.state === one).length}</b> <TaskBadge state={one} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TaskRowProps {
  readonly task: JudgedTask
  /** Name of the owner. */
  readonly owner: string | undefined
  readonly userId: string
}

function TaskRow({ task, owner, userId }: TaskRowProps) {
  const texts = useTexts()
  const { id, title, state, because, controls, everyDays, ownerId } = task
  return (
    <li>
      <TaskBadge state={state} />
      <span class="what">
        <Link to={`/tasks/${id}`}>{title}</Link>{' '}
        <span class="small">{[formatCadence(texts, everyDays), ...controls].join(' · ')}</span>
        {/* Of an open one, the reason would be the same on every row. */}
        {state !== 'open' && <p class="small">{because}</p>}
      </span>
      <span class="small">
        <TaskDay task={task} />
        {owner !== undefined && ` · ${ownerId === userId ? texts.tasks.list.you : owner}`}
      </span>
    </li>
  )
}

/** By when it has to be done, or until when it is. */
export function TaskDay({ task: { state, metUntil, dueDay, isDue, overdueSinceMs } }: { readonly task: JudgedTask }) {
  const texts = useTexts()
  if (metUntil !== null) return <>{texts.tasks.day.metUntil({ day: metUntil })}</>
  if (state === 'overdue' && overdueSinceMs !== null && formatDay(overdueSinceMs) !== dueDay)
    return <>{texts.tasks.day.wasDueAndFails({ day: dueDay, since: formatDay(overdueSinceMs) })}</>
  return <>{isDue ? texts.tasks.day.wasDue({ day: dueDay }) : texts.tasks.day.due({ day: dueDay })}</>
}
