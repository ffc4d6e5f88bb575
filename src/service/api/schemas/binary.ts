import { z } from '@hono/zod-openapi'
import { omitUndefined } from '../../../text/omit-undefined.ts'

/** Keywords of JSON Schema for bytes that the generator's types do not know. */
const octets = { contentMediaType: 'application/octet-stream' }

/** Raw bytes, for the document. */
export function createBinarySchema(description?: string) {
  return z.string().openapi(omitUndefined({ type: 'string' as const, ...octets, description }))
}
