import { open } from 'node:fs/promises'

/** Makes a new name in the folder survive a power cut. Windows opens no folders, and writes their entries at once. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
