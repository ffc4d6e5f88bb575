import { addDays, formatDay } from '../../../text/calendar-day.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { RecordAuthor, ThingRecord } from '../../declared/services/thing-service.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

/** Days for which an answer is proposed before somebody has to look at it again. */
const approvedDays = 365

/** An answer that was accepted and rests on nothing else is new: it goes to the knowledge base, with an owner and an end. */
export async function keepAcceptedAnswer(
  { store, clock }: Uses<'manualAnswers', 'clock'>,
  { organizationId, values }: ThingRecord,
  { userId }: RecordAuthor,
): Promise<void> {
  const { question, questionnaireId, answer, source, ownerId } = values
  if (typeof answer !== 'string' || source !== null) return
  const nowMs = clock.nowMs()
  await store.manualAnswers.save({
    id: createTimeId(),
    organizationId,
    question: String(question).trim(),
    answer,
    tags: [],
    sourceQuestionnaireId: String(questionnaireId),
    ownerId: typeof ownerId === 'string' ? ownerId : (userId ?? null),
    expiresDay: addDays(formatDay(nowMs), approvedDays),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}
