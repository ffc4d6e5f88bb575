import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange, KeptExchange } from '../../../src/http/kept/exchange.ts'
import { ExchangeLines } from '../../../src/http/kept/exchange-lines.ts'
import type { ReplyHeaders } from '../../../src/http/pace/retry-after.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
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

/** An exchange with an answer and bodies of text, as docs/evidence.md describes it. */
function keepEachPart(exchange: Exchange, redactor: Redactor): KeptExchange {
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
      ...(text !== '' && { body: { text: redactBody(text, undefined, redactor) } }),
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
