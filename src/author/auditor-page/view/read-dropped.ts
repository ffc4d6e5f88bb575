import type { ChosenFile } from './gather-files.ts'

declare global {
  interface DataTransferItem {
    /** Chromium has it. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
  }
}

/**
 * The files that were dropped, those in folders too. Chromium reads a dropped folder by handles only, where the page is a file itself;
 * other browsers have entries.
 * @throws DOMException for a folder that the browser does not let the page read
 */
export async function readDropped(items: DataTransferItemList): Promise<readonly ChosenFile[]> {
  // Begun at once for all: the list is empty as soon as the event is over.
  const reading = Array.from(items, (item) => {
    if (item.getAsFileSystemHandle) return item.getAsFileSystemHandle().then(readHandle)
    const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()]
    if (entry instanceof FileSystemDirectoryEntry) return readEntry(entry)
    return Promise.resolve(file ? [{ path: file.name, blob: file }] : [])
  })
  return (await Promise.all(reading)).flat()
}

async function readHandle(handle: FileSystemHandle | null, folder = ''): Promise<readonly ChosenFile[]> {
  if (handle instanceof FileSystemFileHandle) return [{ path: `${folder}${handle.name}`, blob: await handle.getFile() }]
  if (!(handle instanceof FileSystemDirectoryHandle)) return []
  const inside: ChosenFile[] = []
  for await (const each of handle.values()) inside.push(...(await readHandle(each, `${folder}${handle.name}/`)))
  return inside
}

async function readEntry(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (entry instanceof FileSystemFileEntry) {
    const blob = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), blob }]
  }
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
