import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { titleLengthMax } from '../../../service/records/text-limits.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import {
  createPage,
  defineAction,
  definePage,
  type OwnSubmission,
  type OwnVisit,
  type PageAnswer,
} from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import type { ChoiceOption } from '../../pages/shared/choice.tsx'
import { FormActions, InputField, SelectField, TextField } from '../../pages/shared/form-field.tsx'
import {
  choosePerson,
  loadPersonChoice,
  type PersonChoice,
  PersonField,
  sayUnclear,
} from '../../pages/shared/person-choice.tsx'
import type { TaskInput } from '../parse-terms.ts'
import type { Task } from '../tasks.ts'
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
  title: '',
  description: '',
  controls: '',
  checks: '',
  accessReviews: false,
  statements: true,
  everyDays: '92',
  dueDay: '',
  owner: '',
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

/**
 * @param current the owner now
 * @throws ApiError 400 for an owner whom the organization does not have, or who may be several
 */
export async function toInput(visit: OwnVisit, entry: TaskEntry, current: string | null = null): Promise<TaskInput> {
  const ownerId = await chooseOwner(visit, entry.owner, current)
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
    ownerId,
  }
}

/**
 * @param owner what the form says
 * @param current the owner now
 * @returns null for nobody
 * @throws ApiError 400 for an owner whom the organization does not have, or who may be several
 */
export async function chooseOwner(
  visit: OwnVisit,
  owner: string,
  current: string | null = null,
): Promise<string | null> {
  const { texts, users, person } = visit
  const chosen = await choosePerson(visit, owner, { fixed: listFixed(texts), current: [current] })
  if (chosen.typed !== undefined) throw new ApiError(sayUnclear(texts, chosen), { code: 'API_USER_UNKNOWN' })
  const { id = '' } = chosen
  if (id === '') return null
  await demandPerson(users, { organizationId: person.organizationId, userId: id }, 'owner')
  return id
}

export function toEntry(task: Task): TaskEntry {
  const { title, description, controls, satisfiedBy, everyDays, firstDueDay, ownerId } = task
  return {
    title,
    description,
    everyDays: String(everyDays),
    dueDay: firstDueDay,
    owner: ownerId ?? '',
    controls: controls.join('\n'),
    checks: satisfiedBy.checks.join('\n'),
    accessReviews: satisfiedBy.accessReviews,
    statements: satisfiedBy.statements,
  }
}

/** @param current the owner now */
export function loadOwnerChoice(visit: OwnVisit, owner: string, current: string | null = null): Promise<PersonChoice> {
  return loadPersonChoice(visit, owner, { fixed: listFixed(visit.texts), current: [current] })
}

function listFixed(texts: Texts): readonly ChoiceOption[] {
  return [['', texts.labels.nobody]]
}

function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

async function renderAdd(visit: OwnVisit, entry: TaskEntry, problem?: string): Promise<PageAnswer> {
  const { texts } = visit
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.tasks.add.title },
    <section class="lone">
      <p class="crumbs">
        <Link to="/tasks">{texts.labels.obligations}</Link>
      </p>
      <h1>{texts.tasks.add.title}</h1>
      <Alert says={problem} />
      <PostForm to={path}>
        <TaskFields entry={entry} owners={await loadOwnerChoice(visit, entry.owner)} />
        <FormActions submit={texts.actions.add} cancelTo="/tasks" />
      </PostForm>
    </section>,
  )
}

interface TaskFieldsProps {
  readonly entry: TaskEntry
  readonly owners: PersonChoice
}

/** The fields of an obligation. Its state is none of them. */
export function TaskFields({ entry, owners }: TaskFieldsProps) {
  const texts = useTexts()
  return (
    <>
      <InputField name="title" label={texts.labels.title} maxlength={titleLengthMax} value={entry.title} required />
      <TextField
        name="description"
        label={texts.tasks.fields.description}
        optional
        class="prose-box"
        maxlength={10_000}
      >
        {entry.description}
      </TextField>
      <Cadence everyDays={entry.everyDays} />
      <InputField
        name="due"
        label={texts.tasks.fields.firstDue}
        optional
        help={texts.tasks.fields.firstDueHelp}
        type="date"
        value={entry.dueDay}
      />
      <PersonField name="owner" label={texts.labels.owner} choice={owners} />
      <TextField
        name="controls"
        label={texts.labels.controls}
        optional
        help={texts.tasks.fields.controlsHelp({ frameworks: frameworkIds.join(', ') })}
      >
        {entry.controls}
      </TextField>
      <Proof entry={entry} />
    </>
  )
}

function Cadence({ everyDays }: Pick<TaskEntry, 'everyDays'>) {
  const texts = useTexts()
  const days = Number(everyDays)
  const isListed = cadences.some((each) => each === days)
  return (
    <SelectField name="everyDays" label={texts.tasks.fields.cadence}>
      {!isListed && Number.isInteger(days) && days > 0 && (
        <option value={everyDays} selected>
          {formatCadence(texts, days)}
        </option>
      )}
      {cadences.map((each) => (
        <option value={String(each)} selected={each === days}>
          {formatCadence(texts, each)}
        </option>
      ))}
    </SelectField>
  )
}

function Proof({ entry }: { readonly entry: TaskEntry }) {
  const texts = useTexts()
  return (
    <fieldset>
      <legend>{texts.tasks.fields.proof}</legend>
      <label class="tick">
        <input type="checkbox" name="statements" value="yes" checked={entry.statements} />{' '}
        {texts.tasks.fields.statements}
      </label>
      <label class="tick">
        <input type="checkbox" name="accessReviews" value="yes" checked={entry.accessReviews} />{' '}
        {texts.tasks.fields.accessReviews}
      </label>
      <TextField name="checks" label={texts.labels.checks} optional help={texts.tasks.fields.checksHelp}>
        {entry.checks}
      </TextField>
    </fieldset>
  )
}
