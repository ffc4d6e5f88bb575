import { listHeader, type ReplyHeaders, readHeader } from '../pace/retry-after.ts'
import type { Redactor } from '../redact/redact.ts'

/** The OAuth scopes in the headers of a refusal. */
export interface VendorScopes {
  /** All of them are needed (RFC 6750 §3.1); undefined if missing scopes are not the reason. */
  readonly needed: readonly string[] | undefined
  /** One of them suffices (GitHub's X-Accepted-OAuth-Scopes); empty without the header. */
  readonly accepted: readonly string[]
  /** Scopes of the token (X-OAuth-Scopes); undefined without the header. */
  readonly granted: readonly string[] | undefined
}

// A longer list does not help the person who grants them, and what a vendor answers is input from outside.
export const scopesMax = 20
const challengeLengthMax = 4096

/** Reads them, redacted. Does not throw. */
export function readVendorScopes(headers: ReplyHeaders, redactor: Redactor): VendorScopes {
  const redactText = (value: string | undefined) => value && redactor.text(value)
  const granted = redactText(readHeader(headers, 'x-oauth-scopes'))
  return {
    needed: readNeededScopes(redactText(listHeader(headers, 'www-authenticate'))),
    accepted: parseScopeList(redactText(readHeader(headers, 'x-accepted-oauth-scopes')) ?? ''),
    granted: granted === undefined ? undefined : parseScopeList(granted),
  }
}

/** From `WWW-Authenticate: Bearer error="insufficient_scope", scope="a b"`. */
function readNeededScopes(challenge: string | undefined): readonly string[] | undefined {
  const text = challenge?.slice(0, challengeLengthMax) ?? ''
  if (!/\berror="?insufficient_scope\b/i.test(text)) return undefined
  const scopes = /[\s,]scope="([^"]*)"/i.exec(text)?.[1] ?? /[\s,]scope=([^\s,"]+)/i.exec(text)?.[1]
  return parseScopeList(scopes ?? '')
}

/**
 * Scopes of a list that is separated by spaces or commas. Drops values that RFC 6749 §3.3 does not allow as a scope.
 */
function parseScopeList(list: string): readonly string[] {
  const scopes = list.split(/[\s,]+/).filter((each) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(each))
  return [...new Set(scopes)].slice(0, scopesMax)
}
