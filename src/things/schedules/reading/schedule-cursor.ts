import { formatPageCursor, type ListPosition, parsePageCursor } from '../../../service/api/schemas/page-cursor.ts'
import type { Schedule } from '../../runtime/runtime.ts'

type SchedulePlace = Pick<Schedule, 'nextAt' | 'connectionId'>

/** The time of those that never run again: the latest that a cursor can have. */
const never = 999_999_999_999_999

export function toSchedulePosition({ nextAt, connectionId }: SchedulePlace): ListPosition {
  return { atMs: nextAt === undefined ? never : Date.parse(nextAt), id: connectionId }
}

export function formatScheduleCursor(schedule: SchedulePlace): string {
  return formatPageCursor(toSchedulePosition(schedule))
}

/** @throws ApiError 400 for an invalid cursor */
export function parseScheduleCursor(cursor: string | undefined): SchedulePlace | undefined {
  const position = parsePageCursor(cursor)
  if (position === undefined) return undefined
  const nextAt = position.atMs === never ? undefined : new Date(position.atMs).toISOString()
  return { connectionId: position.id, nextAt }
}
