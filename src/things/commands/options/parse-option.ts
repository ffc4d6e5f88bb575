import { InvalidArgumentError } from 'commander'
import { isCalendarDay } from '../../../text/calendar-day.ts'
import { formatCommandTemplate } from '../../../text/command-template.ts'
import { type OrganizationQuotas, quotaNames } from '../../parts/quotas.ts'
import type { RateLimits } from '../settings/host-settings.ts'

/** Every value of an option that may be given again. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** Names with commas between them, added to earlier ones. */
export function parseNames(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('It must be names with commas between them.')
  return [...before, ...names]
}

export function parsePort(text: string): number {
  return parseBetween(text, 1, 65_535)
}

export function parsePortOrAny(text: string): number {
  return text === '0' ? 0 : parsePort(text)
}

export function parseCheckCount(text: string): number {
  return parseBetween(text, 1, 100)
}

function parseBetween(text: string, least: number, most: number): number {
  // Number() would also take 0x50, 1e3 and spaces.
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}

export function parseWhole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

export function parseAtLeastOne(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above 0.')
}

/** `name=n`, added to earlier ones. */
export function parseQuota(text: string, before: OrganizationQuotas = {}): OrganizationQuotas {
  const [, name, number] = /^([A-Za-z]+)=([1-9]\d{0,14})$/.exec(text) ?? []
  const known = quotaNames.find((each) => each === name)
  if (known !== undefined) return { ...before, [known]: Number(number) }
  throw new InvalidArgumentError(
    `It must be name=number, such as storedBytes=1000000000, with one of ${quotaNames.join(', ')}.`,
  )
}

/** `key=n` or `address=n`, requests a minute, added to earlier ones. */
export function parseRateLimit(text: string, before: RateLimits = {}): RateLimits {
  const [, name, number] = /^(key|address)=([1-9]\d{0,8})$/.exec(text) ?? []
  if (name !== undefined) return { ...before, [name]: { requests: Number(number), windowMs: 60_000 } }
  throw new InvalidArgumentError('It must be key=number or address=number, such as key=600.')
}

/** Scheme, host and port, added to earlier ones. */
export function parseOrigin(text: string, before: readonly string[] = []): string[] {
  if (URL.canParse(text) && new URL(text).origin === text) return [...before, text]
  throw new InvalidArgumentError('It must be an origin without a path, such as https://app.example.com.')
}

/**
 * Adds to those given before the id of a connection, or `<organization>/<connector>` for all of that connector in that
 * organization.
 */
export function parseConnectionChoice(text: string, before: readonly string[] = []): string[] {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
  if (isId || /^[^/\s]+\/[a-z][a-z0-9-]*$/.test(text)) return [...before, text]
  throw new InvalidArgumentError(
    `It must be the id of a connection, or <organization>/<connector>. "${formatCommandTemplate('connections', { needsOrganization: true })}" shows the ids.`,
  )
}

export function parseDate(text: string): Date {
  const time = new Date(text)
  if (isCalendarDay(text.slice(0, 10)) && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('It must be a date, such as 2027-01-31.')
}

export const runUnitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
export const ageUnitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Reads a number with a unit after it, as ms. */
export function parseDuration(unitsMs: Readonly<Record<string, number>>, units: string): (text: string) => number {
  return (text) => {
    const [, number = '', unit = ''] = /^(\d{1,5})([a-z])$/.exec(text) ?? []
    const unitMs = unitsMs[unit]
    if (unitMs !== undefined && Number(number) > 0) return Number(number) * unitMs
    throw new InvalidArgumentError(`It must be a whole number of ${units}.`)
  }
}
