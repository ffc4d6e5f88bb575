import { type DueDays, dueDaysMax } from '../../checks/findings/due.ts'
import type { Finding } from '../../checks/findings/finding-store.ts'
import { ApiError } from '../../errors/index.ts'
import { reasonLengthMax } from '../../service/records/text-limits.ts'
import { endOfDay, parseDayEnd } from '../../text/calendar-day.ts'
import { isBlank } from '../../text/is-blank.ts'
import { isLengthWithin } from '../../text/is-length-within.ts'

const dayMs = 86_400_000

/** The end of the day that a person set. @throws ApiError 400 */
export function demandDueEnd(
  { day, reason }: { readonly day: string; readonly reason: string },
  { state }: Pick<Finding, 'state'>,
  nowMs: number,
): number {
  if (state === 'resolved') throw createDueError('due', 'cannot be set, because the finding is resolved')
  if (isBlank(reason) || !isLengthWithin(reason, 1, reasonLengthMax) || !reason.isWellFormed() || reason.includes('\0'))
    throw createDueError('reason', `must say why, in at most ${reasonLengthMax} characters`)
  const endMs = parseDayEnd(day)
  if (endMs === undefined || endMs < nowMs || endMs > endOfDay(nowMs) + dueDaysMax * dayMs)
    throw createDueError('due', 'must be a day from today to ten years ahead, such as 2027-01-31')
  return endMs
}

/** @throws ApiError 400 */
export function demandDueDays(days: DueDays): void {
  const { critical, high, medium, low, info, ...rest } = days
  for (const [severity, count] of Object.entries({ critical, high, medium, low, info }))
    if (!Number.isInteger(count) || count < 1 || count > dueDaysMax)
      throw createDueError(severity, `must be a whole number of days from 1 to ${dueDaysMax}`)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw createDueError(unknown, 'is not a severity')
}

function createDueError(path: string, message: string): ApiError {
  return new ApiError(`The finding cannot be changed: ${path} ${message}.`, {
    code: 'API_INVALID',
    problems: [{ path, message }],
  })
}
