import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { writeHar } from '../../../src/evidence/bundle/har.ts'
import type { ExchangeRecord } from '../../../src/http/exchanges/exchange.ts'
import { findHarProblems } from '../har-problems.ts'

const base: ExchangeRecord = {
  number: 3,
  checkId: 'mfa',
  method: 'GET',
  url: 'https://api.acme.example/users?page=2&key=[redacted]',
  attempt: 1,
  startedAt: '2026-05-01T12:00:00.000Z',
  durationMs: 12,
  status: 200,
  request: { headers: [['accept', 'application/json']] },
  response: {
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['link', '<a>'],
      ['link', '<b>'],
    ],
    body: { text: '{"name":"Zoë"}' },
  },
}

async function har(...exchanges: readonly ExchangeRecord[]) {
  const document = JSON.parse(await text(writeHar(exchanges)))
  expect(findHarProblems(document)).toEqual([])
  return document.log
}

test('writeHar() writes an exchange as an entry of HAR 1.2', async () => {
  const { entries, creator } = await har(base)

  expect(creator.name).toBe('checkwright')
  expect(entries).toEqual([
    {
      startedDateTime: '2026-05-01T12:00:00.000Z',
      time: 12,
      request: {
        method: 'GET',
        url: base.url,
        httpVersion: 'unknown',
        cookies: [],
        headers: [{ name: 'accept', value: 'application/json' }],
        queryString: [
          { name: 'page', value: '2' },
          { name: 'key', value: '[redacted]' },
        ],
        headersSize: -1,
        bodySize: -1,
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'unknown',
        cookies: [],
        headers: [
          { name: 'Content-Type', value: 'application/json; charset=utf-8' },
          { name: 'link', value: '<a>' },
          { name: 'link', value: '<b>' },
        ],
        content: { size: 15, mimeType: 'application/json; charset=utf-8', text: '{"name":"Zoë"}' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 12, receive: 0 },
      _exchange: 3,
      _check: 'mfa',
      _attempt: 1,
    },
  ])
})

test('writeHar() writes binary bodies as base64 and says so', async () => {
  const body = { base64: Buffer.from([0xff, 0, 1]).toString('base64') }

  const { entries } = await har({
    ...base,
    request: { headers: [['content-type', 'image/png']], body },
    response: { headers: [], body },
  })

  expect(entries[0].request.postData).toEqual({ mimeType: 'image/png', params: [], text: '/wAB', _encoding: 'base64' })
  expect(entries[0].response.content).toEqual({
    size: 3,
    mimeType: 'application/octet-stream',
    text: '/wAB',
    encoding: 'base64',
  })
})

test('writeHar() writes what was not answered, not kept, and redirected', async () => {
  const { status: _status, response: _response, ...unanswered } = base
  const { request: _request, response: _none, checkId: _check, ...login } = base

  const { entries } = await har(
    { ...unanswered, errorCode: 'HTTP_NETWORK' },
    { ...login, method: 'POST' },
    { ...base, status: 302, response: { headers: [['location', '/b']] }, truncated: 'is too long' },
  )

  expect(entries[0]).toMatchObject({ _error: 'HTTP_NETWORK', response: { status: 0, statusText: '' } })
  expect(entries[1]).toMatchObject({
    _confidential: true,
    request: { headers: [] },
    response: { content: { size: 0 } },
  })
  expect(entries[2]).toMatchObject({ _truncated: 'is too long', response: { redirectURL: '/b' } })
})

test('writeHar() of no exchange is HAR too', async () => {
  expect((await har()).entries).toEqual([])
})

test.each([
  ['.log.version', (log: Record<string, unknown>) => (log.version = '1.1')],
  ['.log.creator.version', (log: { creator: Record<string, unknown> }) => delete log.creator.version],
  [
    '.log.entries[0].time',
    (log: { entries: Record<string, unknown>[] }) => Object.assign(log.entries[0] ?? {}, { time: 13 }),
  ],
  [
    '.log.entries[0].custom',
    (log: { entries: Record<string, unknown>[] }) => Object.assign(log.entries[0] ?? {}, { custom: 1 }),
  ],
])('findHarProblems() finds a wrong %s', async (path, spoil) => {
  const log = await har(base)
  spoil(log)

  expect(findHarProblems({ log })).toEqual([expect.stringContaining(path)])
})
