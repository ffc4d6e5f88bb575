import { createHash, randomBytes } from 'node:crypto'

/** How a vendor demands Digest. */
export interface DigestDemand {
  readonly username: string
  readonly password: string
  /** @default 'SHA-256' */
  readonly algorithm?: 'MD5' | 'SHA-256' | undefined
  /** Requests that one nonce is good for; the next one gets `stale=true`. @default unlimited */
  readonly usesMax?: number | undefined
}

/** A request with an `Authorization` header, as it came. */
interface DigestRequest {
  readonly method: string
  /** Path with query. */
  readonly target: string
  readonly authorization: string | undefined
}

const realm = 'fake vendor'

/**
 * The server's side of Digest (RFC 7616): nonces of its own, each of which counts up.
 * @returns what the vendor says to a request: undefined lets it pass, else the value of `WWW-Authenticate`
 */
export function createDigestGuard(demand: DigestDemand): (sent: DigestRequest) => string | undefined {
  const { username, algorithm = 'SHA-256', usesMax = Number.POSITIVE_INFINITY } = demand
  const counts = new Map<string, number>()
  const hash = (text: string) => createHash(algorithm.replace('-', '').toLowerCase()).update(text).digest('hex')
  const challenge = (isStale: boolean) => {
    const nonce = randomBytes(18).toString('base64')
    counts.set(nonce, 0)
    const stale = isStale ? ', stale=true' : ''
    return `Digest realm="${realm}", qop="auth", algorithm=${algorithm}, nonce="${nonce}"${stale}`
  }
  return ({ method, target, authorization }) => {
    const params = readDigestParams(authorization)
    const { nonce = '', nc = '', cnonce = '', uri, qop } = params
    const before = counts.get(nonce)
    const first = hash(`${username}:${realm}:${demand.password}`)
    const expected = hash([first, nonce, nc, cnonce, 'auth', hash(`${method}:${uri}`)].join(':'))
    const isTrue = params.username === username && qop === 'auth' && uri === target && params.response === expected
    if (!isTrue) return challenge(false)
    const count = Number.parseInt(nc, 16)
    // A count that came before is a request that somebody saw and sends again.
    if (before === undefined || count <= before || count > usesMax) return challenge(true)
    counts.set(nonce, count)
    return undefined
  }
}

function readDigestParams(authorization = ''): Readonly<Record<string, string>> {
  const [, rest] = /^digest\s+(.*)$/i.exec(authorization) ?? []
  const found = (rest ?? '').matchAll(/(\w+)\*?=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)
  return Object.fromEntries(
    [...found].map(([, name = '', quoted, plain = '']) => [name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain]),
  )
}
