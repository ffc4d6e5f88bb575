import { listHeader, type ReplyHeaders, readHeader } from './pace/retry-after.ts'
import type { Redactor } from './redact/redact.ts'

/** What the headers of a refusal say about OAuth scopes. */
export interface VendorScopes {
  /** All of them are needed (RFC 6750 §3.1); undefined when it does not say that scopes are what is missing. */
  readonly needed: readonly string[] | undefined
  /** One of them suffices (GitHub's X-Accepted-OAuth-Scopes); empty when it does not say. */
  readonly accepted: readonly string[]
  /** What the token has (X-OAuth-Scopes); undefined when it does not say. */
  readonly granted: readonly string[] | undefined
}

// More is no help to whoever has to grant them, and a header is input from outside.
const scopesMax = 20
const challengeLengthMax = 4096

/** Reads them, redacted; never throws. */
export function readVendorScopes(headers: ReplyHeaders, redactor: Redactor): VendorScopes {
  const redactText = (value: string | undefined) => value && redactor.text(value)
  const granted = redactText(readHeader(headers, 'x-oauth-scopes'))
  return {
    needed: readNeededScopes(redactText(listHeader(headers, 'www-authenticate'))),
    accepted: parseScopeList(redactText(readHeader(headers, 'x-accepted-oauth-scopes')) ?? ''),
    granted: granted === undefined ? undefined : parseScopeList(granted),
  }
}

/** Of `WWW-Authenticate: Bearer error="insufficient_scope", scope="a b"`. */
function readNeededScopes(challenge: string | undefined): readonly string[] | undefined {
  const said = challenge?.slice(0, challengeLengthMax) ?? ''
  if (!/\berror="?insufficient_scope\b/i.test(said)) return undefined
  const scopes = /[\s,]scope="([^"]*)"/i.exec(said)?.[1] ?? /[\s,]scope=([^\s,"]+)/i.exec(said)?.[1]
  return parseScopeList(scopes ?? '')
}

/** Scopes of a list, in which spaces or commas stand between them. Drops what RFC 6749 §3.3 does not call a scope. */
function parseScopeList(list: string): readonly string[] {
  const scopes = list.split(/[\s,]+/).filter((each) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(each))
  return [...new Set(scopes)].slice(0, scopesMax)
}
