import * as z from 'zod/mini'

/**
 * The schema of a member that an inventory hands on as the vendor sends it. It accepts every value, because the run reads the
 * record later: a member that cannot be used is then unknown on that record, with the reason, and the list goes on. Absent and
 * null become `undefined`, because the vendor does not say.
 * @typeParam T what the vendor sends, by its documentation
 * @example
 * const User = z.object({ id: z.string(), has_2fa: vendorMember<boolean>() })
 */
export function vendorMember<T>(): z.ZodMiniType<T | undefined>
/**
 * The same for a member of which the vendor documents that null means that there is none. Absent stays `undefined`.
 * @example
 * const Key = z.object({ id: z.string(), expires_at: vendorMember<string>({ null: 'none' }) })
 */
export function vendorMember<T>(options: { readonly null: 'none' }): z.ZodMiniType<T | null | undefined>
export function vendorMember<T>(options?: { readonly null: 'none' }): z.ZodMiniType<T | null | undefined> {
  const member = z.optional(z.nullable(z.custom<T>()))
  return z.pipe(
    member,
    z.transform((value) => (value === null && !options ? undefined : value)),
  )
}
