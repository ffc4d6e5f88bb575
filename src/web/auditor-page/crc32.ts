const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** The checksum of `node:zlib`, which a browser has not. */
export function crc32(data: Uint8Array | string, before = 0): number {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  let sum = ~before
  for (let at = 0; at < bytes.byteLength; at++) sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return ~sum >>> 0
}
