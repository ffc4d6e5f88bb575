import { expect, test } from 'vitest'
import type { ConnectorDefinition } from '../../../src/define/index.ts'
import { findSchemeRemedy } from '../../../src/http/refusals/scheme-remedy.ts'

const digest = 'Digest realm="a", qop="auth", algorithm=SHA-256, nonce="n"'
const define = (auth: object) => ({ id: 'acme', auth }) as unknown as ConnectorDefinition
const basic = define({ type: 'basic', config: {} })
const byDigest = define({ type: 'basic', config: { scheme: 'digest' } })
const answer = (challenges: string) => ({ 'www-authenticate': challenges }) as never

test('findSchemeRemedy() says so when the vendor asks for Digest and the connector sends Basic', () => {
  expect(findSchemeRemedy(basic, answer(digest))).toContain('Set scheme: "digest"')
  expect(findSchemeRemedy(basic, answer(`${digest}, Basic realm="a"`))).toBeUndefined()
})

test('findSchemeRemedy() says so when the vendor asks for no Digest that we answer', () => {
  expect(findSchemeRemedy(byDigest, answer('Basic realm="a"'))).toContain('no Digest that Checkwright answers')
  expect(findSchemeRemedy(byDigest, answer(digest))).toBeUndefined()
})

test.each([
  // postmanlabs/postman-app-support#5275, cypress-ntlm-auth#256
  ['NTLM', /asks for NTLM.*No other password helps/],
  ['Negotiate, NTLM', /asks for Negotiate or NTLM/],
  ['Negotiate oXcwdaADCgEBoW4EbE5UTE1TU1AA', /asks for Negotiate/],
  ['Bearer realm="a"', /scheme bearer, and the connector sends Basic/],
  ['AWS4-HMAC-SHA256', /scheme aws4-hmac-sha256/],
])('findSchemeRemedy() names %s', (challenges, says) => {
  expect(findSchemeRemedy(basic, answer(challenges))).toMatch(says)
})

test('findSchemeRemedy() is silent where Basic is among the schemes, whatever its realm says', () => {
  for (const challenges of ['Negotiate, Basic realm="NTLM, Digest"', 'Basic realm="a", NTLM', 'Basic'])
    expect(findSchemeRemedy(basic, answer(challenges))).toBeUndefined()
  expect(findSchemeRemedy(define({ type: 'api_key', config: {} }), answer('Basic realm="a"'))).toBeUndefined()
  expect(findSchemeRemedy(define({ type: 'api_key', config: {} }), answer('NTLM'))).toContain('NTLM')
})

test('findSchemeRemedy() has nothing to say of other strategies, or without a challenge', () => {
  expect(findSchemeRemedy(define({ type: 'api_key', config: {} }), answer(digest))).toBeUndefined()
  expect(findSchemeRemedy(basic, {} as never)).toBeUndefined()
})
