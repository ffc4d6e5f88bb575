import { expect, test } from 'vitest'
import { findDomainsProblem, normalizeDomain } from '../../../src/define/rules/domain-rules.ts'

test.each([
  ['ACME.Example', 'acme.example'],
  [' acme.example. ', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('normalizeDomain(%j) is %j', (text, domain) => {
  expect(normalizeDomain(text)).toBe(domain)
})

test.each([
  '',
  'acme',
  '127.0.0.1',
  '[::1]',
  'ada@acme.example',
  'https://acme.example',
  'acme.example/x',
  '-a.example',
  'a b.example',
  'acme.example:443',
])('normalizeDomain(%j) is none', (text) => {
  expect(normalizeDomain(text)).toBeUndefined()
})

test.each([
  ['*.acme.example', 'wildcard'],
  ['co.uk', 'public suffix'],
  ['gmail.com', 'public mail service'],
  ['GMAIL.com.', 'public mail service'],
  ['x.gmail.com', 'public mail service'],
])('findDomainsProblem() refuses %s, where strangers have addresses', (domain, reason) => {
  expect(findDomainsProblem(['acme.example', domain])).toContain(reason)
})

test('findDomainsProblem() accepts 100 domains and no more', () => {
  const domains = Array.from({ length: 101 }, (_, index) => `d${index}.example`)

  expect(findDomainsProblem(domains.slice(1))).toBeUndefined()
  expect(findDomainsProblem(domains)).toBe('must be at most 100 domains')
})
