import {
  type BundleSource,
  type EvidenceProblem,
  findListingProblems,
  isRecordFile,
  listBundleFiles,
} from '../../evidence/bundle/bundle-source.ts'
import { findLayoutProblems } from '../../evidence/bundle/zip.ts'
import { readArchive } from './read-archive.ts'

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
  const names = [...files.keys()].toSorted()
  return {
    names,
    problems: [...before, ...findListingProblems(names)],
    inventories: names.filter(isRecordFile),
    has: (file) => files.has(file),
    size: (file) => files.get(file)?.size ?? 0,
    read: (file, range) => readBlob((files.get(file) ?? new Blob([])).slice(range?.start, range?.end)),
    layoutProblems: async () => [],
    close: async () => undefined,
  }
}

// So many at once that a large file takes few steps, and so few that it is not in memory as a whole.
const pieceBytes = 4 * 1024 * 1024

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += pieceBytes)
    yield new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer())
}
