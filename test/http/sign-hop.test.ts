import { describe, expect, test } from 'vitest'
import type { Authorization } from '../../src/auth/authorizer.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import type { AnyConnector } from '../../src/define/index.ts'
import { CheckError } from '../../src/errors/index.ts'
import type { Hop } from '../../src/http/hop.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { signHop } from '../../src/http/sign-hop.ts'
import { createConnectorWith, secretKey } from './support.ts'

const used: Authorization = { headers: {}, query: {}, keys: { id: 'k1', secret: secretKey } }
const hop: Hop = {
  method: 'POST',
  url: new URL('https://api.acme.example/users?a=1'),
  headers: { accept: '*/*' },
  body: '{"é":1}',
}

type Sign = NonNullable<AnyConnector['hooks']['sign']>

async function sign(hook?: Sign): Promise<Hop> {
  const redactor = new Redactor()
  redactor.add(secretKey)
  const hooks = hook === undefined ? {} : { sign: hook }
  const connector = createConnectorWith({ baseUrl: 'https://api.acme.example' }, hooks)
  const clock = fixedClock('2026-05-01T12:00:00Z')
  return signHop(hop, used, { connector, fillings: { values: { api_key: 'typed' }, patterns: {} }, clock, redactor })
}

describe('signHop()', () => {
  test('gives the request itself where the connector has no hook', async () => {
    expect(await sign()).toBe(hop)
  })

  test('hands the hook the bytes that are sent, the keys and the time of the run', async () => {
    let given: unknown
    await sign((request, { keys, credentials, now }) => {
      given = { body: Buffer.from(request.body ?? []).toString(), keys, credentials, at: now.toISOString() }
    })

    expect(given).toEqual({
      body: '{"é":1}',
      keys: { id: 'k1', secret: secretKey },
      credentials: { api_key: 'typed' },
      at: '2026-05-01T12:00:00.000Z',
    })
  })

  test('takes headers and query that the hook adds, and leaves the request that it was given as it was', async () => {
    const signed = await sign(({ headers, url }) => {
      headers.set('Authorization', 'Signature abc')
      url.searchParams.set('sig', '1')
    })

    expect(signed.headers).toMatchObject({ accept: '*/*', authorization: 'Signature abc' })
    expect(signed.url.search).toBe('?a=1&sig=1')
    expect([hop.url.search, Object.keys(hop.headers)]).toEqual(['?a=1', ['accept']])
  })

  test('refuses a hook that leads the signed request to another host', async () => {
    const move: Sign = ({ url }) => {
      url.host = 'evil.example'
    }

    await expect(sign(move)).rejects.toMatchObject({ code: 'HTTP_HOST_REFUSED' })
  })

  test('names a hook that throws, without the secrets in its message', async () => {
    const failure = await sign(() => {
      throw new Error(`no key ${secretKey}`)
    }).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(CheckError)
    expect(String(failure)).toContain('The sign hook of "acme" threw')
    expect(String(failure)).not.toContain(secretKey)
  })
})
