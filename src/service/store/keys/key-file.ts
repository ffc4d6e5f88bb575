import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasSystemCode, isSystemError, StoreError } from '../../../errors/index.ts'
import { syncFolder } from '../places/sync-folder.ts'

/** A longer file is some other file, given by mistake. */
const LARGEST_BYTES = 65_536

/**
 * The text of a key file, or undefined if there is none.
 *
 * @throws StoreError `KEYS_INVALID` unless it is a plain file, not a symbolic link, that only its owner, who runs this,
 * may read and write
 */
export async function readKeyFile(path: string): Promise<string | undefined> {
  const file = await openKeyFile(path)
  if (file === undefined) return undefined
  try {
    // Of the open file, not of the path, so that nobody can replace it between check and read.
    const problem = findKeyFileProblem(await file.stat())
    if (problem !== undefined) throw createKeyFileError(path, problem)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/**
 * Makes the file, readable by its owner only, as a whole or not at all; makes missing folders too. If another process
 * makes it at the same moment, one wins and both get its text.
 *
 * @returns the present text of the file
 * @throws StoreError `KEYS_INVALID` when it cannot be written
 */
export async function createKeyFile(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeSynced(draft, text)
    return (await claimName(draft, path)) ? text : await readTheirs(path)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw createKeyFileError(
      path,
      `cannot be created (${isSystemError(error) ? error.code : 'unknown error'}); check its folder`,
    )
  }
}

/** Gives the draft its name, or deletes it if the name is taken. */
async function claimName(draft: string, path: string): Promise<boolean> {
  try {
    // link(2) fails if the name is taken. rename(2) would replace the key of the first process.
    await link(draft, path)
  } catch (error) {
    if (hasSystemCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

async function readTheirs(path: string): Promise<string> {
  const text = await readKeyFile(path)
  if (text === undefined) throw createKeyFileError(path, 'was deleted while Checkwright created it; try again')
  return text
}

async function openKeyFile(path: string): Promise<FileHandle | undefined> {
  try {
    // Windows has neither flag. O_NONBLOCK: opening a named pipe would wait for a writer forever.
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = isSystemError(error) ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') throw createKeyFileError(path, 'is a symbolic link; name the file itself')
    throw createKeyFileError(path, `cannot be read (${code ?? 'unknown error'})`)
  }
}

function findKeyFileProblem(stats: Stats): string | undefined {
  if (!stats.isFile()) return 'is not a plain file'
  if (stats.size > LARGEST_BYTES) return 'is too large for a key file'
  // Windows keeps access in lists that a file mode does not show.
  if (process.getuid === undefined) return undefined
  if (stats.uid !== process.getuid()) return 'belongs to another user; make it your own with "chown"'
  if ((stats.mode & 0o077) !== 0) return 'can be read or written by other users; run "chmod 600" on it'
  return undefined
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function createKeyFileError(path: string, problem: string): StoreError {
  return new StoreError(`The key file ${path} ${problem}.`, { code: 'KEYS_INVALID' })
}
