import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import type { ManualAnswer } from '../../../service/records/manual-answers.ts'
import { listStoredWords } from '../../../service/records/search-words.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'

/** How versions of answers are called among those of declared things. */
export const answerThing = 'manual-answer'

const rowsAtOnce = 100

/** Inserts answers, or replaces those to the same questions, with their versions. @returns the stored ids, in order */
export async function saveAnswers(
  tx: Kysely<Schema>,
  answers: readonly ManualAnswer[],
  userId: string | null,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let start = 0; start < answers.length; start += rowsAtOnce) {
    const some = answers.slice(start, start + rowsAtOnce)
    // One statement each: between reading and writing, another process could save the same question.
    const stored = await Promise.all(
      some.map((answer) => {
        const { id, organizationId, createdAtMs, ...changes } = toManualAnswerRow(answer)
        return tx
          .insertInto('manualAnswers')
          .values({ id, organizationId, createdAtMs, ...changes })
          .onConflict((conflict) => conflict.columns(['organizationId', 'questionSha256']).doUpdateSet(changes))
          .returning('id')
          .executeTakeFirstOrThrow()
      }),
    )
    await noteAnswers(
      tx,
      some.map((answer, index) => ({ ...answer, id: stored[index]?.id ?? answer.id })),
      userId,
    )
    ids.push(...stored.map(({ id }) => id))
  }
  return ids
}

/** Writes what answers are from now on, as declared things do it with their records. */
export async function noteAnswers(
  tx: Kysely<Schema>,
  answers: readonly ManualAnswer[],
  userId: string | null,
): Promise<void> {
  const rows = answers.map(
    ({ id: recordId, organizationId, updatedAtMs: atMs, question, answer, tags, ownerId, expiresDay }) => ({
      id: createTimeId(),
      organizationId,
      thing: answerThing,
      recordId,
      atMs,
      changedBy: userId,
      record: toJsonText({ question, answer, tags, ownerId, expiresDay }),
    }),
  )
  if (rows.length > 0) await tx.insertInto('thingVersions').values(rows).execute()
}

/** A question is the same in composed and decomposed letters, and whatever spaces stand between its words. */
export function digestQuestion(question: string): string {
  const words = question.normalize('NFC').trim().replace(/\s+/g, ' ')
  return createHash('sha256').update(words).digest('base64url')
}

export function toManualAnswerRow(answer: ManualAnswer) {
  const text = [answer.question, answer.answer, ...answer.tags].join('\n')
  return {
    ...answer,
    questionSha256: digestQuestion(answer.question),
    tags: toJsonText(answer.tags),
    searchText: foldSearch(text),
    searchWords: listStoredWords(text).join(' '),
  }
}
