import { crc32 } from 'node:zlib'
import { joinBytes } from '../../text/join-bytes.ts'
import type { EvidenceProblem, FileSource } from './bundle-source.ts'
import { findFirstDifference } from './find-first-difference.ts'

/** A file for an archive. */
export interface ZipFile {
  /** ASCII */
  readonly name: string
  readonly size: number
  readonly crc32: number
  read(): AsyncIterable<Uint8Array>
}

const bytesMax = 0xffff_fffe
const countMax = 0xffff - 1

/** Whether an archive can hold the files: its layout has 32 bits for sizes and offsets, and 16 for their number. */
export function isZipLargeEnough(files: readonly Pick<ZipFile, 'size'>[]): boolean {
  return files.length <= countMax && files.reduce((sum, { size }) => sum + size + 200, 22) <= bytesMax
}

/**
 * An archive of the files, in pieces (PKWARE APPNOTE 6.3): stored without compression or times, in order.
 *
 * We write every bit of the layout ourselves, because verification compares with it: the same files always give the
 * same bytes, so that no byte can be changed unseen. Compressed data would not allow that: different bits can mean the
 * same, and they depend on the version of zlib. Without compression, it also cannot expand endlessly.
 */
export async function* zipBytes(files: readonly ZipFile[]): AsyncGenerator<Uint8Array, void, undefined> {
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const local = encodeHeader(localSignature, file, [])
    yield local
    yield* file.read()
    directory.push(encodeHeader(centralSignature, file, [offset]))
    offset += local.byteLength + file.size
  }
  yield* directory
  yield encodeEnding(
    files.length,
    directory.reduce((sum, { byteLength }) => sum + byteLength, 0),
    offset,
  )
}

type Contents<Name extends string> = Pick<FileSource<Name>, 'read' | 'size'>

/**
 * Where an archive differs from the one that we would write with the same content.
 * @param names of its files, in our order
 */
export async function findLayoutProblems<Name extends string>(
  archive: string,
  bytes: AsyncIterable<Uint8Array>,
  source: Contents<Name>,
  names: readonly Name[],
): Promise<readonly EvidenceProblem[]> {
  const difference = await findOtherByte(bytes, source, names)
  if (difference === undefined) return []
  const message = `does not have the layout that Checkwright writes: byte ${difference}, outside the content of its files, differs.`
  return [{ file: archive, message }]
}

async function findOtherByte<Name extends string>(
  bytes: AsyncIterable<Uint8Array>,
  source: Contents<Name>,
  names: readonly Name[],
): Promise<number | undefined> {
  const files = []
  for (const name of names) {
    files.push({
      name,
      size: source.size(name),
      crc32: await computeCrc(source, name),
      read: () => source.read(name),
    })
  }
  return findFirstDifference(bytes, zipBytes(files))
}

/** The checksum that an archive has for a file. */
export async function computeCrc<Name extends string>(
  source: Pick<FileSource<Name>, 'read'>,
  name: Name,
): Promise<number> {
  let sum = 0
  for await (const chunk of source.read(name)) sum = crc32(chunk, sum)
  return sum
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50

/** The fields that local and central headers share, and the additional ones of the central header. */
function encodeHeader(signature: number, { name, size, crc32 }: ZipFile, [offset]: readonly number[]): Uint8Array {
  const isCentral = signature === centralSignature
  const bytes = new LittleEndianWriter(isCentral ? 46 : 30).u32(signature)
  // Made under Unix, so that the mode below counts.
  if (isCentral) bytes.u16(0x0300 | version)
  bytes.u16(version).u16(0).u16(stored).u16(0).u16(firstDay).u32(crc32).u32(size).u32(size).u16(name.length).u16(0)
  if (isCentral)
    bytes
      .u16(0)
      .u16(0)
      .u16(0)
      .u32(ownerOnly)
      .u32(offset ?? 0)
  return joinBytes([bytes.bytes, Uint8Array.from(name, (char) => char.charCodeAt(0))])
}

function encodeEnding(count: number, directoryBytes: number, directoryOffset: number): Uint8Array {
  const bytes = new LittleEndianWriter(22).u32(endSignature).u16(0).u16(0).u16(count).u16(count)
  return bytes.u32(directoryBytes).u32(directoryOffset).u16(0).bytes
}

const version = 10
const stored = 0
/** 1980-01-01, the earliest possible time. */
const firstDay = 0x21
/** A plain file that only its owner reads and writes. */
const ownerOnly = 0o100600 * 0x1_0000

/** Little-endian numbers, one after the other. */
class LittleEndianWriter {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(size: number) {
    this.bytes = new Uint8Array(size)
    this.#view = new DataView(this.bytes.buffer)
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true)
    this.#at += 2
    return this
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
    return this
  }
}
