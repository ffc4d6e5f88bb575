import { hash } from 'node:crypto'
import type { JsonValue } from '../../define/index.ts'
import { measureJson } from './measure-json.ts'

/** The text, or its beginning and how much is missing. */
export function clipText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // Half of a surrogate pair would be no character.
  const whole = text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')
  return `${whole}… [${text.length - whole.length} more characters]`
}

/**
 * The value, or the size and digest of one that is too large. A part would look like the whole, and the digest shows on
 * another run whether the value is the same.
 */
export function boundJson(
  value: JsonValue,
  bytesMax: number,
): { readonly value: JsonValue; readonly isWhole: boolean } {
  if (measureJson(value) <= bytesMax) return { value, isWhole: true }
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes <= bytesMax) return { value, isWhole: true }
  return { value: { '[too large]': { bytes, bytesMax, sha256: hash('sha256', text) } }, isWhole: false }
}
