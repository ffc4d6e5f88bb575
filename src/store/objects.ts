import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { ObjectStore } from '../workspace/objects.ts'
import { objectFolder } from './object-folder.ts'
import { parseStoreUrl } from './store-url.ts'

/** The object store that belongs to a store: a folder beside its file, or memory that ends with the process. */
export function defaultObjects(storeUrl: string): ObjectStore | undefined {
  const location = parseStoreUrl(storeUrl)
  if (location.kind === 'sqlite') return objectFolder(join(dirname(location.file), 'objects'))
  // Several machines share such a store, and no folder.
  return location.kind === 'memory' ? objectMemory() : undefined
}

function objectMemory(): ObjectStore {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const nameOf = ({ organizationId, key }: { readonly organizationId: string; readonly key: string }) =>
    JSON.stringify([organizationId, key])
  return {
    async put({ organizationId, bytes }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(chunk.slice())
      const key = randomUUID()
      objects.set(nameOf({ organizationId, key }), new Uint8Array(Buffer.concat(chunks)))
      return { key }
    },
    async get(ref) {
      const bytes = objects.get(nameOf(ref))
      return bytes && new Blob([bytes]).stream()
    },
    async delete(ref) {
      objects.delete(nameOf(ref))
    },
  }
}
