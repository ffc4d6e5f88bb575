const unpackedBytesMax = 32 * 1024 * 1024
// To begin a stream costs more than its bytes.
const streamsMax = 2_000
// Logs in files, and files in an archive.
const depthMax = 2

/**
 * What is compressed in a body: gzip, zlib and the files of a zip, and what is compressed in these. A stream that is broken
 * is left out.
 * @returns undefined if it is more than 32 MiB or 2,000 streams
 */
export function unpackBody(body: Buffer): readonly Buffer[] | undefined {
  const left = { bytes: unpackedBytesMax, streams: streamsMax }
  const unpacked: Buffer[] = []
  let packed: readonly Buffer[] = [body]
  for (let depth = 0; depth < depthMax; depth++) {
    const next: Buffer[] = []
    for (const { decode, bytes } of packed.flatMap((each) => [...listStreams(each)])) {
      if (--left.streams < 0) return undefined
      // Taken here: most answers are text, and an import would cost those who ask for them.
      const zlib = process.getBuiltinModule('node:zlib')
      try {
        // A stream that was cut off still shows what it has.
        next.push(zlib[decode](bytes, { maxOutputLength: left.bytes + 1, finishFlush: zlib.constants.Z_SYNC_FLUSH }))
      } catch (error) {
        if (error instanceof RangeError) return undefined
        continue
      }
      left.bytes -= next.at(-1)?.byteLength ?? 0
      if (left.bytes < 0) return undefined
    }
    unpacked.push(...next)
    packed = next
  }
  return unpacked
}

interface PackedStream {
  readonly decode: 'gunzipSync' | 'inflateSync' | 'inflateRawSync'
  readonly bytes: Buffer
}

const gzipMark = Buffer.from([0x1f, 0x8b, 8])
// PKZIP APPNOTE 4.3.7: the local header of a file.
const zipMark = Buffer.from('PK\x03\x04')
const zipHeaderBytes = 30

function* listStreams(bytes: Buffer): Generator<PackedStream> {
  if (bytes.subarray(0, gzipMark.length).equals(gzipMark)) yield { decode: 'gunzipSync', bytes }
  // RFC 1950 §2.2: method 8, and a check of the first two bytes.
  if (bytes.length > 2 && bytes.readUInt8(0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0)
    yield { decode: 'inflateSync', bytes }
  for (let at = bytes.indexOf(zipMark); at !== -1; at = bytes.indexOf(zipMark, at + 1)) {
    if (at + zipHeaderBytes > bytes.length) return
    const start = at + zipHeaderBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    // The method of what is stored is 0, and its bytes can be seen as they are.
    if (bytes.readUInt16LE(at + 8) === 8) yield { decode: 'inflateRawSync', bytes: bytes.subarray(start) }
  }
}
