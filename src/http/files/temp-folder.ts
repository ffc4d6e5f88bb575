import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CheckwrightError, describeSystemCode } from '../../errors/index.ts'
import { createDraftMark, removeAbandonedDrafts } from './draft-mark.ts'

/** A folder of its own for files that must have names. Disposing of it removes everything that is in it. */
export interface TempFolder extends AsyncDisposable {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Opens a folder that only its owner can read, among the temporary files. A program that ends before it is removed, such
 * as after a second Ctrl-C, removes it too. What killed processes left there goes away when a process opens its first one.
 * @param subject what it is for, in its name: `bundle`
 * @throws CheckwrightError `RESULTS_NOT_KEPT` when it cannot be made
 */
export async function openTempFolder(subject: string): Promise<TempFolder> {
  const place = tmpdir()
  if (!isSwept) void removeAbandonedDrafts(place, { prefix: 'checkwright-' })
  isSwept = true
  const path = join(place, `checkwright-${subject}-${createDraftMark()}`)
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const advice = 'Make it, with the right to write there and with free space, or name another one in TMPDIR.'
    throw new CheckwrightError(
      `The folder for temporary files, ${place}, cannot be written${describeSystemCode(error)}. ${advice}`,
      { code: 'RESULTS_NOT_KEPT', cause: error },
    )
  }
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
let isSwept = false

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
