import { expect, test } from 'vitest'
import { questionnaire, questionnaireQuestion } from '../../../../src/things/questionnaires/thing.ts'
import { openPages } from '../../../app/pages/world.ts'

const organizationId = 'acme'

test('an answer that the knowledge base cannot take is not accepted either', async () => {
  const { runtime } = await openPages()
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const prepare = DatabaseSync.prototype.prepare
  const whole = await runtime.serviceOf(questionnaire).create({ organizationId, values: { name: 'Bank' } })
  const service = runtime.serviceOf(questionnaireQuestion)
  const values = { questionnaireId: whole.id, question: 'Which colour is your door?', answer: 'Green.' }
  const { id } = await service.create({ organizationId, values })
  const accept = () => service.act.accept({ organizationId, id, userId: 'ada' })

  // As if the process ended there.
  DatabaseSync.prototype.prepare = function (sql: string) {
    if (/insert into "manual_answers"/.test(sql)) throw new Error('the power went out')
    return prepare.call(this, sql)
  }
  const failed = await accept().then(
    () => 'accepted',
    () => 'failed',
  )
  DatabaseSync.prototype.prepare = prepare
  const between = await service.get({ organizationId, id })
  await accept()

  expect(failed).toBe('failed')
  expect(between?.state).toBe('answered')
  expect((await runtime.serviceOf(questionnaire).get({ organizationId, id: whole.id }))?.values.openCount).toBe(0)
  expect(await runtime.workspace.manualAnswers.findByQuestion(organizationId, values.question)).toMatchObject({
    answer: 'Green.',
  })
})
