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

test('findSchemeRemedy() has nothing to say of other strategies, or without a challenge', () => {
  expect(findSchemeRemedy(define({ type: 'api_key', config: {} }), answer(digest))).toBeUndefined()
  expect(findSchemeRemedy(basic, {} as never)).toBeUndefined()
})
