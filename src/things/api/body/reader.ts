import type { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import type { MediaType } from '../../../service/api/schemas/media-type.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'

/** A body as it arrives, and its sender. */
export interface BodySource {
  readonly mediaType: MediaType
  readonly bytes: AsyncIterable<Uint8Array>
  readonly organizationId: string
  readonly objects: ObjectStore
}

export interface BodyRead<T> {
  readonly value: T
  /** SHA-256 of the received bytes, base64url. */
  readonly digest: string
  /** Names of the given members. */
  readonly fields: readonly string[]
  /** Removes what the reader stored, if the request fails. */
  readonly discard?: () => Promise<void>
}

/** One way to send the body of a route. */
export interface BodyReader<T> {
  readonly mediaType: string
  /** Limit for the body as it is sent. */
  readonly bytesMax: number
  /** Whether the body is in memory while it arrives. */
  readonly isBuffered: boolean
  /** For the document. */
  readonly schema: z.ZodType
  /** Whether the route accepts a request without a body. */
  readonly optional: boolean
  readonly read: (source: BodySource) => Promise<BodyRead<T>>
}

export function createTooLargeError(bytesMax: number): ApiError {
  return new ApiError(`The body must not be larger than ${bytesMax} bytes.`, { code: 'API_BODY_TOO_LARGE' })
}

/** The bytes, if they are within the limit. @throws ApiError 413 */
export async function* limitBytes(bytes: AsyncIterable<Uint8Array>, bytesMax: number): AsyncIterable<Uint8Array> {
  let received = 0
  for await (const chunk of bytes) {
    received += chunk.byteLength
    if (received > bytesMax) throw createTooLargeError(bytesMax)
    yield chunk
  }
}
