import { expect, test } from 'vitest'
import { openPages } from '../../../app/pages/world.ts'
import { startMailServer, waitForToken } from '../../notices/mail-server.ts'

const list = '/settings/webhooks'

test('the owner of an address agrees on a page, which a mail program that opens the link does not do for them', async () => {
  const { mail, mails } = await startMailServer()
  const { get, post, visitor, runtime } = await openPages({ mail, worker: { pollMs: 20 } })
  await runtime.organizations.rename('acme', '<b>Evil</b>')
  const made = await post(list, list, { name: 'Mail', sink: 'email', to: 'a@example.com' })
  const page = (made.headers.get('location') ?? '').replace(/\?.*/, '')
  const before = await get(page)
  const question = `/mail-address?token=${await waitForToken(mails, 'a@example.com')}`
  const person = visitor.person
  visitor.person = undefined

  const shown = await get(question)
  const again = await get(question)
  const agreed = await post(question, '/mail-address', { token: question.split('=')[1] ?? '', answer: 'confirmed' })
  const used = await get(question)
  visitor.person = person

  expect(made.headers.get('location')).toContain('mail-webhook-made')
  expect(before.text).toContain('Not confirmed yet')
  expect([shown.status, again.status, agreed.status, used.status]).toEqual([200, 200, 200, 403])
  expect(shown.text).toContain('<q>&lt;b&gt;Evil&lt;/b&gt;</q>')
  expect(agreed.text).toContain('The address is confirmed')
  const after = await get(page)
  expect(after.text).toContain('Confirmed')
  expect(after.text).not.toContain('Send the letter again')
  expect(await runtime.workspace.audit.list({ organizationId: 'acme', limit: 100 })).toContainEqual(
    expect.objectContaining({ action: 'mail-address.answer', fields: ['confirmed'], target: null }),
  )
})

test('who declines gets nothing, and "Send the letter again" says so', async () => {
  const { mail, mails } = await startMailServer()
  const { get, post, visitor } = await openPages({ mail, worker: { pollMs: 20 } })
  const made = await post(list, list, { name: 'Mail', sink: 'email', to: 'a@example.com, b@example.com' })
  const page = (made.headers.get('location') ?? '').replace(/\?.*/, '')
  const question = `/mail-address?token=${await waitForToken(mails, 'a@example.com')}`
  const person = visitor.person
  visitor.person = undefined

  const declined = await post(question, '/mail-address', { token: question.split('=')[1] ?? '', answer: 'declined' })
  visitor.person = person
  const again = await post(page, `${page}/resend-question`)

  expect(declined.text).toContain('sends nothing to this address')
  expect(again.headers.get('location')).toContain('question-not-due')
  expect((await get(page)).text).toMatch(/a@example\.com <span class="badge plain">Declined/)
})
