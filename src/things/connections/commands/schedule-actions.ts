import { createUsageError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { useRuntime } from '../../commands/open-runtime.ts'
import type { Connection, Schedule } from '../../runtime/runtime.ts'
import { findExistingConnection, loadConnectorOfConnection } from './connections-actions.ts'

export interface ScheduleOptions extends GlobalOptions {
  /** @default the schedule is shown */
  readonly cron?: string | undefined
  readonly timeZone?: string | undefined
  readonly check?: readonly string[] | undefined
  readonly inventories?: readonly string[] | undefined
  readonly off?: boolean | undefined
  /** File of the connection's connector, if that is not a shipped one. */
  readonly connector?: string | undefined
}

/**
 * Shows, sets or removes the schedule of a connection.
 * @throws CheckwrightError `CLI_USAGE`, `NOT_FOUND`, `SCHEDULE_INVALID`, `CHECK_UNKNOWN`, `INVENTORY_UNKNOWN`
 */
export async function runScheduleCommand(
  id: string,
  options: ScheduleOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { cron, timeZone, check: checks, inventories, off = false } = options
  const others = [timeZone, checks, inventories]
  if (off ? [cron, ...others].some(isPresent) : cron === undefined && others.some(isPresent)) {
    const message = off ? '--off stands alone.' : 'Name when the runs start: --cron "0 6 * * *".'
    throw createUsageError(message)
  }
  const connection = await findExistingConnection(options, terminal, { id, organizationId: options.org })
  const connectors = cron === undefined ? [] : [await loadConnectorOfConnection(connection, options)]
  const ref = { connectionId: connection.id, organizationId: connection.organizationId }
  return useRuntime(options, terminal, { connectors }, async ({ schedules }) => {
    if (off) await schedules.delete(ref)
    else if (cron !== undefined) await schedules.set({ ...ref, cron, timeZone, checks, inventories })
    const schedule = await schedules.get(ref)
    if (options.json)
      terminal.json(schedule === undefined ? null : { ...schedule, connectionName: connection.name ?? null })
    else terminal.out.line(formatSchedule(connection, schedule))
    return exitCodes.fine
  })
}

function isPresent(option: unknown): boolean {
  return option !== undefined
}

function formatSchedule({ name, connector }: Connection, schedule: Schedule | undefined): string {
  const of = name === undefined ? connector : `${name} (${connector})`
  if (schedule === undefined) return cleanLine(`${of}: There is no schedule. To set one: --cron "0 6 * * *"`)
  const { cron, timeZone, checks, inventories, nextAt, skippedBecause } = schedule
  const work = [
    checks !== undefined && `checks ${checks.join(', ')}`,
    inventories !== undefined && `lists ${inventories.join(', ')}`,
  ].filter((part) => part !== false)
  const what = work.length === 0 ? 'all checks and lists' : work.join('; ')
  const skipped = skippedBecause === undefined ? '' : ` The last run was skipped: ${skippedBecause}`
  return cleanLine(`${of}: "${cron}" (${timeZone}): ${what}. Next: ${nextAt ?? 'never'}.${skipped}`)
}
