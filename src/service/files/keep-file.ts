import { createHash } from 'node:crypto'
import { createTimeId } from '../../text/create-time-id.ts'
import type { FileRecord } from './files.ts'
import type { ObjectStore } from './objects.ts'

/** A file with stored bytes, before it has a row. */
export type StoredBytes = Pick<FileRecord, 'objectKey' | 'sha256' | 'sizeBytes'>

/** Stores bytes as they arrive, counting and hashing them. @throws errors of reading them; nothing is stored then */
export async function keepBytes(
  objects: ObjectStore,
  organizationId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredBytes> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measureBytes() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      yield chunk
    }
  }
  const { key } = await objects.put({ organizationId, bytes: measureBytes() })
  return { objectKey: key, sha256: hash.digest('hex'), sizeBytes }
}

/** The record of a file with stored bytes. */
export function toFileRecord(
  bytes: StoredBytes,
  facts: Pick<FileRecord, 'organizationId' | 'name' | 'type' | 'userId' | 'createdAtMs'>,
): FileRecord {
  return { id: createTimeId(), ...facts, ...bytes }
}

export async function* yieldOnce(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
