import { type InventoryMemberForm, idLengthMax, type MemberForm, parseTime } from '../define/index.ts'
import { isCalendarDay } from '../text/calendar-day.ts'

/** What a member says: a value, nothing, or something that is none. */
export type MemberValue = { readonly value: unknown } | { readonly bad: string }

const dayMs = 86_400_000
const memberLengthMax = 10_000
/** RFC 5321 §4.5.3.1: 64 for the local part, 255 for the domain. */
const emailLengthMax = 320

/**
 * Reads one member of a record as its form demands. Absent, `null` where there is no such answer, and empty text are
 * `undefined`: the vendor does not say.
 * @param now start of the run, by which a time of the past is judged
 */
export function parseMember({ form, isNullable }: InventoryMemberForm, value: unknown, now: Date): MemberValue {
  if (value === null && isNullable) return { value: null }
  if (value === undefined || value === null || value === '') return { value: undefined }
  return parsers[form](value, now)
}

/**
 * An id as text; undefined where it is none. A number above 2^53 has been rounded, so that it names something else, and
 * halves of surrogate pairs are written alike.
 */
export function parseId(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= idLengthMax && text.isWellFormed()
    ? text
    : undefined
}

const parsers: Readonly<Record<MemberForm, (value: unknown, now: Date) => MemberValue>> = {
  text: (value) => (isShortText(value) ? { value } : { bad: 'is not text of at most 10,000 characters' }),
  email: (value) => (isEmail(value) ? { value } : { bad: 'is not an e-mail address' }),
  texts: (value) => parseTexts(value, isShortText, 'is not a list of texts'),
  emails: (value) => parseTexts(value, isEmail, 'is not a list of e-mail addresses'),
  boolean: (value) => (typeof value === 'boolean' ? { value } : { bad: 'is neither true nor false' }),
  number: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? { value } : { bad: 'is not a whole number of 0 or more' },
  reference: (value) => {
    const id = parseId(value)
    return id === undefined ? { bad: 'is not an id: text, or a whole number below 2^53' } : { value: id }
  },
  past: (value, now) => {
    const ms = tryParseTime(value)
    if (ms === undefined) return { bad: 'is not an ISO 8601 time with its zone, from 1990 on' }
    return ms > now.getTime() + dayMs
      ? { bad: 'is in the future, although it is the time of something that has happened' }
      : { value }
  },
  future: (value) =>
    tryParseTime(value) === undefined ? { bad: 'is not an ISO 8601 time with its zone, from 1990 to 9999' } : { value },
  day: (value) => (isRecordDay(value) ? { value } : { bad: 'is not a day (YYYY-MM-DD), from 1900 to 9999' }),
}

function tryParseTime(value: unknown): number | undefined {
  try {
    return parseTime(value)
  } catch {
    return undefined
  }
}

/** People who work here today were hired decades ago. */
function isRecordDay(value: unknown): boolean {
  return typeof value === 'string' && value >= '1900' && isCalendarDay(value)
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= memberLengthMax
}

function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= emailLengthMax && /^[^\s@]+@[^\s@]+$/.test(value)
}

/** In order and each once: vendors name roles in any order, and the same records have to give the same lines. */
function parseTexts(value: unknown, isText: (text: unknown) => text is string, bad: string): MemberValue {
  if (!Array.isArray(value) || !value.every((text) => text !== '' && isText(text))) return { bad }
  return { value: [...new Set(value)].sort() }
}
