import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acknowledgePolicy } from '../../../src/things/policies/reading/acknowledge-policy.ts'
import { compareTexts } from '../../../src/things/policies/reading/compare-texts.ts'
import { policy, policyAcknowledgement, policyVersion } from '../../../src/things/policies/thing.ts'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { openPages } from '../../app/pages/world.ts'

const organizationId = 'acme'

async function openWithPolicy() {
  const world = await openApiHost()
  const { runtime } = world
  for (const userId of ['ada', 'bob']) {
    await runtime.users.put({ organizationId, id: userId, name: userId, email: `${userId}@example.com` })
    await runtime.people.setRole({ organizationId, userId, role: 'admin' })
  }
  const values = { name: 'Acceptable use', reviewEveryDays: 365 }
  const { id: policyId } = await runtime.serviceOf(policy).create({ organizationId, values })
  const versions = runtime.serviceOf(policyVersion)
  const write = async (text: string) =>
    (await versions.create({ organizationId, userId: 'ada', values: { policyId, changes: 'New', text } })).id
  const publish = (id: string, userId = 'bob') => versions.act.publish({ organizationId, id, userId })
  return { ...world, policyId, versions, write, publish }
}

test('a version is published by another person, and the one after it has the next number', async () => {
  const { runtime, policyId, write, publish } = await openWithPolicy()
  const first = await write('# One')

  await expect(publish(first, 'ada')).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  await publish(first)
  await publish(await write('# Two'))
  const of = await runtime.serviceOf(policy).get({ organizationId, id: policyId })

  expect(of).toMatchObject({ state: 'published', values: { publishedNumber: 2, publishedDay: '2026-05-01' } })
})

test('of two people who publish at once one is told, and the version of the other stays a draft', async () => {
  const { versions, write, publish } = await openWithPolicy()
  const [one, other] = [await write('# One'), await write('# Other')] as const

  const ends = await Promise.allSettled([publish(one), publish(other)])
  const states = await Promise.all([one, other].map(async (id) => (await versions.get({ organizationId, id }))?.state))

  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(states.toSorted()).toEqual(['draft', 'published'])
  await expect(publish(states[0] === 'draft' ? one : other)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
})

test('a person acknowledges exactly the version that holds, once; one that was replaced is refused and names the other', async () => {
  const { runtime, policyId, write, publish } = await openWithPolicy()
  const first = await write('# One')
  const acknowledge = (versionId: string) =>
    acknowledgePolicy(runtime, { organizationId, userId: 'ada', policyId, versionId })

  await expect(acknowledge(first)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  await publish(first)
  const [once, atOnce] = await Promise.all([acknowledge(first), acknowledge(first)])
  const again = await acknowledge(first)
  await publish(await write('# Two'))

  expect([atOnce?.id, again.id]).toEqual([once?.id, once?.id])
  await expect(acknowledge(first)).rejects.toThrow('Version 2 holds now')
})

test('an acknowledgement keeps who gave it, and their address, after they were removed', async () => {
  const { runtime, policyId, write, publish } = await openWithPolicy()
  const versionId = await write('# One')
  await publish(versionId)
  const { id } = await acknowledgePolicy(runtime, { organizationId, userId: 'bob', policyId, versionId })

  await runtime.people.remove({ organizationId, userId: 'bob' })

  const kept = await runtime.serviceOf(policyAcknowledgement).get({ organizationId, id })
  expect(kept?.values).toMatchObject({ userId: 'bob', email: 'bob@example.com', way: 'session' })
})

test('a service without a mail server asks nobody, and says why; without the right to invite people, nobody asks', async () => {
  const { ask, keyOf, policyId, write, publish } = await openWithPolicy()
  await publish(await write('# One'))

  const refused = await readAnswer(ask('POST', `/v1/policies/${policyId}/ask`))
  const waiting = await readAnswer(
    ask('POST', '/v1/policy-requests', { body: { policyId, email: 'grace@example.com' } }),
  )
  const key = await keyOf(organizationId, ['tasks:read', 'tasks:write'])
  const forbidden = await readAnswer(ask('POST', `/v1/policies/${policyId}/ask`, { key }))

  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('no mail server')])
  expect(waiting.body).toMatchObject({ state: 'not-sent', number: null })
  expect(JSON.stringify(waiting.body)).not.toMatch(/token/i)
  expect(forbidden.status).toBe(403)
})

test('the text of a version never changes, and a published one is not deleted', async () => {
  const { ask, versions, write, publish } = await openWithPolicy()
  const id = await write('# One')
  await publish(id)

  const changed = await ask('PATCH', `/v1/policy-versions/${id}`, { body: { text: '# Other' } })
  const deleted = await ask('DELETE', `/v1/policy-versions/${id}`)

  expect([changed.status, deleted.status]).toEqual([405, 409])
  expect((await versions.get({ organizationId, id }))?.values.text).toBe('# One')
})

test('a version is exported as its Markdown and as a page that prints', async () => {
  const { ask, write } = await openWithPolicy()
  const id = await write('# Rules\n\n- **Lock** your screen')

  const markdown = await (await ask('GET', `/v1/policy-versions/${id}/file`)).text()
  const html = await (await ask('GET', `/v1/policy-versions/${id}/file?format=html`)).text()

  expect(markdown).toBe('# Rules\n\n- **Lock** your screen')
  expect(html).toContain('<strong>Lock</strong> your screen')
  expect(html).toContain('@media print')
})

test('compareTexts() has both texts, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (older, newer) => {
      const lines = compareTexts(older, newer)
      const without = (is: string) =>
        lines
          .filter((line) => line.is !== is)
          .map((line) => line.text)
          .join('\n')
      expect([without('added'), without('removed')]).toEqual([older, newer])
    }),
  )
})

test('a person writes, publishes alone and acknowledges a policy on pages, which is written down', async () => {
  const { get, post, runtime } = await openPages()
  await post('/policies', '/policies', { name: 'Acceptable use', reviewEveryDays: '365' })
  const [made] = await runtime.serviceOf(policy).list({ organizationId, limit: 1 })
  const page = `/policies/${made?.id}`
  await post(page, '/policy-versions', { policyId: made?.id ?? '', changes: 'First', text: '# Lock your screen' })
  const [version] = await runtime.serviceOf(policyVersion).list({ organizationId, limit: 1 })
  const at = `/policy-versions/${version?.id}`
  await post(at, `${at}/publish`)

  const published = await get(page)
  await post(page, `${page}/acknowledge`, { version: version?.id ?? '' })
  const acknowledged = await get(page)

  expect(published.text).toContain('<h3>Lock your screen</h3>')
  expect(published.text).toContain('I have read version 1')
  expect(acknowledged.text).toContain('You have acknowledged this version.')
})

test('who acknowledges a version that was replaced meanwhile reads so, and nothing says that they have', async () => {
  const { get, post, runtime } = await openPages()
  const policies = runtime.serviceOf(policy)
  const versions = runtime.serviceOf(policyVersion)
  const { id: policyId } = await policies.create({ organizationId, values: { name: 'Rules', reviewEveryDays: 365 } })
  const publish = async (text: string) => {
    const { id } = await versions.create({ organizationId, userId: 'bob', values: { policyId, changes: text, text } })
    await versions.act.publish({ organizationId, id, userId: 'ada' })
    return id
  }
  const first = await publish('First')
  await publish('Second')
  const page = `/policies/${policyId}`

  const { status, text } = await post(page, `${page}/acknowledge`, { version: first })

  expect(status).toBe(409)
  expect(text).toContain('Version 2 holds now.')
  expect((await get(page)).text).toContain('I have read version 2')
  const entries = await runtime.audit.list({ organizationId, limit: 1 })
  expect(entries[0]).toMatchObject({ action: 'policy-acknowledgement.create', status: 409 })
})
