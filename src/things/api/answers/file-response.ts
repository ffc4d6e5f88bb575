import { createHash } from 'node:crypto'
import { create } from 'content-disposition'
import { StoreError } from '../../../errors/index.ts'
import type { FileRecord } from '../../../service/files/files.ts'

/** A file to save, not to display: a browser must not run its content. */
export function buildSaveHeaders(name: string, mediaType: string): Readonly<Record<string, string>> {
  return {
    'content-type': mediaType,
    'content-disposition': create(name, { type: 'attachment' }),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  }
}

/** A stored file as an answer. If its bytes were altered in the store, the download breaks off. */
export async function createFileResponse(
  { name, type, sizeBytes, sha256 }: FileRecord,
  bytes: ReadableStream<Uint8Array>,
  { method }: Request,
): Promise<Response> {
  const isAsked = method === 'GET'
  // Opened without reading: a HEAD request needs no bytes.
  if (!isAsked) await bytes.cancel()
  return new Response(isAsked ? bytes.pipeThrough(createDigestCheck(sha256)) : null, {
    headers: { ...buildSaveHeaders(name, type), 'content-length': String(sizeBytes) },
  })
}

/** Altered evidence must not be delivered as the original. */
export function createDigestCheck(sha256: string): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash('sha256')
  let piece: Uint8Array | undefined
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk)
      // The last chunk waits for the verification, because otherwise the download would already be complete.
      if (piece !== undefined) controller.enqueue(piece)
      piece = chunk
    },
    flush(controller) {
      if (hash.digest('hex') !== sha256) {
        controller.error(
          new StoreError('The bytes of a stored file have changed since it was stored.', { code: 'STORE_CORRUPT' }),
        )
      } else if (piece !== undefined) controller.enqueue(piece)
    },
  })
}
