import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Random bytes that are the same in each run, for the whole process: a test that calls it needs a process of its own
 * (the vitest project `alone`). Ids, keys, nonces and secrets then have fixed values, so that their forms can be compared.
 */
export function fixRandomness(): void {
  // A stream for each use: who draws a key more does not change the ids.
  const drawn = new Map<string, number>()
  const fill = (bytes: Uint8Array, use = `bytes ${bytes.byteLength}`) => {
    for (let at = 0; at < bytes.byteLength; at += 32) {
      const block = drawn.get(use) ?? 0
      drawn.set(use, block + 1)
      const next = createHash('sha256').update(`golden ${use} ${block}`).digest()
      bytes.set(next.subarray(0, Math.min(32, bytes.byteLength - at)), at)
    }
  }
  const toBytes = ({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView) =>
    new Uint8Array(buffer, byteOffset, byteLength)
  const randomUUID = () => {
    const bytes = Buffer.alloc(16)
    fill(bytes, 'uuid')
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const randomBytes = (size: number, then?: (error: null, bytes: Buffer) => void) => {
    const bytes = Buffer.alloc(size)
    fill(bytes)
    if (then) process.nextTick(then, null, bytes)
    return bytes
  }
  const getRandomValues = <View extends NodeJS.ArrayBufferView>(view: View) => {
    fill(toBytes(view))
    return view
  }
  Object.assign(crypto, { randomUUID, randomBytes, randomFillSync: getRandomValues })
  Object.assign(globalThis.crypto, { randomUUID, getRandomValues })
  syncBuiltinESMExports()
}
