import { describe, expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import { authorizeHeadlessly, fixedClock } from '../../../../src/author/testing/index.ts'
import { client, startOpenidProvider } from '../../../app/pages/openid-provider.ts'
import { createBrowserClient } from '../../../app/pages/world.ts'
import { openRuntimeWith, publicUrl } from '../../runtime/world.ts'

const ada = { id: 'ada-at-idp', name: 'Ada', email: 'ada@acme.example', emailVerified: true }

async function world({ domains }: { readonly domains?: readonly string[] } = {}) {
  const provider = await startOpenidProvider(ada)
  const clock = fixedClock(new Date().toISOString())
  const { runtime } = await openRuntimeWith({ connectors: [], clock, allowPrivateNetwork: true })
  for (const organizationId of ['acme', 'other'])
    await runtime.users.put({ organizationId, id: 'ada', name: 'Ada Lovelace', email: 'ada@acme.example' })
  const given = { ...client, name: 'Acme login', issuer: provider.issuer }
  const issuer = await runtime.signInIssuers.create({ ...given, organizationId: 'acme', domains })
  provider.allow(issuer.redirectUri)
  const host = createHost({ runtime, session: new SignInLinks(runtime) })
  const browser = () => createBrowserClient(host.fetch)
  type Browser = ReturnType<typeof browser>
  /** Sends the browser out by the form of a page. @returns where the provider sends it back to */
  const goOut = async (one: Browser, from: string, fields: Readonly<Record<string, string>> = {}) => {
    const begun = await one.post(from, '/sign-in/start', { issuer: issuer.id, ...fields })
    const [, href = ''] = /<a class="button primary" href="([^"]+)"/.exec(begun.text) ?? []
    const url = href.replaceAll('&amp;', '&')
    return { url, back: new URL(await authorizeHeadlessly(url)) }
  }
  const signIn = async (one: Browser, from = '/sign-in?organization=acme', fields = {}) => {
    const { back } = await goOut(one, from, fields)
    return one.get(back.pathname + back.search)
  }
  const invite = async (organizationId = 'acme', role: 'viewer' | 'member' | 'admin' = 'member') =>
    (await runtime.people.invite({ organizationId, userId: 'ada', role })).token
  const isIn = async (one: Browser) => (await one.get('/nowhere')).text.includes('Sign out')
  return { provider, clock, runtime, issuer, browser, goOut, signIn, invite, isIn }
}

describe('sign-in by an OpenID provider', () => {
  test('binds an identity by an invitation once, and signs in by it from then on', async () => {
    const { runtime, browser, signIn, invite, isIn } = await world()
    const token = await invite()
    const [first, second] = [browser(), browser()]

    const page = await first.get(`/invitation?token=${token}`)
    const bound = await signIn(first, `/invitation?token=${token}`, { invitation: token })
    const again = await first.get(`/invitation?token=${token}`)
    const later = await signIn(second)

    expect(page.text).toContain('Ada Lovelace')
    expect(page.text).toContain('with the role member')
    expect([bound.status, bound.headers.get('location'), later.status]).toEqual([303, '/', 303])
    expect(again.text).toContain('was already used')
    expect([await isIn(first), await isIn(second)]).toEqual([true, true])
    expect(await runtime.people.role({ organizationId: 'acme', userId: 'ada' })).toMatchObject({ role: 'member' })
    expect((await runtime.audit.list({ organizationId: 'acme' })).map(({ action }) => action)).toContain(
      'session.start',
    )
  })

  test('signs nobody in just in time, whatever the provider says of them', async () => {
    const { runtime, browser, signIn, isIn } = await world()
    const one = browser()

    const { status, text } = await signIn(one)

    expect([status, await isIn(one)]).toEqual([403, false])
    expect(text).toContain('invitation')
    expect(await runtime.people.list({ organizationId: 'acme' })).toEqual([])
  })

  test.each([
    ['a registered domain and a verified address', ['acme.example'], ada, true],
    ['an address that nobody verified', ['acme.example'], { ...ada, emailVerified: false }, false],
    ['another domain', ['example.org'], ada, false],
    ['no domain', [], ada, false],
    ['the address in capitals', ['acme.example'], { ...ada, email: 'ADA@Acme.Example' }, true],
    ['an address with a look-alike letter', ['acme.example'], { ...ada, email: 'аda@acme.example' }, false],
    ['the address of nobody here', ['acme.example'], { ...ada, email: 'eve@acme.example' }, false],
  ])('by e-mail alone: %s', async (_what, domains, account, expected) => {
    const { provider, runtime, browser, signIn, isIn } = await world({ domains })
    await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'member' })
    provider.become(account)
    const one = browser()

    await signIn(one)

    expect(await isIn(one)).toBe(expected)
  })

  test('an address that was given to somebody else does not become the same person', async () => {
    const { provider, runtime, browser, signIn, isIn } = await world({ domains: ['acme.example'] })
    await runtime.people.setRole({ organizationId: 'acme', userId: 'ada', role: 'admin' })
    await signIn(browser())
    provider.become({ ...ada, id: 'eve-at-idp' })
    const eve = browser()

    await signIn(eve)

    expect(await isIn(eve)).toBe(false)
  })

  test('an invitation of another organization binds nothing, and is left', async () => {
    const { runtime, browser, signIn, invite, isIn } = await world()
    const token = await invite('other', 'admin')
    const one = browser()

    await signIn(one, '/sign-in?organization=acme', { invitation: token })

    expect(await isIn(one)).toBe(false)
    expect(await runtime.people.invitation(token)).toMatchObject({ organizationId: 'other' })
  })

  test('a flow ends in the browser that began it, once, and at the issuer that it names', async () => {
    const { runtime, provider, browser, goOut, signIn, invite, isIn } = await world()
    const token = await invite()
    await signIn(browser(), `/invitation?token=${token}`, { invitation: token })
    const other = await runtime.signInIssuers.create({
      ...client,
      organizationId: 'other',
      name: 'Other login',
      issuer: provider.issuer,
    })
    const [mine, victim] = [browser(), browser()]
    const { back } = await goOut(mine, '/sign-in?organization=acme')

    const foreign = await victim.get(back.pathname + back.search)
    const mixedUp = await mine.get(`/sign-in/callback/${other.id}${back.search}`)

    expect([foreign.status, mixedUp.status]).toEqual([403, 403])
    expect([await isIn(victim), await isIn(mine)]).toEqual([false, false])
  })

  test('two tabs sign in at once, whichever ends first', async () => {
    const { browser, goOut, invite, signIn, isIn } = await world()
    const token = await invite()
    await signIn(browser(), `/invitation?token=${token}`, { invitation: token })
    const one = browser()
    const tabs = [await goOut(one, '/sign-in?organization=acme'), await goOut(one, '/sign-in?organization=acme')]

    const ends = []
    for (const { back } of tabs) ends.push((await one.get(back.pathname + back.search)).status)

    expect([ends, await isIn(one)]).toEqual([[303, 303], true])
  })

  test('somebody without a role is refused, and comes in by the invitation that they get then', async () => {
    const { runtime, browser, signIn, invite, isIn } = await world({ domains: ['acme.example'] })
    const one = browser()
    const before = await signIn(one)

    const token = await invite()
    await signIn(one, `/invitation?token=${token}`, { invitation: token })

    expect([before.status, await isIn(one)]).toEqual([403, true])
    expect(await runtime.people.role({ organizationId: 'acme', userId: 'ada' })).toMatchObject({ role: 'member' })
  })

  test('somebody who was removed and is invited again comes in by the same identity', async () => {
    const { runtime, browser, signIn, invite, isIn } = await world()
    const first = await invite()
    await signIn(browser(), `/invitation?token=${first}`, { invitation: first })
    await runtime.people.remove({ organizationId: 'acme', userId: 'ada' })
    const token = await invite()
    const one = browser()

    await signIn(one, `/invitation?token=${token}`, { invitation: token })

    expect(await isIn(one)).toBe(true)
  })

  test('whoever has a new account at the provider comes in by a new invitation, and no more by the old account', async () => {
    const { provider, browser, signIn, invite, isIn } = await world()
    const first = await invite()
    await signIn(browser(), `/invitation?token=${first}`, { invitation: first })
    provider.become({ ...ada, id: 'ada-anew' })
    const token = await invite()
    const one = browser()
    await signIn(one, `/invitation?token=${token}`, { invitation: token })
    provider.become(ada)

    expect([await isIn(one), (await signIn(browser())).status]).toEqual([true, 403])
  })

  test('an invitation gives its role to whoever has another one, by an account that is bound', async () => {
    const { runtime, browser, signIn, invite } = await world()
    const first = await invite('acme', 'viewer')
    await signIn(browser(), `/invitation?token=${first}`, { invitation: first })
    const token = await invite('acme', 'admin')

    await signIn(browser(), `/invitation?token=${token}`, { invitation: token })

    expect(await runtime.people.role({ organizationId: 'acme', userId: 'ada' })).toMatchObject({ role: 'admin' })
    expect(await runtime.people.invitation(token)).toBeUndefined()
  })

  test('somebody who was deactivated does not use up the invitation of somebody else', async () => {
    const { runtime, browser, signIn, invite } = await world()
    const first = await invite()
    await signIn(browser(), `/invitation?token=${first}`, { invitation: first })
    await runtime.people.setActive({ organizationId: 'acme', userId: 'ada', active: false })
    await runtime.users.put({ organizationId: 'acme', id: 'bob', name: 'Bob', email: 'bob@acme.example' })
    const { token } = await runtime.people.invite({ organizationId: 'acme', userId: 'bob', role: 'member' })

    const { status } = await signIn(browser(), `/invitation?token=${token}`, { invitation: token })

    expect([status, (await runtime.people.invitation(token))?.userId]).toEqual([403, 'bob'])
  })

  test('going back to the way in leads on, for whoever has come in by it', async () => {
    const { browser, goOut, invite } = await world()
    const token = await invite()
    const one = browser()
    const { back } = await goOut(one, `/invitation?token=${token}`, { invitation: token })
    await one.get(back.pathname + back.search)

    const again = await one.get(back.pathname + back.search)

    expect([again.status, again.headers.get('location')]).toEqual([303, '/'])
  })

  test('whoever begins again and again has cookies of a few sign-ins, and the newest one ends', async () => {
    const { browser, issuer, goOut, invite, isIn } = await world()
    const token = await invite()
    const one = browser()
    const from = `/invitation?token=${token}`
    for (let begun = 0; begun < 12; begun++)
      await one.post(from, '/sign-in/start', { issuer: issuer.id, invitation: token })
    const { back } = await goOut(one, from, { invitation: token })
    const open = [...one.cookies.keys()].filter((name) => name.includes('signing-in'))
    await one.get(back.pathname + back.search)

    expect([open.length, await isIn(one)]).toEqual([8, true])
  })

  test.each([
    ['access_denied', 'Somebody there has to assign you', 'callback.access_denied'],
    ['<b>AADSTS50105</b>', 'an error of its own', 'callback.error'],
  ])('a provider that answers %s is repeated in words of ours, and recorded', async (error, words, rule) => {
    const { runtime, browser, goOut } = await world()
    const one = browser()
    const { back } = await goOut(one, '/sign-in?organization=acme')
    const query = new URLSearchParams({ error, state: back.searchParams.get('state') ?? '' })

    const { status, text } = await one.get(`${back.pathname}?${query}`)

    expect([status, text]).toEqual([403, expect.stringContaining(words)])
    expect(text).not.toContain('AADSTS')
    expect((await runtime.audit.list({ organizationId: 'acme', action: 'session' }))[0]?.fields).toEqual([
      'AUTH_CALLBACK_DENIED',
      rule,
    ])
  })

  test('a provider that is away when a sign-in begins is a refusal with a way on, and recorded', async () => {
    const { runtime, browser } = await world()
    const { id } = await runtime.signInIssuers.create({
      ...client,
      organizationId: 'acme',
      name: 'Away',
      issuer: 'http://127.0.0.1:9',
    })

    const { status, text } = await browser().post('/sign-in?organization=acme', '/sign-in/start', { issuer: id })

    expect([status, text]).toEqual([403, expect.stringContaining('href="/sign-in"')])
    const [entry] = await runtime.audit.list({ organizationId: 'acme', action: 'session' })
    expect(entry).toMatchObject({
      action: 'session.refuse',
      target: id,
      fields: ['AUTH_REPLY_INVALID', expect.stringMatching(/^transport\./)],
    })
  })

  test('asks by code with PKCE, nonce and state, and takes a HEAD of the way back for nothing', async () => {
    const { browser, goOut, invite, isIn } = await world()
    const token = await invite()
    const one = browser()
    const { url, back } = await goOut(one, `/invitation?token=${token}`, { invitation: token })

    const head = await one.ask(back.pathname + back.search, { method: 'HEAD' })
    const { status } = await one.get(back.pathname + back.search)

    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringContaining(`${publicUrl}/sign-in/callback/`),
    })
    expect([searchParams.get('nonce')?.length, searchParams.get('state')?.length]).toEqual([43, 43])
    expect(head.status).not.toBe(303)
    expect([status, await isIn(one)]).toEqual([303, true])
  })

  test('a person who is removed or deactivated is signed out, and does not come back', async () => {
    const { runtime, browser, signIn, invite, isIn } = await world()
    const token = await invite()
    const one = browser()
    await signIn(one, `/invitation?token=${token}`, { invitation: token })

    await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: ada.email, deactivated: true })
    const during = await isIn(one)
    const again = await signIn(browser())
    await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: ada.email })
    await runtime.people.remove({ organizationId: 'acme', userId: 'ada' })

    expect([during, again.status, await isIn(one)]).toEqual([false, 403, false])
    expect((await signIn(browser())).status).toBe(403)
  })

  test.each([
    ['the organization entered by itself', [], 'admin'],
    ['was registered on the machine with its domains', ['acme.example'], 'operator'],
  ])('by an issuer that %s, an operator is %s', async (_what, domains, role) => {
    const { runtime, browser, signIn, invite } = await world({ domains })
    const token = await invite('acme', 'admin')
    await runtime.operators.add({ organizationId: 'acme', userId: 'ada' })
    const one = browser()
    await signIn(one, `/invitation?token=${token}`, { invitation: token })
    const headers = { cookie: [...one.cookies].map((pair) => pair.join('=')).join('; ') }

    const person = await new SignInLinks(runtime).person(new Request(publicUrl, { headers }))

    expect(person?.role).toBe(role)
  })

  test('a fresh sign-in asks the provider for a new proof, and says when it was', async () => {
    const { browser, goOut, invite, isIn } = await world()
    const token = await invite('acme', 'admin')
    const one = browser()

    const { url, back } = await goOut(one, `/invitation?token=${token}`, { invitation: token, fresh: 'yes' })
    await one.get(back.pathname + back.search)

    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ max_age: '300', prompt: 'login' })
    expect(await isIn(one)).toBe(true)
  })

  test('the store holds neither the client secret nor the token of an invitation', async () => {
    const { runtime, issuer, invite } = await world()
    const token = await invite()

    expect(JSON.stringify([issuer, await runtime.signInIssuers.list({ organizationId: 'acme' })])).not.toContain(
      client.clientSecret,
    )
    expect(JSON.stringify(await runtime.people.invitation(token))).not.toContain(token)
  })
})

test('the sign-in page offers the issuers of the organization that is named, and no other', async () => {
  const { browser } = await world()
  const one = browser()

  const [acme, other, nobody, none] = [
    await one.get('/sign-in?organization=acme'),
    await one.get('/sign-in?organization=other'),
    await one.get('/sign-in?organization=nobody'),
    await one.get('/sign-in'),
  ]

  expect(acme.text).toContain('Sign in with Acme login')
  expect(other.text).not.toContain('Acme login')
  expect(none.text).not.toContain('Acme login')
  // Guessing ids reveals nothing.
  const bare = (text: string) => text.replaceAll(/other|nobody/g, '').replaceAll(/value="[^"]*"/g, '')
  expect(bare(nobody.text)).toBe(bare(other.text))
})
