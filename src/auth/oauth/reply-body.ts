import { parseExactJson } from '../../text/parse-exact-json.ts'

/** Members of a reply. Looked up as own properties only, so that `__proto__` is an ordinary name. */
export type ReplyMembers = Readonly<Record<string, unknown>>

/**
 * The members of a reply's body: a JSON object or form fields. Recognised by shape and not by content type, because
 * vendors send JSON as text/html and forms as text/plain (GitHub). If a name is sent twice, the last counts.
 * @returns undefined for anything else
 */
export function parseBody(text: string): ReplyMembers | undefined {
  const body = text.replace(/^\uFEFF/, '').trim()
  if (body.startsWith('{')) {
    const value = tryParse(body)
    return isMembers(value) ? value : undefined
  }
  return /^[^\s<>"{}=&]+=[^\s<>"{}]*$/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined
}

/** A captured id may be a number above 2^53. The parser's message would quote the text. */
function tryParse(json: string): unknown {
  try {
    return parseExactJson(json)
  } catch {
    return undefined
  }
}

export function isMembers(value: unknown): value is ReplyMembers {
  return typeof value === 'object' && value !== null
}
