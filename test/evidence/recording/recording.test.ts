import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecording } from '../../../src/evidence/recording/read-recording.ts'
import { toRecordedExchange, toReplayedExchange } from '../../../src/evidence/recording/recorded-exchange.ts'
import type { Recording } from '../../../src/evidence/recording/recording.ts'
import { formatRecording } from '../../../src/evidence/recording/recording-text.ts'
import { createExchange } from '../bundle.ts'

const at = '2026-05-01T12:00:00.000Z'

const recording: Recording = {
  schema: 'checkwright.recording/v1',
  connector: { id: 'acme', version: '1.0.0', file: '../acme.ts' },
  inputs: { now: at, variables: { most: 3 }, settings: {}, credentials: { api_key: '[redacted]' }, stateBefore: {} },
  checks: [
    {
      id: 'mfa',
      status: 'fail',
      complete: true,
      results: [
        {
          status: 'fail',
          resource: { type: 'user', id: 'u1' },
          title: 'Off',
          remediation: 'Enrol.',
          evidence: { mfa: false },
        },
      ],
    },
    {
      id: 'audit',
      status: 'error',
      complete: false,
      error: { kind: 'permission', code: 'HTTP_PERMISSION_DENIED', retryable: false },
      results: [],
    },
  ],
  exchanges: [
    {
      checks: ['mfa', 'audit'],
      request: { method: 'GET', url: 'https://api.acme.example/users' },
      response: { status: 200, headers: { link: ['<a>', '<b>'] }, json: [{ id: 'u1', mfa: false }] },
    },
    {
      checks: ['audit'],
      request: { method: 'GET', url: 'https://api.acme.example/audit' },
      error: 'HTTP_TIMEOUT',
      attempt: 2,
    },
  ],
}

describe('formatRecording()', () => {
  test('is read back as the same recording, whatever JSON is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (json, text) => {
        const [first, ...rest] = recording.exchanges
        if (!first?.response) throw new Error('The recording has an answer.')
        const value = JSON.parse(JSON.stringify(json))
        const given = {
          ...recording,
          exchanges: [{ ...first, response: { status: 200, headers: { x: text }, json: value } }, ...rest],
        }

        expect(parseRecording(formatRecording(given), 'r.json')).toEqual(given)
      }),
    )
  })

  test('puts on a line what fits one, and nothing that acts on a terminal', () => {
    const text = formatRecording({
      ...recording,
      connector: { id: 'acme', version: '1.0.0', file: '\u202e../acme.ts' },
    })

    expect(text).toContain('  "connector": { "id": "acme", "version": "1.0.0", "file": "\\u202e../acme.ts" },\n')
    expect(text).toContain('"json": [{ "id": "u1", "mfa": false }] }')
  })
})

describe('parseRecording()', () => {
  test.each([
    [
      'a member that it does not know',
      { ...recording, chekcs: [] },
      'chekcs is not an option here; did you mean "checks"?',
    ],
    [
      'a status that is none',
      { ...recording, checks: [{ ...recording.checks[0], status: 'passed' }] },
      'checks[0].status must be',
    ],
    [
      'a time that is none',
      { ...recording, inputs: { ...recording.inputs, now: 'today' } },
      'inputs.now must be a time',
    ],
    ['another version', { ...recording, schema: 'checkwright.recording/v2' }, 'written by another version'],
    ['what is no object', [], 'must be an object'],
  ])('names %s', (_what, value, message) => {
    expect(() => parseRecording(JSON.stringify(value), 'r.json')).toThrow(
      expect.objectContaining({ code: 'RECORDING_INVALID', message: expect.stringContaining(message) }),
    )
  })

  test('says where JSON ends to be JSON', () => {
    expect(() => parseRecording('{"schema": ', 'r.json')).toThrow(/^r\.json is not a recording.*\n {2}is not JSON/)
  })
})

describe('toRecordedExchange()', () => {
  const roundTrip = (more: Parameters<typeof createExchange>[1]) => {
    const recorded = toRecordedExchange(createExchange(7, more), ['mfa'])
    return { recorded, kept: toReplayedExchange(recorded, 7, at) }
  }
  const answered = (text: string) => roundTrip({ response: { headers: [], body: { text } } })

  test('keeps that a stranger asked', () => {
    const { recorded, kept } = roundTrip({ anonymous: true })

    expect(recorded.request.anonymous).toBe(true)
    expect(kept.anonymous).toBe(true)
    expect(
      parseRecording(formatRecording({ ...recording, exchanges: [recorded] }), 'r.json').exchanges[0]?.request
        .anonymous,
    ).toBe(true)
  })

  test('keeps what whoever parses the answer reads the same', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { kept } = answered(text)

        const body = kept.response?.body
        expect(body && 'text' in body && JSON.parse(body.text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['an id with more digits than a number has', '{"id": 12345678901234567890}'],
    ['a number in another spelling', '[1.0]'],
    ['lines of JSON', '{"a":1}\n{"a":2}\n'],
    ['markup', '<users>\n  <user/>\n</users>'],
  ])('keeps %s as text', (_what, text) => {
    const { recorded, kept } = answered(text)

    expect(recorded.response).toHaveProperty('text')
    expect(kept.response?.body).toEqual({ text })
  })

  test('keeps a request to the byte, because its answer is found by it', () => {
    const spaced = '{ "query": "all" }'
    const body = (text: string) =>
      roundTrip({ request: { headers: [['Content-Type', 'application/json']], body: { text } } })

    expect(body(spaced).recorded.request).toMatchObject({ text: spaced, type: 'application/json' })
    expect(body('{"query":"all"}').recorded.request).toMatchObject({ json: { query: 'all' } })
    expect(body(spaced).kept.request).toEqual({
      headers: [['content-type', 'application/json']],
      body: { text: spaced },
    })
  })

  test('leaves out headers that differ with every answer, and of quotas all but those of a refusal', () => {
    const headers = [
      ['Date', 'Fri, 01 May 2026 12:00:00 GMT'],
      ['X-Request-Id', 'r1'],
      ['X-RateLimit-Remaining', '17'],
      ['Retry-After', '7'],
      ['Link', '</users?page=2>; rel="next"'],
      ['X-OAuth-Scopes', 'read:org'],
    ] as const

    const fine = toRecordedExchange(createExchange(1, { response: { headers } }), ['mfa'])
    const refused = toRecordedExchange(createExchange(1, { status: 429, response: { headers } }), ['mfa'])

    expect(Object.keys(fine.response?.headers ?? {})).toEqual(['link', 'retry-after', 'x-oauth-scopes'])
    expect(Object.keys(refused.response?.headers ?? {})).toContain('x-ratelimit-remaining')
  })
})
