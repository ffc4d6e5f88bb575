import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { titleLengthMax } from '../../../service/records/text-limits.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { findConnectorName } from '../../pages/shared/connector-names.ts'
import { FormActions, InputField, Options, SelectField, TextField } from '../../pages/shared/form-field.tsx'
import { choosePerson, loadPersonChoice, sayUnclear } from '../../pages/shared/person-choice.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import type { Connection } from '../../runtime/runtime.ts'

const path = '/access/start'
const dayMs = 86_400_000
/** Two weeks are proposed. */
const proposedDays = 14
/** Of those who a typed text may be. */
const candidatesNamedMax = 10

interface StartEntry {
  readonly title: string
  readonly connections: readonly string[]
  readonly only: string
  readonly department: string
  readonly reviewers: readonly string[]
  /** What was typed for others, one a line. */
  readonly others: string
  readonly byManager: boolean
  readonly dueDay: string
}

/** The form that starts a review. */
export const startPage = definePage({
  path,
  access: 'reviews:write',
  show: (visit) =>
    renderStart(visit, {
      title: '',
      connections: [],
      only: '',
      department: '',
      reviewers: [visit.person.userId],
      byManager: false,
      others: '',
      dueDay: formatDay(visit.runtime.workspace.clock.nowMs() + proposedDays * dayMs),
    }),
})

export const startReview = defineAction({
  path,
  access: 'reviews:write',
  audit: { action: 'access_review.start' },
  act: async (submission) => {
    const { form, runtime, users, person } = submission
    const { organizationId, userId } = person
    const entry: StartEntry = {
      title: form.text('title'),
      connections: form.all('connection'),
      only: form.text('only'),
      department: form.text('department').trim(),
      reviewers: form.all('reviewer'),
      others: form.text('others'),
      byManager: form.text('byManager') === 'yes',
      dueDay: form.text('due').trim(),
    }
    const { only, department } = entry
    const self = await users.find({ organizationId, userId })
    try {
      const ids = new Set([...entry.reviewers, ...(await readOthers(submission, entry.others))])
      const reviewers = await Promise.all(
        [...ids].map(async (id) => {
          const { name, email } = await demandPerson(users, { organizationId, userId: id }, 'reviewer')
          return { userId: id, name, email }
        }),
      )
      const { id } = await runtime.accessReviews.start({
        organizationId,
        title: entry.title,
        connectionIds: entry.connections,
        reviewers,
        byManager: entry.byManager,
        dueDay: entry.dueDay,
        by: self?.email || self?.name || userId,
        filter: {
          only: only === 'administrators' || only === 'guests' ? only : undefined,
          department: department || undefined,
        },
      })
      return { kind: 'redirect', to: `/access/${id}`, notice: 'review-started', made: id }
    } catch (error) {
      if (error instanceof CheckwrightError && (error.code === 'REVIEW_INVALID' || error.code === 'API_USER_UNKNOWN'))
        return renderStart(submission, entry, error.message)
      throw error
    }
  },
})

/** @returns ids. @throws ApiError 400 for somebody who is nobody, or may be several */
async function readOthers(visit: OwnVisit, others: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (const line of others.split('\n').filter((each) => each.trim() !== '')) {
    const chosen = await choosePerson(visit, line)
    if (chosen.id === undefined) {
      const names = chosen.candidates.slice(0, candidatesNamedMax).map(({ label }) => label)
      throw new ApiError([sayUnclear(visit.texts, chosen), ...names].join('\n'), { code: 'API_USER_UNKNOWN' })
    }
    ids.push(chosen.id)
  }
  return ids
}

/** A list of everybody; of very many, only those who are chosen already, or first of all. */
async function loadReviewers(visit: OwnVisit, chosen: readonly string[]) {
  const { people, isWhole } = await loadPersonChoice(visit, undefined)
  const { organizationId, userId } = visit.person
  const names = isWhole ? new Map() : await loadNames(visit.users, organizationId, [userId, ...chosen])
  return { isWhole, listed: isWhole ? people : [...names].map(([id, name]) => ({ id: id ?? '', name })) }
}

async function renderStart(visit: OwnVisit, entry: StartEntry, problem?: string): Promise<PageAnswer> {
  const { texts } = visit
  const reviewers = await loadReviewers(visit, entry.reviewers)
  const connections = await listReviewable(visit)
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.access.start.title },
    <section class="lone">
      <p class="crumbs">
        <Link to="/access">{texts.labels.accessReviews}</Link>
      </p>
      <h1>{texts.access.start.title}</h1>
      <p class="small">{texts.access.start.lead}</p>
      {problem !== undefined && (
        <div class="alert" role="alert">
          <p class="said">{problem}</p>
        </div>
      )}
      <PostForm to={path}>
        <InputField name="title" label={texts.labels.title} maxlength={titleLengthMax} value={entry.title} required />
        <Ticks
          legend={texts.access.start.systems}
          name="connection"
          chosen={entry.connections}
          options={nameAll(connections, visit)}
        />
        <SelectField name="only" label={texts.labels.accounts}>
          <Options
            of={
              [
                ['', texts.access.start.allAccounts],
                ['administrators', texts.access.start.administratorsOnly],
                ['guests', texts.access.start.guestsOnly],
              ] as const
            }
            chosen={entry.only}
          />
        </SelectField>
        <InputField
          name="department"
          label={texts.access.start.department}
          optional={texts.access.start.departmentHint}
          maxlength={200}
          value={entry.department}
        />
        <Ticks
          legend={texts.access.start.reviewers}
          name="reviewer"
          chosen={entry.reviewers}
          options={reviewers.listed}
        />
        {!reviewers.isWhole && (
          <TextField
            name="others"
            label={texts.access.start.moreReviewers}
            optional
            help={texts.access.start.moreReviewersHelp}
          >
            {entry.others}
          </TextField>
        )}
        <label class="tick">
          <input type="checkbox" name="byManager" value="yes" checked={entry.byManager} />{' '}
          {texts.access.start.byManager}
        </label>
        <InputField name="due" label={texts.labels.lastDay} type="date" value={entry.dueDay} required />
        <FormActions submit={texts.access.start.button} cancelTo="/access" />
      </PostForm>
    </section>,
  )
}

/** Connections of which accounts can be read. What a connector lists that this process does not have, nobody knows. */
async function listReviewable({ runtime, person }: OwnVisit): Promise<readonly Connection[]> {
  const all = await runtime.connections.listListing({ organizationId: person.organizationId })
  const known = await Promise.all(
    all.map(async (connection) => ({ connection, connector: await runtime.connectorOf(connection) })),
  )
  return known
    .filter(({ connection: { state } }) => state !== 'disconnected' && state !== 'pending')
    .filter(({ connector }) => connector?.inventories.some(({ of }) => of === 'account') ?? true)
    .map(({ connection }) => connection)
}

function nameAll(connections: readonly Connection[], { runtime }: OwnVisit): readonly SystemOption[] {
  return connections.map(({ id, name, connector }) => ({ id, name: name ?? findConnectorName(runtime, connector) }))
}

interface SystemOption {
  readonly id: string
  readonly name: string
}

interface TicksProps {
  readonly legend: string
  readonly name: string
  readonly options: readonly SystemOption[]
  readonly chosen: readonly string[]
}

function Ticks({ legend, name, options, chosen }: TicksProps) {
  const texts = useTexts()
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.length === 0 && <p class="small">{texts.access.start.noOptions}</p>}
      {options.map((option) => (
        <label class="tick">
          <input type="checkbox" name={name} value={option.id} checked={chosen.includes(option.id)} /> {option.name}
        </label>
      ))}
    </fieldset>
  )
}
