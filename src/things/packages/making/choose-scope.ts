import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { periodDaysMax } from '../../audit-periods/thing.ts'
import type { Connection } from '../../connections/connection-state.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { PackageOrder } from './package-order.ts'

const dayMs = 86_400_000

/** @throws CheckwrightError `PACKAGE_INVALID` for days that cannot be */
export function demandPeriod({ from, to }: PackageOrder, nowMs: number): TimeSpan {
  const [fromMs, endMs] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`) + dayMs - 1]
  const isDay = (day: string, ms: number) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(ms) && formatDay(ms) === day
  if (!isDay(from, fromMs) || !isDay(to, endMs))
    throw createInvalid('The days of the period must be such as 2026-07-01.')
  if (endMs < fromMs) throw createInvalid(`The period ends on ${to}, before it begins on ${from}.`)
  if (to > formatDay(nowMs)) throw createInvalid(`The period ends on ${to}, which is not here yet.`)
  if (endMs - fromMs > periodDaysMax * dayMs) throw createInvalid(`The period is longer than ${periodDaysMax} days.`)
  return { fromMs, toMs: Math.min(endMs, nowMs) }
}

function createInvalid(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'PACKAGE_INVALID' })
}

/**
 * Those that were there at some time of the period, or the named ones.
 * @throws CheckwrightError `PACKAGE_INVALID` for one that the organization does not have
 */
export async function chooseConnections(
  runtime: Runtime,
  { organizationId, connections: ids }: PackageOrder,
  span: TimeSpan,
): Promise<readonly Connection[]> {
  const all = await runtime.connections.list({ organizationId })
  const { wasConnectedWithin } = await runtime.expectations.load({ organizationId })
  const stranger = ids?.find((id) => !all.some((connection) => connection.id === id))
  if (stranger !== undefined) throw createInvalid(`The organization has no connection "${stranger}".`)
  return all.filter((connection) => (ids?.includes(connection.id) ?? true) && wasConnectedWithin(connection, span))
}
