import { hash } from 'node:crypto'
import type { JsonValue } from '../define/index.ts'

/** The text, or its beginning and how much is missing. */
export function clipText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // Half of a character would be none.
  const whole = text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')
  return `${whole}… [${text.length - whole.length} more characters]`
}

/**
 * The value, or in place of one that is too large its size and digest: a part would look like the whole, and with the
 * digest somebody who runs the check again sees whether it is the same.
 */
export function boundJson(value: JsonValue, bytesMax: number): { readonly kept: JsonValue; readonly isWhole: boolean } {
  const text = JSON.stringify(value)
  // Every character is a byte at least and three at most.
  if (text.length * 3 <= bytesMax) return { kept: value, isWhole: true }
  const bytes = Buffer.byteLength(text)
  if (bytes <= bytesMax) return { kept: value, isWhole: true }
  return { kept: { '[too large]': { bytes, bytesMax, sha256: hash('sha256', text) } }, isWhole: false }
}
