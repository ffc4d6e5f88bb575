import { expect, test } from 'vitest'
import { questionnaire, questionnaireQuestion } from '../../../../src/things/questionnaires/thing.ts'
import { trustCentre } from '../../../../src/things/trust-centre/thing.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { member, openPages } from '../../../app/pages/world.ts'

const organizationId = 'acme'
const answers = '/v1/knowledge-base/manual-answers'

test('an answer says whose it is, how fresh, where it stands and what became of it', async () => {
  const { runtime, get, post, visitor } = await openPages()
  const typed = { question: 'Is data encrypted?', answer: 'Yes.', tags: '', expiresDay: '2099-12-31', ownerId: 'ada' }
  const made = await post('/knowledge-base/new', '/knowledge-base/new', typed)
  const at = new URL(made.headers.get('location') ?? '', runtime.publicUrl).pathname
  const id = at.split('/').at(-1) ?? ''
  const form = (await get(`${at}/edit`)).text
  const seen = /name="seen" value="(\d+)"/.exec(form)?.[1] ?? ''
  await post(`${at}/edit`, `${at}/edit`, { ...typed, question: 'Is stored data encrypted?', answer: 'AES.', seen })
  const { id: questionnaireId } = await runtime
    .serviceOf(questionnaire)
    .create({ organizationId, values: { name: 'Example Bank' } })
  const values = { questionnaireId, question: 'Encrypted?', answer: 'AES.', source: `knowledge-base/${id}` }
  await runtime.serviceOf(questionnaireQuestion).create({ organizationId, values })
  await runtime.serviceOf(trustCentre).create({ organizationId, values: { name: 'Acme Cloud', answers: [id] } })
  visitor.person = member

  const { status, text } = await get(at)

  expect(status).toBe(200)
  // The answer kept its id, so that what names it still does.
  expect(text).toContain('Is stored data encrypted?')
  expect(text).toContain('owner: Ada Lovelace')
  expect(text).toContain('proposed until 2099-12-31')
  expect(text).toContain('Example Bank: 1 question')
  expect(text).toContain('Acme Cloud')
  expect(text).toContain('Question, Answer')
})

test('an answer that ends soon says so, and one that nobody uses too', async () => {
  const { get, post, runtime } = await openPages()
  const soon = new Date(runtime.workspace.clock.nowMs() + 5 * 86_400_000).toISOString().slice(0, 10)
  const typed = { question: 'Q?', answer: 'A.', tags: '', expiresDay: soon, ownerId: '' }
  const made = await post('/knowledge-base/new', '/knowledge-base/new', typed)

  const { text } = await get(new URL(made.headers.get('location') ?? '', runtime.publicUrl).pathname)

  expect(text).toContain(`Ends soon: proposed until ${soon}`)
  expect(text).toContain('nobody owns it')
  expect(text).toContain('No questionnaire and no trust centre uses this answer.')
})

test('answers go out and come back as they were, and one mistake refuses all and names its line', async () => {
  const { ask, runtime } = await openApiHost()
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const file = 'question,answer,tags,ownerId,expiresDay\nA?,=1+1,"one, two",ada,2099-01-01\nB?,"Yes,\nreally.",,,\n'
  const send = (text: string) => readAnswer(ask('POST', `${answers}/import`, { body: { text } }))
  const read = async (format: string) => (await ask('GET', `${answers}/file?format=${format}`)).text()

  const added = await send(file)
  const [csv, json] = [await read('csv'), await read('json')]
  const again = [await send(csv), await send(json)]
  const refused = await send('question,answer,ownerId,expiresDay\nA?,New.,,\nC?,,nobody,soon\nA?,Twice.,,\n')
  const after = await read('csv')
  const changed = await send('question,answer\nA?,New.\n')

  expect(added.body).toEqual({ added: 2, changed: 0 })
  expect(again.map(({ body }) => body)).toEqual([
    { added: 0, changed: 0 },
    { added: 0, changed: 0 },
  ])
  expect(csv).toContain("'=1+1")
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ answer: '=1+1', tags: ['one', 'two'] }))
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('line 3: answer must not be empty')
  expect(JSON.stringify(refused.body)).toContain('line 4: has the question of line 2')
  expect(after).toBe(csv)
  expect(changed.body).toEqual({ added: 0, changed: 1 })
})
