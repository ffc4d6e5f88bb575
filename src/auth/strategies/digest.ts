import { createHash, randomBytes } from 'node:crypto'
import type { Authorization, Authorizer, ProvenRequest } from '../authorizer.ts'
import { chooseDigestChallenge, type DigestChallenge } from './digest-challenge.ts'

export interface DigestPair {
  readonly username: string
  readonly password: string
}

/** A nonce in use. */
interface Series {
  readonly challenge: DigestChallenge
  /** One for all requests, so that `-sess` comes to the same however a server reads RFC 7616 §3.4.2. */
  readonly cnonce: string
  sent: number
}

/** What a request was sent with. */
interface Proof {
  readonly series: Series
  readonly count: number
}

// The first answer asks for a proof; a nonce may be too old, and the next one too where many requests go at once.
export const digestRenewalsMax = 3

/**
 * HTTP Digest (RFC 7616). A request without a proof is sent first; the password itself never is, whatever a server asks
 * for. Each origin has its own nonce, which later requests count up.
 */
export function createDigestAuthorizer(
  pair: DigestPair,
  drawCnonce = () => randomBytes(16).toString('hex'),
): Authorizer {
  const current = new Map<string, Series>()
  const proofs = new WeakMap<Authorization, Proof>()
  return {
    renewalsMax: digestRenewalsMax,
    authorization: () => {
      const authorization: Authorization = {
        headers: {},
        query: {},
        prove: (request) => {
          const series = current.get(request.url.origin)
          if (!series) return {}
          const count = ++series.sent
          proofs.set(authorization, { series, count })
          return { authorization: formatDigest(pair, series.challenge, request, { count, cnonce: series.cnonce }) }
        },
      }
      return authorization
    },
    renew: async (used, _signal, { url: { origin }, challenges }) => {
      const challenge = chooseDigestChallenge(challenges)
      const proof = proofs.get(used)
      // RFC 7616 §3.3: a fresh nonce that is refused and not stale means a wrong password. One that was used before may have
      // ended without a word.
      const isWrong = proof !== undefined && proof.count === 1 && !challenge?.isStale
      if (!challenge || isWrong) {
        if (proof && current.get(origin) === proof.series) current.delete(origin)
        return false
      }
      current.set(origin, { challenge, cnonce: drawCnonce(), sent: 0 })
      return true
    },
  }
}

/** The value of `Authorization` for one request (RFC 7616 §3.4). */
export function formatDigest(
  { username, password }: DigestPair,
  { realm, nonce, opaque, algorithm, hash, isSession, hashesUser }: DigestChallenge,
  { method, url }: ProvenRequest,
  { count, cnonce }: { readonly count: number; readonly cnonce: string },
): string {
  const digest = (text: string) => createHash(hash).update(text, 'utf8').digest('hex')
  const uri = `${url.pathname}${url.search}`
  const nc = count.toString(16).padStart(8, '0')
  const plain = digest(`${username}:${realm}:${password}`)
  const secret = isSession ? digest(`${plain}:${nonce}:${cnonce}`) : plain
  const response = digest([secret, nonce, nc, cnonce, 'auth', digest(`${method}:${uri}`)].join(':'))
  return `Digest ${[
    formatUser(hashesUser ? digest(`${username}:${realm}`) : username),
    `realm=${quote(realm)}`,
    `uri=${quote(uri)}`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    `nonce=${quote(nonce)}`,
    `nc=${nc}`,
    `cnonce=${quote(cnonce)}`,
    'qop=auth',
    `response=${quote(response)}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(hashesUser ? ['userhash=true'] : []),
  ].join(', ')}`
}

/** Other characters than a header can hold go by RFC 8187, as RFC 7616 §3.4.4 has it. */
function formatUser(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `username=${quote(name)}`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `username*=UTF-8''${encoded}`
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
