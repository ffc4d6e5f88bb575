import { open } from 'node:fs/promises'
import { type ZipFile, zipBytes } from './zip.ts'

/** Writes a zip to a file that is not there yet, down to the disk. @throws the file system's errors */
export async function writeZip(files: readonly ZipFile[], path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(zipBytes(files))
    await file.sync()
  } finally {
    await file.close()
  }
}
