import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ReceivedPart } from '../define/index.ts'
import { demandFileSize } from './refuse-file.ts'

/** A file that is imported, as it came, at a place where nobody else writes. */
export interface Original {
  readonly path: string
  readonly file: ReceivedPart['file']
  readonly read: () => AsyncIterable<Uint8Array>
}

/**
 * Writes bytes to a new file and takes their digest on the way, so that what is parsed and what is kept are the same.
 * @param name as people know the file; folders before it are left out
 * @throws CheckwrightError `IMPORT_REFUSED` for more than a file may have; the file system's errors
 */
export async function keepOriginal(path: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Original> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      demandFileSize(size)
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  const shown = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').slice(0, 200)
  return {
    path,
    file: { name: shown === '' ? 'results' : shown, sha256: hash.digest('hex'), bytes: size },
    read: () => createReadStream(path),
  }
}
