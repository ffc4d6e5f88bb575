import { expect, test } from 'vitest'
import { requireCodeFlowConfig, requireOauth2Config } from '../../../src/auth/oauth/connector-config.ts'
import type { ConnectorDefinition } from '../../../src/define/index.ts'

const define = (auth: object) => ({ id: 'acme', auth }) as unknown as ConnectorDefinition

test('requireOauth2Config() names the way in which another connector signs in', () => {
  const config = { grant: 'client_credentials' }

  expect(requireOauth2Config(define({ type: 'oauth2', config }))).toBe(config)
  expect(() => requireOauth2Config(define({ type: 'basic', config: {} }))).toThrow(
    new TypeError('"acme" signs in by basic, not by oauth2'),
  )
})

test('requireCodeFlowConfig() refuses a grant in which no person takes part', () => {
  const code = { authorizeUrl: 'https://acme.example/authorize' }

  expect(requireCodeFlowConfig(define({ type: 'oauth2', config: code }))).toBe(code)
  expect(() => requireCodeFlowConfig(define({ type: 'oauth2', config: { grant: 'client_credentials' } }))).toThrow(
    /no person signs in/,
  )
})
