import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange, ExchangeRecord } from '../../../src/http/exchanges/exchange.ts'
import { ExchangeLines } from '../../../src/http/exchanges/exchange-lines.ts'
import type { ReplyHeaders } from '../../../src/http/pace/retry-after.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
import { decodeText } from '../../../src/text/decode-text.ts'
import { finishAtOnce } from '../../../src/text/work-in-pieces.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { secretKey } from '../support.ts'

const answering = (headers: ReplyHeaders): Exchange => ({
  number: 1,
  checkId: 'mfa',
  method: 'GET',
  url: new URL('https://api.acme.example/users'),
  attempt: 1,
  startedAtMs: Date.UTC(2026, 4, 1),
  durationMs: 12,
  request: { headers: {}, body: undefined },
  outcome: { status: 200, headers, body: Buffer.from('') },
  confidential: false,
})

function listKeptHeaders(lines: ExchangeLines, exchange: Exchange): unknown {
  return JSON.parse(lines.format(exchange).parts.join('')).response.headers
}

test('ExchangeLines looks again at a header that it knows when a secret became known', () => {
  const redactor = new Redactor()
  const lines = new ExchangeLines(redactor, 1_000)
  const echoing = answering({ 'x-echo': secretKey, 'x-plain': 'plain' })

  const before = listKeptHeaders(lines, echoing)
  redactor.add(secretKey)
  const after = listKeptHeaders(lines, echoing)

  expect(before).toContainEqual(['x-echo', secretKey])
  expect(after).toEqual([
    ['x-echo', '[redacted]'],
    ['x-plain', 'plain'],
  ])
})

test('ExchangeLines keeps each value of a header that changes, that is repeated, or of which there are too many to know', () => {
  const lines = new ExchangeLines(new Redactor(), 1_000)
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`x-${index}`, `${index}`]))
  const messages: readonly ReplyHeaders[] = [
    { 'x-id': '1', vary: ['a', 'b'], 'set-cookie': 's=1' },
    { 'x-id': '2', vary: 'a' },
    many,
    { 'x-id': '1', ...many, vary: ['b', 'a'] },
  ]

  const kept = messages.map((headers) => listKeptHeaders(lines, answering(headers)))

  expect(kept).toEqual([
    [
      ['x-id', '1'],
      ['vary', 'a'],
      ['vary', 'b'],
      ['set-cookie', '[redacted]'],
    ],
    [
      ['x-id', '2'],
      ['vary', 'a'],
    ],
    Object.entries(many),
    [['x-id', '1'], ...Object.entries(many), ['vary', 'b'], ['vary', 'a']],
  ])
})

test('ExchangeLines writes the bytes that JSON of all parts has, each redacted by itself, whatever it wrote before (property)', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(secretKey, `a ${secretKey}`, 'sig=abc', '[redacted]', 'Bearer abcdefghij0123456789'),
  )
  const names = fc.constantFrom('x-id', 'vary', 'set-cookie', 'authorization', '__proto__', '7', secretKey)
  const headers = fc
    .array(fc.tuple(names, fc.oneof(texts, fc.array(texts, { maxLength: 3 }))), { maxLength: 5 })
    .map((pairs): ReplyHeaders => Object.fromEntries(pairs))
  const bodies = fc.oneof(
    fc.constant(''),
    texts,
    texts.map((text) => JSON.stringify({ text, password: 'x' })),
  )
  const asked = fc.record({
    checkId: fc.constantFrom('mfa', 'a "b"\n', undefined),
    method: fc.constantFrom('GET', "M-SEARCH'"),
    anonymous: fc.boolean(),
    startedAtMs: fc.constantFrom(0, 1, 2, 999, 1000, 61_007).map((more) => Date.UTC(2026, 4, 1) + more),
    durationMs: fc.constantFrom(0, 12, 0.25),
    unanswered: fc.option(fc.constantFrom('HTTP_TIMEOUT', 'HTTP_"ODD"')),
    url: texts.map((text) => new URL(`/a?q=${encodeURIComponent(text.toWellFormed())}`, 'https://api.acme.example')),
    sent: headers,
    answered: headers,
    sentBody: bodies,
    answeredBody: bodies,
    learns: fc.boolean(),
  })

  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 6 }), (all) => {
      const redactor = new Redactor()
      const lines = new ExchangeLines(redactor, 1_000)
      for (const { url, sent, answered, sentBody, answeredBody, learns, unanswered, ...head } of all) {
        if (learns) redactor.add(secretKey)
        const exchange: Exchange = {
          ...answering(answered),
          ...head,
          url,
          request: { headers: sent, body: sentBody.toWellFormed() },
          outcome:
            unanswered === null
              ? { status: 200, headers: answered, body: Buffer.from(answeredBody) }
              : { errorCode: unanswered },
        }

        const line = lines.format(exchange).parts.join('')

        expect(line).toBe(JSON.stringify(keepEachPart(exchange, redactor)))
      }
    }),
    { numRuns: countRuns(200) },
  )
})

const latinType = 'application/json; charset=ISO-8859-1'
const wideType = 'application/json; charset=utf-16'

test.each([
  ['ISO 8859-1', Buffer.from('{"id":"jürgen","key":"K"}', 'latin1'), latinType],
  ['UTF-16', Buffer.from('{"id":"jürgen","key":"K"}', 'utf16le'), wideType],
  ['UTF-16 of ASCII, which is UTF-8 too', Buffer.from('{"id":"k"}', 'utf16le'), wideType],
  ['ISO 8859-1 that is UTF-8 too', Buffer.from('{"id":"Ã¼"}', 'latin1'), latinType],
  ['bytes that nobody can read', Buffer.from('{"id":"jürgen"}', 'latin1'), 'application/json'],
])('ExchangeLines keeps %s byte for byte', (_what, body, type) => {
  const redactor = new Redactor()
  redactor.add(secretKey)

  expect(keepAnswer(body, type, redactor)).toEqual({ body: { base64: body.toString('base64') } })
})

test.each([
  ['ISO 8859-1', 'latin1' as const, latinType],
  ['UTF-16', 'utf16le' as const, wideType],
  ['UTF-16 that nobody declares', 'utf16le' as const, undefined],
])('ExchangeLines takes a secret out of %s, so that a replay reads the rest', (_what, encoding, type) => {
  const redactor = new Redactor()
  redactor.add(secretKey)
  const body = Buffer.from(JSON.stringify({ id: 'jürgen', echo: secretKey, password: 'swordfish' }), encoding)

  const { body: kept } = keepAnswer(body, type, redactor)

  const text = (kept as { readonly text: string }).text
  expect(decodeText(Buffer.from(text), type)).toEqual({
    text: '{"id":"jürgen","echo":"[redacted]","password":"[redacted]"}',
  })
})

test('ExchangeLines keeps ASCII as text, whatever charset it declares', () => {
  expect(keepAnswer(Buffer.from('{"id":"a"}'), latinType, new Redactor())).toEqual({ body: { text: '{"id":"a"}' } })
})

test('ExchangeLines keeps what cannot be read so that it stays unreadable', () => {
  const redactor = new Redactor()
  redactor.add(secretKey)
  const body = Buffer.from(`{"id":"ü${secretKey}"}`)
  const type = 'application/json; charset=utf-16be'

  const { body: kept } = keepAnswer(body, type, redactor)

  expect(decodeText(body, type)).toHaveProperty('problem')
  expect(decodeText(Buffer.from((kept as { readonly text: string }).text), type)).toHaveProperty('problem')
  expect(JSON.stringify(kept)).not.toContain(secretKey)
})

test('ExchangeLines takes a secret out of another charset that became known later', () => {
  const redactor = new Redactor()
  const lines = new ExchangeLines(redactor, 1_000)
  const body = Buffer.from(JSON.stringify({ id: 'jürgen', echo: secretKey }), 'latin1')
  const exchange = answering({ 'content-type': latinType })
  const before: ExchangeRecord = JSON.parse(
    lines
      .format({ ...exchange, outcome: { status: 200, headers: { 'content-type': latinType }, body } })
      .parts.join(''),
  )
  redactor.add(secretKey)

  const after: ExchangeRecord = JSON.parse(finishAtOnce(lines.formatAgain(before)).parts.join(''))

  expect(after.response?.body).toEqual({ text: '\ufeff{"id":"jürgen","echo":"[redacted]"}' })
})

function keepAnswer(body: Buffer, type: string | undefined, redactor: Redactor) {
  const headers = { 'content-type': type }
  const exchange: Exchange = { ...answering({}), outcome: { status: 200, headers, body } }
  const { response }: ExchangeRecord = JSON.parse(new ExchangeLines(redactor, 1_000).format(exchange).parts.join(''))
  return { body: response?.body }
}

/** An exchange with an answer and bodies of text, as docs/evidence.md describes it. */
function keepEachPart(exchange: Exchange, redactor: Redactor): ExchangeRecord {
  const { number, checkId, method, url, attempt, startedAtMs, durationMs, request, outcome } = exchange
  const keep = ({ headers, body }: Exchange['request']) => {
    const pairs = Object.entries(headers).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [name, value] as const),
    )
    const text = Buffer.from(body ?? '').toString()
    return {
      headers: pairs.map(
        ([name, value]) => [redactor.text(name), redactor.hides(name) ? '[redacted]' : redactor.text(value)] as const,
      ),
      body: text === '' ? undefined : { text: redactBody(text, undefined, redactor) },
    }
  }
  return {
    number,
    checkId,
    method,
    url: redactor.url(url),
    attempt,
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs,
    status: 'status' in outcome ? outcome.status : undefined,
    errorCode: 'status' in outcome ? undefined : outcome.errorCode,
    anonymous: exchange.anonymous || undefined,
    request: keep(request),
    response: 'status' in outcome ? keep(outcome) : undefined,
  }
}
