import { z } from '@hono/zod-openapi'
import { isBlank } from '../../../text/is-blank.ts'
import { isLengthWithin } from '../../../text/is-length-within.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { mediaTypePattern } from './media-type.ts'

/**
 * Text of a limited number of Unicode code points, as JSON Schema counts. A string's own length counts UTF-16 units.
 * Refuses text that no database stores unchanged: half of a surrogate pair and U+0000.
 */
export function createTextSchema({ min = 0, max }: { readonly min?: number; readonly max: number }) {
  return z
    .string()
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must not contain U+0000 or half of a surrogate pair',
    )
    .refine((value) => isLengthWithin(value, min, max), {
      error: min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`,
    })
    .openapi(omitUndefined({ minLength: min || undefined, maxLength: max }))
}

/** The same with at least one character that is not a space. */
export function createFilledTextSchema({ max }: { readonly max: number }) {
  return createTextSchema({ max })
    .refine((value) => !isBlank(value), 'must not be empty')
    .openapi({ minLength: 1, maxLength: max, pattern: '\\S' })
}

/** An id of another system, in any form. */
export const foreignId = createFilledTextSchema({ max: 255 })

/** An id of ours. */
export const ownId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** Name of a file, without folders and without characters that hide or reverse what a person sees. */
export const fileName = createFilledTextSchema({ max: 255 })
  .refine((value) => !/[/\\\p{Cc}\u2028\u2029]/u.test(value), 'must not contain / \\ or control characters')
  .refine((value) => !/\p{Bidi_Control}/u.test(value), 'must not contain characters that change the direction of text')
  .refine((value) => value !== '.' && value !== '..', 'must not be a folder')
  .openapi({ example: 'access-review.pdf' })

/** MIME type with optional parameters. */
export const mimeType = createTextSchema({ min: 3, max: 255 })
  .refine((value) => mediaTypePattern.test(value), 'must be a MIME type, such as application/pdf')
  .openapi({ example: 'application/pdf' })

/** URL of a page: http or https, without a password. */
export const pageUrl = createTextSchema({ min: 1, max: 2048 })
  .refine(isPageUrl, 'must be an http or https URL without user and password')
  .openapi({ format: 'uri' })

/** A query parameter that is true or false. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .openapi({ type: 'string', enum: ['true', 'false'] })

export const timestamp = z.string().openapi({ format: 'date-time', example: '2026-05-01T12:00:00.000Z' })

function isPageUrl(value: string): boolean {
  // URL itself ignores spaces and control characters at both ends.
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
