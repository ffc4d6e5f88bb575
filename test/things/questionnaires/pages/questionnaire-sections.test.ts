import { expect, test } from 'vitest'
import { keepBytes, yieldOnce } from '../../../../src/service/files/keep-file.ts'
import { questionnaire, questionnaireQuestion } from '../../../../src/things/questionnaires/thing.ts'
import { saveUpload } from '../../../../src/things/uploads/reading/uploads.ts'
import { openPages } from '../../../app/pages/world.ts'
import { formatRows, makeXlsx } from '../../../office/make-files.ts'

const organizationId = 'acme'

test('a person takes a proposal, accepts it, and sees what stays blank', async () => {
  const { runtime, get, post } = await openPages()
  const approved = { question: 'Is data encrypted at rest?', answer: 'Yes, with AES-256.', tags: [] }
  const times = { createdAtMs: 1, updatedAtMs: 1 }
  const beside = { sourceQuestionnaireId: null, ownerId: null, expiresDay: null, ...times }
  await runtime.workspace.manualAnswers.save({ id: 'answer-1', organizationId, ...approved, ...beside })
  const { id: questionnaireId } = await runtime
    .serviceOf(questionnaire)
    .create({ organizationId, values: { name: 'Example Bank' } })
  const questions = ['Is stored data encrypted?', 'Is stored data encrypted by a notary?']
  const service = runtime.serviceOf(questionnaireQuestion)
  await service.createAll({ organizationId, records: questions.map((question) => ({ question, questionnaireId })) })
  const [second, first] = await service.list({ organizationId, limit: 2 })
  const at = `/questionnaire-questions/${first?.id}`

  const before = await get(`/questionnaires/${questionnaireId}`)
  const proposed = await get(at)
  const similar = await get(`/questionnaire-questions/${second?.id}`)
  await post(at, `${at}/use`, { source: 'knowledge-base/answer-1' })
  await post(at, `${at}/accept`)
  await post(`/questionnaires/${questionnaireId}`, `/questionnaires/${questionnaireId}/fill`)
  const after = await service.get({ organizationId, id: first?.id ?? '' })
  const filled = await service.get({ organizationId, id: second?.id ?? '' })
  const other = `/questionnaire-questions/${second?.id}`
  await post(other, `${other}/use`, { source: 'knowledge-base/answer-1', draft: 'yes' })
  const draft = await service.get({ organizationId, id: second?.id ?? '' })

  expect(before.text).toContain('2 questions stay blank')
  expect(proposed.text).toContain('Source: Is data encrypted at rest?, 1970-01-01')
  expect(similar.text).toMatch(/Nothing that is approved .*Similar answers.*Says nothing of: notary/s)
  expect(filled?.state).toBe('open')
  expect(draft?.values).toMatchObject({ answer: 'Yes, with AES-256.', source: null, sourceDigest: null })
  expect(after).toMatchObject({
    state: 'accepted',
    values: { answer: 'Yes, with AES-256.', source: 'knowledge-base/answer-1', acceptedBy: 'ada' },
  })
})

test('a questionnaire without a file says so', async () => {
  const { runtime, get } = await openPages()
  const { id } = await runtime.serviceOf(questionnaire).create({ organizationId, values: { name: 'Example Bank' } })

  expect((await get(`/questionnaires/${id}/answers`)).status).toBe(404)
})

/** A questionnaire with a file, as pages show it. */
async function openFile(rows: readonly (readonly string[])[], options: Parameters<typeof openPages>[0] = {}) {
  const world = await openPages(options)
  const { runtime } = world
  const { objects } = runtime.workspace
  const bytes = await makeXlsx([{ name: 'Security', xml: formatRows(rows) }])
  const stored = await keepBytes(objects, organizationId, yieldOnce(bytes))
  const facts = {
    organizationId,
    userId: null,
    name: 'bank.xlsx',
    type: 'application/octet-stream',
    formType: 'record',
  }
  const { file } = await saveUpload({ runtime, objects }, { ...facts, stored })
  const { id } = await runtime
    .serviceOf(questionnaire)
    .create({ organizationId, values: { name: 'Example Bank', fileId: file.id } })
  const listQuestions = async () => {
    const found = await runtime.serviceOf(questionnaireQuestion).list({ organizationId, limit: 10 })
    return found.map(({ values }) => [values.question, values.place])
  }
  return { ...world, at: `/questionnaires/${id}`, listQuestions }
}

test('a person corrects the columns that were found, and questions stand in the order of the file', async () => {
  const { get, post, at, listQuestions } = await openFile([
    ['Question', 'Topic', 'Answer'],
    ['Is it on?', 'Backups of data', 'internal'],
    ['Is it tested?', 'Recovery of data', 'internal'],
  ])

  const chosen = await get(`${at}?columns=choose`)
  await post(at, `${at}/questions`, { 'table-0': 'Security', 'question-0': 'B', 'answer-0': 'D', 'row-0': '2' })

  expect(chosen.text).toMatch(/<option value="A" selected="">A: Question/)
  expect(await listQuestions()).toEqual([
    ['Backups of data', 'Security!D2'],
    ['Recovery of data', 'Security!D3'],
  ])
})

test.each([
  { 'question-0': '', 'answer-0': 'D', 'row-0': '2' },
  { 'question-0': 'B', 'answer-0': 'd1', 'row-0': '2' },
  { 'question-0': 'B', 'answer-0': 'D', 'row-0': '0' },
  { 'question-0': 'B', 'answer-0': 'D', 'row-0': '' },
])('columns that cannot be are refused: %o', async (fields) => {
  const { post, at, listQuestions } = await openFile([['Question', 'Answer'], ['Is it on?']])

  const answer = await post(at, `${at}/questions`, { 'table-0': 'Security', ...fields })

  expect(answer.status).toBe(400)
  expect(await listQuestions()).toEqual([])
})

test('a second time, and a fill without proposals, say that nothing was done', async () => {
  const { get, post, at } = await openFile([['Question', 'Answer'], ['What is your revenue?']])
  const follow = ({ headers }: { readonly headers: Headers }) => get(headers.get('location') ?? '')

  const added = await follow(await post(at, `${at}/questions`))
  const again = await follow(await post(at, `${at}/questions`))
  const filled = await follow(await post(at, `${at}/fill`))

  expect(added.text).toContain('The questions were added.')
  expect(again.text).toContain('Nothing was added')
  expect(filled.text).toContain('Nothing was filled')
})

test('an answer of the host that cites nothing that exists is neither shown nor taken', async () => {
  const { runtime, get, post } = await openPages({
    host: { proposeAnswer: async () => ({ answer: 'Trust me.', source: 'knowledge-base/made-up' }) },
  })
  const { id: questionnaireId } = await runtime
    .serviceOf(questionnaire)
    .create({ organizationId, values: { name: 'Example Bank' } })
  const service = runtime.serviceOf(questionnaireQuestion)
  const { id } = await service.create({ organizationId, values: { question: 'Is data encrypted?', questionnaireId } })
  const at = `/questionnaire-questions/${id}`

  const shown = await get(at)
  const taken = await post(at, `${at}/use`, { source: 'knowledge-base/made-up', answer: 'Trust me.' })
  const after = await service.get({ organizationId, id })

  expect(shown.text).not.toContain('Trust me.')
  expect(shown.text).toContain('Nothing that is approved or satisfied answers this question.')
  expect(taken.headers.get('location')).toContain('proposal-gone')
  expect(after).toMatchObject({ state: 'open', values: { answer: null, source: null } })
})
