import { parseTime } from '../../define/index.ts'
import { Unknown, type Value } from './value.ts'

/**
 * How a vendor writes a time. `day`: without hours, such as 2026-05-01, which is read as its first moment in UTC. `utc`: without a zone,
 * which the vendor means in UTC.
 */
export type TimeForm = 'iso' | 'seconds' | 'milliseconds' | 'day' | 'utc'

/**
 * A time as the file says that the vendor writes it, in ISO 8601 and UTC.
 * @param isDay whether the day alone is wanted
 */
export function convertTime(value: Value, form: TimeForm, isDay: boolean): string | Unknown {
  try {
    const iso = new Date(parseTime(...addZone(value, form))).toISOString()
    return isDay ? iso.slice(0, 10) : iso
  } catch {
    return new Unknown('kind', 'a time is not written as the connector says')
  }
}

/** The time with its zone, and how it is then written. */
function addZone(value: Value, form: TimeForm): [value: Value, unit: 'iso' | 'seconds' | 'milliseconds'] {
  if (form === 'day') return [isDayText(value) ? `${value}T00:00:00Z` : value, 'iso']
  if (form !== 'utc') return [value, form]
  // A zone that the vendor does write contradicts the file, and is no time then.
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(String(value)) ?? []
  return [day === undefined ? null : `${day}T${time}Z`, 'iso']
}

function isDayText(value: Value): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
