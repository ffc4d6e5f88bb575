import { readMember } from '../../define/index.ts'
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
 */
export function readExcerpt(body: Uint8Array, redactor: Redactor): string {
  const whole = body.byteLength <= bytesRead
  const content = whole ? parseJsonOrText(body) : decodeLeniently(body.subarray(0, bytesRead))
  const message = findMessage(content)
  if (message !== undefined) return cleanToOneLine(redactor.text(message), lengthMax)
  const text = typeof content === 'string' ? content : JSON.stringify(redactor.json(content))
  return cleanToOneLine(redactor.text(text).slice(0, charactersShownFrom), lengthMax)
}

function findMessage(content: unknown): string | undefined {
  // The title of an HTML page describes the error ("502 Bad Gateway"); the rest is markup.
  if (typeof content === 'string') return /^\s*</.test(content) ? /<title[^<>]*>([^<]+)/i.exec(content)?.[1] : undefined
  const said = messagePaths.map((path) => readMember(content, path))
  return said.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** Text on one line, without control and bidi characters, cut between whole characters. */
export function cleanToOneLine(text: string, lengthMax: number): string {
  const clean = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const characters = [...clean.slice(0, lengthMax * 2 + 2)]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax).join('')}…` : clean
}

const decoder = new TextDecoder()

export function decodeLeniently(body: Uint8Array): string {
  return decoder.decode(body)
}

/** Parsed JSON, or else the text. */
export function parseJsonOrText(body: Uint8Array): unknown {
  const text = decodeLeniently(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
