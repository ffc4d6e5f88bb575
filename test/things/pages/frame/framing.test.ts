import { expect, test } from 'vitest'
import { pageRoutes } from '../../../../src/app/pages/page-routes.ts'
import { mayBeFramed } from '../../../../src/things/pages/page-route.ts'
import { openPages } from '../../../app/pages/world.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { clients, setApp } from '../../runtime/world.ts'

const frameOrigins = ['https://app.example.com', 'https://portal.example.com']
const named = `frame-ancestors ${frameOrigins.join(' ')};`
const none = "frame-ancestors 'none';"

async function world(origins: readonly string[] = frameOrigins) {
  const base = 'https://acme.example'
  const urls = { vendor: base, authorizeUrl: `${base}/a`, tokenUrl: `${base}/t`, revokeUrl: `${base}/r` }
  const pages = await openPages({ connectors: [createAcmeConnector(urls)], frameOrigins: origins })
  await setApp(pages.runtime, clients.body)
  const readPolicy = async (path: string) => {
    const { headers } = await pages.get(path)
    const found = /frame-ancestors [^;]+;/.exec(headers.get('content-security-policy') ?? '')?.[0]
    // Browsers that know frame-ancestors ignore the older header; for the others it must not contradict it.
    expect(headers.get('x-frame-options')).toBe(found === none ? 'DENY' : null)
    return found
  }
  return { ...pages, readPolicy }
}

test('named origins may frame what members use, and nothing that administers or asks for consent', async () => {
  const { readPolicy } = await world()

  for (const path of ['/', '/findings', '/connections', '/runs', '/connect/acme'])
    expect([path, await readPolicy(path)]).toEqual([path, named])
  for (const path of [
    '/settings/people',
    '/settings/api-keys',
    '/settings/appearance',
    '/setup',
    '/setup/acme',
    '/nothing',
  ])
    expect([path, await readPolicy(path)]).toEqual([path, none])
})

test('without the option no page can be framed, and cookies are as ever', async () => {
  const { readPolicy, get, cookies } = await world([])

  expect([await readPolicy('/'), await readPolicy('/findings')]).toEqual([none, none])
  cookies.clear()
  expect((await get('/')).headers.getSetCookie().join()).toMatch(/^__Host-cw_form=[^;]+;.*SameSite=Lax$/)
})

test('no page of an administrator or operator can be framed, whatever pages there will be', () => {
  const framed = pageRoutes.filter(mayBeFramed).map(({ path }) => path)

  expect(framed.filter((path) => /^\/(?:settings|setup|connectors)/.test(path))).toEqual([])
  expect(framed.length).toBeGreaterThan(30)
})

test('in a frame, connecting at a vendor goes on in a window whose page asks once more, without a session there', async () => {
  const { post, host, visitor } = await world()

  const inFrame = await post('/connect/acme', '/connect/acme', {}, { 'sec-fetch-dest': 'iframe' })
  const link = /href="([^"]+oauth\/begin[^"]+)" target="_blank"/.exec(inFrame.text)?.[1] ?? ''
  visitor.person = undefined
  const begun = await host.fetch(new Request(link.replaceAll('&amp;', '&')))
  const page = await begun.text()

  expect(inFrame.status).toBe(200)
  expect(inFrame.headers.getSetCookie().join()).not.toContain('oauth')
  expect([begun.status, begun.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining(none)])
  expect(page).toContain('The organization “acme” asks you to connect an account of Acme.')
})
