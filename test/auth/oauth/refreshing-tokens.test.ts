import { describe, expect, test } from 'vitest'
import { createRefreshingTokens, type TokenSupply } from '../../../src/auth/oauth/refreshing-tokens.ts'
import type { StoredTokens } from '../../../src/auth/refresh-turns.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { AuthError, CredentialError, StoreError } from '../../../src/errors/index.ts'

const startMs = Date.parse('2026-05-01T12:00:00Z')
const signal = new AbortController().signal

const tokens: StoredTokens = {
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  generation: 1,
  expiresAtMs: startMs + 3_600_000,
  refreshAtMs: startMs + 3_500_000,
  refreshFailures: 0,
  renewable: true,
}
const renewedTokens: StoredTokens = {
  ...tokens,
  accessToken: 'token-2',
  generation: 2,
  expiresAtMs: undefined,
  refreshAtMs: undefined,
}

function sourceOf(
  { kept = tokens, ...supply }: Partial<TokenSupply> & { readonly kept?: StoredTokens } = {},
  patienceMs?: number,
) {
  const clock = fixedClock(startMs)
  let asked = 0
  const renewed = supply.renew ?? (async () => renewedTokens)
  const source = createRefreshingTokens(
    {
      load: supply.load ?? (async () => kept),
      renew: (generation) => {
        asked++
        return renewed(generation)
      },
    },
    clock,
    ...(patienceMs === undefined ? [] : [{ patienceMs }]),
  )
  return { clock, source, asked: () => asked }
}

describe('createRefreshingTokens().current()', () => {
  test('gives the stored token until it is due, then the renewed one', async () => {
    const { clock, source, asked } = sourceOf()

    clock.advance(3_499_999)
    const before = await source.getToken(signal)
    clock.advance(1)
    const after = await source.getToken(signal)

    expect([before, after]).toEqual([
      { value: 'token-1', generation: 1 },
      { value: 'token-2', generation: 2 },
    ])
    expect(asked()).toBe(1)
  })

  test('gives a token of unknown end for as long as nobody refuses it', async () => {
    const { clock, source, asked } = sourceOf({ kept: { ...tokens, expiresAtMs: undefined, refreshAtMs: undefined } })
    clock.advance(1e12)

    expect((await source.getToken(signal)).value).toBe('token-1')
    expect(asked()).toBe(0)
  })

  test('gives a token that nothing can renew, even when it is over: the vendor decides', async () => {
    const { clock, source, asked } = sourceOf({ kept: { ...tokens, renewable: false } })
    clock.advance(1e12)

    expect((await source.getToken(signal)).value).toBe('token-1')
    expect(asked()).toBe(0)
  })

  test.each([
    ['a vendor that cannot answer', new AuthError('x', { code: 'AUTH_TRANSIENT', retryable: true })],
    ['an app that is refused', new AuthError('x', { code: 'AUTH_APP_MISCONFIGURED' })],
    ['an app secret that cannot be opened', new CredentialError('x', { code: 'CREDENTIAL_UNREADABLE' })],
    ['a store that is busy', new StoreError('x', { code: 'STORE_UNAVAILABLE', retryable: true })],
  ])('uses the old token while it lives in spite of %s, and not a moment longer', async (_what, error) => {
    const { clock, source } = sourceOf({ renew: () => Promise.reject(error) })

    clock.advance(3_599_999)
    const alive = await source.getToken(signal)
    clock.advance(1)

    expect(alive.value).toBe('token-1')
    await expect(source.getToken(signal)).rejects.toBe(error)
  })

  test.each([
    ['a grant that is over', new AuthError('x', { code: 'AUTH_REFRESH_REJECTED', isGrantEnded: true })],
    ['credentials that were deleted', new CredentialError('x', { code: 'CREDENTIAL_MISSING' })],
    ['a mistake of ours', new TypeError('x')],
  ])('does not hide %s behind a token that still lives', async (_what, error) => {
    const { clock, source } = sourceOf({ renew: () => Promise.reject(error) })
    clock.advance(3_500_000)

    await expect(source.getToken(signal)).rejects.toBe(error)
  })

  test('uses a token that still lives after a refusal that does not end the grant', async () => {
    const error = new AuthError('x', { code: 'AUTH_REFRESH_REJECTED' })
    const { clock, source } = sourceOf({ renew: () => Promise.reject(error) })
    clock.advance(3_500_000)

    expect((await source.getToken(signal)).value).toBe('token-1')
  })

  test('does not ask the same question again after an answer that time does not change', async () => {
    const { clock, source, asked } = sourceOf({
      renew: () => Promise.reject(new AuthError('x', { code: 'AUTH_APP_MISCONFIGURED' })),
    })
    clock.advance(3_500_000)

    for (let request = 0; request < 5; request++) await source.getToken(signal)

    expect(asked()).toBe(1)
  })

  test('does not wait for ever for a better token than the one that still works', async () => {
    const { clock, source } = sourceOf({ renew: () => new Promise(() => undefined) }, 20)
    clock.advance(3_500_000)

    expect((await source.getToken(signal)).value).toBe('token-1')
  })

  test("leaves when its caller does, with the caller's reason", async () => {
    const { clock, source } = sourceOf({ renew: () => new Promise(() => undefined) })
    const caller = new AbortController()
    clock.advance(3_500_000)

    const waiting = source.getToken(caller.signal)
    caller.abort(new Error('cancelled'))

    await expect(waiting).rejects.toThrow('cancelled')
  })

  test('never goes back to an older token that arrives late', async () => {
    const slow = Promise.withResolvers<StoredTokens>()
    const loads = [slow.promise, Promise.resolve(renewedTokens)]
    const { source } = sourceOf({ load: () => loads.shift() ?? Promise.resolve(renewedTokens) })

    const late = source.getToken(signal)
    const early = await source.getToken(signal)
    slow.resolve(tokens)

    expect(early.generation).toBe(2)
    expect((await late).generation).toBe(2)
    expect((await source.getToken(signal)).generation).toBe(2)
  })
})

describe('createRefreshingTokens().renew()', () => {
  test('gives a newer token at once when there is one', async () => {
    const { source, asked } = sourceOf()
    const first = await source.getToken(signal)

    const [one, two] = [await source.renew(first, signal), await source.renew(first, signal)]

    expect([one, two]).toEqual([
      { value: 'token-2', generation: 2 },
      { value: 'token-2', generation: 2 },
    ])
    expect(asked()).toBe(1)
  })

  test('gives undefined when none can be had', async () => {
    const { source } = sourceOf({ renew: async () => ({ ...tokens, renewable: false }) })

    expect(await source.renew(await source.getToken(signal), signal)).toBeUndefined()
  })

  test('gives undefined for a token that is less than a minute old, and a new one later', async () => {
    const { clock, source, asked } = sourceOf({
      renew: async (generation) => ({ ...renewedTokens, generation: generation + 1 }),
    })
    const first = await source.getToken(signal)
    const second = await source.renew(first, signal)
    if (!second) throw new Error('there is a second token')

    clock.advance(59_999)
    const tooNew = await source.renew(second, signal)
    clock.advance(1)
    const third = await source.renew(second, signal)

    expect(tooNew).toBeUndefined()
    expect(third?.generation).toBe(3)
    expect(asked()).toBe(2)
  })

  test('gives a new token a minute later, although the clock was set back meanwhile', async () => {
    const clock = { nowMs: () => nowMs, sleep: async () => undefined }
    let nowMs = startMs
    const source = createRefreshingTokens(
      {
        load: async () => tokens,
        renew: async (generation) => ({ ...renewedTokens, generation: generation + 1 }),
      },
      clock,
    )
    const second = await source.renew(await source.getToken(signal), signal)
    if (!second) throw new Error('there is a second token')

    nowMs -= 3_600_000
    const tooNew = await source.renew(second, signal)
    nowMs += 60_000
    const third = await source.renew(second, signal)

    expect(tooNew).toBeUndefined()
    expect(third?.generation).toBe(3)
  })
})
