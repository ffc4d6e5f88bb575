import { hash } from 'node:crypto'
import type { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { parseStrictJson } from '../../../service/api/strict-json.ts'
import { decodeUtf8 } from '../../../text/decode-utf8.ts'
import { parseInput } from './parse-input.ts'
import type { BodyReader } from './reader.ts'

/** Enough for any body without files. */
const bytesMaxDefault = 256 * 1024

/**
 * A JSON body of this shape, read whole.
 * @param options.bytesMax @default 262144
 * @param options.optional whether an empty body means `{}`. @default false
 */
export function createJsonBody<Schema extends z.ZodType>(
  schema: Schema,
  { bytesMax = bytesMaxDefault, optional = false }: { readonly bytesMax?: number; readonly optional?: boolean } = {},
): BodyReader<z.output<Schema>> {
  return {
    mediaType: 'application/json',
    bytesMax,
    isBuffered: true,
    schema,
    optional,
    async read({ bytes }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of bytes) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const value = body.length === 0 && optional ? {} : parseStrictJson(decodeJsonBytes(body))
      return {
        value: parseInput(schema, value, 'The body is not valid.'),
        digest: hash('sha256', body, 'base64url'),
        fields: typeof value === 'object' && value !== null ? Object.keys(value) : [],
      }
    },
  }
}

function decodeJsonBytes(body: Uint8Array): string {
  const text = decodeUtf8(body)
  if (text === undefined) throw new ApiError('The body is not UTF-8.', { code: 'API_INVALID' })
  return text
}
