import { describe, expect, test } from 'vitest'
import { Unknown } from '../../../src/data/expressions/value.ts'
import { ask, askBriefly } from './ask.ts'

test.each([
  ["coversInternet(['0.0.0.0/0'])", true],
  ["coversInternet(['0.0.0.0/1', '128.0.0.0/1'])", true],
  ["coversInternet([['0.0.0.0/1'], ['128.0.0.0/1', '10.0.0.1']])", true],
  ["coversInternet(['10.0.0.0/8'])", false],
  ["coversInternet(['office', '::/0'])", true],
  ["coversInternet(['office'])", 'unknown: kind'],
  ["['office'].exists(a, a == 'office') || coversInternet(['office'])", true],
  ['coversInternet(item.none)', 'unknown: missing'],
  ["opensPort('1-65535', 22)", true],
  ['opensPort(22, 22)', true],
  ["opensPort(['80', 22], 22)", true],
  ["opensPort('8000-9000', 22)", false],
  ["opensPort('ssh', 22)", 'unknown: kind'],
  ['opensPort(null, 22)', 'unknown: null'],
  ["matchesGlob('release/*', 'release/2026/1')", true],
  ["matchesGlob('release/*', 'main')", false],
  ["matchesPathGlob('release/*', 'release/2026/1')", false],
  ["matchesPathGlob('release/**/*', 'release/2026/1')", true],
  ["matchesPathGlob('release/[', 'release/1')", 'unknown: kind'],
  ['allowsEverything(item.policy)', true],
  [`allowsEverything('{"Statement": {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}}')`, false],
  ["allowsEverything('x')", 'unknown: kind'],
  ["readTags('v=1; k=rsa').k", 'rsa'],
  ["readTags('v=1; k=rsa').p", 'unknown: missing'],
  ["readTags('rsa')", 'unknown: kind'],
  ["readDmarc(['v=DMARC1; p=reject; sp=none']).policy == 'reject'", true],
  ["readDmarc(['v=DMARC1; p=reject; sp=none']).subdomainPolicy", 'none'],
  ["readDmarc(['v=DMARC1; p=reject; pct=5']).percent < 100", true],
  ['readDmarc([]) == null', true],
  ["readDmarc(['v=DMARC1; p=reject; p=none']) == null", 'unknown: kind'],
  ["readSpf(['v=spf1 ~all']).others", 'softfail'],
  ['readSpf([]) == null', true],
  ["isNever('0001-01-01T00:00:00Z')", true],
  ["isNever('2026-01-15T12:00:00Z')", false],
  ["isNever('')", 'unknown: kind'],
  ['isNever(null)', 'unknown: null'],
])('%s is %j', (text, expected) => {
  const policy = { Statement: [{ Effect: 'Allow', Action: '*', Resource: 'arn:aws:*:*:*:*' }] }

  expect(askBriefly(text, { policy })).toBe(expected)
})

describe('the budget', () => {
  test.each([
    ['coversInternet(item.list)', { list: Array.from({ length: 150_000 }, () => '10.0.0.0/8') }],
    [
      'item.list.exists(a, matchesPathGlob(item.text, a))',
      { list: Array(20).fill('a'.repeat(999)), text: '*b'.repeat(499) },
    ],
    ['item.list.exists(a, allowsEverything(item.text))', { list: Array(1_000).fill(1), text: '{"Statement":[]}' }],
  ])('of %s ends in unknown', (text, item) => {
    const answer = ask(text, item)

    expect(answer).toBeInstanceOf(Unknown)
    expect((answer as Unknown).code).toBe('budget')
  })
})
