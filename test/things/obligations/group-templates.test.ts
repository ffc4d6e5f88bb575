import { expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

test('obligations of a framework follow from its groups, with an owner and due days over the year, and are added once', async () => {
  const { ask } = await openApiHost()
  const body = { frameworkId: 'nist-csf-2.0', ownerId: 'ada' }

  const offered = await readAnswer(ask('GET', '/v1/tasks/templates?frameworkId=nist-csf-2.0'))
  const added = await readAnswer(ask('POST', '/v1/tasks/templates', { body }))
  const again = await readAnswer(ask('POST', '/v1/tasks/templates', { body }))
  const nobody = await readAnswer(ask('POST', '/v1/tasks/templates', { body: { ...body, ownerId: 'nobody' } }))
  const unknown = await readAnswer(ask('POST', '/v1/tasks/templates', { body: { frameworkId: 'acme' } }))

  type Tasks = readonly { readonly owner: string; readonly dueDay: string; readonly title: string }[]
  const tasks = added.body.data as unknown as Tasks
  expect([added.status, tasks.length]).toEqual([201, offered.body.data?.length])
  expect(tasks.length).toBeGreaterThan(10)
  expect(new Set(tasks.map(({ owner }) => owner))).toEqual(new Set(['ada']))
  expect(new Set(tasks.map(({ dueDay }) => dueDay)).size).toBeGreaterThan(tasks.length / 2)
  expect(again.body.data).toEqual([])
  expect([nobody.status, unknown.status]).toEqual([400, 400])
})

test('the page of a framework leads to its obligations, which are chosen there with an owner', async () => {
  const { get, post, runtime } = await openPages()
  const from = '/tasks/templates?framework=nist-csf-2.0'

  const framework = await get('/controls?framework=nist-csf-2.0')
  const page = await get(from)
  const [, first = ''] = /name="template" value="([^"]+)"/.exec(page.text) ?? []
  const { status } = await post(from, '/tasks/templates', { of: 'nist-csf-2.0', template: first, owner: 'ada' })

  expect(framework.text).toContain('/tasks/templates?framework=nist-csf-2.0')
  expect(page.text).toContain('NIST CSF 2.0')
  expect(status).toBe(303)
  expect(await runtime.tasks.list({ organizationId: 'acme' })).toMatchObject([{ template: first, ownerId: 'ada' }])
})
