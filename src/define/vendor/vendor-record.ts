import * as z from 'zod/mini'
import { readMember } from '../../text/read-member.ts'
import { describeMismatch } from './describe-mismatch.ts'

/** A record of a list: what the schema made of it, or what it expected and where. */
export type VendorRecord<T> =
  | { readonly record: T; readonly unreadable?: undefined; readonly id?: undefined }
  | {
      readonly record?: undefined
      readonly unreadable: string
      /** The id, if the schema was told where it is, and it is text or a whole number. */
      readonly id?: string | undefined
    }

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
  const readable = z.pipe(
    schema,
    z.transform((record): VendorRecord<T> => ({ record })),
  )
  const record = z.catch(readable, ({ value, error }) => ({
    id: toId(idAt === undefined ? undefined : readMember(value, idAt)),
    unreadable: value === undefined ? missing : describeMismatch(error.issues),
  }))
  // Where there is no record at all, there may be no list either.
  return record.check(z.refine(({ unreadable }) => unreadable !== missing, missing))
}

const missing = 'is missing'

function toId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
