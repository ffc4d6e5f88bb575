import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HttpError } from '../../src/errors/index.ts'
import type { Hop } from '../../src/http/hop.ts'
import { followRedirect } from '../../src/http/redirects.ts'

const refuse = (why: string) => new HttpError(why, { code: 'HTTP_REDIRECT_REFUSED', method: 'GET', url: '' })

const hop: Hop = {
  method: 'POST',
  url: new URL('https://api.acme.example/users?page=1'),
  headers: { 'x-tenant': 'blue', 'content-type': 'application/json' },
  body: '{"all":true}',
}

const statuses = fc.constantFrom(301, 302, 303, 307, 308)
const methods = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE')
const places = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('/next', '?page=2', '//evil.example/x', 'https://api.acme.example:8443/', '\\\\evil.example', ''),
)

describe('followRedirect()', () => {
  test('takes nothing that came with a request to another origin (property)', () => {
    fc.assert(
      fc.property(methods, statuses, places, (method, status, location) => {
        let next: Hop
        try {
          next = followRedirect({ ...hop, method }, status, location, refuse)
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError)
          return
        }

        if (next.url.origin !== hop.url.origin)
          expect(next).toEqual({ method: next.method, url: next.url, headers: {}, body: undefined })
        expect(next.url.protocol).toBe('https:')
        expect(next.url.hash).toBe('')
      }),
    )
  })

  test.each([
    ['POST', 301, 'GET'],
    ['POST', 302, 'GET'],
    ['POST', 303, 'GET'],
    ['PUT', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['PUT', 302, 'PUT'],
    ['POST', 307, 'POST'],
    ['POST', 308, 'POST'],
  ])('a %s that is answered %i goes on as %s (RFC 9110 §15.4)', (method, status, expected) => {
    const next = followRedirect({ ...hop, method }, status, '/next', refuse)

    expect(next.method).toBe(expected)
    expect(next.url.href).toBe('https://api.acme.example/next')
  })

  test('drops the body and its type where a POST becomes a GET, and keeps both where it does not', () => {
    const turned = followRedirect(hop, 303, '/next', refuse)
    const repeated = followRedirect(hop, 307, '/next', refuse)

    expect(turned).toMatchObject({ headers: { 'x-tenant': 'blue' }, body: undefined })
    expect(turned.headers).not.toHaveProperty('content-type')
    expect(repeated).toMatchObject({ headers: hop.headers, body: hop.body })
  })

  test.each([
    ['http://api.acme.example/', /from https to http/],
    ['ftp://api.acme.example/', /not an http\(s\) URL/],
    ['javascript:alert(1)', /not an http\(s\) URL/],
    ['https://me:you@api.acme.example/', /user name or password/],
    ['https://other.example/', /a POST to another host/],
  ])('refuses %s', (location, why) => {
    expect(() => followRedirect(hop, 307, location, refuse)).toThrow(why)
  })
})
