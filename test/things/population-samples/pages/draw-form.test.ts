import { expect, test } from 'vitest'
import { populationSample } from '../../../../src/things/population-samples/thing.ts'
import { openPages } from '../../../app/pages/world.ts'
import { openSampledWorldBy, organizationId } from '../sampled-world.ts'

const people = ['ada', 'bob', 'eve'].map((id) => ({ id, email: `${id}@acme.example` }))

test('an admin draws by the form, and sees the sample on its page', async () => {
  const { opened, crm } = await openSampledWorldBy(openPages, { crm: people, staff: [] })
  const { runtime, get, post } = opened
  const form = await get(`${populationSample.page}?list=account@${crm}`)
  expect(form.text).toContain(`value="account@${crm}" selected`)

  const answer = await post(populationSample.page, `${populationSample.page}/draw`, {
    list: `account@${crm}`,
    size: '2',
    seed: 'dice: 3',
  })

  expect(answer.status).toBe(303)
  const [sample] = await runtime.serviceOf(populationSample).list({ organizationId, limit: 2 })
  const { text: page } = await get(`${populationSample.page}/${sample?.id}`)
  expect(page).toContain('dice: 3')
  for (const id of sample?.values.drawn ?? []) expect(page).toContain(id)
})

test.each([
  ['a list that is none', { list: 'account', size: '2' }],
  ['a size that is no number', { list: 'account@x', size: 'many' }],
])('the form refuses %s', async (_what, fields) => {
  const { opened } = await openSampledWorldBy(openPages, { crm: people, staff: [] })

  const { status } = await opened.post(populationSample.page, `${populationSample.page}/draw`, fields)

  expect(status).toBe(400)
})
