import { expect, test } from 'vitest'
import { requireOauth2Config } from '../../../src/auth/oauth/connector-config.ts'
import { computeCodeChallenge, createCodeVerifier, usesPkce } from '../../../src/auth/oauth/pkce.ts'
import { createAcme } from './acme.ts'

test('createCodeVerifier() gives 43 to 128 unreserved characters, fresh each time (RFC 7636 §4.1)', async () => {
  const verifiers = await Promise.all(Array.from({ length: 50 }, createCodeVerifier))

  expect(new Set(verifiers).size).toBe(50)
  for (const verifier of verifiers) expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
})

test("computeCodeChallenge() is S256: RFC 7636 appendix B's example", async () => {
  const challenge = await computeCodeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')

  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('usesPkce() is true where the connector says so or its app has no secret', () => {
  const uses = (config: Parameters<typeof createAcme>[0]) => usesPkce(requireOauth2Config(createAcme(config)))

  expect(uses({ pkce: true })).toBe(true)
  expect(uses({ publicClient: true })).toBe(true)
  expect(uses({ pkce: false })).toBe(false)
  expect(uses({})).toBe(false)
})
