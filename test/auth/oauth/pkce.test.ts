import { expect, test } from 'vitest'
import { oauth2ConfigOf } from '../../../src/auth/oauth/connector-config.ts'
import { codeChallengeOf, createCodeVerifier, usesPkce } from '../../../src/auth/oauth/pkce.ts'
import { acme } from './acme.ts'

test('createCodeVerifier() gives 43 to 128 unreserved characters, fresh each time (RFC 7636 §4.1)', async () => {
  const verifiers = await Promise.all(Array.from({ length: 50 }, createCodeVerifier))

  expect(new Set(verifiers).size).toBe(50)
  for (const verifier of verifiers) expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
})

test("codeChallengeOf() is S256: RFC 7636 appendix B's example", async () => {
  const challenge = await codeChallengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')

  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('usesPkce() is true where the connector says so or its app has no secret', () => {
  const uses = (config: Parameters<typeof acme>[0]) => usesPkce(oauth2ConfigOf(acme(config)))

  expect(uses({ pkce: true })).toBe(true)
  expect(uses({ publicClient: true })).toBe(true)
  expect(uses({ pkce: false })).toBe(false)
  expect(uses({})).toBe(false)
})
