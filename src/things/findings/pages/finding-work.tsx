import { reasonLengthMax } from '../../../service/records/text-limits.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { type PersonChoice, PersonField } from '../../pages/shared/person-choice.tsx'
import type { FindingDetail } from '../findings.ts'
import { Due } from './finding-words.tsx'

interface WorkProps {
  readonly finding: FindingDetail
  readonly owners: PersonChoice
  /** The reader. */
  readonly userId: string
  readonly nowMs: number
}

/** Who takes care of it and by when, with forms to change both. */
export function Work({ finding, owners, userId, nowMs }: WorkProps) {
  const texts = useTexts()
  const { id, ownerId, dueAtMs, dueReason, state } = finding
  const people = owners.people.map((person) =>
    person.id === userId ? { ...person, name: texts.findings.work.you({ name: person.name }) } : person,
  )
  return (
    <section class="sheet work" aria-labelledby="work">
      <h2 id="work">{texts.findings.work.title}</h2>
      {/* Beside a button, a name and an address would be cut off. */}
      <PostForm to="/findings/change" {...(owners.isWhole && { class: 'with-button' })}>
        <input type="hidden" name="finding" value={id} />
        <PersonField name="owner" label={texts.labels.owner} choice={{ ...owners, people }} />
        <button class="button quiet" type="submit">
          {texts.findings.work.setOwner}
        </button>
      </PostForm>
      {ownerId !== userId && state !== 'resolved' && (
        <PostForm to="/findings/change">
          <input type="hidden" name="finding" value={id} />
          <input type="hidden" name="owner" value={userId} />
          <button class="button plain" type="submit">
            {texts.findings.work.assignToMe}
          </button>
        </PostForm>
      )}
      {state !== 'resolved' && (
        <>
          <p>{texts.findings.work.due({ day: <Due finding={finding} nowMs={nowMs} />, reason: dueReason })}</p>
          <details>
            <summary>{texts.findings.work.changeDueDate}</summary>
            <PostForm to="/findings/change">
              <input type="hidden" name="finding" value={id} />
              <div class="field">
                <label for="due">{texts.labels.dueDate}</label>
                <input
                  id="due"
                  name="due"
                  type="date"
                  min={formatDay(nowMs)}
                  value={formatDay(Math.max(dueAtMs, nowMs))}
                  required
                />
              </div>
              <div class="field">
                <label for="reason">{texts.labels.reason}</label>
                <input id="reason" name="reason" maxlength={reasonLengthMax} required />
              </div>
              <div class="actions">
                <button class="button quiet" type="submit">
                  {texts.findings.work.setDueDate}
                </button>
              </div>
            </PostForm>
            {dueReason !== null && (
              <PostForm to="/findings/change">
                <input type="hidden" name="finding" value={id} />
                <input type="hidden" name="due" value="severity" />
                <button class="button plain" type="submit">
                  {texts.findings.work.resetDueDate}
                </button>
              </PostForm>
            )}
          </details>
        </>
      )}
    </section>
  )
}

interface WorkFactsProps {
  readonly finding: FindingDetail
  readonly owner: string | undefined
  readonly nowMs: number
}

/** The same for somebody who changes nothing. */
export function WorkFacts({ finding, owner, nowMs }: WorkFactsProps) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-labelledby="work">
      <h2 id="work">{texts.findings.work.title}</h2>
      <dl class="pairs">
        <dt>{texts.labels.owner}</dt>
        <dd>{owner ?? texts.labels.nobody}</dd>
        {finding.state !== 'resolved' && (
          <>
            <dt>{texts.findings.filters.due}</dt>
            <dd>
              <Due finding={finding} nowMs={nowMs} />
              {finding.dueReason !== null && <p class="small">{finding.dueReason}</p>}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
