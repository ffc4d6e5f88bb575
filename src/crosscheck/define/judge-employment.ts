import type { PersonRecord } from './person.ts'

/** Whether a person belonged to the organization at a time. */
export type Employment =
  | { readonly is: 'working' | 'not begun' }
  /** Left, and the time of grace was over. `since` is their end, or when the directory first was without them. */
  | { readonly is: 'left'; readonly since: string; readonly from: 'last day' | 'directory' }
  /** Left or leaving, but not for long enough at that time. The next reading tells. */
  | { readonly is: 'leaving'; readonly because: string }
  | { readonly is: 'unknown'; readonly because: string }

const dayMs = 86_400_000
/** A day ends last at UTC−12, so 12 hours after it has ended in UTC. */
const lastZoneMs = 12 * 3_600_000
/** A day ends first at UTC+14. */
const firstZoneMs = 14 * 3_600_000

/** The end of a day everywhere on earth, epoch ms; undefined for what is no day. */
export function readDayEndMs(day: unknown): number | undefined {
  const start = readDayStartMs(day)
  return start === undefined ? undefined : start + dayMs + lastZoneMs
}

/** The start of a day in UTC. */
export function readDayStartMs(day: unknown): number | undefined {
  if (typeof day !== 'string') return undefined
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? undefined : ms
}

/** Whether a last day that a person has is over somewhere on earth, so that they may have left. */
export function mayHaveLeft(person: PersonRecord, atMs: number): boolean {
  const end = findEnd(person)
  return end !== undefined && end.firstMs <= atMs
}

/**
 * Whether a person belonged to the organization when something was read. It takes whatever may speak for the person: it says `left`
 * only where the end and the days of grace were surely over, and `working` only where the directory says so without a contradiction.
 * @param atMs when the list with the account, or whatever it is about, was read
 */
export function judgeEmployment(person: PersonRecord, atMs: number, graceDays: number): Employment {
  const { doubt, status } = person
  if (doubt !== undefined) return { is: 'unknown', because: doubt }
  switch (status) {
    case 'active':
    case 'onLeave':
      return judgeWorking(person, atMs, graceDays)
    case 'future':
      return judgeFuture(person)
    case 'left':
    case 'missing':
      return judgeLeft(person, atMs, graceDays)
    default:
      return { is: 'unknown', because: `${person.sourceName} does not say whether they still work here.` }
  }
}

/** A last day, and when it ends: where on earth that is first, and where it is last, epoch ms. */
interface EmploymentEnd {
  readonly day: string
  readonly firstMs: number
  readonly lastMs: number
}

/** The last day that a source says of somebody, whatever it calls them. One before they began is that of an earlier employment. */
export function findEnd(person: PersonRecord): EmploymentEnd | undefined {
  const startMs = hasBegunAgain(person) ? undefined : readDayStartMs(person.endsAt)
  if (startMs === undefined) return undefined
  const endMs = startMs + dayMs
  return { day: String(person.endsAt), firstMs: endMs - firstZoneMs, lastMs: endMs + lastZoneMs }
}

function hasBegunAgain({ startsAt, endsAt, readAtMs }: PersonRecord): boolean {
  if (typeof startsAt !== 'string' || typeof endsAt !== 'string' || startsAt <= endsAt) return false
  return (readDayStartMs(startsAt) ?? Number.POSITIVE_INFINITY) <= readAtMs
}

function judgeWorking(person: PersonRecord, atMs: number, graceDays: number): Employment {
  const end = findEnd(person)
  if (!end || Math.max(atMs, person.readAtMs) < end.lastMs + graceDays * dayMs) return { is: 'working' }
  if (person.readAtMs < end.lastMs)
    return {
      is: 'leaving',
      because: `Their last day was ${end.day}, and ${person.sourceName} was read before. The next reading tells.`,
    }
  return {
    is: 'unknown',
    because: `${person.sourceName} contradicts itself: they work here, and their last day was ${end.day}.`,
  }
}

function judgeFuture(person: PersonRecord): Employment {
  const endMs = readDayEndMs(person.endsAt)
  if (endMs === undefined || endMs > person.readAtMs) return { is: 'not begun' }
  return {
    is: 'unknown',
    because: `${person.sourceName} says that they begin later, and that their last day was ${person.endsAt}.`,
  }
}

function judgeLeft(person: PersonRecord, atMs: number, graceDays: number): Employment {
  const { startsAt, endsAt, sourceName, readAtMs } = person
  if (person.status === 'left' && hasBegunAgain(person))
    return {
      is: 'unknown',
      because: `${sourceName} contradicts itself: they left on ${endsAt}, and began on ${startsAt}.`,
    }
  const endMs = person.status === 'left' ? readDayEndMs(endsAt) : undefined
  const sinceMs = endMs ?? person.departedAtMs ?? readAtMs
  const from = endMs === undefined ? 'directory' : 'last day'
  const since = endMs === undefined ? new Date(sinceMs).toISOString() : String(endsAt)
  if (atMs >= sinceMs + graceDays * dayMs) return { is: 'left', since, from }
  return {
    is: 'leaving',
    because:
      from === 'last day'
        ? `They left on ${since}, and the list was read before the time of grace was over. The next reading tells.`
        : `${sourceName} is without them since ${since}, and the time of grace was not over when the list was read.`,
  }
}
