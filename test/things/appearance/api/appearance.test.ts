import { expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { createPng } from '../../../service/records/png.ts'

const path = '/v1/organization/appearance'

test('an organization changes what its pages look like, member by member, and null gives it back to the platform', async () => {
  const { ask, keyOf, runtime } = await openApiHost()
  const content = createPng(8, 8).toString('base64')
  const set = async (body: object) => readAnswer(ask('PATCH', path, { body }))

  const before = await readAnswer(ask('GET', path))
  const changed = await set({ name: 'Acme Trust', colour: '#FFE600', logo: { content } })
  const kept = await set({ language: 'de' })
  const taken = await set({ colour: null, logo: null })
  const theirs = await readAnswer(ask('GET', path, { key: await keyOf('other') }))

  const none = { name: null, colour: null, language: null, hasLogo: false }
  const platform = { name: 'Checkwright', colour: null, language: null, hasLogo: false, own: none }
  expect(before).toEqual({ status: 200, body: platform })
  const own = { name: 'Acme Trust', colour: '#ffe600', language: null, hasLogo: true }
  expect(changed.body).toEqual({ ...own, own })
  expect(kept.body).toMatchObject({ name: 'Acme Trust', language: 'de', hasLogo: true })
  expect(taken.body).toMatchObject({ name: 'Acme Trust', colour: null, hasLogo: false })
  expect(theirs.body).toEqual(platform)
  const [entry] = await runtime.audit.list({ organizationId: 'acme' })
  expect(entry).toMatchObject({ action: 'appearance.update', fields: ['colour', 'logo'] })
})

test.each([
  [{ logo: { content: Buffer.from('<svg onload="alert(1)"/>').toString('base64') } }, 'APPEARANCE_INVALID'],
  [{ colour: 'red' }, 'APPEARANCE_INVALID'],
  [{ language: 'fr' }, 'API_INVALID'],
  [{ logo: { content: 'no base64!' } }, 'API_INVALID'],
  [{}, 'API_INVALID'],
  [{ css: 'body{}' }, 'API_INVALID'],
])('%j is refused', async (body, code) => {
  const { ask } = await openApiHost()

  const answer = await readAnswer(ask('PATCH', path, { body }))

  expect([answer.status, answer.body.code]).toEqual([400, code])
})
