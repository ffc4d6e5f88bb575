import * as z from 'zod'
import { refuseOthers } from '../define/index.ts'
import { isBlank } from '../text/is-blank.ts'

/** An object with known members only; its message has one line for each unknown one. */
export function createStrictData<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, refuseOthers(shape))
}

/** Text that is not blank. Without `abort`, by which a union would take an empty text for no text at all. */
export const wordsSchema = z
  .string()
  .regex(/\S/, 'must not be empty')
  .refine((text) => !/\S/.test(text) || !isBlank(text), 'must not be empty')

export function createWordsSchema(description: string) {
  return wordsSchema.describe(description)
}

/** The URL at which editors find the schema of a file. */
export const schemaLink = z.string().optional().describe('Address at which editors find this schema.')
