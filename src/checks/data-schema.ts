import * as z from 'zod'
import { describeUnknownOption } from '../define/index.ts'

/** An object of known members only; what it says about others is one line for each. */
export function createStrictData<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => describeUnknownOption(key, Object.keys(shape))).join('\n')
        : undefined,
  })
}

/** Text that says something. */
export function createWordsSchema(description: string) {
  return z.string().regex(/\S/, 'must not be empty').describe(description)
}

/** Where editors find the schema of a file. */
export const schemaLink = z.string().optional().describe('Where editors find this schema.')
