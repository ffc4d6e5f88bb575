import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CheckwrightError, hasSystemCode } from '../../errors/index.ts'
import type { NewFiles } from './connector-files.ts'

/**
 * Writes all files, or none if one of them already exists.
 * @throws CheckwrightError `CLI_FILE_FAILED` with the existing files, or the one that cannot be written
 */
export async function writeFiles(folder: string, files: NewFiles): Promise<void> {
  const inTheWay: string[] = []
  for (const name of Object.keys(files)) if (await isThere(join(folder, name))) inTheWay.push(join(folder, name))
  if (inTheWay.length > 0)
    throw new CheckwrightError(
      `Nothing was written, because these files exist already:\n${inTheWay.map((path) => `  ${path}`).join('\n')}\nMove them away, or choose another folder by --dir.`,
      { code: 'CLI_FILE_FAILED' },
    )
  try {
    for (const name of Object.keys(files)) await mkdir(dirname(join(folder, name)), { recursive: true })
    // "wx" follows no symbolic link and overwrites no file that appeared meanwhile.
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { flag: 'wx' })
  } catch (error) {
    throw createWriteError(folder, error)
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    // lstat, because a link that leads nowhere is in the way too.
    await lstat(path)
    return true
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return false
    throw createWriteError(path, error)
  }
}

function createWriteError(path: string, cause: unknown): CheckwrightError {
  const reason = cause instanceof Error && 'code' in cause ? cause.code : 'of an unknown reason'
  return new CheckwrightError(`${path} cannot be written (${reason}). Choose another folder by --dir.`, {
    code: 'CLI_FILE_FAILED',
    cause,
  })
}
