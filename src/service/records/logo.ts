import { CheckwrightError } from '../../errors/index.ts'
import type { LogoType } from './appearances.ts'

export const logoBytesMax = 100_000

/** A small file can be an image of a size that no browser can hold. */
const sideMax = 2_048

/** An image whose first bytes, size and structure were checked. */
interface CheckedLogo {
  readonly type: LogoType
  readonly width: number
  readonly height: number
}

/**
 * What a logo is, by its bytes and never by its name. SVG is refused, because it can run scripts; an image that moves,
 * because people cannot stop it (WCAG 2.2.2).
 * @throws CheckwrightError `APPEARANCE_INVALID`
 */
export function checkLogo(bytes: Uint8Array): CheckedLogo {
  if (bytes.byteLength > logoBytesMax) throw createLogoError(`must be at most ${logoBytesMax / 1000} kB`)
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const logo = readPng(data) ?? readWebp(data) ?? readJpeg(data)
  if (!logo) throw createLogoError('must be a complete PNG, JPEG or WebP image')
  if (logo.width < 1 || logo.height < 1 || logo.width > sideMax || logo.height > sideMax)
    throw createLogoError(`must be at most ${sideMax} pixels wide and high`)
  return logo
}

/** PNG 3rd edition §5: a signature and chunks; IHDR is the first, IEND the last, and nothing follows it. */
function readPng(data: Buffer): CheckedLogo | undefined {
  if (data.length < 33 || data.readBigUInt64BE(0) !== 0x89504e470d0a1a0an) return undefined
  if (data.toString('latin1', 12, 16) !== 'IHDR' || data.readUInt32BE(8) !== 13) return undefined
  for (let at = 8; at + 12 <= data.length; ) {
    const name = data.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') throw createLogoError('must not move')
    at += 12 + data.readUInt32BE(at)
    if (name === 'IEND' && at === data.length)
      return { type: 'image/png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  }
  return undefined
}

/** RFC 9649 §2: a RIFF container of one form, which is as long as it says. */
function readWebp(data: Buffer): CheckedLogo | undefined {
  if (data.length < 30 || data.toString('latin1', 0, 4) !== 'RIFF' || data.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  if (data.readUInt32LE(4) + 8 !== data.length) return undefined
  const name = data.toString('latin1', 12, 16)
  if (name === 'VP8X') {
    if ((data.readUInt8(20) & 2) !== 0) throw createLogoError('must not move')
    return { type: 'image/webp', width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 }
  }
  if (name === 'VP8 ' && data.readUIntBE(23, 3) === 0x9d012a)
    return { type: 'image/webp', width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff }
  if (name === 'VP8L' && data.readUInt8(20) === 0x2f) {
    const bits = data.readUInt32LE(21)
    return { type: 'image/webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

/** ITU-T T.81 §B.1: segments from the start of the image to its frame header, which has the size, and an end. */
function readJpeg(data: Buffer): CheckedLogo | undefined {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8 || data.readUInt16BE(data.length - 2) !== 0xffd9)
    return undefined
  for (let at = 2; at + 9 <= data.length; ) {
    if (data[at] !== 0xff) return undefined
    const marker = data.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) }
    const length = data.readUInt16BE(at + 2)
    // The data of the image, which must not come before its size.
    if (length < 2 || marker === 0xda) return undefined
    at += 2 + length
  }
  return undefined
}

function createLogoError(what: string): CheckwrightError {
  return new CheckwrightError(`The logo ${what}. Choose another file.`, { code: 'APPEARANCE_INVALID' })
}
