import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/http/kept/exchange.ts'
import { ExchangeLines } from '../../../src/http/kept/exchange-lines.ts'
import type { ReplyHeaders } from '../../../src/http/pace/retry-after.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
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
  return JSON.parse(lines.format(exchange).json).response.headers
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
