import { isArchive, type NamedFiles, readArchive } from '../read-archive.ts'

/** A file that a person chose, with its path in the folder that they chose. */
export interface GivenFile {
  readonly path: string
  readonly blob: Blob
}

/** What was found in the chosen files: an archive, or a folder. */
export interface GivenEvidence extends NamedFiles {
  readonly name: string
  /** Left out for a folder. */
  readonly archive?: Blob
}

const statement = 'statement.intoto.jsonl'

/** Finds archives, and folders that have a statement. A file below such a folder belongs to it. */
export async function gatherEvidence(given: readonly GivenFile[]): Promise<readonly GivenEvidence[]> {
  const roots = given
    .filter(({ path }) => path === statement || path.endsWith(`/${statement}`))
    .map(({ path }) => path.slice(0, -statement.length))
    .filter((root, _, all) => !all.some((other) => other !== root && root.startsWith(other)))
  const folders = roots.map((root): GivenEvidence => {
    const inside = given.filter(({ path }) => path.startsWith(root))
    const files = new Map(inside.map(({ path, blob }) => [path.slice(root.length), blob]))
    return { name: root.replace(/\/$/, '') || statement, files, problems: [] }
  })
  const archives: GivenEvidence[] = []
  for (const { path, blob } of given)
    if (!roots.some((root) => path.startsWith(root)) && (path.endsWith('.zip') || (await isArchive(blob))))
      archives.push({ name: path, ...(await readArchive(path, blob)), archive: blob })
  return [...folders, ...archives]
}

/** The files that were dropped, those in folders too. */
export async function readDropped(items: DataTransferItemList): Promise<readonly GivenFile[]> {
  // Taken at once: the list is empty as soon as the event is over.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry())
  const files = await Promise.all(entries.map((entry) => (entry ? readEntry(entry) : [])))
  return files.flat()
}

async function readEntry(entry: FileSystemEntry): Promise<readonly GivenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry instanceof FileSystemFileEntry)
    return [{ path, blob: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }]
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const inside: FileSystemEntry[] = []
  // A browser tells a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map(readEntry))).flat()
}
