import { ApiError } from '../../errors/index.ts'
import type { ObjectStore } from './objects.ts'

export interface StoredBytesLimit {
  readonly bytesMax: number
  /** Bytes of the files that an organization has. */
  readonly sumBytes: (organizationId: string) => Promise<number>
}

/**
 * An object store with a limit of bytes for each organization. Arriving bytes count from the first one, so that many
 * simultaneous uploads cannot exceed it.
 */
export function limitStoredBytes(objects: ObjectStore, { bytesMax, sumBytes }: StoredBytesLimit): ObjectStore {
  const arriving = new Map<string, number>()
  const add = (organizationId: string, amount: number) => {
    const sum = (arriving.get(organizationId) ?? 0) + amount
    if (sum > 0) arriving.set(organizationId, sum)
    else arriving.delete(organizationId)
    return sum
  }
  const limited: ObjectStore = {
    get: (ref) => objects.get(ref),
    delete: (ref) => objects.delete(ref),
    put: async ({ organizationId, bytes }) => {
      const usedBytes = await sumBytes(organizationId)
      let received = 0
      async function* measureBytes() {
        for await (const chunk of bytes) {
          received += chunk.byteLength
          if (usedBytes + add(organizationId, chunk.byteLength) > bytesMax) throw createFullError(bytesMax)
          yield chunk
        }
      }
      try {
        return await objects.put({ organizationId, bytes: measureBytes() })
      } finally {
        add(organizationId, -received)
      }
    },
  }
  return objects.sweep ? { ...limited, sweep: objects.sweep.bind(objects) } : limited
}

function createFullError(bytesMax: number): ApiError {
  return new ApiError(
    `The organization's files would be larger than ${bytesMax} bytes together. Delete some, or ask who runs the service for more (quotas.storedBytes).`,
    { code: 'API_QUOTA_EXCEEDED', status: 403 },
  )
}
