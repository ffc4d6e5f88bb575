import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRanking } from '../../../../src/things/questionnaires/ranking/rank-answers.ts'
import { type QuestionSet, seenQuestions, unseenQuestions } from './fresh-questions.ts'
import { approved, asked, askedLater, unanswered, unansweredLater } from './known-answers.ts'
import { heldOutQuestions, tunedQuestions } from './other-words.ts'

const rank = createRanking(approved.map(([id, question, answer]) => ({ id, question, answer, tags: [] })))

function measure({ asked: questions, unanswered: without }: QuestionSet) {
  const found = questions.map(([id, question]) => ({ id, ids: rank(question).map(({ text }) => text.id) }))
  const share = (count: number, of: number) => Math.round((count / of) * 1_000) / 10
  return {
    first: share(found.filter(({ id, ids }) => ids[0] === id).length, found.length),
    amongThree: share(found.filter(({ id, ids }) => ids.includes(id)).length, found.length),
    none: share(without.filter((question) => rank(question).length === 0).length, without.length),
  }
}

describe('createRanking()', () => {
  // Whoever changes the thesaurus sees these questions: they guard what is found, and do not say how it does on others.
  test('of 200, 50 and 60 questions that were looked at: the right answer first, among three, and none where there is none', () => {
    expect(asked.length + unanswered.length).toBe(200)
    expect(measure({ asked, unanswered })).toEqual({ first: 98.7, amongThree: 100, none: 98 })
    expect(measure({ asked: askedLater, unanswered: unansweredLater })).toEqual({
      first: 97.1,
      amongThree: 100,
      none: 100,
    })
    expect(measure(seenQuestions)).toEqual({ first: 97.8, amongThree: 100, none: 100 })
  })

  // 97.8, 100 and 100 when they were first measured.
  test('of 60 questions that were written before the thesaurus, and first measured after it', () => {
    expect(measure(unseenQuestions)).toEqual({ first: 97.8, amongThree: 100, none: 100 })
  })

  // They come as close to the subjects of the knowledge base as questionnaires do. Rules that demand more coverage of a question were tried
  // on the first half: they lose as many right answers as they keep wrong ones away, and gain nothing on the other half.
  test('of 142 questions in other words, half of which nobody has tuned anything for', () => {
    expect(measure(tunedQuestions)).toEqual({ first: 61.8, amongThree: 61.8, none: 69 })
    expect(measure(heldOutQuestions)).toEqual({ first: 83.3, amongThree: 86.1, none: 46.7 })
  })

  test('says the same whatever the order of the answers', () =>
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...approved], { minLength: approved.length }),
        fc.constantFrom(...asked),
        (order, [, question]) => {
          const again = createRanking(order.map(([id, asks, answer]) => ({ id, question: asks, answer, tags: [] })))
          expect(again(question).map(({ score }) => score.toFixed(9))).toEqual(
            rank(question).map(({ score }) => score.toFixed(9)),
          )
        },
      ),
      { numRuns: 30 },
    ))

  test('never throws, and never has a score above 1', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (question) => {
        for (const { score } of rank(question)) expect(score).toBeLessThanOrEqual(1.000_001)
      }),
    ))

  test('a question word for word is found at the very top, also in German and Japanese', () => {
    const texts = [
      { question: 'Wer ist für den Brandschutz zuständig?', answer: 'Die Hausverwaltung.', tags: [] },
      { question: 'データは暗号化されていますか', answer: 'はい。', tags: [] },
    ]
    const own = createRanking(texts)

    for (const text of texts) expect(own(text.question)).toEqual([{ text, score: expect.closeTo(1) }])
  })
})
