import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CredentialError, HttpError } from '../../src/errors/index.ts'
import {
  addQuery,
  type Hop,
  lowerCased,
  refuseIdentity,
  refuseSecrets,
  setQuery,
  toSendableHeaders,
} from '../../src/http/hop.ts'
import { Redactor } from '../../src/http/redact/redact.ts'

const url = new URL('https://api.acme.example/users')
const refuse = (code: 'HTTP_HOST_REFUSED' | 'HTTP_HEADER_INVALID' | 'HTTP_URL_INVALID', why: string) =>
  new HttpError(why, { code, method: 'GET', url: url.href })
const noNames: ReadonlySet<string> = new Set()

/** Undefined: it threw nothing. */
function catchMessage(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return String(error)
  }
}

describe('toSendableHeaders()', () => {
  test('gives names and values that HTTP allows, or refuses by name alone (property)', () => {
    const text = fc.array(fc.nat(0x2ff), { maxLength: 12 }).map((units) => String.fromCharCode(...units))

    fc.assert(
      fc.property(text, text, (name, value) => {
        let sent: Readonly<Record<string, string>>
        try {
          sent = toSendableHeaders({ [name.toLowerCase()]: value }, url, noNames, refuse)
        } catch (error) {
          return error instanceof HttpError
        }
        // Throws for a name or a value that HTTP does not allow.
        return [...new Headers(sent)].length === Object.keys(sent).length
      }),
    )
  })

  test('blames the credential for what no header can carry, and does not show it', () => {
    const send = () => toSendableHeaders({ 'x-api-key': 'sesame\n4711' }, url, new Set(['x-api-key']), refuse)

    expect(send).toThrow(CredentialError)
    expect(catchMessage(send)).not.toMatch(/sesame|4711/)
  })

  test('takes a Host of the same host, drops what describes the connection, and refuses another Host', () => {
    const sent = toSendableHeaders({ host: 'API.acme.example', te: 'trailers', 'x-a': '1' }, url, noNames, refuse)

    expect(sent).toEqual({ 'x-a': '1' })
    expect(() => toSendableHeaders({ host: 'evil.example' }, url, noNames, refuse)).toThrow(/another host/)
  })
})

describe('refuseSecrets()', () => {
  const secret = 'sesame-4711/öpen'
  const redactor = new Redactor()
  redactor.add(secret)
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  const carriers: Record<string, Partial<Hop>> = {
    'the query': { url: new URL(`?key=${encodeURIComponent(secret)}`, url) },
    'the path': { url: new URL(`/${encodeURIComponent(secret)}/users`, url) },
    'a header': { headers: { 'x-any': `v ${secret}` } },
    'the pair of HTTP Basic': { headers: { authorization: `Basic ${base64(`user:${secret}`)}` } },
    'a text body': { body: JSON.stringify({ key: secret }) },
    'a body of bytes': { body: Buffer.from(`key=${encodeURIComponent(secret)}`) },
  }

  test.each(Object.entries(carriers))('finds a secret in %s', (_where, part) => {
    const hop: Hop = { method: 'POST', url, headers: {}, body: undefined, ...part }

    expect(() => refuseSecrets(hop, redactor, 'Ask elsewhere.', refuse)).toThrow(/a credential to "api\.acme\.example"/)
  })

  test('lets a request pass that holds nothing secret', () => {
    const hop: Hop = { method: 'POST', url, headers: { 'x-any': 'v' }, body: 'text' }

    const refusal = (sent: Hop) => catchMessage(() => refuseSecrets(sent, redactor, 'Ask elsewhere.', refuse))

    expect([refusal(hop), refusal({ ...hop, body: secret })]).toEqual([
      undefined,
      expect.stringMatching(/a credential/),
    ])
  })
})

test.each([
  ['the header', { headers: { authorization: 'Bearer x' } }, /the header "authorization"/],
  ['the parameter', { url: new URL('?api_key=x', url) }, /the parameter "api_key"/],
])('refuseIdentity() names %s that tells who asks, and not its value', (_what, part, why) => {
  const hop: Hop = { method: 'GET', url, headers: {}, body: undefined, ...part }

  const message = catchMessage(() => refuseIdentity(hop, new Redactor(), refuse))

  expect(message).toMatch(why)
  expect(message).not.toMatch(/Bearer|=x/)
})

test('addQuery() leaves the spelling of what is there as it is (property)', () => {
  const query = fc.stringMatching(/^[A-Za-z0-9=&%+;~!*'()]{0,30}$/)

  fc.assert(
    fc.property(query, fc.string(), fc.string(), (before, name, value) => {
      const target = new URL(`?${before}`, url)
      const spelt = target.search

      addQuery(target, new URLSearchParams([[name, value]]))

      expect(target.search.startsWith(spelt)).toBe(true)
      expect([...target.searchParams].at(-1)).toEqual(Array.from(new URLSearchParams([[name, value]]))[0])
    }),
  )
})

test('setQuery() replaces a parameter that is there, so that a key is sent once', () => {
  const target = new URL('?key=old&a=1&key=older', url)

  setQuery(target, { key: 'new', b: '2' })

  expect(target.searchParams.getAll('key')).toEqual(['new'])
  expect(target.search).toBe('?key=new&a=1&b=2')
})

test('lowerCased() takes the last of names that differ in case only, and leaves out what is undefined', () => {
  expect(lowerCased({ 'X-A': '1', 'x-a': '2', 'X-B': undefined })).toEqual({ 'x-a': '2' })
})
