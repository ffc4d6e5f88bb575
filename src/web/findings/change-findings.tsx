import { formatDay } from '../../checks/findings/due.ts'
import type { Finding } from '../../checks/findings/finding-store.ts'
import { ApiError } from '../../errors/index.ts'
import type { FindingUpdate } from '../../runtime/findings/findings.ts'
import { demandPerson } from '../../workspace/people.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnSubmission, type PageAnswer } from '../page-route.ts'
import type { Texts } from '../texts/texts.ts'
import { ChosenList, createNothingChosen, loadChosen, readBack } from './chosen-findings.tsx'
import { type Choosable, loadPeople } from './people.ts'

/** The value of a field that leaves what is there. */
const unchanged = '='

/** Sets owner or due day of several findings at once. */
export const changePage = definePage({
  path: '/findings/change',
  access: 'findings:write',
  show: async (visit) => {
    const { texts } = visit
    const { query, runtime } = visit
    const findings = await loadChosen(visit, query.getAll('finding'))
    const back = query.get('filter') ?? ''
    if (findings.length === 0) return createNothingChosen(texts, back)
    return renderChange(texts, {
      findings,
      people: await loadPeople(visit, []),
      back,
      nowMs: runtime.workspace.clock.nowMs(),
    })
  },
})

export const changeFindings = defineAction({
  path: '/findings/change',
  access: 'findings:write',
  audit: { action: 'finding.update' },
  act: async (submission) => {
    const { form, runtime, person } = submission
    const findings = await loadChosen(submission, form.all('finding'))
    const [first] = findings
    if (first === undefined) throw new ApiError('There is no such finding.', { code: 'NOT_FOUND', status: 404 })
    const update = await readUpdate(submission, findings)
    const { organizationId, userId } = person
    for (const { id, state } of findings) {
      // One of several may have been resolved since it was ticked.
      const due = state === 'resolved' && findings.length > 1 ? undefined : update.due
      await runtime.findings.update({ ...update, due, id, organizationId, userId })
    }
    const to = findings.length === 1 ? `/findings/${first.id}` : readBack(form.text('filter'))
    return { kind: 'redirect', to, notice: 'finding-changed', made: findings.map(({ id }) => id).join(' ') }
  },
})

async function readUpdate(
  { form, users, person }: OwnSubmission,
  findings: readonly Finding[],
): Promise<Pick<FindingUpdate, 'ownerId' | 'due'>> {
  const [owner = unchanged] = form.all('owner')
  const day = form.text('due').trim()
  // One who was deactivated meanwhile may stay, and cannot be chosen.
  if (owner !== unchanged && owner !== '' && findings.some(({ ownerId }) => ownerId !== owner))
    await demandPerson(users, { organizationId: person.organizationId, userId: owner }, 'owner')
  return {
    ownerId: owner === unchanged ? undefined : owner === '' ? null : owner,
    due: day === '' ? undefined : day === 'severity' ? null : { day, reason: form.text('reason').trim() },
  }
}

interface ChangeProps {
  readonly findings: readonly Finding[]
  readonly people: readonly Choosable[]
  readonly back: string
  readonly nowMs: number
}

function renderChange(texts: Texts, { findings, people, back, nowMs }: ChangeProps): PageAnswer {
  return {
    kind: 'page',
    title: texts.findings.ownerAndDueDay,
    content: (
      <section class="lone">
        <p class="crumbs">
          <Link to={readBack(back)}>{texts.findings.findings}</Link>
        </p>
        <h1>{texts.findings.ownerAndDueDay}</h1>
        <ChosenList findings={findings} />
        <PostForm to="/findings/change">
          <input type="hidden" name="filter" value={back} />
          {findings.map(({ id }) => (
            <input type="hidden" name="finding" value={id} />
          ))}
          <div class="field">
            <label for="owner">{texts.findings.owner}</label>
            <select id="owner" name="owner">
              <option value={unchanged}>{texts.findings.asItIs}</option>
              <option value="">{texts.findings.nobody}</option>
              {people.map(({ id, name }) => (
                <option value={id}>{name}</option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="due">
              {texts.findings.dueOn} <span class="optional">{texts.findings.leaveItEmptyToKeep}</span>
            </label>
            <input id="due" name="due" type="date" min={formatDay(nowMs)} />
          </div>
          <div class="field">
            <label for="reason">
              {texts.findings.reason} <span class="optional">{texts.findings.withADay}</span>
            </label>
            <input id="reason" name="reason" maxlength={2000} />
          </div>
          <div class="actions">
            <button class="button primary" type="submit">
              {texts.findings.change}
            </button>
            <Link to={readBack(back)} looks="quiet">
              {texts.findings.leaveThem}
            </Link>
          </div>
        </PostForm>
      </section>
    ),
  }
}
