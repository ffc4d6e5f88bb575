import * as z from 'zod/mini'
import { describeUnknownOption } from './problems.ts'

/** An object with known options only. Its message has one line for each unknown option. */
export const strict = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => describeUnknownOption(key, Object.keys(shape))).join('\n')
        : undefined,
  })
