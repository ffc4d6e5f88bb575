import { hashBytes } from './hash-bytes.ts'

/** SHA-256 of a text in UTF-8, lowercase hexadecimal. */
export function digestText(text: string): string {
  return Array.from(hashBytes(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
