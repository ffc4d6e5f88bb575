import type { Kysely } from 'kysely'
import type { RecordAct } from '../../../service/fields/record-event.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { addDays, formatDay } from '../../../text/calendar-day.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { saveAnswers } from '../../knowledge-base/store/save-answers.ts'
import { questionnaireQuestion } from '../thing.ts'

/** Days for which an answer is proposed before somebody has to look at it again. */
const approvedDays = 365

/** An answer that was accepted and rests on nothing else is new: it goes to the knowledge base, with an owner and an end. */
export async function keepAcceptedAnswer(
  tx: Kysely<Schema>,
  { action, record: { organizationId, values }, atMs, userId }: RecordAct,
): Promise<void> {
  const { question, questionnaireId, answer, source, ownerId } = values
  if (action !== questionnaireQuestion.audit('accept') || typeof answer !== 'string' || source !== null) return
  const manualAnswer = {
    id: createTimeId(),
    organizationId,
    question: String(question).trim(),
    answer,
    tags: [],
    sourceQuestionnaireId: String(questionnaireId),
    ownerId: typeof ownerId === 'string' ? ownerId : userId,
    expiresDay: addDays(formatDay(atMs), approvedDays),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  }
  await saveAnswers(tx, [manualAnswer], userId)
}
