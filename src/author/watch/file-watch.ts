import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** A set of files that somebody edits. */
export interface FileWatch {
  /** Watches only these. Changes since the last `changed()` to files that are still watched count. */
  follow(files: readonly string[]): void
  /** Resolves when a watched file has changed and the changes have stopped, or when the signal aborts. */
  waitForChange(signal: AbortSignal): Promise<void>
  close(): void
}

// An editor saves in several steps: it truncates and writes, or writes another file and renames it.
const quietMs = 25

/** Watches the folders of files, because after a rename a watch on the file itself would stay with the old one. */
export function createFileWatch(): FileWatch {
  const folders = new Map<string, FSWatcher>()
  let followed = new Set<string>()
  let isDirty = false
  let tell: () => void = () => undefined
  const onEvent = (folder: string, name: string | null) => {
    // Some systems do not report the file.
    if (name !== null && !followed.has(join(folder, name))) return
    isDirty = true
    tell()
  }
  return {
    follow: (files) => {
      followed = new Set(files)
      const wanted = new Set(files.map((file) => dirname(file)))
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue
        watcher.close()
        folders.delete(folder)
      }
      for (const folder of wanted) {
        if (folders.has(folder)) continue
        const watcher = watchFolder(folder, (name) => onEvent(folder, name))
        if (watcher) folders.set(folder, watcher)
      }
    },
    waitForChange: (signal) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          tell = () => undefined
          isDirty = false
          resolve()
        }
        tell = () => {
          clearTimeout(timer)
          timer = setTimeout(end, quietMs)
        }
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
        else if (isDirty) tell()
      }),
    close: () => {
      for (const watcher of folders.values()) watcher.close()
    },
  }
}

/** Undefined for a missing folder, such as when an import names a file that is not written yet. */
function watchFolder(folder: string, onName: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, (_event, name) => onName(name))
    // A folder that was removed meanwhile: the import of its files reports that.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
