import { describe, expect, test } from 'vitest'
import { readOfficeFile } from '../../../../src/office/files/office-file.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { formatRows, makeXlsx } from '../../../office/make-files.ts'

const knowledge = '/v1/knowledge-base/manual-answers'

/** What the API answers, as far as this file reads it. */
interface Answer {
  readonly id: string
  readonly fileKey: string
  readonly state: string
  readonly data: readonly { readonly id: string }[]
  readonly tables: readonly unknown[]
  readonly blanks: readonly unknown[]
  readonly questions: readonly {
    readonly proposals: readonly { readonly answer: string }[]
    readonly similar: readonly { readonly missing: readonly string[] }[]
  }[]
}

async function openQuestionnaire(options: Parameters<typeof openApiHost>[0] = {}) {
  const world = await openApiHost(options)
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await world.ask(method, path, body ? { body } : {})
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const upload = async (fileName: string, bytes: Buffer) => {
    const { fileKey } = await call('POST', '/v1/evidence-forms/uploads', {
      formType: 'questionnaire',
      fileName,
      fileType: 'application/octet-stream',
      fileData: bytes.toString('base64'),
    })
    return fileKey
  }
  const rows = [
    ['No', 'Question', 'Answer'],
    ['1', 'Is customer data encrypted at rest?'],
    ['2', 'How often are backups tested?'],
    ['3', 'What is your annual revenue?'],
  ]
  const bytes = await makeXlsx([{ name: 'Security', xml: formatRows(rows) }])
  const fileId = await upload('from-bank.xlsx', bytes)
  const { id } = await call('POST', '/v1/questionnaires', { name: 'Example Bank', fileId })
  const at = `/v1/questionnaires/${id}`
  const questions = async () => {
    const { data } = await call('GET', `/v1/questionnaire-questions?questionnaireId=${id}`)
    const [rest, backups] = data
    if (!rest || !backups) throw new Error('the questions are not there')
    return { rest, backups }
  }
  const download = async () => {
    const answer = await world.ask('GET', `${at}/answers`)
    const [table] = await readOfficeFile({ name: 'a.xlsx', bytes: await answer.bytes() })
    const column = table?.rows.slice(1).map(({ cells }) => cells.find((cell) => cell.column === 3)?.text ?? '')
    return { type: answer.headers.get('content-type'), name: answer.headers.get('content-disposition'), column }
  }
  return { ...world, call, upload, at, id, questions, download }
}

describe('a questionnaire', () => {
  test('is read, answered from the knowledge base and by hand, and comes back in its own file', async () => {
    const { call, at, questions, download } = await openQuestionnaire()
    await call('POST', knowledge, { question: 'Is data encrypted at rest?', answer: 'Yes, with AES-256.' })
    await call('POST', knowledge, { question: 'How often are backups made?', answer: 'Every day.' })

    const { tables } = await call('GET', `${at}/tables`)
    const added = await call('POST', `${at}/questions`, {})
    const again = await call('POST', `${at}/questions`, {})
    const proposals = await call('GET', `${at}/proposals`)
    const filled = await call('POST', `${at}/fill`)
    const { rest, backups } = await questions()
    await call('POST', `/v1/questionnaire-questions/${rest.id}/accept`)
    await call('PATCH', `/v1/questionnaire-questions/${backups.id}`, { answer: '=Monthly' })
    await call('POST', `/v1/questionnaire-questions/${backups.id}/accept`)

    expect(tables).toMatchObject([
      { name: 'Security', rows: 4, hiddenRows: 0, layout: { questionColumn: 'B', answerColumn: 'C' } },
    ])
    expect([added, again]).toEqual([{ added: 3 }, { added: 0 }])
    expect(proposals.questions.map((each) => each.proposals.length)).toEqual([1, 0, 0])
    expect(proposals.questions[0]?.proposals[0]).toMatchObject({
      answer: 'Yes, with AES-256.',
      source: expect.stringMatching(/^knowledge-base\//),
      sourceDay: '2026-05-01',
      title: 'Is data encrypted at rest?',
    })
    expect(proposals.questions.map(({ similar }) => similar.map(({ missing }) => missing))).toEqual([
      [],
      [['tested']],
      [],
    ])
    expect(filled).toEqual({ filled: 1, left: 2 })
    expect(await download()).toEqual({
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      name: 'attachment; filename=from-bank.xlsx',
      column: ['Yes, with AES-256.', '=Monthly', ''],
    })
    expect(await call('GET', `${at}/blanks`)).toMatchObject({
      answered: 2,
      blanks: [{ question: 'What is your annual revenue?', because: 'not-accepted' }],
    })
    expect(await call('GET', at)).toMatchObject({ questionCount: 3, openCount: 1, state: 'open' })
  })

  test('an answer of a person goes to the knowledge base with owner and end; one from there does not come twice', async () => {
    const { call, at, questions } = await openQuestionnaire()
    await call('POST', `${at}/questions`, {})
    const { backups } = await questions()

    await call('PATCH', `/v1/questionnaire-questions/${backups.id}`, { answer: 'Monthly.', ownerId: 'ada' })
    await call('POST', `/v1/questionnaire-questions/${backups.id}/accept`)

    expect((await call('GET', knowledge)).data).toMatchObject([
      { question: 'How often are backups tested?', answer: 'Monthly.', ownerId: 'ada', expiresDay: '2027-05-01' },
    ])
  })

  test('a changed answer has to be accepted again, and so has one with another source', async () => {
    const { call, at, questions } = await openQuestionnaire()
    await call('POST', `${at}/questions`, {})
    const { rest: first } = await questions()
    const path = `/v1/questionnaire-questions/${first.id}`
    await call('PATCH', path, { answer: 'Yes.' })

    const accepted = await call('POST', `${path}/accept`)
    const reworded = await call('PATCH', path, { section: 'Data' })
    const changed = await call('PATCH', path, { answer: 'No.' })

    expect([accepted.state, reworded.state, changed.state]).toEqual(['accepted', 'accepted', 'answered'])
    expect(changed).toMatchObject({ acceptedAt: null, acceptedBy: null })
    expect(JSON.stringify(accepted)).not.toContain('acceptedDigest')
  })

  test.for<readonly [name: string, change: object | undefined, days: number, because: string]>([
    ['changed meanwhile', { question: 'Is data encrypted at rest?', answer: 'No longer.' }, 0, 'changed'],
    ['deleted meanwhile', undefined, 0, 'gone'],
    [
      'beyond its last day',
      { question: 'Is data encrypted at rest?', answer: 'Yes.', expiresDay: '2026-05-10' },
      30,
      'expired',
    ],
  ])('leaves blank and lists what rests on an answer that is %s', async ([, change, days, because]) => {
    const { call, at, questions, download, clock } = await openQuestionnaire()
    await call('POST', knowledge, { question: 'Is data encrypted at rest?', answer: 'Yes.' })
    await call('POST', `${at}/questions`, {})
    await call('POST', `${at}/fill`)
    const { rest: first } = await questions()
    await call('POST', `/v1/questionnaire-questions/${first.id}/accept`)

    if (change) await call('POST', knowledge, change)
    else await call('POST', `${knowledge}/delete-all`, {})
    clock.advance(days * 86_400_000)

    expect((await download()).column?.[0]).toBe('')
    expect((await call('GET', `${at}/blanks`)).blanks[0]).toMatchObject({ because })
  })

  test('a source that somebody made up is none', async () => {
    const { call, at, questions, download } = await openQuestionnaire()
    await call('POST', `${at}/questions`, {})
    const { rest: first } = await questions()
    await call('PATCH', `/v1/questionnaire-questions/${first.id}`, { answer: 'Yes.', source: 'control/soc2:CC99.9' })
    await call('POST', `/v1/questionnaire-questions/${first.id}/accept`)

    expect((await download()).column?.[0]).toBe('')
    expect((await call('GET', `${at}/blanks`)).blanks[0]).toMatchObject({ because: 'gone' })
  })

  test('columns may be chosen, and a file that cannot be read is refused with what to do', async () => {
    const { call, ask, upload, id, at } = await openQuestionnaire()
    const layout = { table: 'Security', questionColumn: 'B', answerColumn: 'D', firstRow: 3 }

    const added = await call('POST', `${at}/questions`, { layouts: [layout] })
    const strange = await readAnswer(ask('POST', `${at}/questions`, { body: { layouts: [{ ...layout, table: 'X' }] } }))
    const fileId = await upload('with-macros.xlsm', Buffer.from('x'))
    await call('PATCH', `/v1/questionnaires/${id}`, { fileId })
    const macros = await readAnswer(ask('GET', `${at}/tables`))

    expect(added).toEqual({ added: 2 })
    expect(strange).toMatchObject({ status: 400, body: { code: 'IMPORT_REFUSED' } })
    expect(macros).toMatchObject({
      status: 400,
      body: { code: 'IMPORT_REFUSED', detail: expect.stringMatching(/\.xlsm/) },
    })
  })
})

test('an answer of the host counts only with the source of a proposal that it was given', async () => {
  const given: unknown[] = []
  const { call, at } = await openQuestionnaire({
    proposeAnswer: async ({ question, proposals }) => {
      given.push(question)
      if (question.includes('backups')) return { answer: 'Every day.', source: 'knowledge-base/made-up' }
      return proposals[0] && { answer: 'Yes: AES with 256 bits.', source: proposals[0].source }
    },
  })
  await call('POST', knowledge, { question: 'Is data encrypted at rest?', answer: 'Yes.' })
  await call('POST', `${at}/questions`, {})

  const { questions } = await call('GET', `${at}/proposals`)

  expect(given).toHaveLength(3)
  expect(questions.map((each) => each.proposals.map(({ answer }) => answer))).toEqual([
    ['Yes: AES with 256 bits.', 'Yes.'],
    [],
    [],
  ])
})
