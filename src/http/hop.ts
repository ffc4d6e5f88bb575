import { CredentialError, type HttpError } from '../errors/index.ts'
import { decodePercent } from '../text/decode-percent.ts'
import type { Redactor } from './redact/redact.ts'

/** One request to one URL, as the caller or a redirect needs it, or as it is sent. */
export interface Hop {
  readonly method: string
  readonly url: URL
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | undefined
  /** Header names as they were written, by their lower-case names, if they differ. @default in small letters */
  readonly names?: HeaderNames | undefined
}

export type HeaderNames = Readonly<Record<string, string>>

type RefuseHop = (code: 'HTTP_HOST_REFUSED' | 'HTTP_HEADER_INVALID' | 'HTTP_URL_INVALID', why: string) => HttpError

// They describe the connection, which is ours. SDKs set some of them by default, so they are dropped, not refused.
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers that may be sent to a URL.
 * @param secretNames names of headers that hold credentials
 * @throws CredentialError for a credential that no header can carry; else what `refuse` makes. Neither holds a value
 */
export function toSendableHeaders(
  headers: Readonly<Record<string, string>>,
  url: URL,
  secretNames: ReadonlySet<string>,
  refuse: RefuseHop,
): Readonly<Record<string, string>> {
  const sendable: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (connectionHeaders.has(name)) continue
    if (name === 'host') {
      // Behind a shared address, another host's name would lead the credentials to another customer.
      if (value.toLowerCase() === url.host) continue
      throw refuse('HTTP_HOST_REFUSED', 'A "host" header must not name another host than the URL.')
    }
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      const shown = `"${name.replace(/[^\x20-\x7e]/g, '?')}"`
      const reason = 'line breaks, control or non-Latin characters'
      if (secretNames.has(name)) {
        throw new CredentialError(
          `The credential cannot be sent in the header ${shown}: it holds ${reason}. Enter it again.`,
          { code: 'CREDENTIAL_INVALID' },
        )
      }
      throw refuse(
        'HTTP_HEADER_INVALID',
        `The header ${shown} has a name or value that HTTP does not allow (${reason}).`,
      )
    }
    sendable[name] = value
  }
  return sendable
}

/**
 * @param remedy advice for the caller
 * @throws what `refuse` makes when a request that may not carry credentials carries one all the same
 */
export function refuseSecrets(
  { url, headers, body }: Hop,
  redactor: Redactor,
  remedy: string,
  refuse: RefuseHop,
): void {
  const text = typeof body === 'string' ? body : body === undefined ? '' : new TextDecoder().decode(body)
  const carried = [
    url.href,
    decodePercent(url.href) ?? url.href,
    text,
    ...Object.entries(headers).flat(),
    ...decodeBasicPairs(headers),
  ]
  if (!carried.some((each) => redactor.finds(each))) return
  throw refuse('HTTP_HOST_REFUSED', `The request would carry a credential to "${url.host}". ${remedy}`)
}

/**
 * Refuses an anonymous request that still identifies somebody. Its answer would not show what anybody may read.
 * @throws what `refuse` makes; it holds the name and not the value
 */
export function refuseIdentity({ url, headers }: Hop, redactor: Redactor, refuse: RefuseHop): void {
  const header = Object.keys(headers).find((name) => redactor.hides(name))
  if (header !== undefined)
    throw refuse(
      'HTTP_HEADER_INVALID',
      `An anonymous request must not carry the header "${header}". Leave the header out, or send the request without "anonymous".`,
    )
  const parameter = [...url.searchParams.keys()].find((name) => redactor.hides(name))
  if (parameter !== undefined)
    throw refuse(
      'HTTP_URL_INVALID',
      `An anonymous request must not carry the parameter "${parameter}". Leave the parameter out, or send the request without "anonymous".`,
    )
}

/** The decoded values of `Basic` headers, because base64 hides a secret next to other text. */
function decodeBasicPairs(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => {
    const encoded = /^basic\s+(\S+)$/i.exec(value)?.[1]
    return encoded === undefined ? [] : [Buffer.from(encoded, 'base64').toString('utf8')]
  })
}

/**
 * Adds parameters at the end, as text. Writing the whole query anew would change its spelling, and signed or opaque
 * links rely on it.
 */
export function addQuery(url: URL, params: URLSearchParams): void {
  if (params.size > 0) url.search += `${url.search === '' ? '?' : '&'}${params}`
}

/** Sets parameters, replacing existing ones. */
export function setQuery(url: URL, params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params)) {
    if (url.searchParams.has(name)) url.searchParams.set(name, value)
    else addQuery(url, new URLSearchParams({ [name]: value }))
  }
}

/**
 * Names of headers that have capitals, by their lower-case names. HTTP does not tell them apart (RFC 9110 §5.1), but old servers do
 * (whatwg/fetch#304).
 */
export function listSpellings(headers: Readonly<Record<string, unknown>> | undefined): HeaderNames | undefined {
  let spellings: Record<string, string> | undefined
  for (const name in headers) {
    const plain = name.toLowerCase()
    if (plain === name) continue
    spellings ??= {}
    spellings[plain] = name
  }
  return spellings
}

/** The one empty headers object, so that code which prepares headers can recognise it. */
export const noHeaders: Readonly<Record<string, string>> = Object.freeze({})

/** Headers by lower-case name. If names differ in case only, the last one counts. Undefined ones are left out. */
export function lowerCased(
  headers: Readonly<Record<string, string | undefined>> | undefined,
): Readonly<Record<string, string>> {
  if (!headers) return noHeaders
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))
}
