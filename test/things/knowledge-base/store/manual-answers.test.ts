import { expect, test } from 'vitest'
import type { ManualAnswer } from '../../../../src/service/records/manual-answers.ts'
import { hostileTexts, openMemoryStore } from '../../all-stores/memory-store.ts'

function createAnswer(id: string, changes: Partial<ManualAnswer> = {}): ManualAnswer {
  return {
    id,
    organizationId: 'acme',
    question: id,
    answer: 'Yes.',
    tags: [],
    sourceQuestionnaireId: null,
    ownerId: null,
    expiresDay: null,
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    ...changes,
  }
}

test('manualAnswers.save() gives one id to all who save one question at once', async () => {
  const { manualAnswers } = await openMemoryStore()

  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, at) => manualAnswers.save(createAnswer(`a${at}`, { question: 'Q?' }))),
  )

  expect(new Set(ids).size).toBe(1)
  expect(await manualAnswers.list({ organizationId: 'acme', limit: 99 })).toHaveLength(1)
})

test('manualAnswers.list() searches answers and tags too, of its own organization alone', async () => {
  const { manualAnswers } = await openMemoryStore()
  await manualAnswers.save(createAnswer('q1', { answer: 'We use Falcon.' }))
  await manualAnswers.save(createAnswer('q2', { tags: ['FALCON'] }))
  await manualAnswers.save(createAnswer('q3', { organizationId: 'other', answer: 'Falcon' }))

  const found = await manualAnswers.list({ organizationId: 'acme', limit: 9, search: 'falcon' })

  expect(found.map(({ id }) => id)).toEqual(['q2', 'q1'])
})

test.each(hostileTexts.filter((text) => text.trim() !== ''))(
  'manualAnswers.list() finds %j and nothing else',
  async (text) => {
    const { manualAnswers } = await openMemoryStore()
    await manualAnswers.save(createAnswer('plain', { question: 'plain?', answer: 'nothing here' }))
    await manualAnswers.save(createAnswer('hostile', { question: `Is ${text} true?` }))

    const found = await manualAnswers.list({ organizationId: 'acme', limit: 9, search: text })

    expect(found.map(({ id }) => id)).toEqual(['hostile'])
  },
)

test('manualAnswers.list() gives those with some words page by page, whether few, many or all of the first have them', async () => {
  const store = await openMemoryStore()
  const all = Array.from({ length: 300 }, (_, at) => ({
    id: `a${at}`,
    // Neither is in the order of the other.
    updatedAtMs: 1 + ((at * 37) % 100),
    answer: [at % 10 < 9 && 'Encrypted', at % 100 === 3 && 'rarely', at > 200 && 'lately'].filter(Boolean).join(' '),
  }))
  for (const { id, ...more } of all) await store.manualAnswers.save(createAnswer(id, { question: `Q ${id}?`, ...more }))
  await store.manualAnswers.save(
    createAnswer('elsewhere', { organizationId: 'other', answer: 'Encrypted rarely lately' }),
  )
  const newest = all.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1))

  for (const words of [['encrypt'], ['rarely'], ['lately'], ['encrypted', 'late'], ['q'], ['none']])
    for (const limit of [1, 7, 60]) {
      const isHaving = ({ id, answer }: (typeof all)[number]) =>
        words.every((word) =>
          `Q ${id} ${answer}`
            .toLowerCase()
            .split(' ')
            .some((each) => each.startsWith(word)),
        )
      const seen: string[] = []
      for (let after: { readonly id: string; readonly updatedAtMs: number } | undefined; ; ) {
        const page = await store.manualAnswers.list({ organizationId: 'acme', limit, words, after })
        seen.push(...page.map(({ id }) => id))
        after = page.at(-1)
        if (page.length < limit) break
      }
      expect([words, limit, seen]).toEqual([words, limit, newest.filter(isHaving).map(({ id }) => id)])
    }
})
