import { expect, test, vi } from 'vitest'
import { supplier } from '../../service/fields/supplier.ts'

vi.mock(import('../../../src/things/declared/declared-things.ts'), async (original) => {
  const real = await original()
  return { ...real, declaredThings: [...real.declaredThings, supplier], listSettingsThings: () => [supplier] }
})

const { openApiHost, readAnswer } = await import('../../app/host/world.ts')
const { admin, openPages } = await import('../../app/pages/world.ts')

const path = '/v1/suppliers'
const acme = { name: 'Acme', weight: 'high', critical: true, ends: '2030-01-31', rating: 7.5 }

test('the API of a declared thing carries out its action from the states that allow it, and audits it', async () => {
  const { ask, runtime } = await openApiHost()

  const { body: made } = await readAnswer(ask('POST', path, { body: acme }))
  const hidden = await readAnswer(ask('PATCH', `${path}/${made.id}`, { body: { token: 'canary' } }))
  const reviewed = await readAnswer(ask('POST', `${path}/${made.id}/review`, { body: {} }))
  const again = await readAnswer(ask('POST', `${path}/${made.id}/review`, { body: {} }))
  const counts = await readAnswer(ask('GET', `${path}/counts`))
  const listed = await readAnswer(ask('GET', `${path}?state=reviewed`))
  const entries = await runtime.audit.list({ organizationId: 'acme', limit: 3 })

  expect(made).toMatchObject({ ...acme, state: 'never-reviewed' })
  expect([hidden.status, 'token' in made]).toEqual([400, false])
  expect(reviewed).toMatchObject({ status: 200, body: { state: 'reviewed' } })
  // It is reviewed already, which is none of the states that it is done from.
  expect(again.status).toBe(409)
  expect(counts.body).toMatchObject({ reviewed: 1, 'never-reviewed': 0 })
  expect(listed.body.data).toEqual([reviewed.body])
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    // The attempt that was refused.
    ['supplier.review', null],
    ['supplier.review', made.id],
    ['supplier.create', made.id],
  ])
})

test('the page of a declared thing has a button for its action where that is possible', async () => {
  const { get, post, runtime } = await openPages()
  const { id } = await runtime.serviceOf(supplier).create({
    organizationId: 'acme',
    values: { name: 'Acme', weight: 'high', critical: false, token: 'canary-of-a-portal' },
  })
  const page = `${supplier.page}/${id}`

  const before = await get(page)
  const done = await post(page, `${page}/review`)
  const after = await get(page)
  const german = await get(supplier.page, { 'accept-language': 'de' })

  expect(before.text).toContain(`${page}/review"`)
  expect(done.status).toBe(303)
  expect(after.text).not.toContain(`${page}/review"`)
  expect(german.text).toContain('Lieferanten')
  expect([before.text, after.text, german.text].join()).not.toContain('canary')
})

test('a viewer sees a declared thing without a button for its action', async () => {
  const { get, runtime } = await openPages({}, { ...admin, role: 'viewer' })
  const { id } = await runtime.serviceOf(supplier).create({
    organizationId: 'acme',
    values: { name: 'Acme', weight: 'low', critical: false },
  })

  const { status, text } = await get(`${supplier.page}/${id}`)

  expect(text).not.toContain('/review"')
  expect(status === 200 ? text : '').not.toContain('value="Acme"')
})
