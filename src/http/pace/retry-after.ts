import { parseWaitAskedFor } from '../../auth/wait-asked-for.ts'

/** Response headers as Node delivers them: lower-case names. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** One header's value; of a repeated header the first. */
export function readHeader(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** A header whose value is a list, from all its lines in order (RFC 9110 §5.3): `Link`, `Content-Encoding`. */
export function listHeader(headers: ReplyHeaders, name: string): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** Wait that the vendor requires, in ms from `nowMs`; undefined if there is none. */
export function retryAfterMs(headers: ReplyHeaders, nowMs: number): number | undefined {
  return parseWaitAskedFor(readHeader(headers, 'retry-after'), nowMs)
}
