import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinUrl, urlLengthMax } from '../../../src/http/requests/join-url.ts'
import { countRuns } from '../../setup/count-runs.ts'

const base = 'https://api.acme.example/v1/blue'

function hrefOf(url: string, baseUrl = base): string | undefined {
  const joined = joinUrl(url, baseUrl)
  return joined instanceof URL ? joined.href : undefined
}

describe('joinUrl() joins', () => {
  test.each([
    ['', '/v1/blue'],
    ['?a=1', '/v1/blue?a=1'],
    ['/users', '/v1/blue/users'],
    ['users', '/v1/blue/users'],
    ['/a/../b', '/v1/blue/b'],
    ['/../blue/x', '/v1/blue/x'],
    ['/?next=/../..', '/v1/blue/?next=/../..'],
    ['/#/../..', '/v1/blue/#/../..'],
    ['/users/..%2F..%2Fadmin', '/v1/blue/users/..%2F..%2Fadmin'],
    ['/@evil.example', '/v1/blue/@evil.example'],
    ['/users:search', '/v1/blue/users:search'],
    ['\\\\evil.example', '/v1/blue///evil.example'],
  ])('the path %j to %s', (path, joined) => {
    expect(hrefOf(path)).toBe(`https://api.acme.example${joined}`)
  })

  test.each([
    ['//other.example/x', 'https://other.example/x'],
    ['https://other.example/../x', 'https://other.example/x'],
    ['https:other.example', 'https://other.example/'],
    ['HTTP://other.example', 'http://other.example/'],
    ['https://api.acme.example/v2', 'https://api.acme.example/v2'],
    ['javascript:1', 'javascript:1'],
  ])('no URL: %j is %s', (url, href) => {
    expect(hrefOf(url)).toBe(href)
  })
})

describe('joinUrl() refuses', () => {
  test.each([
    '..',
    '/..',
    '/../red',
    '/../bluegreen',
    '/a/../../red',
    '/%2e%2E/red',
    '/.%2e',
    '\\..\\..\\red',
    '/.\t./red',
  ])('the path %j, which leads out of the base URL', (path) => {
    expect(joinUrl(path, base)).toEqual({ why: expect.stringContaining('leads out of the base URL') })
  })

  test('what cannot be parsed, and what is too long to be asked for', () => {
    const longest = `https://a.example/${'a'.repeat(urlLengthMax - 18)}`

    expect(joinUrl('https://[', base)).toEqual({ why: expect.stringContaining('cannot be parsed') })
    expect(hrefOf(longest)).toBe(longest)
    expect(joinUrl(`${longest}a`, base)).toEqual({ why: expect.stringContaining('longer than') })
    expect(joinUrl(`/${'a'.repeat(urlLengthMax)}`, base)).toEqual({ why: expect.stringContaining('longer than') })
  })
})

const hostile = fc.constantFrom(
  ...['/', '\\', '//', '@', ':', '.', '..', '%2e', '%2E%2e', '%2f', '%5c', '#', '?', ';', 'https:', 'http://', 'a'],
  ...['evil.example', '\t', '\n', '\r', '\0', ' ', '\u00a0', '\u3000', '。', '／', '﹒', 'ü', '\ud800', '[::1]', '%00'],
)
const path = fc.oneof(
  fc.array(hostile, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
  fc.webPath(),
)

describe('joinUrl(), whatever it is given,', () => {
  test('never throws, and never leads a path off the origin or out of the base path (property)', () => {
    const bases = ['https://api.acme.example', 'https://api.acme.example/v1', 'https://[2606:4700::1]:8443/a/b%20c']

    fc.assert(
      fc.property(fc.constantFrom(...bases), path, (baseUrl, given) => {
        const joined = joinUrl(given, baseUrl)
        if (!(joined instanceof URL)) return

        const isUrl = /^(?:\/\/|[a-z][a-z0-9+.-]*:)/i.test(given)
        const { origin, pathname } = new URL(baseUrl)
        if (isUrl) return
        expect(joined.origin).toBe(origin)
        expect([joined.username, joined.password]).toEqual(['', ''])
        expect(`${joined.pathname}/`.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`)).toBe(true)
      }),
      { numRuns: countRuns(1000) },
    )
  })

  test('keeps a segment that is encoded within its place, whatever an id holds (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(!/^(?:\.|%2e){1,2}$/i.test(encodeURIComponent(id)))

        const joined = hrefOf(`/users/${encodeURIComponent(id)}/roles`)

        expect(joined).toBe(`${base}/users/${encodeURIComponent(id)}/roles`)
      }),
    )
  })
})
