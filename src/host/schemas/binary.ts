import { z } from '@hono/zod-openapi'

/** JSON Schema's words for bytes, which the types of the generator do not know. */
const octets = { contentMediaType: 'application/octet-stream' }

/** Bytes as they are, for the document. */
export function createBinarySchema(description?: string) {
  return z.string().openapi({ type: 'string', ...octets, ...(description !== undefined && { description }) })
}
