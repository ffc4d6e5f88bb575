import { expect, test } from 'vitest'
import { risk } from '../../../src/things/risks/thing.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

const lost = { title: 'A laptop is lost', likelihood: 4, impact: 5, treatment: 'mitigate', reviewEveryDays: 180 }

test.each([
  [{ ...lost, likelihood: 6 }, 'must be a whole number from 1 to 5'],
  [{ ...lost, impact: 0 }, 'must be a whole number from 1 to 5'],
  [{ ...lost, controls: ['soc2:CC6.1'] }, 'must have lines such as'],
  [{ ...lost, waivers: ['nobody-has-this'] }, 'must be the id of a waiver'],
])('POST /v1/risks of %j is refused and says why', async (body, why) => {
  const { ask } = await openApiHost()

  const answer = await readAnswer(ask('POST', '/v1/risks', { body }))

  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain(why)
})

test('a risk whose controls nobody observes keeps all of itself', async () => {
  const { ask } = await openApiHost()
  const controls = ['soc2:CC6.1 likelihood 2', 'soc2:CC9.2 impact 1']
  const { body } = await readAnswer(ask('POST', '/v1/risks', { body: { ...lost, controls } }))

  const residual = await readAnswer(ask('GET', `/v1/risks/${body.id}/residual`))

  expect(residual).toMatchObject({
    status: 200,
    body: { inherent: { likelihood: 4, impact: 5 }, worst: { likelihood: 4, impact: 5 } },
  })
})

test('the page shows risks in a picture with its table, and each with what is left of it', async () => {
  const { get, post, runtime } = await openPages()
  const added = await post('/risks', '/risks', { ...lost, likelihood: '4', impact: '5', reviewEveryDays: '180' })
  const [made] = await runtime.serviceOf(risk).list({ organizationId: 'acme', limit: 1 })

  const list = await get('/risks')
  const one = await get(`/risks/${made?.id}`)
  const german = await get('/risks', { 'accept-language': 'de' })

  expect(added.status).toBe(303)
  expect(list.text).toContain('<svg')
  expect(list.text).toContain('likelihood 4, impact 5')
  expect(one.text).toContain('all of the risk is left')
  expect(german.text).toContain('Wahrscheinlichkeit 4, Auswirkung 5')
})

test('a file of risks with a likelihood of 6 is refused with its line, and the risks stay as they were', async () => {
  const { runtime } = await openApiHost()
  const service = runtime.serviceOf(risk)
  const values = {
    title: 'Lost laptop',
    likelihood: 4,
    impact: 5,
    treatment: 'mitigate',
    reviewEveryDays: 180,
  } as const
  const { id } = await service.create({ organizationId: 'acme', values })
  const csv = [
    'id,title,likelihood,impact,treatment,reviewEveryDays',
    `${id},Changed,3,5,mitigate,180`,
    ',Flood,6,1,accept,180',
  ].join('\n')

  await expect(service.import({ organizationId: 'acme', csv })).rejects.toThrow(/line 3: likelihood/)

  const all = await service.list({ organizationId: 'acme', limit: 10 })
  expect(all.map((one) => one.values.title)).toEqual(['Lost laptop'])
})
