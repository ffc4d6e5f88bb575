import { generalStems } from './general-words.ts'
import type { AnswerTerms, QuestionTerms } from './terms.ts'
import { sideSubjects } from './thesaurus.ts'

/** A subject that counts less stands beside what is asked for, such as the login beside the second factor. */
const besideMax = 0.4
/** Numbers of norms have so many digits. Shorter ones are versions, days and articles. */
const normDigits = 4

/** Words of a question of which an answer says nothing, in which case it answers another one. */
export function listMissing(question: QuestionTerms, answer: AnswerTerms): readonly string[] {
  const subjects = [...question.subjects].filter(
    ([subject]) => !answer.subjects.has(subject) && (sideSubjects[subject] ?? 1) > besideMax,
  )
  const sides = [...question.sides].filter(([side]) => !answer.sides.has(side))
  const words = [...question.words].filter(([stem, word]) => !answer.stems.has(stem) && isSpecific(stem, word))
  return [...new Set([...subjects, ...sides, ...words].map(([, text]) => text))]
}

function isSpecific(stem: string, word: string): boolean {
  return /^\p{N}+$/u.test(word) ? word.length >= normDigits : !generalStems.has(stem)
}
