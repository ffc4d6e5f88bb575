import { randomUUID } from 'node:crypto'
import type { ObjectStore } from '../../files/objects.ts'

/** Objects in memory, lost when the process ends. */
export function createObjectMemory(): ObjectStore {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const nameOf = ({ organizationId, key }: { readonly organizationId: string; readonly key: string }) =>
    JSON.stringify([organizationId, key])
  return {
    async put({ organizationId, bytes }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(new Uint8Array(chunk))
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
