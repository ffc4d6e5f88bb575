import * as z from 'zod/mini'

/**
 * The schema of a member that an inventory hands on as the vendor sends it. The run reads the record later: a member that cannot
 * be used is then unknown on that record, with the reason, and the list goes on. Absent and null become `undefined`, because the
 * vendor does not say.
 */
export function vendorMember<T>(): z.ZodMiniType<T | undefined> {
  const handOn = z.transform((value: unknown) => (value ?? undefined) as T)
  return z.pipe(z.optional(z.nullable(z.unknown())), handOn) as unknown as z.ZodMiniType<T | undefined>
}
