import * as z from 'zod/mini'
import { CheckError } from '../../errors/index.ts'
import type { ReadingContext } from '../check/reading-context.ts'

/**
 * The format in which a vendor writes a time. You declare it, because a wrong guess, such as seconds for milliseconds,
 * changes a verdict.
 */
export type TimeUnit = 'iso' | 'seconds' | 'milliseconds'

/** What the age of a fact needs: the run's clock, and `cannotTell` for times that cannot be read. */
export type AgeContext = Pick<ReadingContext, 'now' | 'cannotTell'>

const dayMs = 86_400_000

// No fact of a vendor is older than this. A time in another unit than the declared one falls outside this range.
const firstMs = Date.UTC(1990, 0, 1)
const endMs = Date.UTC(10_000, 0, 1)

const forms: Readonly<Record<TimeUnit, string>> = {
  iso: 'an ISO 8601 time with its zone',
  seconds: 'a number of seconds since 1970',
  milliseconds: 'a number of milliseconds since 1970',
}

/**
 * A time as a vendor writes it, as epoch ms, from 1990 to the year 9999. ISO 8601 must name its zone (`Z`, `+02:00` or
 * `+0200`); a number must be a number.
 * @param unit how the vendor writes it. @default 'iso'
 * @throws CheckError `SCHEMA_DRIFT`, which ends a check as `error`, for everything else
 * @example
 * const isOver = parseTime(secret.endDateTime) < ctx.now.getTime()
 */
export function parseTime(value: unknown, unit: TimeUnit = 'iso'): number {
  const time = readTimeMs(value, unit)
  if (typeof time === 'number') return time
  throw new CheckError(`A time in the vendor's answer ${time.problem}.`, { code: 'SCHEMA_DRIFT' })
}

/**
 * The schema of a vendor's time, for zod, or as a Standard Schema of its own. It returns ISO 8601: text unchanged,
 * numbers converted. Any value outside 1990 to 9999 in that unit does not fit, and the check ends as `error`.
 * @param unit how the vendor writes it. @default 'iso'
 * @example
 * const User = z.object({ created_at: vendorTime(), last_login: z.nullable(vendorTime('seconds')) })
 */
export function vendorTime(unit?: 'iso'): z.ZodMiniType<string, string>
export function vendorTime(unit: 'seconds' | 'milliseconds'): z.ZodMiniType<string, number>
export function vendorTime(unit: TimeUnit = 'iso'): z.ZodMiniType<string, string> | z.ZodMiniType<string, number> {
  const isTime = z.check<string | number>(({ value, issues }) => {
    const time = readTimeMs(value, unit)
    if (typeof time !== 'number') issues.push({ code: 'custom', message: time.problem, input: value })
  })
  if (unit === 'iso') return z.string().check(isTime as z.core.$ZodCheck<string>)
  return z.pipe(
    z.number().check(isTime as z.core.$ZodCheck<number>),
    z.transform((value: number) => new Date(parseTime(value, unit)).toISOString()),
  )
}

/**
 * Whole days from a fact of the past to the start of the run. A time up to one day in the future counts as today,
 * because clocks differ. A later time, or one that cannot be read, ends the check as `error`.
 * @param time as the vendor wrote it, or as `vendorTime()` gave it
 * @param unit how it is written. @default 'iso'
 * @example
 * const ageDays = daysSince(ctx, key.created_at)
 */
export function daysSince(ctx: AgeContext, time: unknown, unit: TimeUnit = 'iso'): number {
  const read = readTimeMs(time, unit)
  if (typeof read !== 'number')
    return ctx.cannotTell({ kind: 'schema_drift', message: `A time in the vendor's answer ${read.problem}.` })
  const agoMs = ctx.now.getTime() - read
  if (agoMs < -dayMs) {
    const message = `The vendor gives a past event the date ${new Date(read).toISOString()}, which is in the future. Its unit may be another than ${forms[unit]}.`
    return ctx.cannotTell({ kind: 'schema_drift', message })
  }
  return Math.max(0, Math.floor(agoMs / dayMs))
}

/** "1 day", "12 days": an age in the title of a result. */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/**
 * Whole days from one time of a vendor's to another, such as how long a secret is valid. The later one may be in the
 * future. The check ends as `error` if one cannot be read or the second is before the first.
 */
export function daysBetween(ctx: AgeContext, from: unknown, to: unknown, unit: TimeUnit = 'iso'): number {
  const [start, end] = [readTimeMs(from, unit), readTimeMs(to, unit)]
  if (typeof start !== 'number' || typeof end !== 'number') {
    const { problem } = typeof start === 'number' ? (end as Unreadable) : start
    return ctx.cannotTell({ kind: 'schema_drift', message: `A time in the vendor's answer ${problem}.` })
  }
  if (end < start)
    return ctx.cannotTell({
      kind: 'schema_drift',
      message: "The vendor's answer has an end that is before its beginning.",
    })
  return Math.floor((end - start) / dayMs)
}

interface Unreadable {
  readonly problem: string
}

function readTimeMs(value: unknown, unit: TimeUnit): number | Unreadable {
  const ms =
    unit === 'iso'
      ? parseIsoMs(value)
      : typeof value === 'number'
        ? value * (unit === 'seconds' ? 1000 : 1)
        : Number.NaN
  if (!Number.isFinite(ms)) return { problem: `is not ${forms[unit]}` }
  if (ms < firstMs || ms >= endMs) return { problem: `is not between 1990 and 9999, read as ${forms[unit]}` }
  return ms
}

// Date.parse() alone takes "1", local times and 30 February.
let isoTime: z.ZodMiniISODateTime | undefined

function parseIsoMs(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN
  // RFC 3339 writes the offset with a colon. ISO 8601 also allows it without, and Jira sends that form.
  const text = value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  isoTime ??= z.iso.datetime({ offset: true })
  return isoTime.safeParse(text).success ? Date.parse(text) : Number.NaN
}
