import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { JwtOptions } from '../../../src/app/host/index.ts'
import { allScopes } from './world.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** For hosts that accept tokens of `signPersonToken`. */
export const jwt: JwtOptions = {
  issuer: 'https://id.example',
  audience: 'checks',
  algorithms: ['ES256'],
  key: publicKey,
}

/** The own token of Ada of `acme`, or of somebody else there, for ten minutes. @param scopes @default every scope */
export function signPersonToken(
  clock: { nowMs(): number },
  userId = 'ada',
  scopes: readonly string[] = allScopes,
): Promise<string> {
  return new SignJWT({ org_id: 'acme', scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('https://id.example')
    .setAudience('checks')
    .setSubject(userId)
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + 600)
    .sign(privateKey)
}
