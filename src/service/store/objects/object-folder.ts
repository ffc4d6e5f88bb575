import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasSystemCode, isSystemError, StoreError } from '../../../errors/index.ts'
import type { ObjectStore } from '../../files/objects.ts'
import { syncFolder } from '../places/sync-folder.ts'

const chunkBytes = 64 * 1024
/** No upload takes that long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

const keyForm = /^[0-9a-f]{64}-[0-9a-f]{24}$/

/**
 * Objects as files below a folder, named by the SHA-256 of their bytes, so that you can see in the folder whether one
 * was changed. A random part follows: the same bytes uploaded twice are two objects, and deleting one leaves the other.
 */
export function createObjectFolder(folder: string): ObjectStore {
  const placeOf = ({ organizationId, key }: { readonly organizationId: string; readonly key: string }) =>
    // The host chooses ids of organizations, and they may contain characters that file names cannot have.
    join(folder, createHash('sha256').update(organizationId).digest('hex').slice(0, 32), key.slice(0, 2), key)
  let isSwept = false
  return {
    async put({ organizationId, bytes }) {
      const incoming = join(folder, 'incoming', randomBytes(16).toString('hex'))
      if (!isSwept) void sweepObjectFolder(join(folder, 'incoming'))
      isSwept = true
      try {
        const key = `${await writeObject(incoming, bytes)}-${randomBytes(12).toString('hex')}`
        const place = placeOf({ organizationId, key })
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(incoming, place)
        // The name has to survive a power failure too.
        await syncFolder(dirname(place))
        return { key }
      } catch (error) {
        // If nothing can be written, nothing has to be removed.
        await rm(incoming, { force: true }).catch(() => undefined)
        throw isSystemError(error) ? createUnusableFolderError(folder, error) : error
      }
    },
    async get(ref) {
      if (!keyForm.test(ref.key)) return undefined
      try {
        const handle = await open(placeOf(ref))
        return openFileStream(handle)
      } catch (error) {
        if (hasSystemCode(error, 'ENOENT')) return undefined
        throw isSystemError(error) ? createUnusableFolderError(folder, error) : error
      }
    },
    async delete(ref) {
      if (keyForm.test(ref.key)) await rm(placeOf(ref), { force: true })
    },
    // No `sweep`: two stores with files side by side share this folder, and an object that one does not know belongs to
    // the other.
  }
}

/** Writes chunk by chunk and waits for each, so that memory stays flat for any size. @returns the digest */
async function writeObject(file: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}

/**
 * Leftovers of processes that were killed in the middle of an upload. They only take space, so a failure does not
 * matter.
 */
async function sweepObjectFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const file of names.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true }).catch(() => undefined)
  }
}

/** Read on demand. FileHandle's own stream does not close the file at its end before Node 24. */
function openFileStream(handle: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await handle.read({ buffer: new Uint8Array(chunkBytes) })
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
      } catch (error) {
        await handle.close()
        throw error
      }
      await handle.close()
      controller.close()
    },
    cancel: () => handle.close(),
  })
}

function createUnusableFolderError(folder: string, cause: NodeJS.ErrnoException): StoreError {
  return new StoreError(
    `Checkwright cannot write files to ${folder} (${cause.code ?? 'unknown'}). Check its permissions and free space.`,
    { code: 'STORE_UNAVAILABLE', cause },
  )
}
