import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour that browsers show. @param extra name of an empty chunk before the image */
export function createPng(width: number, height: number, extra?: string): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min(width * 3 + 1, 4_000) * Math.min(height, 100), 0x66)
  for (let at = 0; at < rows.length; at += width * 3 + 1) rows[at] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    ...(extra === undefined ? [] : [createChunk(extra, Buffer.alloc(8))]),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
