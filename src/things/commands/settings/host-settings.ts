import { readFileSync } from 'node:fs'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import type { HostOptions, JwtOptions } from '../../api/options/host-options.ts'

export type RateLimits = NonNullable<HostOptions['rateLimits']>

/** Options of `serve` that the HTTP API takes. */
export interface HostSettings {
  readonly trustedProxy?: readonly string[] | undefined
  readonly corsOrigin?: readonly string[] | undefined
  readonly rateLimit?: RateLimits | undefined
  readonly jwtIssuer?: string | undefined
  readonly jwtAudience?: string | undefined
  /** URL of a JWK Set. */
  readonly jwtJwks?: string | undefined
  /** File of a public key in PEM. */
  readonly jwtKey?: string | undefined
  /** @default RS256 */
  readonly jwtAlgorithm?: readonly string[] | undefined
  readonly jwtOrganizationClaim?: string | undefined
  readonly jwtScopeClaim?: string | undefined
}

/** @throws CheckwrightError `CLI_USAGE` for tokens of which not all is said */
export function toHostSettings(
  settings: HostSettings,
): Pick<HostOptions, 'trustedProxies' | 'cors' | 'rateLimits' | 'jwt'> {
  const { trustedProxy, corsOrigin, rateLimit } = settings
  return {
    trustedProxies: trustedProxy,
    cors: corsOrigin && { origins: corsOrigin },
    rateLimits: rateLimit,
    jwt: toJwtOptions(settings),
  }
}

function toJwtOptions(settings: HostSettings): JwtOptions | undefined {
  const { jwtIssuer: issuer, jwtAudience: audience, jwtJwks: jwks, jwtKey: key } = settings
  const isAsked = Object.entries(settings).some(([name, value]) => name.startsWith('jwt') && value !== undefined)
  if (!isAsked) return undefined
  if (issuer === undefined || audience === undefined || (jwks === undefined) === (key === undefined))
    throw createUsageError(
      'Tokens need --jwt-issuer, --jwt-audience and either --jwt-jwks or --jwt-key. Give all of them, or none.',
    )
  return {
    issuer,
    audience,
    jwks,
    algorithms: settings.jwtAlgorithm ?? ['RS256'],
    key: key === undefined ? undefined : readPublicKey(key),
    claims: { organization: settings.jwtOrganizationClaim, scope: settings.jwtScopeClaim },
  }
}

function readPublicKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new CheckwrightError(`--jwt-key: ${file} cannot be read (${code}). Give the file of a public key in PEM.`, {
      code: 'CLI_USAGE',
      cause,
    })
  }
}
