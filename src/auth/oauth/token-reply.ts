import type { OAuth2Config } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { isMembers, parseBody, type ReplyMembers } from './reply-body.ts'
import { parseErrorCode } from './untrusted-text.ts'

/** Tokens that a vendor granted. */
export interface TokenSet {
  readonly accessToken: string
  /** Absent: the vendor gave none, and an earlier one stays valid (RFC 6749 §6). */
  readonly refreshToken?: string | undefined
  /** Epoch ms; absent if the vendor gave none. Counted from when the request was sent, so that it is not too late. */
  readonly expiresAtMs?: number | undefined
  /** Granted scopes; absent if the vendor gave none, which means the requested ones (RFC 6749 §5.1). */
  readonly scopes?: readonly string[] | undefined
  /** Values that the connector captures from the reply, by credential id. */
  readonly captured: Readonly<Record<string, string>>
}

/** A refusal, as the endpoint or something before it wrote it. */
export interface TokenRefusal {
  readonly outcome: 'refused'
  readonly errorCode: string | undefined
  /** The endpoint's own sentence, to be compared and not to be shown: it may repeat the request. */
  readonly description?: string | undefined
  /** Whether the answer has none of the forms of a token endpoint. A firewall or a proxy sends web pages. */
  readonly isForeign?: boolean | undefined
}

/** The result of reading a token endpoint's answer. */
export type TokenReply =
  | {
      readonly outcome: 'token'
      readonly accessToken: string
      readonly refreshToken: string | undefined
      /** At least 1; undefined if unknown. */
      readonly lifetimeSeconds: number | undefined
      readonly scopes: readonly string[] | undefined
      /** The whole reply, for captures. */
      readonly members: ReplyMembers
    }
  | TokenRefusal
  /** `what` completes "answered with …", without text of the body. */
  | { readonly outcome: 'unreadable'; readonly what: string }

/** The options that describe a vendor's replies. */
export type ReplyShape = Pick<OAuth2Config, 'scopes' | 'scopeSeparator' | 'tokenPath' | 'errorPath' | 'tokenTypes'>

/**
 * Reads an answer of the token endpoint (RFC 6749 §5). Accepts every reply with a usable access token, even if it
 * deviates from the RFC, and distinguishes refusals from answers that are not token replies. Does not throw.
 * @param text the decoded body; undefined if it was too large
 */
export function parseTokenReply(status: number, text: string | undefined, shape: ReplyShape): TokenReply {
  const members = text === undefined ? undefined : parseBody(text)
  if (status >= 400) return members ? readRefusal(members, shape.errorPath) : readOtherRefusal(text)
  if (status < 200 || status >= 300) return { outcome: 'unreadable', what: 'a redirect, which is not followed' }
  // RFC 9110 §15.3.7: a part, although we did not request one.
  if (status === 206) return { outcome: 'unreadable', what: 'a part of an answer' }
  if (text === undefined) return { outcome: 'unreadable', what: 'an answer that is too long for a token reply' }
  return members ? parseTokenMembers(members, shape) : { outcome: 'unreadable', what: describeBody(text) }
}

/** Reads the members of a successful answer, or of the `token` hook's result. */
export function parseTokenMembers(members: ReplyMembers, shape: ReplyShape): TokenReply {
  const path = shape.tokenPath ?? 'access_token'
  const accessToken = readMember(members, path)
  // Slack answers 200 with {"ok":false,"error":"…"}, others with {"success":false}.
  const refused = readMember(members, 'ok') === false || readMember(members, 'success') === false
  if (refused || accessToken === undefined || accessToken === null || accessToken === '') {
    const errorCode = readErrorCode(members, shape.errorPath)
    if (refused || errorCode !== undefined || readMember(members, 'error')) return readRefusal(members, shape.errorPath)
    return { outcome: 'unreadable', what: `no access token at "${path}"` }
  }
  // RFC 6749 appendix A.12. A header cannot carry anything else: the attempt would trim the token, or quote it in an
  // error.
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(accessToken)) {
    return { outcome: 'unreadable', what: `a value at "${path}" that cannot be an access token` }
  }
  const beside = findNeighbour(members, path)
  const problem = findTokenTypeProblem(beside('token_type'), shape.tokenTypes ?? [])
  if (problem !== undefined) return { outcome: 'unreadable', what: problem }
  const refreshToken = beside('refresh_token')
  return {
    outcome: 'token',
    accessToken,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : undefined,
    lifetimeSeconds: parseLifetimeSeconds(beside('expires_in')),
    scopes: parseGrantedScopes(beside('scope'), shape),
    members,
  }
}

/**
 * Looks up a member that describes the token: beside it, in the vendor's spelling. Members at the top count only if the
 * top has no token of its own: Slack's `authed_user.access_token` must not get the bot's refresh token.
 */
function findNeighbour(members: ReplyMembers, path: string): (name: string) => unknown {
  const cut = path.lastIndexOf('.')
  const parent = cut === -1 ? members : readMember(members, path.slice(0, cut))
  const spell = path.endsWith('accessToken') ? toCamelCase : (name: string) => name
  const places = [parent, ...(Object.hasOwn(members, 'access_token') ? [] : [members])].filter(isMembers)
  return (name) => {
    for (const place of places) {
      const value = readMember(place, spell(name)) ?? readMember(place, name)
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

// RFC 6749 §7.1: a token of an unknown type must not be used. These types need a proof that we do not make.
const bound = new Set(['dpop', 'mac', 'pop', 'n_a'])

/**
 * RFC 6749 §5.1: the type is required and case-insensitive. Vendors leave it out (LinkedIn) or send a kind of bearer
 * (Slack).
 */
function findTokenTypeProblem(tokenType: unknown, known: readonly string[]): string | undefined {
  if (tokenType === undefined || tokenType === '') return undefined
  const type = typeof tokenType === 'string' ? tokenType.trim().toLowerCase() : undefined
  if (type !== undefined && !bound.has(type)) {
    if (type === 'bearer' || known.some((name) => name.toLowerCase() === type)) return undefined
  }
  const shown = /^[a-z][a-z_-]{0,15}$/.test(type ?? '') ? ` "${type}"` : ''
  return bound.has(type ?? '')
    ? `a token of type${shown}, which is not a bearer token`
    : `a token of the unknown type${shown}; list it in tokenTypes if it is used as bearer`
}

// Dates must stay representable, and no vendor gives a longer life.
const lifetimeSecondsMax = 10 * 365 * 86_400

/**
 * Text must consist of digits, because parseFloat would read "3600abc" as an hour. Zero and less mean that it does not
 * expire.
 */
function parseLifetimeSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 1) return undefined
  return Math.min(Math.floor(seconds), lifetimeSecondsMax)
}

/** Spaces by RFC 6749 §3.3, the connector's separator, or commas: GitHub takes spaces and answers with commas. */
function parseGrantedScopes(
  value: unknown,
  { scopes: declared, scopeSeparator }: ReplyShape,
): readonly string[] | undefined {
  const list = Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : undefined
  const separators = [' ', ',', scopeSeparator ?? ' '].filter((one) => !declared.some((scope) => scope.includes(one)))
  const scopes = list ?? (typeof value === 'string' ? splitAtAny(value, separators) : [])
  const granted = [...new Set(scopes.map((scope) => scope.trim()))].filter((scope) => scope !== '')
  return granted.length === 0 ? undefined : granted
}

function splitAtAny(text: string, separators: readonly string[]): string[] {
  return separators.reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text])
}

// `error_subtype` is Google's, `errorSummary` Okta's, `hint` that of PHP's OAuth server.
const descriptionPaths = [
  'error_description',
  'error.message',
  'error.description',
  'error.error_description',
  'error_message',
  'error_subtype',
  'errorSummary',
  'errors.0.message',
  'errors.0.detail',
  'message',
  'detail',
  'title',
  'hint',
  'msg',
  'error',
]
/** Places of a code at vendors that wrap their errors. */
const codePaths = [
  'error.code',
  'error.type',
  'error.status',
  'error_code',
  'errorCode',
  'errors.0.code',
  'code',
  'type',
]
const descriptionLengthMax = 500

function readRefusal(members: ReplyMembers, errorPath?: string): TokenRefusal {
  const texts = descriptionPaths.map((path) => readMember(members, path)).filter((value) => typeof value === 'string')
  const description = texts.join(' ').slice(0, descriptionLengthMax)
  return { outcome: 'refused', errorCode: readErrorCode(members, errorPath) ?? findWrappedCode(members), description }
}

/** A code in words. A number is a status, or says nothing without the vendor's list. */
function findWrappedCode(members: ReplyMembers): string | undefined {
  return codePaths
    .map((path) => parseErrorCode(readMember(members, path)))
    .find((code) => code && /[A-Za-z]/.test(code))
}

/** A refusal in plain words, or a page. */
function readOtherRefusal(text: string | undefined): TokenRefusal {
  const isForeign = text === undefined || text.trimStart().startsWith('<')
  return { outcome: 'refused', errorCode: undefined, description: text?.slice(0, descriptionLengthMax), isForeign }
}

function readErrorCode(members: ReplyMembers, errorPath = 'error'): string | undefined {
  const value = readMember(members, errorPath) ?? readMember(members, 'error')
  // Vendors with numbered codes send 0 if there is no error.
  return value === 0 || value === '0' ? undefined : parseErrorCode(value)
}

function describeBody(text: string): string {
  const body = text.trimStart()
  if (body === '') return 'an empty body'
  return body.startsWith('<') ? 'a web page' : 'neither a JSON object nor form fields'
}
