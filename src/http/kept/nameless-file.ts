import { randomUUID } from 'node:crypto'
import { openSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Opens a file for its owner alone that loses its name at once: only this process can reach it, and nothing is left when the
 * process ends, however it ends.
 * @param folder where it takes space. @default the folder for temporary files
 */
export async function openNameless(folder?: string): Promise<FileHandle> {
  const path = createPath(folder)
  const file = await open(path, flags, mode)
  // Windows removes it when it is closed.
  await rm(path, { force: true }).catch(() => undefined)
  return file
}

/** As {@link openNameless}, without giving way to other work. */
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
