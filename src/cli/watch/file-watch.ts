import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** A set of files that somebody edits. */
export interface FileWatch {
  /** Watches these and no others. What changed since the last `changed()` and is still watched counts. */
  follow(files: readonly string[]): void
  /** Ends when a watched file has changed and nothing changes any more, or when the signal aborts. */
  waitForChange(signal: AbortSignal): Promise<void>
  close(): void
}

// An editor saves in several steps: truncates and writes, or writes beside and renames.
const quietMs = 25

/**
 * Watches the folders of files, because an editor that saves by renaming leaves whoever watches the file itself with the
 * old one.
 */
export function createFileWatch(): FileWatch {
  const folders = new Map<string, FSWatcher>()
  let followed = new Set<string>()
  let isDirty = false
  let tell: () => void = () => undefined
  const onEvent = (folder: string, name: string | null) => {
    // Some systems do not say which file it was.
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

/** Undefined for a folder that is not there, as when an import names a file in it that somebody has yet to write. */
function watchFolder(folder: string, onName: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, (_event, name) => onName(name))
    // A folder that is removed meanwhile: the import of its files tells.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
