// expect line 9: The left-hand side of an arithmetic operation must be of type 'any', 'number'

import { id } from 'checkwright'
import * as z from 'zod/mini'

const User = z.object({ id: id() })

export function findNext(user: z.output<typeof User>): string {
  return `/users?after=${user.id - 1}`
}
