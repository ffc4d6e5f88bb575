import type { Finding } from '../../../checks/findings/finding-store.ts'
import { ApiError } from '../../../errors/index.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { reasonLengthMax } from '../../../service/records/text-limits.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { Texts } from '../../all-texts/texts.ts'
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
import { FormActions, InputField } from '../../pages/shared/form-field.tsx'
import {
  type ChosenPerson,
  choosePerson,
  loadPersonChoice,
  PersonField,
  sayUnclear,
} from '../../pages/shared/person-choice.tsx'
import type { FindingUpdate } from '../findings.ts'
import { ChosenList, createNothingChosen, loadChosen, readBack, readTicked } from './chosen-findings.tsx'

/** The value of a field that leaves what is there. */
const unchanged = '='

/** Sets owner or due day of several findings at once. */
export const changePage = definePage({
  path: '/findings/change',
  access: 'findings:write',
  show: async (visit) => {
    const { texts, query } = visit
    const findings = await loadChosen(visit, readTicked(query))
    const back = query.get('filter') ?? ''
    if (findings.length === 0) return createNothingChosen(texts, back)
    return renderChange(visit, { ...blank, findings, back })
  },
})

export const changeFindings = defineAction({
  path: '/findings/change',
  access: 'findings:write',
  audit: { action: 'finding.update' },
  act: async (submission) => {
    const { form, runtime, person } = submission
    const findings = await loadChosen(submission, { findings: form.all('finding') })
    const [first] = findings
    if (first === undefined) throw new ApiError('There is no such finding.', { code: 'NOT_FOUND' })
    const owner = await chooseOwner(submission, findings)
    const refuse = (counts: string, problem: string) =>
      renderChange(submission, {
        findings,
        owner: counts,
        back: form.text('filter'),
        day: form.text('due'),
        reason: form.text('reason'),
        problem,
      })
    if (owner.typed !== undefined) return refuse(owner.typed, sayUnclear(submission.texts, owner))
    const { organizationId, userId } = person
    try {
      const update = await readUpdate(submission, findings, owner.id)
      for (const { id, state } of findings) {
        // One of several may have been resolved since it was ticked.
        const due = state === 'resolved' && findings.length > 1 ? undefined : update.due
        await runtime.findings.update({ ...update, due, id, organizationId, userId })
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return refuse(owner.id ?? unchanged, error.message)
      throw error
    }
    const to = findings.length === 1 ? `/findings/${first.id}` : readBack(form.text('filter'))
    return { kind: 'redirect', to, notice: 'finding-changed', made: findings.map(({ id }) => id).join(' ') }
  },
})

function listFixed(texts: Texts): readonly ChoiceOption[] {
  return [
    [unchanged, texts.findings.change.unchanged],
    ['', texts.labels.nobody],
  ]
}

function chooseOwner(submission: OwnSubmission, findings: readonly Finding[]): Promise<ChosenPerson> {
  const [counts = unchanged] = submission.form.all('owner')
  const owners = findings.map(({ ownerId }) => ownerId)
  return choosePerson(submission, counts, { fixed: listFixed(submission.texts), current: owners })
}

async function readUpdate(
  { form, users, person }: OwnSubmission,
  findings: readonly Finding[],
  owner = '',
): Promise<Pick<FindingUpdate, 'ownerId' | 'due'>> {
  const day = form.text('due').trim()
  // One who was deactivated meanwhile may stay, and cannot be chosen.
  if (owner !== unchanged && owner !== '' && findings.some(({ ownerId }) => ownerId !== owner))
    await demandPerson(users, { organizationId: person.organizationId, userId: owner }, 'owner')
  return {
    ownerId: owner === unchanged ? undefined : owner === '' ? null : owner,
    due: day === '' ? undefined : day === 'severity' ? null : { day, reason: form.text('reason').trim() },
  }
}

interface FindingsChange {
  readonly findings: readonly Finding[]
  /** As it was given. */
  readonly owner: string
  readonly day: string
  readonly reason: string
  readonly back: string
  readonly problem?: string
}

const blank = { owner: unchanged, day: '', reason: '' }

async function renderChange(
  visit: OwnVisit,
  { findings, owner, day, reason, back, problem }: FindingsChange,
): Promise<PageAnswer> {
  const { texts, runtime } = visit
  const owners = await loadPersonChoice(visit, owner, { fixed: listFixed(texts) })
  return createPage(
    { status: problem === undefined ? 200 : 400, title: texts.findings.work.title },
    <section class="lone">
      <p class="crumbs">
        <Link to={readBack(back)}>{texts.labels.findings}</Link>
      </p>
      <h1>{texts.findings.work.title}</h1>
      <Alert says={problem} />
      <ChosenList findings={findings} />
      <PostForm to="/findings/change">
        <input type="hidden" name="filter" value={back} />
        {findings.map(({ id }) => (
          <input type="hidden" name="finding" value={id} />
        ))}
        <PersonField name="owner" label={texts.labels.owner} choice={owners} />
        <InputField
          name="due"
          label={texts.labels.dueDate}
          optional={texts.findings.change.dueDateHint}
          type="date"
          min={formatDay(runtime.workspace.clock.nowMs())}
          value={day}
        />
        <InputField
          name="reason"
          label={texts.labels.reason}
          optional={texts.findings.change.reasonHint}
          maxlength={reasonLengthMax}
          value={reason}
        />
        <FormActions submit={texts.findings.change.button} cancelTo={readBack(back)} />
      </PostForm>
    </section>,
  )
}
