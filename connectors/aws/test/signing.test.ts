import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSigningScope, signRequest } from '../signing.ts'
import { computeSignature, parseScope } from './signature.ts'

// The keys, the moment and the signatures of AWS's published test suite for Signature Version 4 (aws-sig-v4-test-suite).
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const scope = { date: '20150830', region: 'us-east-1', service: 'service' }
const empty = new Uint8Array()

function createPublishedRequest(
  query: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body = '',
) {
  const given = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z', ...headers }
  return {
    request: {
      method,
      path: '/',
      query: new URLSearchParams(query),
      headers: given,
      body: new TextEncoder().encode(body),
    },
    scope: { ...scope, signedHeaders: Object.keys(given).sort() },
  }
}

describe("computeSignature(), by which the tests judge, gives the signatures of AWS's own test suite", () => {
  test.each([
    ['get-vanilla', createPublishedRequest(''), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      createPublishedRequest('Param2=value2&Param1=value1'),
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'post-x-www-form-urlencoded',
      createPublishedRequest('', { 'content-type': 'application/x-www-form-urlencoded' }, 'POST', 'Param1=value1'),
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('%s', (_name, { request, scope }, signature) => {
    expect(computeSignature(request, scope, keys.secretAccessKey)).toBe(signature)
  })
})

describe('signRequest()', () => {
  test('signs what AWS will recompute, whatever path, query and body hold (property)', async () => {
    const host = fc.constantFrom(
      'iam.amazonaws.com',
      'ec2.eu-west-1.amazonaws.com',
      '123456789012.s3-control.us-east-1.amazonaws.com',
    )
    const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((each) => each.isWellFormed())
    await fc.assert(
      fc.asyncProperty(
        host,
        fc.array(text, { maxLength: 3 }),
        fc.dictionary(
          text.filter((name) => name !== '__proto__'),
          text,
        ),
        fc.uint8Array(),
        async (name, steps, query, body) => {
          const url = new URL(`https://${name}/${steps.map((step) => `x${encodeURIComponent(step)}`).join('/')}`)
          for (const [key, value] of Object.entries(query)) url.searchParams.append(key, value)
          const headers = new Headers({ 'content-type': 'text/plain', accept: 'text/xml', 'user-agent': 'x' })

          await signRequest(
            { method: 'POST', url, headers, body },
            { ...keys, sessionToken: 'token' },
            new Date('2026-06-30T12:00:00Z'),
          )

          const said = parseScope(headers.get('authorization') ?? '')
          expect(said).toMatchObject({ accessKeyId: 'AKIDEXAMPLE', date: '20260630', ...readSigningScope(url) })
          expect(said?.signedHeaders).toEqual(
            expect.arrayContaining(['host', 'content-type', 'x-amz-date', 'x-amz-security-token']),
          )
          const sent = {
            method: 'POST',
            path: url.pathname,
            query: url.searchParams,
            headers: { ...Object.fromEntries(headers), host: url.host },
            body,
          }
          expect(said && computeSignature(sent, said, keys.secretAccessKey)).toBe(said?.signature)
        },
      ),
    )
  })

  test.each(['__proto__', 'X-Amz-Signature'])('refuses a parameter %s, which would not be signed', async (name) => {
    const url = new URL('https://iam.amazonaws.com/')
    url.searchParams.set(name, 'x')

    await expect(
      signRequest({ method: 'GET', url, headers: new Headers(), body: empty }, keys, new Date(0)),
    ).rejects.toThrow(`a parameter named "${name}"`)
  })

  test('carries no session token where there is no session', async () => {
    const headers = new Headers()

    await signRequest(
      { method: 'GET', url: new URL('https://iam.amazonaws.com/'), headers, body: empty },
      keys,
      new Date(0),
    )

    expect(headers.has('x-amz-security-token')).toBe(false)
    expect(headers.get('x-amz-date')).toBe('19700101T000000Z')
  })
})

test.each([
  ['iam.amazonaws.com', 'iam', 'us-east-1'],
  ['sts.us-east-1.amazonaws.com', 'sts', 'us-east-1'],
  ['guardduty.ap-southeast-2.amazonaws.com', 'guardduty', 'ap-southeast-2'],
  ['123456789012.s3-control.us-east-1.amazonaws.com', 's3', 'us-east-1'],
])('readSigningScope() reads the service and region of %s', (hostname, service, region) => {
  expect(readSigningScope({ hostname })).toEqual({ service, region })
})
