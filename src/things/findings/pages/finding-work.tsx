import { reasonLengthMax } from '../../../service/records/text-limits.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { FormActions, InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { type PersonChoice, PersonField } from '../../pages/shared/person-choice.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
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
        <SubmitButton looks="quiet">{texts.findings.work.setOwner}</SubmitButton>
      </PostForm>
      {ownerId !== userId && state !== 'resolved' && (
        <PostForm to="/findings/change">
          <input type="hidden" name="finding" value={id} />
          <input type="hidden" name="owner" value={userId} />
          <SubmitButton looks="plain">{texts.findings.work.assignToMe}</SubmitButton>
        </PostForm>
      )}
      {state !== 'resolved' && (
        <>
          <p>{texts.findings.work.due({ day: <Due finding={finding} nowMs={nowMs} />, reason: dueReason })}</p>
          <details>
            <summary>{texts.findings.work.changeDueDate}</summary>
            <PostForm to="/findings/change">
              <input type="hidden" name="finding" value={id} />
              <InputField
                name="due"
                label={texts.labels.dueDate}
                type="date"
                min={formatDay(nowMs)}
                value={formatDay(Math.max(dueAtMs, nowMs))}
                required
              />
              <InputField name="reason" label={texts.labels.reason} maxlength={reasonLengthMax} required />
              <FormActions submit={texts.findings.work.setDueDate} looks="quiet" />
            </PostForm>
            {dueReason !== null && (
              <PostForm to="/findings/change">
                <input type="hidden" name="finding" value={id} />
                <input type="hidden" name="due" value="severity" />
                <SubmitButton looks="plain">{texts.findings.work.resetDueDate}</SubmitButton>
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
    <Sheet id="work" title={texts.findings.work.title}>
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
    </Sheet>
  )
}
