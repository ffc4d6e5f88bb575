import { frameworkIds } from '../../checks/controls/shipped-frameworks.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { TaskInput } from '../../runtime/tasks/parse-terms.ts'
import type { Task } from '../../runtime/tasks/tasks.ts'
import { demandPerson } from '../../workspace/people.ts'
import { type Choosable, loadPeople } from '../findings/people.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnSubmission, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { cadences, formatCadence } from './task-words.tsx'

/** What a person has entered, as the form shows it again. */
export interface TaskEntry {
  readonly title: string
  readonly description: string
  readonly controls: string
  readonly checks: string
  readonly accessReviews: boolean
  readonly statements: boolean
  readonly everyDays: string
  readonly dueDay: string
  readonly owner: string
}

const path = '/tasks/add'
const nothing: TaskEntry = {
  ...{ title: '', description: '', controls: '', checks: '', accessReviews: false, statements: true },
  ...{ everyDays: '92', dueDay: '', owner: '' },
}

export const addTaskPage = definePage({
  path,
  access: 'tasks:write',
  show: async (visit) => renderAdd(visit, { ...nothing, owner: visit.person.userId }),
})

export const addTask = defineAction({
  path,
  access: 'tasks:write',
  audit: { action: 'task.add' },
  act: async (submission) => {
    const { runtime, person } = submission
    const { organizationId, userId } = person
    const entry = readEntry(submission)
    try {
      const { id } = await runtime.tasks.add({ ...(await toInput(submission, entry)), organizationId, userId })
      return { kind: 'redirect', to: `/tasks/${id}`, notice: 'task-added', made: id }
    } catch (error) {
      if (isMistake(error)) return renderAdd(submission, entry, error.message)
      throw error
    }
  },
})

export function isMistake(error: unknown): error is CheckwrightError {
  return error instanceof CheckwrightError && (error.code === 'TASK_INVALID' || error.code === 'API_USER_UNKNOWN')
}

export function readEntry({ form }: OwnSubmission): TaskEntry {
  return {
    title: form.text('title'),
    description: form.text('description'),
    controls: form.text('controls'),
    checks: form.text('checks'),
    accessReviews: form.text('accessReviews') === 'yes',
    statements: form.text('statements') === 'yes',
    everyDays: form.text('everyDays').trim(),
    dueDay: form.text('due').trim(),
    owner: form.text('owner'),
  }
}

/** @throws ApiError 400 for an owner whom the organization does not have */
export async function toInput({ users, person }: OwnVisit, entry: TaskEntry): Promise<TaskInput> {
  const { organizationId } = person
  if (entry.owner !== '') await demandPerson(users, { organizationId, userId: entry.owner }, 'owner')
  return {
    title: entry.title,
    description: entry.description,
    controls: splitWords(entry.controls),
    satisfiedBy: {
      checks: splitWords(entry.checks),
      accessReviews: entry.accessReviews,
      statements: entry.statements,
    },
    everyDays: /^\d{1,6}$/.test(entry.everyDays) ? Number(entry.everyDays) : Number.NaN,
    firstDueDay: entry.dueDay === '' ? undefined : entry.dueDay,
    ownerId: entry.owner === '' ? null : entry.owner,
  }
}

export function toEntry(task: Task): TaskEntry {
  const { title, description, controls, satisfiedBy, everyDays, firstDueDay, ownerId } = task
  return {
    ...{ title, description, everyDays: String(everyDays), dueDay: firstDueDay, owner: ownerId ?? '' },
    controls: controls.join('\n'),
    checks: satisfiedBy.checks.join('\n'),
    ...{ accessReviews: satisfiedBy.accessReviews, statements: satisfiedBy.statements },
  }
}

function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

async function renderAdd(visit: OwnVisit, entry: TaskEntry, problem?: string): Promise<PageAnswer> {
  return {
    kind: 'page',
    status: problem === undefined ? 200 : 400,
    title: 'Add an obligation',
    content: (
      <section class="lone">
        <p class="crumbs">
          <Link to="/tasks">Obligations</Link>
        </p>
        <h1>Add an obligation</h1>
        {problem !== undefined && (
          <div class="alert" role="alert">
            <p>{problem}</p>
          </div>
        )}
        <PostForm to={path}>
          <TaskFields entry={entry} people={await loadPeople(visit, [])} />
          <div class="actions">
            <button class="button primary" type="submit">
              Add it
            </button>
            <Link to="/tasks" looks="quiet">
              Go back
            </Link>
          </div>
        </PostForm>
      </section>
    ),
  }
}

interface TaskFieldsProps {
  readonly entry: TaskEntry
  readonly people: readonly Choosable[]
}

/** The fields of an obligation. Its state is none of them. */
export function TaskFields({ entry, people }: TaskFieldsProps) {
  return (
    <>
      <div class="field">
        <label for="title">Title</label>
        <input id="title" name="title" maxlength={200} value={entry.title} required />
      </div>
      <div class="field">
        <label for="description">
          What has to be done <span class="optional">optional</span>
        </label>
        <textarea class="prose-box" id="description" name="description" maxlength={10_000}>
          {entry.description}
        </textarea>
      </div>
      <Cadence everyDays={entry.everyDays} />
      <div class="field">
        <label for="due">
          First due on <span class="optional">optional</span>
        </label>
        <p class="help" id="due-help">
          If you leave it empty, it is due in 90 days, or after one cadence if that is sooner.
        </p>
        <input id="due" name="due" type="date" value={entry.dueDay} aria-describedby="due-help" />
      </div>
      <div class="field">
        <label for="owner">Owner</label>
        <select id="owner" name="owner">
          <option value="">Nobody</option>
          {people.map(({ id, name }) => (
            <option value={id} selected={id === entry.owner}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="controls">
          Controls <span class="optional">optional</span>
        </label>
        <p class="help" id="controls-help">{`One a line, such as soc2:CC6.2. There are ${frameworkIds.join(', ')}.`}</p>
        <textarea id="controls" name="controls" aria-describedby="controls-help">
          {entry.controls}
        </textarea>
      </div>
      <Proof entry={entry} />
    </>
  )
}

function Cadence({ everyDays }: Pick<TaskEntry, 'everyDays'>) {
  const days = Number(everyDays)
  const isListed = cadences.some(([each]) => each === days)
  return (
    <div class="field">
      <label for="everyDays">Cadence</label>
      <select id="everyDays" name="everyDays">
        {!isListed && Number.isInteger(days) && days > 0 && (
          <option value={everyDays} selected>
            {formatCadence(days)}
          </option>
        )}
        {cadences.map(([each]) => (
          <option value={String(each)} selected={each === days}>
            {formatCadence(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Proof({ entry }: { readonly entry: TaskEntry }) {
  return (
    <fieldset>
      <legend>What shows that it is met</legend>
      <label class="tick">
        <input type="checkbox" name="statements" value="yes" checked={entry.statements} /> A person states it, and
        another one accepts it
      </label>
      <label class="tick">
        <input type="checkbox" name="accessReviews" value="yes" checked={entry.accessReviews} /> Finished access reviews
        of all systems
      </label>
      <div class="field">
        <label for="checks">
          Checks <span class="optional">optional</span>
        </label>
        <p class="help" id="checks-help">
          One a line, as connector/check or cross-check/leavers. */check is that check of every connector. All of them
          have to pass.
        </p>
        <textarea id="checks" name="checks" aria-describedby="checks-help">
          {entry.checks}
        </textarea>
      </div>
    </fieldset>
  )
}
