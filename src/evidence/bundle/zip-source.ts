import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { CheckwrightError } from '../../errors/index.ts'
import {
  type BundleSource,
  type EvidenceProblem,
  type FileSource,
  findListingProblems,
  isRecordFile,
  listBundleFiles,
} from './bundle-source.ts'
import { findLayoutProblems } from './zip.ts'

/** What an archive may have. */
export interface ArchiveRules {
  /** More entries than one has, so that unexpected ones can still be listed. */
  readonly entriesMax: number
  /** Problems of a list of files, whatever they contain. */
  findListingProblems(names: readonly string[]): readonly EvidenceProblem[]
  /** Names in the order in which an archive has them. */
  sort(names: readonly string[]): readonly string[]
}

const bundleRules: ArchiveRules = {
  entriesMax: 100,
  findListingProblems,
  sort: (names) =>
    listBundleFiles({ inventories: names.filter(isRecordFile), has: (file: string) => names.includes(file) }),
}

/** @throws as {@link openArchiveFiles} */
export async function openZip(path: string): Promise<BundleSource> {
  const { names, ...source } = await openArchiveFiles(path, bundleRules)
  return { ...source, inventories: names.filter(isRecordFile).filter(source.has).toSorted() }
}

/**
 * Opens an archive of signed files. Nothing is unpacked: entries are read in place, and only if all of them look right.
 * @returns the names of all entries, too
 * @throws CheckwrightError `BUNDLE_INVALID` when it cannot be read as an archive at all
 */
export async function openArchiveFiles(
  path: string,
  rules: ArchiveRules,
): Promise<FileSource & { readonly names: readonly string[] }> {
  const archive = basename(path)
  const { size } = await stat(path)
  const zip = await openArchive(path)
  try {
    const entries: Entry[] = []
    const problems: EvidenceProblem[] = []
    try {
      for await (const entry of zip.eachEntry()) {
        entries.push(entry)
        problems.push(...findEntryProblems(entry, size).map((message) => ({ file: entry.fileName, message })))
        if (entries.length > rules.entriesMax) break
      }
    } catch (error) {
      // Such as a path out of the folder, or contradictory sizes.
      problems.push({ file: archive, message: `is not an archive that Checkwright wrote: ${describeZipError(error)}.` })
    }
    const names = entries.map(({ fileName }) => fileName)
    for (const file of listTwice(names)) problems.push({ file, message: 'is in the archive more than once.' })
    problems.push(...findOverlaps(entries), ...rules.findListingProblems(names))
    const usable = new Map(problems.length > 0 ? [] : entries.map((entry) => [entry.fileName, entry]))
    const source = {
      problems,
      names,
      has: (file: string) => usable.has(file),
      size: (file: string) => usable.get(file)?.uncompressedSize ?? 0,
      read: (file: string, range?: { readonly start: number; readonly end: number }) =>
        readZipContent(zip, usable.get(file), range),
      layoutProblems: () => findLayoutProblems(archive, createReadStream(path), source, rules.sort(names)),
      close: async () => zip.close(),
    }
    return source
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Each name that is there more than once. */
function listTwice(names: readonly string[]): readonly string[] {
  const unique = new Set<string>()
  const twice = new Set<string>()
  for (const name of names) (unique.has(name) ? twice : unique).add(name)
  return [...twice]
}

/** Files that lie over one another: a small archive would claim to have any number of large ones. */
function findOverlaps(entries: readonly Entry[]): readonly EvidenceProblem[] {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  return inOrder.flatMap(({ relativeOffsetOfLocalHeader: from, compressedSize, fileNameLength }, index) => {
    const next = inOrder[index + 1]
    const end = from + headerBytes + fileNameLength + compressedSize
    return next !== undefined && next.relativeOffsetOfLocalHeader < end
      ? [{ file: next.fileName, message: 'lies over another file of the archive.' }]
      : []
  })
}

const headerBytes = 30

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true })
  } catch {
    // The parser's message is about records at the end of the file, which helps nobody.
    throw new CheckwrightError(
      `"${path}" cannot be read as a zip. It is another kind of file, or somebody cut it off or added to it. Name the folder or .zip that "checkwright run --out" wrote.`,
      { code: 'BUNDLE_INVALID' },
    )
  }
}

function findEntryProblems(entry: Entry, archiveBytes: number): readonly string[] {
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  return [
    ...(entry.isEncrypted() ? ['is encrypted.'] : []),
    // Entries are stored without compression, so their size cannot exceed the archive's.
    ...(entry.compressionMethod === 0 ? [] : ['is compressed, and Checkwright stores files uncompressed.']),
    ...(type === 0o100000 ? [] : [type === 0o120000 ? 'is a symbolic link.' : 'is not a plain file.']),
    ...(entry.uncompressedSize === entry.compressedSize ? [] : ['has two sizes in the archive.']),
    ...(entry.uncompressedSize > archiveBytes ? ['claims to be larger than the archive.'] : []),
  ]
}

async function* readZipContent(
  zip: ZipFile,
  entry: Entry | undefined,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!entry) return
  try {
    yield* await zip.openReadStreamPromise(entry, { decodeFileData: false, ...range })
  } catch (error) {
    throw new CheckwrightError(`${entry.fileName} cannot be read from the archive: ${describeZipError(error)}.`, {
      code: 'BUNDLE_INVALID',
    })
  }
}

/** For yauzl's own errors, which contain entries and sizes; one line, because the names come from the archive. */
function describeZipError(error: unknown): string {
  const words = error instanceof Error ? error.message : 'it is damaged'
  return words
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[.?!]*$/, '')
    .slice(0, 200)
}
