import { describe, expect, test } from 'vitest'
import {
  type AccessToken,
  createFixedTokenSource,
  createOauth2Authorizer,
} from '../../../src/auth/strategies/oauth2.ts'

const config = { authorizeUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: [] }
const { signal } = new AbortController()
const refusal = { url: new URL('https://a.example/'), challenges: '' }

describe('createOauth2Authorizer()', () => {
  test('gives the token as bearer, or in the header and with the prefix of the connector', async () => {
    const plain = createOauth2Authorizer(config, createFixedTokenSource('t'))
    const placed = createOauth2Authorizer(
      { ...config, tokenPlacement: { header: 'X-Token', prefix: '' } },
      createFixedTokenSource('t'),
    )

    expect(await plain.authorization(signal)).toEqual({ headers: { Authorization: 'Bearer t' }, query: {} })
    expect(await placed.authorization(signal)).toEqual({ headers: { 'X-Token': 't' }, query: {} })
  })

  test('gives the same authorization as long as the token is the same', async () => {
    let token: AccessToken = { value: 'a', generation: 1 }
    const authorizer = createOauth2Authorizer(config, { getToken: async () => token, renew: async () => undefined })

    const [first, second] = [await authorizer.authorization(signal), await authorizer.authorization(signal)]
    token = { value: 'b', generation: 2 }
    const third = await authorizer.authorization(signal)

    expect(second).toBe(first)
    expect(third.headers).toEqual({ Authorization: 'Bearer b' })
  })

  test('renews the very token that was refused, also when another is current meanwhile', async () => {
    let token: AccessToken = { value: 'a', generation: 1 }
    const refused: AccessToken[] = []
    const authorizer = createOauth2Authorizer(config, {
      getToken: async () => token,
      renew: async (used) => {
        refused.push(used)
        return token
      },
    })
    const used = await authorizer.authorization(signal)
    token = { value: 'b', generation: 2 }
    await authorizer.authorization(signal)

    const again = await authorizer.renew(used, signal, refusal)

    expect(again).toBe(true)
    expect(refused).toEqual([{ value: 'a', generation: 1 }])
  })

  test('has nothing to renew a fixed token with, or an authorization of another', async () => {
    const authorizer = createOauth2Authorizer(config, createFixedTokenSource('t'))

    expect(await authorizer.renew(await authorizer.authorization(signal), signal, refusal)).toBe(false)
    expect(await authorizer.renew({ headers: {}, query: {} }, signal, refusal)).toBe(false)
  })
})
