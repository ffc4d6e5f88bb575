import type { StoredBytes } from '../../../service/files/keep-file.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'
import { requireFound } from '../../parts/runtime-parts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Import, ImportOrder } from '../imports.ts'

/** A file that arrived by HTTP. */
export interface ReceivedUpload extends Omit<ImportOrder, 'bytes'> {
  readonly stored: StoredBytes
}

/** Takes over a file, and deletes the bytes as they arrived: the bundle of the run has them. */
export async function takeStoredFile(
  { runtime, objects }: { readonly runtime: Pick<Runtime, 'imports'>; readonly objects: ObjectStore },
  { stored, ...order }: ReceivedUpload,
): Promise<Import> {
  const ref = { organizationId: order.organizationId, key: stored.objectKey }
  try {
    const bytes = requireFound(await objects.get(ref), 'file of that key')
    return await runtime.imports.take({ ...order, bytes })
  } finally {
    // Retention finds leftovers.
    await objects.delete(ref).catch(() => undefined)
  }
}
