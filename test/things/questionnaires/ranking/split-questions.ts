import { createHash } from 'node:crypto'
import type { QuestionSet } from './fresh-questions.ts'

/** Two halves, drawn by a digest with a seed, so that nobody chose. */
export function splitQuestions(all: QuestionSet, seed: string): readonly [QuestionSet, QuestionSet] {
  const isEven = (question: string) => (createHash('sha256').update(`${seed} ${question}`).digest()[0] ?? 0) % 2 === 0
  const pick = (isWanted: (question: string) => boolean): QuestionSet => ({
    asked: all.asked.filter(([, question]) => isWanted(question)),
    unanswered: all.unanswered.filter(isWanted),
  })
  return [pick(isEven), pick((question) => !isEven(question))]
}
