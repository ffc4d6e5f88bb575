import type { EvidenceProblem } from '../../evidence/bundle/bundle-source.ts'
import { areEqualBytes } from '../../text/equal-bytes.ts'
import { decodeLatin } from './decode-latin.ts'

/** Files by their names, from a folder or an archive, and what is wrong with how they lie there. */
export interface NamedFiles {
  readonly files: ReadonlyMap<string, Blob>
  readonly problems: readonly EvidenceProblem[]
}

/** A zip begins with the first of its files. */
export async function isArchive(blob: Blob): Promise<boolean> {
  return blob.size >= endBytes && (await readView(blob, 0, 4)).getUint32(0, true) === localSignature
}

/**
 * Reads an archive of the layout that we write, and only that: stored files one after the other, each with its header, then the
 * directory. Where the end or the directory is damaged, the headers before the files say where they are. Nothing is unpacked, so
 * nothing can expand, overlap or lead elsewhere.
 */
export async function readArchive(name: string, blob: Blob): Promise<NamedFiles> {
  const read = openReader(blob)
  const directory = await readDirectory(blob)
  const entries = directory ?? (await walkHeaders(blob, read))
  const problems: EvidenceProblem[] = directory
    ? []
    : [{ file: name, message: 'is not an archive that Checkwright wrote: its directory or its end was changed.' }]
  const files = new Map<string, Blob>()
  const twice = new Set<string>()
  let at = 0
  for (const entry of entries) {
    const { name: file, size } = entry
    const from = at + localBytes + entry.nameBytes.byteLength
    const header = await read(at, from)
    if (entry.at !== at || from + size > blob.size) {
      problems.push({ file, message: 'does not begin in the archive where the one before it ends.' })
      break
    }
    if (!isSameHeader(header, entry))
      problems.push({ file, message: 'has another header than the archive says of it.' })
    problems.push(...findOddities(entry).map((message) => ({ file, message })))
    if (files.has(file)) twice.add(file)
    else files.set(file, blob.slice(from, from + size))
    at = from + size
  }
  problems.push(...Array.from(twice, (file) => ({ file, message: 'is in the archive more than once.' })))
  return { files, problems }
}

/** What the directory, or a header, says of a file. */
interface ArchiveEntry {
  readonly name: string
  readonly nameBytes: Uint8Array
  readonly size: number
  /** Where its header begins. */
  readonly at: number
  /** From the version that is needed up to the length of the additional fields, which headers and the directory have in common. */
  readonly common: Uint8Array
  /** The bytes of the directory alone; undefined if it cannot be read. */
  readonly rest: Uint8Array | undefined
}

/** @returns undefined for any other form than ours */
async function readDirectory(blob: Blob): Promise<readonly ArchiveEntry[] | undefined> {
  if (blob.size < endBytes) return undefined
  const end = await readView(blob, blob.size - endBytes, blob.size)
  const [count, bytes, from] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  const isOurs =
    end.getUint32(0, true) === endSignature && end.getUint32(4, true) === 0 && end.getUint16(20, true) === 0
  if (!isOurs || end.getUint16(8, true) !== count || from + bytes + endBytes !== blob.size) return undefined
  const directory = await readView(blob, from, from + bytes)
  const entries: ArchiveEntry[] = []
  let at = 0
  while (at < bytes) {
    if (bytes - at < centralBytes || directory.getUint32(at, true) !== centralSignature) return undefined
    const nameLength = directory.getUint16(at + 28, true)
    const hasMore = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true) > 0
    if (hasMore || bytes - at < centralBytes + nameLength) return undefined
    const nameBytes = take(directory, at + centralBytes, nameLength)
    entries.push({
      name: decodeLatin(nameBytes),
      nameBytes,
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
      common: take(directory, at + 6, commonBytes),
      rest: joinRest(take(directory, at + 4, 2), take(directory, at + 32, 10)),
    })
    at += centralBytes + nameLength
  }
  return entries.length === count ? entries : undefined
}

/** The entries by the headers before the files, up to the first place that has no header. */
async function walkHeaders(blob: Blob, read: ReadBytes): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  let at = 0
  while (at + localBytes <= blob.size && entries.length < countMax) {
    const bytes = await read(at, at + localBytes)
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (header.getUint32(0, true) !== localSignature) break
    const nameLength = header.getUint16(26, true)
    const from = at + localBytes + nameLength
    const size = header.getUint32(22, true)
    if (from + size > blob.size) break
    const nameBytes = await read(at + localBytes, from)
    entries.push({
      name: decodeLatin(nameBytes),
      nameBytes,
      size,
      at,
      common: take(header, 4, commonBytes),
      rest: undefined,
    })
    at = from + size
  }
  return entries
}

function isSameHeader(header: Uint8Array, { common, nameBytes }: ArchiveEntry): boolean {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  return (
    header.byteLength === localBytes + nameBytes.byteLength &&
    view.getUint32(0, true) === localSignature &&
    areEqualBytes(header.subarray(4, localBytes), common) &&
    areEqualBytes(header.subarray(localBytes), nameBytes)
  )
}

function findOddities({ common, rest }: ArchiveEntry): readonly string[] {
  const view = new DataView(common.buffer, common.byteOffset, common.byteLength)
  const says = (at: number, bytes: readonly number[]) =>
    areEqualBytes(common.subarray(at, at + bytes.length), Uint8Array.from(bytes))
  return [
    ...(view.getUint16(4, true) === 0 ? [] : ['is compressed, and Checkwright stores files uncompressed.']),
    ...(view.getUint32(14, true) === view.getUint32(18, true) ? [] : ['has two sizes in the archive.']),
    ...(says(0, [10, 0, 0, 0]) &&
    says(6, [0, 0, 0x21, 0]) &&
    says(24, [0, 0]) &&
    areEqualBytes(rest ?? plainFile, plainFile)
      ? []
      : ['has a header that Checkwright does not write.']),
  ]
}

function joinRest(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Uint8Array.from([...a, ...b])
}

function take(view: DataView, at: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + at, length)
}

type ReadBytes = (from: number, to: number) => Promise<Uint8Array>

const readBytes = 64 * 1024

/** Reads a little more than asked for: a browser takes as long for one header as for a thousand that lie together. */
function openReader(blob: Blob): ReadBytes {
  let [start, piece] = [0, new Uint8Array()]
  return async (from, to) => {
    if (from < start || to > start + piece.byteLength) {
      piece = new Uint8Array(await blob.slice(from, Math.max(to, from + readBytes)).arrayBuffer())
      start = from
    }
    return piece.subarray(from - start, to - start)
  }
}

async function readView(blob: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await blob.slice(from, to).arrayBuffer())
}

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const localBytes = 30
const centralBytes = 46
const endBytes = 22
const commonBytes = 26
const countMax = 0xffff
/** Made under Unix by version 1.0; no comment, one disk, a plain file that only its owner reads and writes. */
const plainFile = Uint8Array.of(10, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x81)
