import * as z from 'zod/mini'

/**
 * A member of a vendor's answer that goes into the records of an inventory. Any value fits: an inventory judges each member by
 * itself, so a value of another type makes that member unknown on that record, with the reason, and does not end the list.
 * An absent or null member is `undefined`: the vendor does not say.
 */
export function told<Value>(): z.ZodMiniType<Value | undefined, unknown> {
  return z.pipe(
    z.nullish(z.unknown()),
    z.transform((value) => (value ?? undefined) as Value | undefined),
  )
}

/** The same where the vendor writes null for "there is none". State the source where you use it. */
export function toldOrNull<Value>(): z.ZodMiniType<Value | null | undefined, unknown> {
  return z.pipe(
    z.nullish(z.unknown()),
    z.transform((value) => value as Value | null | undefined),
  )
}
