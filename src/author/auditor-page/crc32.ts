/** For each byte, and for each that lies up to seven places before the end of eight, its part in the sum. */
const tables = createTables()

function createTables(): Int32Array {
  const made = new Int32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    made[byte] = sum
  }
  for (let at = 256; at < made.length; at++) {
    const before = made[at - 256] ?? 0
    made[at] = (before >>> 8) ^ (made[before & 0xff] ?? 0)
  }
  return made
}

function find(place: number, byte: number): number {
  return tables[place * 256 + (byte & 0xff)] ?? 0
}

/** The checksum of `node:zlib`, which a browser has not. Eight bytes a step, because it sees all bytes of a package. */
export function crc32(data: Uint8Array | string, before = 0): number {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = ~before
  let at = 0
  for (; at + 8 <= view.byteLength; at += 8) {
    const low = sum ^ view.getInt32(at, true)
    const high = view.getInt32(at + 4, true)
    sum =
      find(7, low) ^
      find(6, low >>> 8) ^
      find(5, low >>> 16) ^
      find(4, low >>> 24) ^
      find(3, high) ^
      find(2, high >>> 8) ^
      find(1, high >>> 16) ^
      find(0, high >>> 24)
  }
  for (; at < view.byteLength; at++) sum = (sum >>> 8) ^ find(0, sum ^ view.getUint8(at))
  return ~sum >>> 0
}
