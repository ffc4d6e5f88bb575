import { randomUUID } from 'node:crypto'
import { openSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Opens a file for its owner alone and removes its name at once. Only this process can reach it, and the space is freed
 * however the process ends.
 * @param folder the folder whose disk it uses. @default the folder for temporary files
 */
export async function openNameless(folder?: string): Promise<FileHandle> {
  const path = createPath(folder)
  const file = await open(path, flags, mode)
  // Windows removes it when it is closed.
  await rm(path, { force: true }).catch(() => undefined)
  return file
}

/** As {@link openNameless}, but synchronous. */
export function openNamelessSync(folder?: string): number {
  const path = createPath(folder)
  const file = openSync(path, flags, mode)
  try {
    rmSync(path, { force: true })
  } catch {
    // As above.
  }
  return file
}

const flags = 'wx+'
const mode = 0o600

function createPath(folder = tmpdir()): string {
  return join(folder, `checkwright-${randomUUID()}`)
}
