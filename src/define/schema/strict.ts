import * as z from 'zod/mini'
import { refuseOthers } from './unknown-options.ts'

/** An object with known options only. Its message has one line for each unknown option. */
export const strict = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, refuseOthers(shape))
