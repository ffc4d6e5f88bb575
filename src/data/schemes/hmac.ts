import { createHash, createHmac } from 'node:crypto'
import type { SignableRequest, SignContext } from '../../define/index.ts'
import type { SignEntry } from '../format/schemes.ts'
import { fillSchemeText } from './fill-scheme-text.ts'

type HmacEntry = Extract<SignEntry, { scheme: 'hmac' }>

/** Names of a request that a message may take. */
export const messageNames: readonly string[] = ['method', 'path', 'query', 'body', 'bodyHash', 'time']

/** Signs the message that the file describes with a shared secret (RFC 2104). */
export function signHmac(
  { secret, hash = 'sha256', encoding = 'hex', time = 'seconds', message, headers: given }: HmacEntry,
  { method, url, headers, body = new Uint8Array() }: SignableRequest,
  { credentials, now }: SignContext,
): void {
  const values = {
    // The names of a request come last: no credential field may stand for one.
    ...credentials,
    method,
    path: url.pathname,
    query: url.search.replace(/^\?/, ''),
    body: new TextDecoder().decode(body),
    bodyHash: createHash(hash).update(body).digest(encoding),
    time: writeTime(now, time),
  }
  const signature = createHmac(hash, String(credentials[secret] ?? ''))
    .update(fillSchemeText(message, values))
    .digest(encoding)
  for (const [name, template] of Object.entries(given))
    headers.set(name, fillSchemeText(template, { ...values, signature }))
}

function writeTime(now: Date, form: NonNullable<HmacEntry['time']>): string {
  if (form === 'iso') return now.toISOString()
  return String(form === 'seconds' ? Math.floor(now.getTime() / 1000) : now.getTime())
}
