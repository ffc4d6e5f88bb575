import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'

type Decoder = (data: Uint8Array, options: ZlibOptions) => Promise<Buffer>

const inflateZlib = promisify<Uint8Array, ZlibOptions, Buffer>(inflate)
const inflateBare = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw)

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify<Uint8Array, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Uint8Array, ZlibOptions, Buffer>(gunzip),
  br: promisify<Uint8Array, ZlibOptions, Buffer>(brotliDecompress),
  // RFC 9110 §8.4.1.2: "deflate" is the zlib format, but some servers send the bare stream.
  deflate: (data, options) => ((data[0] ?? 0) % 16 === 8 ? inflateZlib(data, options) : inflateBare(data, options)),
}

/** Encodings to offer in Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br'

// Servers use one encoding, or two by a mistake in a proxy. A longer list only costs us work.
const encodingsMax = 5

/** Encodings of HTTP that nobody offered, and that are left as they are: RFC 8878, RFC 9110 §8.4.1.1, RFC 9842. */
const unreadEncodings: ReadonlySet<string> = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz'])

/** The encoding that a body still has; undefined where there is none, or a word that is no encoding. */
export function findUnreadEncoding(contentEncoding: string | undefined): string | undefined {
  return listEncodings(contentEncoding).find((name) => unreadEncodings.has(name))
}

function listEncodings(contentEncoding: string | undefined): string[] {
  return (contentEncoding ?? '').split(',').map((name) => name.trim().toLowerCase())
}

/** The decoded body was larger than allowed. The size of a compressed body does not show this. */
export class DecodedTooLargeError extends Error {}

/**
 * Undoes Content-Encoding, the last one first. Unknown encodings are left as they are.
 * @throws DecodedTooLargeError above `bytesMax`
 * @throws Error for a body that does not fit its encoding
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Uint8Array> {
  const encodings = listEncodings(contentEncoding)
  if (encodings.length > encodingsMax) throw new Error('too many content encodings')
  let decoded = body
  for (const name of encodings.reverse()) {
    const decode = decoders[name]
    if (!decode || decoded.byteLength === 0) continue
    try {
      decoded = await decode(decoded, { maxOutputLength: bytesMax })
    } catch (error) {
      if (error instanceof RangeError) throw new DecodedTooLargeError()
      throw error
    }
  }
  return decoded
}
