import { describe, expect, test } from 'vitest'
import { questionnaire, questionnaireQuestion } from '../../../src/things/questionnaires/thing.ts'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { openPages } from '../../app/pages/world.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { recordTransactions } from '../../setup/record-transactions.ts'

const organizationId = 'acme'

describe('in SQLite', () => describeStore(async () => 'memory:'))
describePostgres('in PostgreSQL', () => describeStore(testPostgres))

/** What questionnaires, the knowledge base and trust centres have to do in every store. */
function describeStore(createUrl: () => Promise<string>) {
  test('a questionnaire is filled from the knowledge base, accepted, counted, and its own answers return to it', async () => {
    const { runtime, get, post } = await openPages({ store: await createUrl() })
    const { manualAnswers } = runtime.workspace
    const dates = { sourceQuestionnaireId: null, ownerId: null, createdAtMs: 1, updatedAtMs: 1 }
    const approved = { organizationId, tags: [], expiresDay: null, ...dates }
    await manualAnswers.save({ id: 'a1', question: 'Is data encrypted at rest?', answer: 'Yes.', ...approved })
    await manualAnswers.save({
      id: 'a2',
      question: 'Who is your DPO?',
      answer: 'Ada.',
      ...approved,
      expiresDay: '2020-01-01',
    })
    const centres = runtime.serviceOf(questionnaire)
    const { id } = await centres.create({ organizationId, values: { name: 'Bank' } })
    const service = runtime.serviceOf(questionnaireQuestion)
    const asked = ['Is stored data encrypted?', 'Do you have a DPO?', 'Which colour is your door?']
    await service.createAll({
      organizationId,
      records: asked.map((question) => ({ question, questionnaireId: id })).toReversed(),
    })
    const list = () => service.list({ organizationId, where: { questionnaireId: id }, limit: 10 })

    await post(`/questionnaires/${id}`, `/questionnaires/${id}/fill`)
    const [rest, , colour] = await list()
    await service.change({ organizationId, id: colour?.id ?? '', userId: 'ada', changes: { answer: 'Green.' } })
    const readSent = recordTransactions()
    for (const each of [rest, colour]) await service.act.accept({ organizationId, id: each?.id ?? '', userId: 'ada' })
    const keeping = readSent().filter((sent) =>
      sent.some((statement) => /insert into "manual_answers"/.test(statement)),
    )

    expect((await list()).map(({ values, state }) => [values.question, state, values.source])).toEqual([
      [asked[0], 'accepted', 'knowledge-base/a1'],
      [asked[1], 'open', null],
      [asked[2], 'accepted', null],
    ])
    expect((await centres.get({ organizationId, id }))?.values).toMatchObject({ questionCount: 3, openCount: 1 })
    const kept = await manualAnswers.findByQuestion(organizationId, 'Which colour is your door?')
    expect(kept).toMatchObject({ answer: 'Green.', ownerId: 'ada', sourceQuestionnaireId: id })
    // One transaction: whoever fails between both leaves none of them.
    expect(keeping).toHaveLength(1)
    expect(keeping[0]?.filter((statement) => /^update "questionnaire_questions"/.test(statement))).toHaveLength(1)
    expect(await manualAnswers.versions(organizationId, kept?.id ?? '')).toMatchObject([{ changedBy: 'ada' }])
    expect(kept?.expiresDay).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect((await get('/knowledge-base?q=colour+door')).text).toContain('Green.')
    expect(await manualAnswers.list({ organizationId: 'other', limit: 10 })).toEqual([])
  })

  test('an address of a trust centre that is off, one that was renewed and one of nobody take the same statements', async () => {
    const { runtime, ask } = await openPages({ store: await createUrl() })
    const centres = runtime.serviceOf(trustCentre)
    const { id, values } = await centres.create({ organizationId, values: { name: 'Acme' } })
    await centres.act.open({ organizationId, id })
    const { slug: renewed } = (await centres.get({ organizationId, id }))?.values ?? values
    await centres.act['renew-address']({ organizationId, id })
    const { slug: off } = (await centres.get({ organizationId, id }))?.values ?? values
    const open = await ask(`/trust/${off}`)
    await centres.act.close({ organizationId, id })
    const readSent = recordTransactions()
    const count = async (slug: string | null) => {
      const before = readSent().length
      const { status } = await ask(`/trust/${slug}`)
      return { status, sent: readSent().slice(before) }
    }
    await count('warm')

    const answers = [await count(off), await count(renewed), await count('a'.repeat(43))]

    expect(open.status).toBe(200)
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.sent).toHaveLength(1)
    expect(answers[1]?.sent).toEqual(answers[0]?.sent)
    expect(answers[2]?.sent).toEqual(answers[0]?.sent)
  })
}
