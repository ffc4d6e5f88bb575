import { expect, test } from 'vitest'
import type { ManualAnswer } from '../../../src/workspace/manual-answers.ts'
import { hostileTexts, openMemoryStore } from '../memory-store.ts'

function createAnswer(id: string, changes: Partial<ManualAnswer> = {}): ManualAnswer {
  return {
    ...{ id, organizationId: 'acme', question: id, answer: 'Yes.', tags: [], sourceQuestionnaireId: null },
    ...{ createdAtMs: 1_000, updatedAtMs: 1_000 },
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
