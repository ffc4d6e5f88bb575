import type { TimeForm } from '../../../data/expressions/convert-time.ts'

const relative = /^(?<sign>[+-])(?<count>\d{1,5})(?<unit>y|mo|d|h|m|s)$/

const unitsMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

/** The moment that `+10y`, `-90d` or `+6h` means, epoch ms; undefined for any other value. */
export function readRelativeTime(value: unknown, nowMs: number): number | undefined {
  const { sign, count = '', unit = '' } = (typeof value === 'string' ? relative.exec(value)?.groups : undefined) ?? {}
  if (sign === undefined) return undefined
  const amount = Number(`${sign}${count}`)
  const unitMs = unitsMs[unit]
  if (unitMs !== undefined) return nowMs + amount * unitMs
  const date = new Date(nowMs)
  if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + amount)
  else date.setUTCMonth(date.getUTCMonth() + amount)
  return date.getTime()
}

/** The form of a time, if the value is one within sixty years of the run. */
export function recognizeTimeForm(value: unknown, nowMs: number): TimeForm | undefined {
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return 'iso'
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'day'
    return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(value) ? 'utc' : undefined
  }
  if (typeof value !== 'number') return undefined
  const isNear = (ms: number) => Math.abs(ms - nowMs) < 60 * 365 * 86_400_000
  if (isNear(value * 1000)) return 'seconds'
  return isNear(value) ? 'milliseconds' : undefined
}

export function writeTime(ms: number, form: TimeForm): string | number {
  const iso = new Date(ms).toISOString()
  switch (form) {
    case 'seconds':
      return Math.floor(ms / 1000)
    case 'milliseconds':
      return ms
    case 'day':
      return iso.slice(0, 10)
    case 'utc':
      return iso.slice(0, 19).replace('T', ' ')
    default:
      return iso.replace('.000Z', 'Z')
  }
}
