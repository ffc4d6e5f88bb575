import { countNoun } from '../../text/count-noun.ts'
import {
  type CrossCheckInventory,
  type CrossCheckSystem,
  maxAgeHoursDefault,
  maxAgeHoursMax,
  maxFileAgeDays,
} from '../define/inputs.ts'

/** How far the reading of a list can be trusted. */
export interface ReadingState {
  /** Whether what it shows counts. */
  readonly isFresh: boolean
  /** Whether what it does not show is not there. */
  readonly isWhole: boolean
  readonly readAtMs: number
  /** Why it is not whole, for people; undefined if it is. */
  readonly because?: string
}

const hourMs = 3_600_000
/** Processes on other machines may be ahead of ours by this much. */
const skewMs = 5 * 60_000

/** Judges a reading by when it began. @param maxAgeHours as the run's variable has it */
export function judgeReading(
  system: CrossCheckSystem,
  { readAt, complete, error, of }: CrossCheckInventory,
  nowMs: number,
  maxAgeHours: unknown,
): ReadingState {
  const readAtMs = Date.parse(readAt)
  const asked = typeof maxAgeHours === 'number' ? maxAgeHours : maxAgeHoursDefault
  const hours = system.isFile ? maxFileAgeDays * 24 : Math.min(asked, maxAgeHoursMax)
  const list = `The list "${of}" of ${system.name}`
  const refuse = (what: string): ReadingState => ({
    isFresh: false,
    isWhole: false,
    readAtMs,
    because: `${list} ${what}`,
  })
  if (!(readAtMs <= nowMs + skewMs)) return refuse('has a time of reading that is in the future, or none.')
  if (nowMs - readAtMs > hours * hourMs)
    return refuse(
      `is from ${readAt}, which is more than ${system.isFile ? countNoun(maxFileAgeDays, 'day') : countNoun(hours, 'hour')} ago. Read it again.`,
    )
  return complete
    ? { isFresh: true, isWhole: true, readAtMs }
    : {
        isFresh: true,
        isWhole: false,
        readAtMs,
        because: `${list} is not complete${error ? ` (${error.kind}): ${error.message}` : '.'}`,
      }
}

/** Inventories of a kind that a system has, all its parts. */
export function listInventories({ inventories }: CrossCheckSystem, of: string): readonly CrossCheckInventory[] {
  return inventories.filter((inventory) => inventory.of === of)
}
