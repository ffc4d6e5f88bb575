import type { StoredBytes } from '../../../service/files/keep-file.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'
import { recordsFileBytesMax } from '../services/limits.ts'

/** The text of a file that is read once: it is not kept. */
export async function readStoredText(
  objects: ObjectStore,
  organizationId: string,
  { objectKey: key, sizeBytes }: StoredBytes,
): Promise<string> {
  try {
    if (sizeBytes > recordsFileBytesMax) return ''
    const bytes = await objects.get({ organizationId, key })
    return bytes === undefined ? '' : await new Response(bytes).text()
  } finally {
    await objects.delete({ organizationId, key }).catch(() => undefined)
  }
}
