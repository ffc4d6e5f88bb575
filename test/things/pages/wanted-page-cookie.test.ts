import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../../src/app/host/index.ts'
import { parseWantedPath } from '../../../src/things/pages/wanted-page-cookie.ts'
import { createBrowserClient, findToken } from '../../app/pages/world.ts'
import { openRuntimeWith } from '../runtime/world.ts'

test.each([
  ['/', '/'],
  ['/runs/r1?check=a&status=fail', '/runs/r1?check=a&status=fail'],
  ['/controls#c', '/controls'],
])('%s is a page of ours', (text, expected) => {
  expect(parseWantedPath(text)).toBe(expected)
})

test.each([
  '',
  'runs',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a\\..\\evil',
  '/..//evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/sign-out',
  '/sign-in?token=x',
  '/invitation?token=x',
  '/v1/api-keys',
  '/é',
  `/${'a'.repeat(2_000)}`,
])('%j is not one', (text) => {
  const found = parseWantedPath(text)
  expect(found).toBeUndefined()
})

async function world() {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@acme.example' })
  const session = new SignInLinks(runtime)
  const { fetch } = createHost({ runtime, session })
  const browser = createBrowserClient(fetch)
  const signIn = async (to?: string, query = '') => {
    const { url } = await session.create({ organizationId: 'acme', userId: 'ada', role: 'member' }, { to })
    const page = await browser.get(url + query)
    const fields = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="(token|to)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value?.replaceAll('&amp;', '&') ?? '',
      ]),
    )
    const body = new URLSearchParams({ ...(fields as Record<string, string>), _token: findToken(page.text) })
    const headers = { origin: new URL(url).origin }
    return (await browser.ask('/sign-in', { method: 'POST', body, headers })).headers.get('location')
  }
  return { runtime, browser, signIn }
}

test('signing in leads back to the page that the browser was refused, once', async () => {
  const { browser, signIn } = await world()

  const refused = await browser.get('/controls?framework=soc2')
  const first = await signIn()
  await browser.ask('/')
  const second = await signIn()

  expect([refused.status, first, second]).toEqual([401, '/controls?framework=soc2', '/'])
})

test('a link leads to its own page, and to no other site whatever is put behind it', async () => {
  const { signIn } = await world()

  expect(await signIn('/waivers')).toBe('/waivers')
  expect(await signIn(undefined, '&to=%2F%2Fevil.example')).toBe('/')
  expect(await signIn(undefined, '&to=https%3A%2F%2Fevil.example')).toBe('/')
})

test('the application that contains the pages learns which one was wanted', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const signInUrl = (wanted: string) => `https://app.example.com/login?next=${encodeURIComponent(wanted)}`
  const { fetch } = createHost({ runtime, session: { person: () => undefined, signInUrl } })

  const { text } = await createBrowserClient(fetch).get('/runs/r1')

  expect(text).toContain(
    `https://app.example.com/login?next=${encodeURIComponent('https://checks.example.com/runs/r1')}`,
  )
})
