import { z } from '@hono/zod-openapi'

/** A keyword of JSON Schema that the generator's types do not know. */
const encoded = { contentEncoding: 'base64' }

/**
 * Bytes in Base64 (RFC 4648 §4) in its one canonical form: with padding, without line breaks, and with unused bits 0
 * (§3.5). The length is checked before anything is decoded.
 */
export function createBase64Schema({ bytesMax }: { readonly bytesMax: number }) {
  const tooMany = `must not contain more than ${bytesMax} bytes`
  return z
    .string()
    .refine((text) => text.length > 0, { error: 'must not be empty', abort: true })
    .refine((text) => text.length <= 4 * Math.ceil(bytesMax / 3), { error: tooMany, abort: true })
    .transform((text, context) => {
      const bytes = Buffer.from(text, 'base64')
      // Buffer skips invalid characters. Only the canonical form stays the same when it is encoded again.
      const message =
        bytes.toString('base64') !== text ? 'must be canonical Base64' : bytes.length > bytesMax && tooMany
      if (message === false) return bytes
      context.addIssue({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .openapi({
      type: 'string',
      ...encoded,
      minLength: 4,
      maxLength: 4 * Math.ceil(bytesMax / 3),
      example: 'SGVsbG8=',
    })
}
