import { describe, expect, test } from 'vitest'
import { createLoginAuthorizer, type LoginCache } from '../../../src/auth/strategies/custom.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { AuthenticateReply } from '../../../src/define/index.ts'

const { signal } = new AbortController()
const refusal = { url: new URL('https://a.example/'), challenges: '' }

/** A login that counts, on a clock that stands still. */
function counting(reply: (nth: number) => AuthenticateReply, cache?: LoginCache) {
  const clock = fixedClock(1_000_000)
  let count = 0
  const authorizer = createLoginAuthorizer({ login: async () => reply(++count), clock, cache })
  return { authorizer, clock, logins: () => count }
}

describe('createLoginAuthorizer()', () => {
  test('logs in once, and keeps a login without an end until it is refused', async () => {
    const { authorizer, clock, logins } = counting((nth) => ({ headers: { 'X-Session': `s${nth}` } }))

    const first = await authorizer.authorization(signal)
    clock.advance(1e12)
    const same = await authorizer.authorization(signal)
    const renewed = await authorizer.renew(first, signal, refusal)
    const second = await authorizer.authorization(signal)

    expect(same).toBe(first)
    expect([renewed, second.headers, logins()]).toEqual([true, { 'X-Session': 's2' }, 2])
  })

  test('does not log in for a late refusal of a login that has been replaced', async () => {
    const { authorizer, logins } = counting((nth) => ({ query: { sid: `s${nth}` } }))
    const first = await authorizer.authorization(signal)
    await authorizer.renew(first, signal, refusal)

    const again = await authorizer.renew(first, signal, refusal)

    expect([again, logins()]).toEqual([true, 2])
  })

  test('logs in ten seconds before the end', async () => {
    const { authorizer, clock, logins } = counting(() => ({ headers: {}, expiresAtMs: 1_060_000 }))
    await authorizer.authorization(signal)
    clock.advance(49_999)
    await authorizer.authorization(signal)
    const before = logins()
    clock.advance(1)

    await authorizer.authorization(signal)

    expect([before, logins()]).toEqual([1, 2])
  })

  test('fails when the login fails, forgets a refused one, and tries anew the next time', async () => {
    let works = false
    const clock = fixedClock(0)
    const saves: unknown[] = []
    const authorizer = createLoginAuthorizer({
      login: async () => {
        if (!works) throw new Error('refused')
        return { headers: { a: 'b' } }
      },
      clock,
      cache: { load: async () => undefined, save: async (reply) => void saves.push(reply) },
    })

    await expect(authorizer.authorization(signal)).rejects.toThrow('refused')
    await expect(authorizer.renew({ headers: {}, query: {} }, signal, refusal)).rejects.toThrow('refused')
    works = true

    expect(await authorizer.authorization(signal)).toEqual({ headers: { a: 'b' }, query: {} })
    expect(saves).toEqual([undefined, { headers: { a: 'b' } }])
  })

  test('keeps a login in memory that the store cannot keep', async () => {
    const cache = { load: async () => undefined, save: () => Promise.reject(new Error('disk full')) }
    const { authorizer, logins } = counting(() => ({ headers: { a: 'b' } }), cache)

    await expect(authorizer.authorization(signal)).rejects.toThrow('disk full')

    expect(await authorizer.authorization(signal)).toEqual({ headers: { a: 'b' }, query: {} })
    expect(logins()).toBe(1)
  })
})
