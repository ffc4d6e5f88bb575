import { isIP } from 'node:net'
import { isConfidential } from '../../auth/oauth/confidential-url.ts'
import type { HostOptions } from './options/host-options.ts'

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What each option has to be before its members are looked at. */
const forms = {
  jwt: { is: isObject, called: 'an object with issuer, audience, algorithms and jwks or key' },
  rateLimits: { is: isObject, called: 'an object of limits by name' },
  trustedProxies: { is: Array.isArray, called: 'a list of addresses and CIDR ranges' },
  cors: {
    is: (value: unknown) => isObject(value) && Array.isArray((value as { readonly origins?: unknown }).origins),
    called: 'an object with the list origins: { origins: ["https://app.example.com"] }',
  },
} satisfies {
  readonly [Name in keyof HostOptions]?: { readonly is: (value: unknown) => boolean; readonly called: string }
}

/** Mistakes in options are found when a service starts, not when the first token arrives. */
export function checkHostOptions(options: HostOptions): HostOptions {
  for (const [name, form] of Object.entries(forms)) {
    const value = options?.[name as keyof typeof forms]
    if (value !== undefined && !form.is(value)) throw new TypeError(`createHost: ${name} must be ${form.called}`)
  }
  if (options?.runtime?.workspace === undefined) throw new TypeError('createHost: runtime must be one of createRuntime')
  if (options.jwt !== undefined) checkJwt(options.jwt)
  if (options.session !== undefined && typeof options.session?.person !== 'function')
    throw new TypeError('createHost: session must have a function person')
  for (const [name, limit] of Object.entries(options.rateLimits ?? {})) {
    if (limit !== undefined && !(Number.isInteger(limit.requests) && limit.requests > 0 && limit.windowMs > 0))
      throw new TypeError(`createHost: rateLimits.${name} must have requests and windowMs above 0`)
  }
  for (const proxy of options.trustedProxies ?? []) {
    if (!isAddressOrRange(proxy))
      throw new TypeError('createHost: trustedProxies must contain addresses and CIDR ranges, such as 10.0.0.0/8')
  }
  for (const origin of options.cors?.origins ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new TypeError('createHost: cors.origins must contain origins, such as https://app.example.com')
  }
  return options
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = String(text).split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function checkJwt({ issuer, audience, algorithms, jwks, key }: NonNullable<HostOptions['jwt']>): void {
  for (const [name, value] of Object.entries({ issuer, audience })) {
    if (typeof value !== 'string' || value === '') throw new TypeError(`createHost: jwt.${name} must be text`)
  }
  if ((jwks === undefined) === (key === undefined)) throw new TypeError('createHost: jwt needs either jwks or key')
  if (!Array.isArray(algorithms) || algorithms.length === 0)
    throw new TypeError('createHost: jwt.algorithms must name at least one, such as ["RS256"]')
  const known = /^(?:(?:RS|PS|ES|HS)(?:256|384|512)|EdDSA|Ed25519|ML-DSA-(?:44|65|87))$/
  if (!algorithms.every((algorithm) => known.test(algorithm)))
    throw new TypeError('createHost: jwt.algorithms must contain signature algorithms of JWS; "none" is not one')
  // A public key is no secret: anybody who has it could sign for HMAC (the RS/HS confusion).
  const symmetric = algorithms.filter((algorithm) => algorithm.startsWith('HS')).length
  if (symmetric > 0 && (symmetric < algorithms.length || jwks !== undefined || !isSecretKey(key)))
    throw new TypeError('createHost: jwt.algorithms of HMAC need a secret key, and no other algorithm beside them')
  if (symmetric === 0 && isSecretKey(key))
    throw new TypeError('createHost: jwt.key is a secret, and the algorithms need a public key')
  if (typeof jwks === 'string' || jwks instanceof URL) demandSafeAddress(String(jwks))
}

/** Whoever is on the way to it could send keys of their own, and sign for anybody. */
function demandSafeAddress(jwks: string): void {
  if (!URL.canParse(jwks)) throw new TypeError('createHost: jwt.jwks must be a URL or a JWK Set')
  if (!isConfidential(new URL(jwks)))
    throw new TypeError('createHost: jwt.jwks must be an address with https; http is for this machine alone')
}

function isSecretKey(key: string | object | undefined): boolean {
  if (typeof key !== 'object') return false
  return ('type' in key && key.type === 'secret') || ('kty' in key && key.kty === 'oct')
}
