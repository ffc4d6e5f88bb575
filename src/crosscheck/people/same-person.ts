import { blurText } from '../../text/blur-text.ts'
import { mayHaveLeft, readDayStartMs } from '../define/judge-employment.ts'
import type { Person, PersonRecord } from '../define/person.ts'

/** Whether a record with the same address is of another kind, or not surely of the same name where one of them may have left. */
export function isSomebodyElse(person: Person, record: PersonRecord, name: string | undefined): boolean {
  if (person.kind !== 'unknown' && record.kind !== 'unknown' && person.kind !== record.kind) return true
  if (!mayBeGone(person) && !mayBeGone(record)) return false
  return person.name === undefined || name === undefined || isOtherName(person.name, name)
}

export function isOtherName(one: string | undefined, other: string): boolean {
  return one !== undefined && one !== other && blurText(one) !== blurText(other)
}

export function isGone({ status }: PersonRecord): boolean {
  return status === 'left' || status === 'missing'
}

/**
 * Whether somebody may have left, so that their address may be another person's by now: also where the source has a word for it that
 * nobody knows, or says that they work here, and that their last day is over.
 */
export function mayBeGone(person: PersonRecord): boolean {
  const { status, readAtMs } = person
  return isGone(person) || status === 'unknown' || (status !== 'future' && mayHaveLeft(person, readAtMs))
}

/** People who are gone, and somebody of the same name began afterwards, or may have. */
export function findHiredAgain(
  people: readonly Person[],
): readonly (readonly [gone: number, there: readonly number[]])[] {
  const gone = people.flatMap((person, number) =>
    isGone(person) && person.name !== undefined ? [{ person, number, name: blurText(person.name) }] : [],
  )
  if (gone.length === 0) return []
  const names = new Set(gone.map(({ name }) => name))
  const there = new Map<string, number[]>()
  for (const [number, person] of people.entries()) {
    if (person.name === undefined || isGone(person)) continue
    const blurred = blurText(person.name)
    if (names.has(blurred)) there.set(blurred, [...(there.get(blurred) ?? []).slice(-namesakesMax), number])
  }
  return gone.flatMap(({ person, number, name }) => {
    const again = (there.get(name) ?? []).filter(
      (each) =>
        !((readDayStartMs(people[each]?.startsAt) ?? Number.NaN) < (readDayStartMs(person.endsAt) ?? Number.NaN)),
    )
    return again.length > 0 ? [[number, again] as const] : []
  })
}

/** More of one name change nothing. */
const namesakesMax = 20
