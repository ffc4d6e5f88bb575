/** What a server wants an answer to (RFC 7616 §3.3). */
export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | undefined
  /** As the server writes it; undefined where it writes none, which means MD5. */
  readonly algorithm: string | undefined
  readonly hash: 'sha256' | 'md5'
  /** The password is mixed with the nonce (`-sess`). */
  readonly isSession: boolean
  /** The nonce was too old, and the proof fine. */
  readonly isStale: boolean
  /** The user name is to be hashed too. */
  readonly hashesUser: boolean
}

/**
 * The challenge to answer: of several the one with the strongest hash. Undefined where there is none by SHA-256 or MD5 with
 * `qop="auth"`.
 * @param challenges all of `WWW-Authenticate`, with challenges of other schemes among them
 */
export function chooseDigestChallenge(challenges: string): DigestChallenge | undefined {
  const known = readDigestChallenges(challenges).flatMap((params) => toChallenge(params) ?? [])
  return known.find(({ hash }) => hash === 'sha256') ?? known[0]
}

type Params = ReadonlyMap<string, string>

// A scheme, or a parameter with its value (RFC 9110 §11.6.1).
const part = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g

/** The parameters of each challenge whose scheme is Digest, by lower-case name. */
function readDigestChallenges(field: string): Params[] {
  const challenges: Map<string, string>[] = []
  let current: Map<string, string> | undefined
  for (const [, name = '', quoted, plain] of field.matchAll(part)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
    if (value !== undefined) current?.set(name.toLowerCase(), value)
    else if (name.toLowerCase() !== 'digest') current = undefined
    else {
      current = new Map()
      challenges.push(current)
    }
  }
  return challenges
}

// A map, because the server chooses the name: an object would know "constructor" too.
const algorithms: ReadonlyMap<string, Pick<DigestChallenge, 'hash' | 'isSession'>> = new Map([
  ['md5', { hash: 'md5', isSession: false }],
  ['md5-sess', { hash: 'md5', isSession: true }],
  ['sha-256', { hash: 'sha256', isSession: false }],
  ['sha-256-sess', { hash: 'sha256', isSession: true }],
])

function toChallenge(params: Params): DigestChallenge | undefined {
  const algorithm = params.get('algorithm')
  const known = algorithms.get((algorithm ?? 'md5').toLowerCase())
  const nonce = params.get('nonce')
  const qualities = (params.get('qop') ?? '').toLowerCase().split(/\s*,\s*/)
  // Without "auth" an answer holds no count, and who saw it once could send it again (RFC 7616 §5.1).
  if (!known || nonce === undefined || !qualities.includes('auth')) return undefined
  return {
    ...known,
    algorithm,
    nonce,
    realm: params.get('realm') ?? '',
    opaque: params.get('opaque'),
    isStale: params.get('stale')?.toLowerCase() === 'true',
    hashesUser: params.get('userhash')?.toLowerCase() === 'true',
  }
}
