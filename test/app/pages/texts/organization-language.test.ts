import { expect, onTestFinished, test } from 'vitest'
import { createHost, SignInLinks } from '../../../../src/app/host/index.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { createKeyConnector } from '../../../things/runtime/keyed.ts'
import { admin, createBrowserClient, member, openPages } from '../world.ts'

const german = { changes: { language: 'de' } } as const
const readLanguage = (text: string) => /<html lang="(\w+)"/.exec(text)?.[1]

test('an organization in German has German pages; a cookie of a person wins, and another organization follows the browser', async () => {
  const { get, ask, runtime, visitor, host } = await openPages()
  const read = async (headers: Record<string, string> = {}) => readLanguage((await get('/findings', headers)).text)
  const before = [await read(), await read({ 'accept-language': 'de' })]
  await runtime.appearance.set({ organizationId: 'acme', ...german })

  const after = await get('/findings', { 'accept-language': 'en' })
  const missing = await get('/nowhere', { 'accept-language': 'en' })
  visitor.person = { ...member, organizationId: 'other' }
  const theirs = [await read({ 'accept-language': 'en' }), await read({ 'accept-language': 'de' })]
  visitor.person = admin
  await ask('/findings?language=en')
  const chosen = await read({ 'accept-language': 'de' })
  const stranger = createBrowserClient(host.fetch)
  visitor.person = undefined
  const unknown = await stranger.get('/findings')

  expect(before).toEqual(['en', 'de'])
  expect(after.headers.get('content-language')).toBe('de')
  expect(after.text).toContain('Feststellungen')
  expect([readLanguage(missing.text), missing.text.includes('Diese Seite gibt es nicht')]).toEqual(['de', true])
  expect(theirs).toEqual(['en', 'de'])
  expect(chosen).toBe('en')
  expect(readLanguage(unknown.text)).toBe('en')
})

test('the language of the platform is that of organizations which chose none', async () => {
  const { get, runtime, visitor } = await openPages({ appearance: { language: 'de' } })
  const first = await get('/findings', { 'accept-language': 'en' })
  await runtime.appearance.set({ organizationId: 'acme', changes: { language: 'en' } })

  const second = await get('/findings', { 'accept-language': 'de' })
  visitor.person = undefined
  const stranger = await get('/findings', { 'accept-language': 'en' })

  expect([first, second, stranger].map(({ text }) => readLanguage(text))).toEqual(['de', 'en', 'de'])
})

test('a page asks the store for the appearance once', async () => {
  const { get, runtime } = await openPages()
  let asked = 0
  const { get: load } = runtime.appearance
  Object.assign(runtime.appearance, {
    get: (of?: { readonly organizationId: string }) => {
      if (of !== undefined) asked += 1
      return load(of)
    },
  })

  await get('/connect')
  const afterPage = asked
  await get('/nowhere')

  expect([afterPage, asked]).toEqual([1, 2])
})

test('sign-in links, invitations and sign-in speak the language of their organization, before anybody is signed in', async () => {
  const { runtime } = await openPages()
  const links = new SignInLinks(runtime)
  const { get } = createBrowserClient(createHost({ runtime, session: links }).fetch)
  await runtime.appearance.set({ organizationId: 'acme', changes: { name: 'Acme Trust', language: 'de' } })
  const { url } = await links.create(admin)
  const { token } = await runtime.people.invite({
    organizationId: 'acme',
    name: 'Bo',
    email: 'bo@example.com',
    role: 'member',
  })

  const link = await get(url)
  const invitation = await get(`/invitation?token=${token}`)

  expect([readLanguage(link.text), link.text.includes('<h1>Bei Acme Trust anmelden</h1>')]).toEqual(['de', true])
  expect([readLanguage(invitation.text), invitation.text.includes(' · Acme Trust</title>')]).toEqual(['de', true])
})

test('the connect dialog speaks the language of the organization that asks', async () => {
  const vendor = await fakeVendor({ auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'k' }, routes: {} })
  onTestFinished(() => vendor.close())
  const { runtime, get, post, visitor } = await openPages({ connectors: [createKeyConnector(vendor.url)] })
  visitor.person = undefined
  await runtime.appearance.set({ organizationId: 'acme', ...german })
  const session = await runtime.connectSessions.create({ organizationId: 'acme', origin: 'https://app.example.com' })
  await post('/connect-dialog', '/connect-dialog/open', { token: session.token })
  const at = `/connect-dialog/${session.id}`

  const choice = await get(at)
  const form = await get(`${at}/keyed`)
  const refused = await post(`${at}/keyed`, `${at}/keyed`, { name: 'x'.repeat(101) })

  expect([choice, form, refused].map(({ text }) => readLanguage(text))).toEqual(['de', 'de', 'de'])
  expect(choice.text).toContain('bittet Sie, eines Ihrer Systeme zu verbinden')
  expect(form.text).toContain('Anderes System wählen')
  expect([refused.status, refused.text.includes('höchstens 100 Zeichen')]).toEqual([422, true])
})
