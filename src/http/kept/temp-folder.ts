import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for files that must have names. Disposing of it removes everything that is in it. */
export interface TempFolder extends AsyncDisposable {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Opens a folder that only its owner can read, among the temporary files. A program that ends before it is removed, such
 * as after a second Ctrl-C, removes it too.
 * @param subject what it is for, in its name: `bundle`
 */
export async function openTempFolder(subject: string): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), `checkwright-${subject}-`))
  const forget = removeAtExit(path)
  const remove = async () => {
    await rm(path, { recursive: true, force: true })
    forget()
  }
  return { path, remove, [Symbol.asyncDispose]: remove }
}

/**
 * Removes a folder when the process ends by itself or by `process.exit()`.
 * @returns a function for when the folder is gone
 */
export function removeAtExit(folder: string): () => void {
  // One listener for all: Node warns about more than ten.
  if (folders.size === 0) process.on('exit', removeAll)
  folders.add(folder)
  return () => {
    folders.delete(folder)
    if (folders.size === 0) process.removeListener('exit', removeAll)
  }
}

const folders = new Set<string>()

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
