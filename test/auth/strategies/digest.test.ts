import { describe, expect, test } from 'vitest'
import { createDigestAuthorizer, formatDigest } from '../../../src/auth/strategies/digest.ts'
import { chooseDigestChallenge } from '../../../src/auth/strategies/digest-challenge.ts'

// RFC 7616 §3.9.1: the server offers both, and the answers to each.
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const opaque = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS'
const offer = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}"`
const mufasa = { username: 'Mufasa', password: 'Circle of Life' }
const request = { method: 'GET', url: new URL('http://www.example.org/dir/index.html') }
const first = { count: 1, cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' }

function challengeOf(text: string) {
  const challenge = chooseDigestChallenge(text)
  if (!challenge) throw new Error(`no challenge in ${text}`)
  return challenge
}

describe('formatDigest()', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers as RFC 7616 does with %s', (algorithm, response) => {
    const value = formatDigest(mufasa, challengeOf(offer(algorithm)), request, first)

    expect(value).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, nonce="${nonce}", nc=00000001, cnonce="${first.cnonce}", qop=auth, response="${response}", opaque="${opaque}"`,
    )
  })

  test('proves the query too, counts in hexadecimal, and holds no password', () => {
    const url = new URL('https://api.example/orgs?page=2&name=a%20b')

    const value = formatDigest(mufasa, challengeOf(offer('SHA-256')), { method: 'GET', url }, { ...first, count: 31 })

    expect(value).toContain('uri="/orgs?page=2&name=a%20b"')
    expect(value).toContain('nc=0000001f')
    expect(value).not.toContain('Circle')
  })

  test('hashes the user name where the server wants that, and writes others than ASCII by RFC 8187', () => {
    const hashing = challengeOf(`${offer('SHA-256')}, charset=UTF-8, userhash=true`)

    expect(formatDigest(mufasa, hashing, request, first)).toMatch(/username="[0-9a-f]{64}".*userhash=true/)
    expect(formatDigest({ ...mufasa, username: 'Jäsøn' }, challengeOf(offer('MD5')), request, first)).toContain(
      "username*=UTF-8''J%C3%A4s%C3%B8n",
    )
  })
})

describe('chooseDigestChallenge()', () => {
  test('takes SHA-256 before MD5, in one header or several, among other schemes', () => {
    const listed = `Basic realm="a, Digest nonce=x", ${offer('MD5')}, ${offer('SHA-256')}, Negotiate`

    expect(chooseDigestChallenge(listed)).toMatchObject({
      hash: 'sha256',
      nonce,
      opaque,
      realm: 'http-auth@example.org',
    })
  })

  test('reads what servers leave out or write in their own way', () => {
    expect(chooseDigestChallenge('digest Realm="a \\"b\\"",nonce=abc , qop=auth,stale=TRUE')).toEqual({
      realm: 'a "b"',
      nonce: 'abc',
      opaque: undefined,
      algorithm: undefined,
      hash: 'md5',
      isSession: false,
      isStale: true,
      hashesUser: false,
    })
  })

  test.each([
    ['nothing', ''],
    ['another scheme', 'Basic realm="Digest", Bearer'],
    ['another algorithm', offer('SHA-512-256')],
    ['a challenge without qop, whose answer could be sent again', `Digest realm="a", nonce="b"`],
    ['a challenge that wants the body too', `Digest realm="a", nonce="b", qop="auth-int"`],
    ['a challenge without a nonce', 'Digest realm="a", qop="auth"'],
  ])('takes none from %s', (_what, text) => {
    expect(chooseDigestChallenge(text)).toBeUndefined()
  })
})

describe('createDigestAuthorizer()', () => {
  const { signal } = new AbortController()
  const refusal = (text: string) => ({ url: request.url, challenges: text })

  test('proves nothing before it is asked, and nothing to another origin', async () => {
    const authorizer = createDigestAuthorizer(mufasa)
    const used = await authorizer.authorization(signal)

    const before = used.prove?.(request)
    const isRenewed = await authorizer.renew(used, signal, refusal(offer('MD5')))
    const next = await authorizer.authorization(signal)

    expect([before, isRenewed]).toEqual([{}, true])
    expect(next.prove?.(request)).toHaveProperty('authorization')
    expect(next.prove?.({ ...request, url: new URL('http://other.example.org/') })).toEqual({})
  })

  test('gives up at once when a fresh nonce is refused and not stale', async () => {
    const authorizer = createDigestAuthorizer(mufasa)
    await authorizer.renew(await authorizer.authorization(signal), signal, refusal(offer('MD5')))
    const used = await authorizer.authorization(signal)
    used.prove?.(request)

    expect(await authorizer.renew(used, signal, refusal(offer('MD5')))).toBe(false)
    // The next request is refused once before it proves anything: a wrong password must not lock the account sooner.
    const later = await authorizer.authorization(signal)
    expect(later.prove?.(request)).toEqual({})
  })
})
