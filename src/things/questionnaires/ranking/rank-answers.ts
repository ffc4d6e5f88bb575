import { listMissing } from './list-missing.ts'
import { joinTerms, listTerms, type QuestionTerms } from './terms.ts'
import { sideSubjects } from './thesaurus.ts'

/** What may answer a question. */
export interface RankedText {
  readonly question: string
  readonly answer: string
  readonly tags: readonly string[]
}

export interface RankedAnswer<Text> {
  readonly text: Text
  /** From 0 to 1: how much of what is asked it is about, and the other way round. */
  readonly score: number
  /** Words of the question of which it says nothing. */
  readonly missing: readonly string[]
  /** It is close enough, and nothing is missing. Else it is similar. */
  readonly isProposed: boolean
}

/** Below it, an answer is about something else. */
const scoreMin = 0.45
/** Below it, an answer is similar at most. */
const proposedMin = 0.6
const shownMax = 3
/** What a question is about says more than its other words. */
const subjectWeight = 3
/** A term in the answer says less than one in its question. */
const answerShare = 0.45
/** Long questions have many words that no answer has. They count less, so that the others still find it. */
const unknownShare = 0.4

/**
 * Ranks texts for questions: the same for every store, because it reads rows and no index of a database. Those that are proposed come
 * before similar ones.
 */
export function createRanking<Text extends RankedText>(
  texts: readonly Text[],
): (question: string) => readonly RankedAnswer<Text>[] {
  const entries = texts.map((text) => {
    const asks = listTerms([text.question, ...text.tags].join('\n'))
    const answers = listTerms(text.answer)
    return { text, asked: listKeys(asks), answered: listKeys(answers), whole: joinTerms(asks, answers) }
  })
  const byKey = new Map<string, number[]>()
  for (const [index, { asked, answered }] of entries.entries())
    for (const key of new Set([...asked, ...answered])) {
      const having = byKey.get(key)
      if (having) having.push(index)
      else byKey.set(key, [index])
    }
  const weigh = (key: string) => {
    const count = byKey.get(key)?.length ?? 0
    const rarity = Math.log(1 + (entries.length - count + 0.5) / (count + 0.5)) / Math.log(2 + 2 * entries.length)
    if (key.startsWith('#')) return (0.5 + rarity) * subjectWeight * (sideSubjects[key.slice(1)] ?? 1)
    return (0.5 + rarity) * (count === 0 ? unknownShare : 1)
  }
  const wholes = entries.map(({ asked }) => sum([...asked].map(weigh)))
  return (question) => {
    const terms = listTerms(question)
    const core = findCore(question)
    const needed = core === question ? terms : listTerms(core)
    const keys = [...listKeys(terms)].map((key) => ({ key, weight: weigh(key) }))
    const whole = sum(keys.map(({ weight }) => weight))
    const ranked = [...new Set(keys.flatMap(({ key }) => byKey.get(key) ?? []))].flatMap((index) => {
      const entry = entries[index]
      if (entry === undefined) return []
      const { text, asked, answered } = entry
      const isAsked = sum(keys.filter(({ key }) => asked.has(key)).map(({ weight }) => weight))
      const isAnswered = sum(keys.filter(({ key }) => !asked.has(key) && answered.has(key)).map(({ weight }) => weight))
      const forth = (isAsked + answerShare * isAnswered) / whole
      const back = isAsked / (wholes[index] || 1)
      const score = (forth + back) / 2
      if (score < scoreMin) return []
      const missing = listMissing(needed, entry.whole)
      return [{ text, score, missing, isProposed: missing.length === 0 && score >= proposedMin }]
    })
    return ranked
      .toSorted((one, other) => Number(other.isProposed) - Number(one.isProposed) || other.score - one.score)
      .slice(0, shownMax)
  }
}

/** The question itself, without examples in brackets and without what follows it, such as "If so, attach the report." */
function findCore(text: string): string {
  const plain = text.replaceAll(/\([^()]*\)/g, ' ')
  return /^[^?]*\?/.exec(plain)?.[0] ?? plain.split(/[.!]\s+(?=\p{Lu})/u)[0] ?? plain
}

/** Subjects have a sign in front, so that no word is one. */
function listKeys({ subjects, words }: QuestionTerms): ReadonlySet<string> {
  return new Set([...[...subjects.keys()].map((subject) => `#${subject}`), ...words.keys()])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
