import { expect, test } from 'vitest'
import { questionnaire, questionnaireQuestion } from '../../../src/things/questionnaires/thing.ts'
import { openPages } from '../../app/pages/world.ts'
import { recordTransactions } from '../../setup/record-transactions.ts'

const organizationId = 'acme'

/** A questionnaire with some questions, and how many statements it took to add and to answer them. */
async function answerMany(count: number, readSent: ReturnType<typeof recordTransactions> = () => []) {
  const { runtime } = await openPages()
  const service = runtime.serviceOf(questionnaireQuestion)
  const whole = await runtime.serviceOf(questionnaire).create({ organizationId, values: { name: 'Bank' } })
  const records = Array.from({ length: count }, (_, number) => ({
    question: `Question ${number}`,
    questionnaireId: whole.id,
    ownerId: 'ada',
  }))
  const countSent = () => readSent().flat().length
  const begun = countSent()
  await service.createAll({ organizationId, records })
  const added = countSent() - begun
  const made = await service.list({ organizationId, limit: count })
  const before = countSent()
  const changes = made.map(({ id, values }) => ({ id, values: { answer: `Answer to ${values.question}` } }))
  await service.changeAll({ organizationId, userId: 'ada', changes })
  const changed = countSent() - before
  return { runtime, service, whole, made, added, changed }
}

test('many records of one file take a statement each to change, and none of their own to add', async () => {
  const readSent = recordTransactions()
  const few = await answerMany(20, readSent)
  const many = await answerMany(60, readSent)

  expect(many.added - few.added).toBeLessThanOrEqual(0)
  expect(many.changed - few.changed).toBeLessThanOrEqual(40)
})

test('each of many records has its version, and what follows from all of them is written once', async () => {
  const { runtime, service, whole, made } = await answerMany(250)
  const atMs = runtime.workspace.clock.nowMs() + 60_000

  const after = await service.list({ organizationId, limit: 300 })
  const versions = await service.versions({ organizationId, atMs })
  const ofWhole = await runtime.serviceOf(questionnaire).versions({ organizationId, atMs, id: whole.id })

  expect(after.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
  expect(after.every(({ values: { question, answer } }) => answer === `Answer to ${question}`)).toBe(true)
  expect(versions).toHaveLength(500)
  expect(ofWhole.map(({ values }) => values?.questionCount)).toEqual([0, 250, 250])
})

test('of many changes, one that somebody else was faster with undoes all, and one of nobody is told', async () => {
  const { service, made } = await answerMany(3)
  const [first, second] = made
  const change = (id: string | undefined) => ({ id: id ?? '', values: { answer: 'Another.' } })

  const faster = service.change({ organizationId, id: second?.id ?? '', changes: { answer: 'Faster.' } })
  const outcomes = await Promise.allSettled([
    service.changeAll({ organizationId, changes: [change(first?.id), change(second?.id)] }),
    faster,
  ])
  const answers = (await service.list({ organizationId, limit: 2 })).map(({ values }) => values.answer)

  await expect(service.changeAll({ organizationId, changes: [change('nobody')] })).rejects.toThrow(
    'record 1: there is no questionnaire question nobody',
  )
  // Whoever was second is refused, and nothing of theirs is left.
  const refused = outcomes.findIndex(({ status }) => status === 'rejected')
  expect(answers).toEqual(
    refused === 0
      ? ['Answer to Question 2', 'Faster.']
      : refused === 1
        ? ['Another.', 'Another.']
        : ['Another.', 'Faster.'],
  )
})
