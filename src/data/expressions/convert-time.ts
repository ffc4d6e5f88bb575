import { parseTime } from '../../define/index.ts'
import { Unknown, type Value } from './value.ts'

/** How a vendor writes a time. `day`: without hours, such as 2026-05-01, which is read as its first moment in UTC. */
export type TimeForm = 'iso' | 'seconds' | 'milliseconds' | 'day'

/**
 * A time as the file says that the vendor writes it, in ISO 8601 and UTC.
 * @param isDay whether the day alone is wanted
 */
export function convertTime(value: Value, form: TimeForm, isDay: boolean): string | Unknown {
  try {
    const isWholeDay = form === 'day' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    const iso = new Date(
      isWholeDay ? parseTime(`${value}T00:00:00Z`) : parseTime(value, form === 'day' ? 'iso' : form),
    ).toISOString()
    return isDay ? iso.slice(0, 10) : iso
  } catch {
    return new Unknown('kind', 'a time is not written as the connector says')
  }
}
