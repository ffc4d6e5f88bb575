import { decodeText } from '../../text/decode-text.ts'
import { parseExactJson } from '../../text/parse-exact-json.ts'
import { readMember } from '../../text/read-member.ts'
import type { Redactor } from './redact.ts'

const lengthMax = 200
// The part of an error page that is read. Far longer than the part that is shown, so that a secret on the border is not
// shown in part.
const bytesRead = 256 * 1024
const charactersShownFrom = 64 * 1024

/** Members in which vendors put their message, the most useful first. */
const messagePaths = [
  'message',
  'error_description',
  'error.message',
  'error',
  'errors.0.message',
  'errors.0.detail',
  'errors.0',
  'detail',
  'title',
]

/**
 * The message in the body of an error, fit to be shown: the vendor's own text if it can be found, otherwise the
 * beginning. Redacted, one line, without control and bidi characters.
 * @param type Content-Type
 */
export function readExcerpt(body: Uint8Array, type: string | undefined, redactor: Redactor): string {
  const whole = body.byteLength <= bytesRead
  const content = whole ? parseJsonOrText(body, type) : decodeLeniently(body.subarray(0, bytesRead), type)
  const message = findMessage(content)
  if (message !== undefined) return cleanToOneLine(redactor.text(message), lengthMax)
  const text = typeof content === 'string' ? content : JSON.stringify(redactor.json(content))
  return cleanToOneLine(redactor.text(text).slice(0, charactersShownFrom), lengthMax)
}

function findMessage(content: unknown): string | undefined {
  // The title of an HTML page describes the error ("502 Bad Gateway"); the rest is markup.
  if (typeof content === 'string') return /^\s*</.test(content) ? /<title[^<>]*>([^<]+)/i.exec(content)?.[1] : undefined
  const messages = messagePaths.map((path) => readMember(content, path))
  return messages.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** Text on one line, without control and bidi characters, cut between whole characters. */
export function cleanToOneLine(text: string, lengthMax: number): string {
  const clean = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const characters = [...clean.slice(0, lengthMax * 2 + 2)]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax).join('')}…` : clean
}

const decoder = new TextDecoder()

/** Text for messages. It decides nothing, so that a wrong byte may become U+FFFD. */
function decodeLeniently(body: Uint8Array, type: string | undefined): string {
  const decoded = decodeText(body, type)
  // The zeros of a charset that nobody declared would hide a secret between them.
  return 'text' in decoded ? decoded.text.replaceAll('\0', '') : decoder.decode(body).replaceAll('\0', '')
}

/**
 * Parsed JSON, or else the text. For messages and the reasons of refusals.
 * @param type Content-Type
 */
export function parseJsonOrText(body: Uint8Array, type: string | undefined): unknown {
  const text = decodeLeniently(body, type)
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}
