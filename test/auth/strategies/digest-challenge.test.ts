import { describe, expect, test } from 'vitest'
import { chooseDigestChallenge } from '../../../src/auth/strategies/digest-challenge.ts'

describe('chooseDigestChallenge()', () => {
  test('takes SHA-256 of several, wherever it stands (RFC 7616 §3.9.1)', () => {
    const field =
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf", opaque="FQhe", ' +
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf", opaque="FQhe"'

    expect(chooseDigestChallenge(field)).toEqual({
      hash: 'sha256',
      isSession: false,
      algorithm: 'SHA-256',
      nonce: '7ypf',
      realm: 'http-auth@example.org',
      opaque: 'FQhe',
      isStale: false,
      hashesUser: false,
    })
  })

  test('takes a challenge without algorithm for MD5, as RFC 7616 §3.3 says', () => {
    expect(chooseDigestChallenge('Digest realm="r", nonce="n", qop="auth"')).toMatchObject({
      hash: 'md5',
      algorithm: undefined,
    })
  })

  test('reads names and values in any case, tokens and quoted text with escapes', () => {
    const field = String.raw`dIGEST REALM="a \"b\", c", nonce=n, QOP=AUTH, Algorithm=sha-256-SESS, stale=TRUE, userhash="true"`

    expect(chooseDigestChallenge(field)).toMatchObject({
      realm: 'a "b", c',
      nonce: 'n',
      hash: 'sha256',
      isSession: true,
      isStale: true,
      hashesUser: true,
    })
  })

  test('leaves challenges of other schemes and their parameters aside', () => {
    const field = 'Basic realm="b", nonce="stolen", Digest realm="d", nonce="n", qop="auth", Bearer realm="x", qop="no"'

    expect(chooseDigestChallenge(field)).toMatchObject({ realm: 'd', nonce: 'n' })
  })

  test.each([
    ['no challenge', ''],
    ['another scheme', 'Basic realm="r"'],
    ['no qop, whose answer somebody could send again', 'Digest realm="r", nonce="n"'],
    ['auth-int alone', 'Digest realm="r", nonce="n", qop="auth-int"'],
    ['no nonce', 'Digest realm="r", qop="auth"'],
    ['an unknown hash', 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-512-256'],
    ['the name of what every object has', 'Digest realm="r", nonce="n", qop="auth", algorithm=constructor'],
    ['the name of a prototype', 'Digest realm="r", nonce="n", qop="auth", algorithm=__proto__'],
  ])('gives undefined for %s', (_, field) => {
    expect(chooseDigestChallenge(field)).toBeUndefined()
  })

  test('reads a hostile field of 100,000 characters in less than a second', () => {
    const start = performance.now()

    chooseDigestChallenge(`Digest ${'a="'.repeat(30_000)}`)
    chooseDigestChallenge(`Digest nonce="${'\\'.repeat(100_000)}`)
    chooseDigestChallenge('a '.repeat(50_000))

    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
