import type { PeriodLimit } from '../../../service/rights/period.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { questionnaireQuestion } from '../thing.ts'
import {
  demandQuestionnaire,
  listQuestionRecords,
  type QuestionnaireQuestion,
  type QuestionnaireRef,
} from './questions.ts'
import { type AnswerSources, type FoundAnswers, openSources } from './sources.ts'

/** A question without an accepted answer, and what may answer it. */
export interface ProposedAnswers extends FoundAnswers {
  readonly record: QuestionnaireQuestion
}

type ProposingParts = Pick<HostParts, 'runtime' | 'proposeAnswer'>

/** Proposals for all questions that have no accepted answer. */
export async function proposeAnswers(
  parts: ProposingParts,
  ref: QuestionnaireRef,
): Promise<readonly ProposedAnswers[]> {
  await demandQuestionnaire(parts, ref)
  const [records, sources] = await Promise.all([
    listQuestionRecords(parts, ref),
    openSources(parts.runtime, ref.reader),
  ])
  const proposed: ProposedAnswers[] = []
  for (const record of records.filter(({ state }) => state !== 'accepted'))
    proposed.push({ record, ...(await proposeFor(parts, sources, record)) })
  return proposed
}

/** The same for one question. */
export async function proposeForQuestion(
  parts: ProposingParts,
  reader: PeriodLimit,
  record: QuestionnaireQuestion,
): Promise<FoundAnswers> {
  return proposeFor(parts, await openSources(parts.runtime, reader), record)
}

/** That of the host first, then what is found here. */
async function proposeFor(
  { proposeAnswer }: ProposingParts,
  sources: AnswerSources,
  { organizationId, values: { question } }: QuestionnaireQuestion,
): Promise<FoundAnswers> {
  const found = sources.find(question)
  const all = [...found.proposals, ...found.similar]
  const own = await proposeAnswer?.({ organizationId, question, proposals: all })
  // An answer without a source that it was given stands on nothing.
  const cited = own && all.find(({ source }) => source === own.source)
  if (!own || !cited || own.answer.trim() === '') return found
  return { ...found, proposals: [{ ...cited, answer: own.answer }, ...found.proposals].slice(0, 3) }
}

/** Puts the best proposal into each question without an answer. Nobody has accepted it then. @returns how many */
export async function fillAnswers(
  parts: ProposingParts,
  { userId, ...ref }: QuestionnaireRef & { readonly userId?: string | undefined },
): Promise<{ readonly filled: number; readonly left: number }> {
  const open = (await proposeAnswers(parts, ref)).filter(({ record }) => record.state === 'open')
  const changes = open.flatMap(({ record: { id }, proposals: [best] }) => {
    if (best === undefined) return []
    const { answer, source, sourceDigest, sourceDay } = best
    return [{ id, values: { answer, source, sourceDigest, sourceDay } }]
  })
  const { organizationId } = ref.reader
  if (changes.length > 0)
    await parts.runtime.serviceOf(questionnaireQuestion).changeAll({ organizationId, userId, changes })
  return { filled: changes.length, left: open.length - changes.length }
}
