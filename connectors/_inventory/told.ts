import * as z from 'zod/mini'

/**
 * A member that an inventory tells, in whatever form the vendor sends it. The inventory looks at the form: a member that cannot
 * be used is unknown on its record, and the list goes on. Null counts as absent, so that only the inventory itself says which
 * wire form means "there is none".
 */
export function createToldSchema<T>() {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => (value ?? undefined) as T | undefined),
  )
}
