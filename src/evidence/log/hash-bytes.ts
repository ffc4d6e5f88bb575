import { createHash } from 'node:crypto'

/** SHA-256 of the parts, one after the other. The auditor's page has its own in place of this file, because a browser's is slow for a tree. */
export function hashBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
