import type { OAuth2Config } from '../../define/index.ts'

// 384 bits; RFC 7636 §4.1 allows 43 to 128 characters.
const verifierLength = 64

/**
 * Whether authorization requests of the connector carry a code challenge: the connector declares it, or its app has no
 * secret.
 */
export function usesPkce(config: OAuth2Config): boolean {
  return config.pkce === true || config.publicClient === true
}

/** A fresh `code_verifier` (RFC 7636 §4.1), for one flow only. Keep it sealed until the exchange, then delete it. */
export async function createCodeVerifier(): Promise<string> {
  const { default: pkceChallenge } = await import('pkce-challenge')
  return (await pkceChallenge(verifierLength)).code_verifier
}

/** The `code_challenge` of a verifier, with S256 (RFC 7636 §4.2). `plain` is not used. */
export async function computeCodeChallenge(verifier: string): Promise<string> {
  const { generateChallenge } = await import('pkce-challenge')
  return generateChallenge(verifier)
}
