import { expect, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'
import { admin, member, openPages } from '../../../app/pages/world.ts'
import { startReceiver, verifyArrival } from '../../notices/receiver.ts'

const list = '/settings/webhooks'
const clock = () => fixedClock('2026-05-01T12:00:00Z')

/** The secret of a page that shows one. */
function readSecret(text: string): string {
  return /<code id="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? 'none'
}

test('a person makes a webhook, sees its secret once, tests it, looks at what was sent, and sends it again', async () => {
  const { get, post, runtime } = await openPages({ clock: clock(), worker: { pollMs: 20 } })
  const { url, arrivals } = await startReceiver()

  const made = await post(list, list, { name: 'Tickets', sink: 'webhook', url: `${url}/in?key=in-the-query` })
  const secret = readSecret(made.text)
  const page = /href="(\/settings\/webhooks\/[^"]+)"/.exec(made.text.slice(made.text.indexOf('id="secret"')))?.[1] ?? ''
  await post(page, `${page}/test`)
  await expect.poll(() => arrivals.length).toBe(1)
  const [first] = arrivals
  expect(first && verifyArrival(first, secret).type).toBe('webhook.test')
  await expect.poll(async () => (await get(page)).text).toContain('Delivered')
  const shown = await get(page)
  const delivery = /href="([^"]+\/deliveries\/[^"]+)"/.exec(shown.text)?.[1] ?? ''
  const detail = await get(delivery)
  const again = await post(delivery, `${delivery}/repeat`)
  const rotated = await post(page, `${page}/rotate-secret`)
  const paused = await post(page, `${page}/pause`)
  const saved = await post(page, `${page}/settings`, { name: 'Renamed', rhythm: 'daily', type: 'run.finished' })
  const listed = await get(list)

  expect(detail.text).toContain('webhook.test')
  expect([again.status, paused.status, saved.status]).toEqual([303, 303, 303])
  await expect.poll(() => arrivals.length).toBe(2)
  expect(readSecret(rotated.text)).toMatch(/^whsec_/)
  expect(readSecret(rotated.text)).not.toBe(secret)
  for (const text of [shown.text, detail.text, listed.text]) expect(text).not.toMatch(/whsec_|in-the-query/)
  expect(listed.text).toContain('Renamed')
  expect(await runtime.webhooks.list({ organizationId: 'acme' })).toMatchObject([
    { name: 'Renamed', rhythm: 'daily', types: ['run.finished'], details: false, state: 'paused', createdBy: 'ada' },
  ])
  expect((await post(page, `${page}/delete`)).headers.get('location')).toBe(`${list}?notice=webhook-deleted`)
  expect((await get(page)).status).toBe(404)
})

test('what cannot be made says why and keeps what was typed; a member and another organization see nothing', async () => {
  const { get, post, visitor, runtime } = await openPages({ allowPrivateNetwork: false, worker: false })

  const refused = await post(list, list, { name: '<b>Ours</b>', sink: 'webhook', url: 'http://10.0.0.1/' })
  const mail = await post(list, list, { name: 'Mail', sink: 'email', to: 'a@example.com' })
  const { webhook } = await runtime.webhooks.create({
    organizationId: 'other',
    name: 'Theirs',
    sink: 'webhook',
    url: 'https://hooks.example.com/',
  })
  const theirs = await get(`${list}/${webhook.id}`)
  const zone = await post(list, `${list}/time-zone`, { timeZone: 'Europe/Berlin' })
  visitor.person = member

  expect([refused.status, mail.status]).toEqual([400, 400])
  expect(refused.text).toContain('must be an https URL')
  expect(refused.text).toContain('value="&lt;b&gt;Ours&lt;/b&gt;"')
  expect(mail.text).toContain('no mail server')
  expect(theirs.status).toBe(404)
  expect((await get(list)).status).toBe(403)
  expect(zone.headers.get('location')).toBe(`${list}?notice=time-zone-saved`)
  visitor.person = admin
  expect((await get(list)).text).toMatch(/<option value="Europe\/Berlin" selected/)
})

test('every page of an administrator says on top that a webhook has stopped', async () => {
  const { get, post, visitor, runtime } = await openPages({ clock: clock(), worker: { pollMs: 20 } })
  const { url } = await startReceiver(() => 410)
  const { webhook } = await runtime.webhooks.create({ organizationId: 'acme', name: 'Gone', sink: 'webhook', url })
  expect((await get('/findings')).text).not.toContain('stopped')

  await post(list, `${list}/${webhook.id}/test`)

  await expect.poll(async () => (await get('/findings')).text).toContain('1 webhook has stopped')
  expect((await get(list)).text).toContain('receiver no longer exists')
  visitor.person = member
  expect((await get('/findings')).text).not.toContain('stopped')
})
