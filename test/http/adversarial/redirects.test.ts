import { describe, expect, test } from 'vitest'
import { catchError, joinJson, openClient, secretKey, serve } from '../support.ts'
import { formatHttpAnswer, serveRaw, serveTls } from './servers.ts'

/** A vendor over https that redirects its first request there. */
function redirecting(location: string, status = 302) {
  return serveTls((socket, _request, nth) =>
    socket.write(nth === 1 ? formatHttpAnswer(status, { location }) : formatHttpAnswer(200, {}, '"here"')),
  )
}

describe('a redirect of an https vendor stays with it:', () => {
  test.each([
    ['without slashes', 'https:next', '/base/next'],
    ['with a relative path', 'next?a=1', '/base/next?a=1'],
    ['with dots', '../../../next', '/next'],
    ['with line breaks and tabs inside', '/ne\txt', '/next'],
    ['with encoded line breaks, which stay encoded', '/next%0d%0ax-evil:%201', '/next%0d%0ax-evil:%201'],
    ['with a fragment, which is not sent', '/next#frag', '/next'],
    ['with bytes beyond ASCII', '/n\xe9xt', '/n%C3%A9xt'],
    ['with a query alone', '?a=1', '/base/start?a=1'],
  ])('%s', async (_name, location, path) => {
    const vendor = await redirecting(location)
    const { client } = await openClient({ baseUrl: `${vendor.origin}/base` })

    expect(await client.get('/start')).toBe('here')
    expect(vendor.seen[1]?.split('\r\n')[0]).toBe(`GET ${path} HTTP/1.1`)
    expect(vendor.seen[1]?.toLowerCase()).toContain(`x-api-key: ${secretKey}`)
    expect(vendor.seen[1]?.toLowerCase()).not.toContain('\r\nx-evil')
  })
})

describe('a redirect of an https vendor leads credentials nowhere:', () => {
  test.each<[string, (stranger: { origin: string; port: number }) => string]>([
    ['another port', ({ origin }) => `${origin}/x`],
    ['another port without a scheme', ({ port }) => `//127.0.0.1:${port}/x`],
    ['another port by backslashes', ({ port }) => `\\\\127.0.0.1:${port}/x`],
    ['another port by mixed slashes', ({ port }) => `/\\127.0.0.1:${port}/x`],
    ['another port by too many slashes', ({ port }) => `https:////127.0.0.1:${port}/x`],
    ['another name of the same machine', ({ port }) => `https://localhost:${port}/x`],
    ['the decimal form of the address', ({ port }) => `https://2130706433:${port}/x`],
    ['full-width digits', ({ port }) => `https://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1:${port}/x`],
  ])('%s', async (_name, location) => {
    const stranger = await serveTls((socket) => socket.write(formatHttpAnswer(200, {}, '"there"')))
    const vendor = await redirecting(location(stranger))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/start'))).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(stranger.seen).toEqual([])
    const { client: open } = await openClient({ baseUrl: (await redirecting(location(stranger))).origin })
    expect(await open.get('/start', { headers: { 'X-Own': 'mine' }, redirects: 'anywhere' })).toBe('there')
    const [asked = ''] = stranger.seen
    expect(asked).toContain('GET /x HTTP/1.1')
    expect(asked).not.toContain(secretKey)
    expect(asked.toLowerCase()).not.toMatch(/\r\n(?:x-own|x-api-key|referer|cookie|authorization):/)
  })

  test.each<[string, (plain: { origin: string; port: number }) => string]>([
    ['http', ({ origin }) => `${origin}/x`],
    ['http without slashes', ({ port }) => `http:127.0.0.1:${port}/x`],
    ['a user name', ({ port }) => `https://a@127.0.0.1:${port}/x`],
    ['a password alone', ({ port }) => `https://:b@127.0.0.1:${port}/x`],
    ['data:', () => 'data:application/json,"x"'],
    ['javascript:', () => 'javascript:1'],
    ['file:', () => 'file:///etc/passwd'],
    ['ftp:', () => 'ftp://127.0.0.1/x'],
    ['blob:', ({ origin }) => `blob:${origin}/x`],
    ['ws:', ({ port }) => `ws://127.0.0.1:${port}/x`],
    ['about:', () => 'about:blank'],
    ['a port that is none', () => 'https://127.0.0.1:99999/x'],
    ['a host that is none', () => 'https://a b/x'],
    ['a zone id (RFC 6874)', () => 'https://[fe80::1%25eth0]/x'],
  ])('%s is refused', async (_name, location) => {
    const plain = await serve()
    const vendor = await redirecting(location(plain))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/start'))

    expect(error).toMatchObject({ name: 'HttpError', code: 'HTTP_REDIRECT_REFUSED' })
    expect(vendor.seen).toHaveLength(1)
    expect(plain.seen).toEqual([])
  })

  test('http of a host that may have credentials by http is refused too', async () => {
    const plain = await serve()
    const vendor = await redirecting(`${plain.origin}/x`)
    const { client } = await openClient({ baseUrl: vendor.origin, allowedHosts: [`127.0.0.1:${plain.port}`] })

    expect(await catchError(client.get('/start'))).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(plain.seen).toEqual([])
  })

  test('nor does a cookie that it sets on the way: none is kept', async () => {
    const vendor = await serve((request) =>
      request.path === '/a'
        ? { status: 302, headers: { location: '/b', 'set-cookie': ['sid=1; Path=/', 'sso=2'] } }
        : { json: {}, headers: { 'set-cookie': 'late=3' } },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    await client.get('/a')
    await client.get('/c')

    expect(vendor.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined])
  })
})

describe('redirects that go on and on end', () => {
  test.each<[string, (path: string) => string]>([
    ['to the page itself', (path) => path],
    ['to nowhere', () => ''],
    ['between two pages', (path) => (path === '/a' ? '/b' : '/a')],
    ['that grow', (path) => `${path}a`],
  ])('%s', async (_name, location) => {
    const vendor = await serve((request) => ({ status: 307, headers: { location: location(request.path) } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/a'))).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(vendor.seen).toHaveLength(6)
  })

  test('between two hosts, the credentials with the own one only', async () => {
    const vendor = await serve(() => ({ status: 302, headers: { location: `${stranger.origin}/x` } }))
    const stranger = await serve(() => ({ status: 302, headers: { location: `${vendor.origin}/x` } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/a', { redirects: 'anywhere' }))).toMatchObject({
      code: 'HTTP_REDIRECT_REFUSED',
    })
    expect(joinJson(stranger.seen)).not.toContain(secretKey)
    expect(vendor.seen.length + stranger.seen.length).toBe(6)
  })
})

describe('of two Locations', () => {
  test('the first counts, and every rule holds for it', async () => {
    const vendor = await serveRaw((socket, request) =>
      socket.write(
        request.startsWith('GET /a')
          ? 'HTTP/1.1 302 X\r\nlocation: /b\r\nlocation: http://evil.invalid/\r\ncontent-length: 0\r\n\r\n'
          : formatHttpAnswer(200, {}, '"here"'),
      ),
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/a')).toBe('here')
  })
})

describe('what a redirect makes of method and body, to another origin:', () => {
  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'DELETE', 'GET'],
    [307, 'GET', 'GET'],
    [308, 'HEAD', 'HEAD'],
  ])('%i of %s is followed as %s, without body and type', async (status, method, following) => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status, headers: { location: `${stranger.origin}/x` } }))
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })
    const hasBody = method !== 'GET' && method !== 'HEAD'

    await client.fetch('/a', { method, redirects: 'anywhere', body: hasBody ? '{"note":"private"}' : null })

    expect(stranger.seen).toMatchObject([{ method: following, body: '' }])
    expect(Object.keys(stranger.seen[0]?.headers ?? {})).not.toContain('content-type')
  })

  test.each([
    [301, 'PUT'],
    [302, 'PATCH'],
    [302, 'DELETE'],
    [307, 'POST'],
    [308, 'PUT'],
  ])('%i of %s is refused, since it would be sent on', async (status, method) => {
    const stranger = await serve()
    const vendor = await serve(() => ({ status, headers: { location: `${stranger.origin}/x` } }))
    const { client } = await openClient({ baseUrl: vendor.origin }, { writes: true })

    expect(await catchError(client.fetch('/a', { method, body: 'x' }))).toMatchObject({ code: 'HTTP_REDIRECT_REFUSED' })
    expect(stranger.seen).toEqual([])
  })
})
