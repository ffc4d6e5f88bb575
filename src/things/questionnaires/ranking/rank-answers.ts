import { listTerms } from './terms.ts'
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
}

/** Below it, an answer is about something else. */
const scoreMin = 0.45
const shownMax = 3
/** What a question is about says more than its other words. */
const subjectWeight = 3
/** A term in the answer says less than one in its question. */
const answerShare = 0.45
/** Long questions have many words that no answer has. They count less, so that the others still find it. */
const unknownShare = 0.4

/** Ranks texts for questions: the same for every store, because it reads rows and no index of a database. */
export function createRanking<Text extends RankedText>(
  texts: readonly Text[],
): (question: string) => readonly RankedAnswer<Text>[] {
  const entries = texts.map((text) => ({
    text,
    asked: listKeys([text.question, ...text.tags].join('\n')),
    answered: listKeys(text.answer),
    sides: listTerms([text.question, ...text.tags, text.answer].join('\n')).sides,
  }))
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
    const { sides } = listTerms(question)
    const keys = [...listKeys(question)].map((key) => ({ key, weight: weigh(key) }))
    const whole = sum(keys.map(({ weight }) => weight))
    const ranked = [...new Set(keys.flatMap(({ key }) => byKey.get(key) ?? []))].flatMap((index) => {
      const entry = entries[index]
      // Whoever asks for a side of a subject is not answered by another one.
      if (entry === undefined || ![...sides].every((side) => entry.sides.has(side))) return []
      const { text, asked, answered } = entry
      const isAsked = sum(keys.filter(({ key }) => asked.has(key)).map(({ weight }) => weight))
      const isAnswered = sum(keys.filter(({ key }) => !asked.has(key) && answered.has(key)).map(({ weight }) => weight))
      const forth = (isAsked + answerShare * isAnswered) / whole
      const back = isAsked / (wholes[index] || 1)
      const score = (forth + back) / 2
      return score < scoreMin ? [] : [{ text, score }]
    })
    return ranked.toSorted((one, other) => other.score - one.score).slice(0, shownMax)
  }
}

/** Subjects have a sign in front, so that no word is one. */
function listKeys(text: string): ReadonlySet<string> {
  const { subjects, words } = listTerms(text)
  return new Set([...[...subjects].map((subject) => `#${subject}`), ...words])
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
