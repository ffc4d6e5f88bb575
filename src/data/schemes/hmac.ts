import { createHash, createHmac } from 'node:crypto'
import type { SignableRequest, SignContext } from '../../define/index.ts'
import { compareTexts } from '../../text/compare-texts.ts'
import type { SignEntry } from '../format/schemes.ts'
import { encodeQuery, encodeRfc3986 } from './encode-query.ts'
import { fillSchemeText } from './fill-scheme-text.ts'

type HmacEntry = Extract<SignEntry, { scheme: 'hmac' }>

/** Names of a request that a message may take. */
export const messageNames: readonly string[] = [
  'method',
  'host',
  'path',
  'query',
  'sortedQuery',
  'body',
  'bodyHash',
  'time',
]

/** Signs the message that the file describes with a shared secret (RFC 2104). */
export function signHmac(
  {
    secret,
    hash = 'sha256',
    encoding = 'hex',
    time = 'seconds',
    message,
    headers: headerTemplates = {},
    basic,
  }: HmacEntry,
  { method, url, headers, body = new Uint8Array() }: SignableRequest,
  { credentials, now }: SignContext,
): void {
  // What is sent is what is signed: here a space is "%20".
  if (message.includes('{sortedQuery}')) url.search = encodeQuery(url.searchParams)
  const values = {
    // The names of a request come last: no credential field may stand for one.
    ...credentials,
    method,
    host: url.host,
    path: url.pathname,
    query: url.search.replace(/^\?/, ''),
    sortedQuery: sortQuery(url),
    body: new TextDecoder().decode(body),
    bodyHash: createHash(hash).update(body).digest(encoding),
    time: writeTime(now, time),
  }
  const signature = createHmac(hash, String(credentials[secret] ?? ''))
    .update(fillSchemeText(message, values))
    .digest(encoding)
  const fill = (template: string) => fillSchemeText(template, { ...values, signature })
  for (const [name, template] of Object.entries(headerTemplates)) headers.set(name, fill(template))
  if (basic !== undefined) headers.set('authorization', `Basic ${Buffer.from(fill(basic)).toString('base64')}`)
}

/** Parameters by name, then by value, each encoded as RFC 3986 says. */
function sortQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map((pair) => pair.map(encodeRfc3986))
    .toSorted(([a = '', b = ''], [c = '', d = '']) => compareTexts(a, c) || compareTexts(b, d))
    .map((pair) => pair.join('='))
    .join('&')
}

function writeTime(now: Date, form: NonNullable<HmacEntry['time']>): string {
  if (form === 'iso') return now.toISOString()
  if (form === 'http') return now.toUTCString()
  return String(form === 'seconds' ? Math.floor(now.getTime() / 1000) : now.getTime())
}
