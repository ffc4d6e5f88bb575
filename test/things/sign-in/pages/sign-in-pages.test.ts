import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { openRuntimeWith, publicUrl } from '../../runtime/world.ts'

const ada = { organizationId: 'acme', userId: 'ada', role: 'admin' } as const

async function world(url = publicUrl) {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], clock, publicUrl: url })
  const session = new SignInLinks(runtime)
  const host = createHost({ runtime, session })
  const link = async () => (await session.create(ada)).url
  /** Opens a link and presses its button. */
  const signIn = async (browser: ReturnType<typeof createBrowserClient>, at: string) => {
    const page = await browser.get(at)
    // A link that is over has no button any more.
    if (page.status !== 200) return page
    return browser.post(at, '/sign-in', { token: new URL(at).searchParams.get('token') ?? '' })
  }
  return { clock, runtime, session, host, link, signIn, browser: () => createBrowserClient(host.fetch) }
}

test('a sign-in link works once, however often it was looked at before', async () => {
  const { link, signIn, browser } = await world()
  const [first, second] = [browser(), browser()]
  const url = await link()
  for (let times = 0; times < 3; times++) await first.get(url)

  const used = await signIn(first, url)
  const again = await signIn(second, url)

  expect([used.status, used.headers.get('location'), again.status]).toEqual([303, '/', 403])
  expect((await first.get('/nowhere')).text).toContain('Sign out')
  expect((await second.get('/nowhere')).text).not.toContain('Sign out')
  expect(again.text).toContain('This link is no longer valid')
})

test('of ten browsers that use one link at the same time, one is signed in', async () => {
  const { link, signIn, browser } = await world()
  const url = await link()

  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(browser(), url)))

  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 9 }, () => 403)])
})

test('an invitation is no sign-in link, a sign-in link is no invitation, and neither is used up by trying', async () => {
  const { runtime, link, signIn, browser } = await world()
  const organizationId = 'acme'
  for (const id of ['ada', 'bob']) await runtime.users.put({ organizationId, id, name: id, email: `${id}@example.com` })
  const { token: invitation } = await runtime.people.invite({ organizationId, userId: 'bob', role: 'viewer' })
  const url = await link()
  const token = new URL(url).searchParams.get('token') ?? ''
  const [one, two, three] = [browser(), browser(), browser()]

  const asLink = [await one.get(`/sign-in?token=${invitation}`), await one.post(url, '/sign-in', { token: invitation })]
  const asInvitation = [await one.get(`/invitation?token=${token}`), await one.post(url, '/invitation', { token })]
  const isIn = (await one.get('/nowhere')).text.includes('Sign out')
  const invited = await two.post(`/invitation?token=${invitation}`, '/invitation', { token: invitation })
  const linked = await signIn(three, url)

  expect([...asLink, ...asInvitation].map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(isIn).toBe(false)
  expect([invited.status, linked.status]).toEqual([303, 303])
  expect(await runtime.people.role({ organizationId, userId: 'bob' })).toMatchObject({ role: 'viewer' })
})

test('a sign-in link ends after ten minutes', async () => {
  const { clock, link, signIn, browser } = await world()
  const url = await link()

  clock.advance(10 * 60_000)

  expect((await signIn(browser(), url)).status).toBe(403)
})

test.each([
  ['https://checks.example.com', '__Host-cw_session', 'Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ['http://127.0.0.1:3000', 'cw_session', 'Max-Age=604800; Path=/; HttpOnly; SameSite=Lax'],
])('the session cookie of %s is %s and out of reach of scripts', async (url, name, attributes) => {
  const { link, signIn, host } = await world(url)
  const browser = createBrowserClient(host.fetch, url)

  const { headers } = await signIn(browser, await link())

  const [cookie = ''] = headers.getSetCookie().filter((each) => each.startsWith(`${name}=`))
  expect(cookie.replace(/=[A-Za-z0-9_-]{43}; /, '=…; ')).toBe(`${name}=…; ${attributes}`)
})

test('the store holds neither the token of a link nor the id of a session', async () => {
  const { runtime, link, signIn, browser } = await world()
  const one = browser()
  const url = await link()
  await signIn(one, url)

  const sessions = JSON.stringify(await runtime.workspace.webSessions.list('acme'))

  expect(sessions).toContain('"userId":"ada"')
  expect(sessions).not.toContain(one.cookies.get('__Host-cw_session'))
})

test('signing in makes a new session and new forms, whatever cookies the browser came with', async () => {
  const { link, signIn, browser } = await world()
  const one = browser()
  one.cookies.set('__Host-cw_session', 'A'.repeat(43)).set('__Host-cw_form', 'B'.repeat(43))

  await signIn(one, await link())

  expect(one.cookies.get('__Host-cw_session')).not.toBe('A'.repeat(43))
  expect(one.cookies.get('__Host-cw_form')).not.toBe('B'.repeat(43))
})

test('a session ends twelve hours after its last use, and after seven days in any case', async () => {
  const { clock, link, signIn, browser } = await world()
  const [idle, busy] = [browser(), browser()]
  await signIn(idle, await link())
  await signIn(busy, await link())
  const hours = (count: number) => clock.advance(count * 3_600_000)

  const statuses = []
  hours(12)
  statuses.push((await idle.get('/nowhere')).text.includes('Sign out'))
  await signIn(busy, await link())
  for (let used = 0; used < 15; used++) {
    hours(11)
    statuses.push((await busy.get('/nowhere')).text.includes('Sign out'))
  }
  hours(5)
  statuses.push((await busy.get('/nowhere')).text.includes('Sign out'))

  expect(statuses).toEqual([false, ...Array.from({ length: 15 }, () => true), false])
})

test('signing out ends the session itself and not only its cookie; endAll() ends every session of the person', async () => {
  const { session, link, signIn, browser } = await world()
  const [one, two] = [browser(), browser()]
  await signIn(one, await link())
  await signIn(two, await link())
  const stolen = one.cookies.get('__Host-cw_session') ?? ''

  await one.post('/nowhere', '/sign-out')
  one.cookies.set('__Host-cw_session', stolen)
  const isIn = async (which: ReturnType<typeof createBrowserClient>) =>
    (await which.get('/nowhere')).text.includes('Sign out')
  const outcomes = [await isIn(one), await isIn(two)]
  await session.endAll(ada)
  outcomes.push(await isIn(two))

  expect(outcomes).toEqual([false, true, false])
})

test('who signs in and out is in the audit log', async () => {
  const { runtime, link, signIn, browser } = await world()
  const one = browser()
  await signIn(one, await link())
  await one.post('/nowhere', '/sign-out')

  const entries = await runtime.audit.list({ organizationId: 'acme' })

  expect(entries.slice(0, 2).map(({ action, actor, status }) => [action, actor, status])).toEqual([
    ['session.end', { type: 'user', id: 'ada' }, 303],
    ['session.start', { type: 'user', id: 'ada' }, 303],
  ])
})

test('SignInLinks.create() refuses an organization that there is not', async () => {
  const { session } = await world()

  await expect(session.create({ ...ada, organizationId: 'nobody' })).rejects.toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})
