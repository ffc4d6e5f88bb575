import {
  type BundleSource,
  type EvidenceProblem,
  findListingProblems,
  isRecordFile,
  listBundleFiles,
} from '../../evidence/bundle/bundle-source.ts'
import { findLayoutProblems } from '../../evidence/bundle/zip.ts'
import {
  findPackageListingProblems,
  type PackageSource,
  sortPackageFiles,
} from '../../evidence/package/package-file.ts'
import { type NamedFiles, readArchive } from './read-archive.ts'

/** A bundle of files that a person gave to the page. */
export interface OpenedBundle extends BundleSource {
  /** Names of all files, also of those that are no part of a bundle, in order. */
  readonly names: readonly string[]
}

/** A bundle in an archive. */
export async function openArchiveBundle(name: string, archive: Blob): Promise<OpenedBundle> {
  const { files, problems } = await readArchive(name, archive)
  const source = openFiles(files, problems)
  return {
    ...source,
    layoutProblems: () => findLayoutProblems(name, readBlob(archive), source, listBundleFiles(source)),
  }
}

/** A bundle in a folder. */
export function openFiles(files: ReadonlyMap<string, Blob>, before: readonly EvidenceProblem[] = []): OpenedBundle {
  const source = readNamedFiles(files)
  const { names } = source
  return { ...source, problems: [...before, ...findListingProblems(names)], inventories: names.filter(isRecordFile) }
}

/** A package that a person gave to the page. */
export interface OpenedPackage extends PackageSource {
  openBundle(file: string): Promise<OpenedBundle>
}

/** @param archive left out for a folder */
export function openPackageFiles(name: string, { files, problems }: NamedFiles, archive?: Blob): OpenedPackage {
  const source = readNamedFiles(files)
  const sorted = sortPackageFiles(source.names.map((each) => ({ name: each }))).map((each) => each.name)
  return {
    ...source,
    problems: [...problems, ...findPackageListingProblems(source.names)],
    layoutProblems: async () => (archive ? findLayoutProblems(name, readBlob(archive), source, sorted) : []),
    openBundle: (file) => openArchiveBundle(file, files.get(file) ?? new Blob([])),
  }
}

function readNamedFiles(files: ReadonlyMap<string, Blob>) {
  const findBlob = (file: string) => files.get(file) ?? new Blob([])
  return {
    names: [...files.keys()].toSorted(),
    has: (file: string) => files.has(file),
    size: (file: string) => files.get(file)?.size ?? 0,
    read: (file: string, range?: { readonly start: number; readonly end: number }) =>
      readBlob(range ? findBlob(file).slice(range.start, range.end) : findBlob(file)),
    layoutProblems: async () => [],
    close: async () => undefined,
  }
}

// A larger file is read in pieces each time, because it should not be in memory as a whole.
const cachedBytes = 64 * 1024 * 1024
const pieceBytes = 4 * 1024 * 1024

/** What was read: each file is read several times, and a browser takes longer to read it than to check it. */
const cache = new WeakMap<Blob, Promise<Uint8Array>>()

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  if (blob.size <= cachedBytes) yield await readWhole(blob)
  else
    for (let at = 0; at < blob.size; at += pieceBytes)
      yield new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer())
}

function readWhole(blob: Blob): Promise<Uint8Array> {
  const before = cache.get(blob)
  if (before) return before
  const reading = blob.arrayBuffer().then((buffer) => new Uint8Array(buffer))
  cache.set(blob, reading)
  return reading
}
