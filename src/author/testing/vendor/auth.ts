import type { Answer, HeaderRecord } from './answer.ts'
import { createDigestGuard, type DigestDemand } from './digest.ts'
import { demandChoice, demandText, refuseUnknown } from './refuse-arguments.ts'

/** The credentials that every request needs. */
export type VendorAuth =
  | { readonly type: 'bearer'; readonly token: string; readonly verify?: never }
  /** `verify` accepts a token by returning (or resolving to) anything truthy. */
  | { readonly type: 'bearer'; readonly verify: (token: string) => unknown; readonly token?: never }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  /** A challenge that is answered without the password (RFC 7616). */
  | ({ readonly type: 'digest' } & DigestDemand)
  /** `value` is the whole value, including the prefix. */
  | { readonly type: 'api_key'; readonly in: 'header' | 'query'; readonly name: string; readonly value: string }

interface SignedRequest {
  readonly method: string
  /** Path with query. */
  readonly target: string
  readonly headers: HeaderRecord
  readonly query: URLSearchParams
}

/** Gives the 401 for a request without the credentials in `auth`; undefined lets it pass. */
export function createGuard(auth: VendorAuth): (request: SignedRequest) => Promise<Answer | undefined> {
  if (auth.type !== 'digest') return (request) => refuseRequest(auth, request)
  const guard = createDigestGuard(auth)
  return async ({ method, target, headers }) => {
    const challenge = guard({ method, target, authorization: headers.authorization })
    return challenge === undefined ? undefined : createUnauthorized('Answer the challenge.', challenge)
  }
}

async function refuseRequest(
  auth: Exclude<VendorAuth, { readonly type: 'digest' }>,
  request: SignedRequest,
): Promise<Answer | undefined> {
  switch (auth.type) {
    case 'bearer': {
      const token = readSchemeCredentials('bearer', request.headers.authorization)
      if (token === undefined) return createUnauthorized('Send a bearer token.', 'Bearer realm="fake vendor"')
      const accepted = auth.verify === undefined ? token === auth.token : await auth.verify(token)
      // RFC 6750 §3.1: the code is for a token that is invalid or no longer valid.
      return accepted
        ? undefined
        : createUnauthorized('The token is not valid.', 'Bearer realm="fake vendor", error="invalid_token"')
    }
    case 'basic': {
      const sent = readSchemeCredentials('basic', request.headers.authorization)
      // RFC 7617 §2.1: both halves in UTF-8.
      const expected = Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
      return sent === expected
        ? undefined
        : createUnauthorized('Send the username and password.', 'Basic realm="fake vendor", charset="UTF-8"')
    }
    case 'api_key': {
      const sent = auth.in === 'query' ? request.query.get(auth.name) : request.headers[auth.name.toLowerCase()]
      return sent === auth.value
        ? undefined
        : createUnauthorized(`Send the API key in the ${auth.in} parameter "${auth.name}".`)
    }
  }
}

/** @throws TypeError naming what is wrong with the option `auth` */
export function checkAuth(auth: VendorAuth): void {
  const subject = 'fakeVendor(): auth'
  demandChoice(subject, 'type', auth?.type, ['bearer', 'basic', 'digest', 'api_key'])
  switch (auth.type) {
    case 'bearer':
      refuseUnknown(subject, auth, ['type', 'token', 'verify'])
      if ((auth.token === undefined) === (auth.verify === undefined)) {
        throw new TypeError(`${subject} of type bearer needs either token or verify.`)
      }
      if (auth.verify === undefined) demandText(subject, 'token', auth.token)
      else if (typeof auth.verify !== 'function')
        throw new TypeError(`${subject}: verify must be a function of the token.`)
      return
    case 'basic':
    case 'digest':
      refuseUnknown(subject, auth, ['type', 'username', 'password', ...(auth.type === 'digest' ? digestOptions : [])])
      for (const half of ['username', 'password'] as const) {
        // Some vendors leave one half empty, such as an API key as username without a password.
        if (typeof auth[half] !== 'string') throw new TypeError(`${subject}: ${half} must be a text.`)
      }
      return
    case 'api_key':
      refuseUnknown(subject, auth, ['type', 'in', 'name', 'value'])
      demandChoice(subject, 'in', auth.in, ['header', 'query'])
      demandText(subject, 'name', auth.name)
      demandText(subject, 'value', auth.value)
  }
}

const digestOptions = ['algorithm', 'usesMax']

/** The part after the scheme, which has no case (RFC 9110 §11.1). */
function readSchemeCredentials(scheme: string, header: string | undefined): string | undefined {
  const [, sent, credentials] = /^(\S+) +(\S.*)$/.exec(header ?? '') ?? []
  return sent?.toLowerCase() === scheme ? credentials : undefined
}

function createUnauthorized(message: string, challenge?: string): Answer {
  return {
    status: 401,
    headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
    json: { error: 'unauthorized', message },
  }
}
