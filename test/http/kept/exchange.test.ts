import { expect, test } from 'vitest'
import { type Exchange, ExchangeRedactor } from '../../../src/http/kept/exchange.ts'
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

test('ExchangeRedactor looks again at a header that it knows when a secret became known', () => {
  const redactor = new Redactor()
  const exchanges = new ExchangeRedactor(redactor, 1_000)
  const echoing = answering({ 'x-echo': secretKey, 'x-plain': 'plain' })

  const before = exchanges.redact(echoing)
  redactor.add(secretKey)
  const after = exchanges.redact(echoing)

  expect(before.response?.headers).toContainEqual(['x-echo', secretKey])
  expect(after.response?.headers).toEqual([
    ['x-echo', '[redacted]'],
    ['x-plain', 'plain'],
  ])
})

test('ExchangeRedactor keeps each value of a header that changes, that is repeated, or of which there are too many to know', () => {
  const exchanges = new ExchangeRedactor(new Redactor(), 1_000)
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`x-${index}`, `${index}`]))
  const messages: readonly ReplyHeaders[] = [
    { 'x-id': '1', vary: ['a', 'b'], 'set-cookie': 's=1' },
    { 'x-id': '2', vary: 'a' },
    many,
    { 'x-id': '1', ...many, vary: ['b', 'a'] },
  ]

  const kept = messages.map((headers) => exchanges.redact(answering(headers)).response?.headers)

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
