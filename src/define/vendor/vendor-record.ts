import * as z from 'zod/mini'
import { readMember } from '../member.ts'
import { describeMismatch } from './describe-mismatch.ts'

/** A record of a list: what the schema made of it, or what it expected and where. */
export type VendorRecord<T> = {
  /** The id, if the schema was told where it is and it is text. */
  readonly id?: string | undefined
} & (
  | { readonly record: T; readonly unreadable?: undefined }
  | { readonly record?: undefined; readonly unreadable: string }
)

/**
 * The schema of a record that need not fit, for lists in which the check looks for one: another record may decide, and an odd one
 * decides nothing. An odd record has no `record`, and `unreadable` says why. It is never a member that you can take for one.
 * @param idAt dotted path of the id, which is read even where the rest does not fit. @default no id
 * @example
 * const alerts = await ctx.get('/alerts', { schema: z.array(vendorRecord(Alert)) })
 * if (alerts.some(({ record }) => record?.isOn)) ctx.pass(…)
 * else if (alerts.some(({ unreadable }) => unreadable !== undefined)) ctx.undecided(…)
 * else ctx.fail(…)
 */
export function vendorRecord<T>(schema: z.ZodMiniType<T>, idAt?: string): z.ZodMiniType<VendorRecord<T>> {
  return z.pipe(
    z.unknown(),
    z.transform((value): VendorRecord<T> => {
      const found = idAt === undefined ? undefined : readMember(value, idAt)
      const id = typeof found === 'string' ? found : undefined
      const { success, data, error } = z.safeParse(schema, value)
      return success ? { id, record: data } : { id, unreadable: describeMismatch(error.issues) }
    }),
  )
}
