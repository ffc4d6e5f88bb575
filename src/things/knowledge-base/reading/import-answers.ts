import { isDeepStrictEqual } from 'node:util'
import { CheckwrightError } from '../../../errors/index.ts'
import { findProblems } from '../../../service/fields/check-values.ts'
import type { ManualAnswer } from '../../../service/records/manual-answers.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { listProblems } from '../../declared/services/refuse-file.ts'
import { digestQuestion } from '../store/save-answers.ts'
import { answerFields, listAllAnswers, parseAnswerFile, pickValues } from './answer-file.ts'

/** What became of the answers of a file. */
export interface ImportedAnswers {
  readonly added: number
  /** Without those that are as the file has them already. */
  readonly changed: number
}

/**
 * Takes a file of answers: all of it, or nothing. Each question has one answer, so that of a question that is there is replaced.
 * @throws CheckwrightError `RECORD_INVALID` that names each line
 */
export async function importAnswers(
  { runtime: { workspace }, users }: Pick<HostParts, 'runtime' | 'users'>,
  {
    organizationId,
    userId,
    text,
  }: { readonly organizationId: string; readonly userId: string | undefined; readonly text: string },
): Promise<ImportedAnswers> {
  const { manualAnswers, clock } = workspace
  const lines = await parseAnswerFile(text)
  const problems: string[] = []
  const places = new Map<string, string>()
  const owners = new Map<string, Promise<unknown>>()
  const nowMs = clock.nowMs()
  const answers: ManualAnswer[] = []
  for (const { place, values } of lines) {
    const wrong = findProblems(answerFields, values)
    problems.push(...wrong.map(({ path, message }) => `${place}: ${path} ${message}`))
    if (wrong.length > 0) continue
    const { question, answer, tags, ownerId, expiresDay, sourceQuestionnaireId } = values as unknown as FileValues
    const digest = digestQuestion(question)
    const earlier = places.get(digest)
    if (earlier !== undefined) problems.push(`${place}: has the question of ${earlier}`)
    places.set(digest, place)
    if (ownerId !== null) {
      const owner = owners.get(ownerId) ?? users.find({ organizationId, userId: ownerId })
      owners.set(ownerId, owner)
      if ((await owner) === undefined)
        problems.push(`${place}: ownerId must be the id of a person of the organization. Leave it empty for nobody`)
    }
    const own = { question, answer, tags: [...new Set(tags)], ownerId, expiresDay, sourceQuestionnaireId }
    answers.push({ id: createTimeId(), organizationId, ...own, createdAtMs: nowMs, updatedAtMs: nowMs })
  }
  if (problems.length > 0)
    throw new CheckwrightError(`Nothing of the file was taken. The answers are not valid: ${listProblems(problems)}.`, {
      code: 'RECORD_INVALID',
    })
  const known = new Map<string, ManualAnswer>()
  for await (const page of listAllAnswers(manualAnswers, organizationId))
    for (const answer of page) known.set(digestQuestion(answer.question), answer)
  const fresh = answers.filter(({ question }) => !known.has(digestQuestion(question)))
  const changed = answers.flatMap((answer) => {
    const before = known.get(digestQuestion(answer.question))
    if (before === undefined || isSame(before, answer)) return []
    // Later than what it replaces, so that who has seen that one is told apart.
    return { ...answer, id: before.id, updatedAtMs: Math.max(nowMs, before.updatedAtMs + 1) }
  })
  await manualAnswers.saveAll([...fresh, ...changed], userId ?? null)
  return { added: fresh.length, changed: changed.length }
}

interface FileValues extends Omit<ManualAnswer, 'tags' | 'id' | 'organizationId' | 'createdAtMs' | 'updatedAtMs'> {
  readonly tags: readonly string[] | null
}

/** Files have no spaces at the ends of texts. */
function isSame(one: ManualAnswer, other: ManualAnswer): boolean {
  const trim = (answer: ManualAnswer) =>
    pickValues({ ...answer, question: answer.question.trim(), answer: answer.answer.trim() })
  return isDeepStrictEqual(trim(one), trim(other))
}
