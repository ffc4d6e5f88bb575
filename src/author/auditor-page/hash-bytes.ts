import type { hashBytes as hashOnMachine } from '../../evidence/log/hash-bytes.ts'
import { joinBytes } from '../../text/join-bytes.ts'

/** As `src/evidence/log/hash-bytes.ts`, at once: WebCrypto lets you wait for each hash. Nothing longer than a mapping is hashed by it. */
export const hashBytes: typeof hashOnMachine = (...parts) => {
  const words = padMessage(joinBytes(parts))
  const state = Int32Array.from(roots, (root) => readFraction(Math.sqrt(root)))
  const schedule = new Int32Array(64)
  for (let at = 0; at < words.byteLength; at += 64) addBlock(state, schedule, new DataView(words.buffer, at, 64))
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

/** The message, a one, zeros, and its length in bits, as whole blocks (FIPS 180-4 §5.1.1). */
function padMessage(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.byteLength + 9) / 64) * 64)
  padded.set(message)
  padded[message.byteLength] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.byteLength - 8, BigInt(message.byteLength) * 8n)
  return padded
}

/** FIPS 180-4 §6.2.2. */
function addBlock(state: Int32Array, schedule: Int32Array, block: DataView): void {
  for (let at = 0; at < 64; at++) schedule[at] = at < 16 ? block.getInt32(at * 4) : expand(schedule, at)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const first = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const added = (h + first + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (schedule[at] ?? 0)) | 0
    const second = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const joined = (second + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + added) | 0, c, b, a, (added + joined) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}

function expand(schedule: Int32Array, at: number): number {
  const find = (before: number) => schedule[at - before] ?? 0
  const near = rotate(find(2), 17) ^ rotate(find(2), 19) ^ (find(2) >>> 10)
  const far = rotate(find(15), 7) ^ rotate(find(15), 18) ^ (find(15) >>> 3)
  return near + find(7) + far + find(16)
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits behind the point. */
function readFraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0
}

const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter((value) => {
  for (let by = 2; by * by <= value; by++) if (value % by === 0) return false
  return true
})
const roots = primes.slice(0, 8)
const constants = Int32Array.from(primes, (prime) => readFraction(Math.cbrt(prime)))
