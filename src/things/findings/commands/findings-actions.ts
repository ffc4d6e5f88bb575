import type { Finding, FindingOrder, FindingState } from '../../../checks/findings/finding-store.ts'
import { crossCheckConnectorId, type Severity } from '../../../define/index.ts'
import { CheckwrightError, createUsageError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { formatDay, parseDayEnd } from '../../../text/calendar-day.ts'
import { countedMax, formatCounted } from '../../../text/counted.ts'
import { formatMinute } from '../../../text/format-minute.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { demandConnection } from '../../api/demand.ts'
import { changeStored, demandOrganization, useRuntime } from '../../commands/open-runtime.ts'
import { useOrganization } from '../../commands/use-organization.ts'
import { loadConnectionNames } from '../../connections/commands/connections-actions.ts'
import { demandNamedPerson } from '../../people/commands/demand-person.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { demandKnownControl } from '../demand-known-control.ts'
import { writeFindings } from '../reading/send-findings.ts'

export interface ListFindingsOptions extends GlobalOptions {
  readonly connection?: string
  readonly connector?: string
  /** @default those that fail */
  readonly state?: FindingState
  readonly severity?: Severity
  readonly check?: string
  readonly control?: string
  readonly search?: string
  readonly owner?: string
  readonly unowned?: true
  readonly overdue?: true
  /** Days. */
  readonly dueFrom?: string
  readonly dueTo?: string
  readonly accepted?: true
  readonly sort: FindingOrder
  readonly limit: number
  readonly csv?: true
}

/** The findings of the organization. Without --accepted, those whose risk somebody accepted are left out. */
export async function listFindings(options: ListFindingsOptions, { terminal }: Context): Promise<ExitCode> {
  const choice = parseChoice(options, Date.now())
  await demandKnownControl(options.control)
  const found = await useOrganization(options, terminal, async (runtime, organizationId) => {
    if (options.connection !== undefined) await demandConnection(runtime, organizationId, options.connection)
    const filter = { ...choice, organizationId, order: options.sort }
    if (options.csv) {
      for await (const row of writeFindings({ runtime, users: runtime.users }, filter)) terminal.out.write(row)
      return undefined
    }
    const [{ findings: listed, total }, names] = await Promise.all([
      runtime.findings.listCounted({ ...filter, limit: options.limit }),
      loadConnectionNames(runtime, organizationId),
    ])
    const findings = listed.map((finding) => ({ ...finding, connectionName: names.get(findSystemId(finding)) ?? null }))
    return { findings, total }
  })
  if (options.csv) return exitCodes.fine
  const { findings, total } = found ?? { findings: [], total: 0 }
  if (options.json) terminal.json({ total: Math.min(total, countedMax), isTotalExact: total <= countedMax, findings })
  else if (findings.length === 0) terminal.out.line('There are no such findings.')
  else {
    terminal.out.write(formatColumns(findings.map(formatFindingRow), terminal.out))
    if (total > findings.length)
      terminal.err.line(`${findings.length} of ${formatCounted(total, 'finding')}. Show more with --limit.`)
  }
  return exitCodes.fine
}

function parseChoice(options: ListFindingsOptions, nowMs: number) {
  const { connection, connector, state, severity, check, control, search, owner, unowned, overdue, accepted } = options
  const toMs = options.dueTo === undefined ? undefined : demandDay(options.dueTo)
  return {
    connectionId: connection,
    connectorId: connector,
    state,
    severity,
    checkId: check,
    control,
    text: search,
    ownerId: unowned ? null : owner,
    dueFromMs: options.dueFrom === undefined ? undefined : demandDay(options.dueFrom),
    dueToMs: overdue ? Math.min(toMs ?? nowMs - 1, nowMs - 1) : toMs,
    waived: state === 'resolved' ? undefined : accepted === true,
  }
}

/** @throws CheckwrightError `CLI_USAGE` */
function demandDay(day: string): number {
  const endMs = parseDayEnd(day)
  if (endMs !== undefined) return endMs
  throw createUsageError(`"${day}" is not a day, such as 2027-01-31.`)
}

/** What a cross-check found is of the connection that the id of its resource begins with. */
function findSystemId({ connectionId, connectorId, result }: Finding): string {
  return connectorId === crossCheckConnectorId ? (result.resource.id.split('/', 1)[0] ?? '') : connectionId
}

type NamedFinding = Finding & { readonly connectionName?: string | null }

function formatFindingRow(finding: NamedFinding): string[] {
  const { id, severity, state, waived, judgementId, result, ownerId, dueAtMs, connectionName } = finding
  const { type, name, id: resourceId } = result.resource
  const isDue = state !== 'resolved'
  return [
    id,
    severity,
    waived && isDue ? 'accepted' : judgementId !== null ? 'refused' : state,
    result.title,
    `${type} ${name ?? resourceId}`,
    ownerId ?? 'nobody',
    isDue ? `due ${formatDay(dueAtMs)}${dueAtMs < Date.now() && !waived ? ', overdue' : ''}` : '',
    // Without a name, nothing else tells the same finding of two systems apart.
    connectionName ?? `${finding.connectorId} ${findSystemId(finding)}`,
  ]
}

/** One finding with everything that became of it. */
export async function showFinding(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const finding = await useOrganization(options, terminal, (runtime, organizationId) =>
    runtime.findings.get({ id, organizationId }),
  )
  if (finding === undefined) throw createNoFindingError(id, options)
  if (options.json) {
    terminal.json(finding)
    return exitCodes.fine
  }
  const { history, changes, result } = finding
  terminal.out.write(formatColumns([formatFindingRow(finding)], terminal.out))
  if (result.remediation !== undefined) terminal.out.line(`What to do: ${result.remediation}`)
  if (result.fix !== undefined) terminal.out.line(`Command: ${result.fix}`)
  if (finding.judgementId !== null && result.judged)
    terminal.out.line(`Refused until ${result.judged.expires} by ${result.judged.by}: ${result.judged.reason}`)
  const rows = [
    ...history.map(({ atMs, change, resolution, judgementId }) => ({
      atMs,
      text: [change, resolution ?? '', judgementId === null ? '' : '(judgement)']
        .filter((word) => word !== '')
        .join(' '),
    })),
    ...changes.map(({ atMs, member, later, reason }) => ({
      atMs,
      text: `${member}: ${later ?? 'nobody'}${reason === null ? '' : ` (${reason})`}`,
    })),
  ].toSorted((a, b) => b.atMs - a.atMs)
  terminal.out.write(
    formatColumns(
      rows.map(({ atMs, text }) => [formatMinute(atMs), text]),
      terminal.out,
    ),
  )
  return exitCodes.fine
}

export interface SetFindingOptions extends GlobalOptions {
  /** false: nobody. */
  readonly owner?: string | false
  /** false: the day that follows from the severity. */
  readonly due?: string | false
  readonly reason?: string
  readonly user?: string
}

/** Sets the owner or the due day of a finding. */
export async function setFinding(id: string, options: SetFindingOptions, { terminal }: Context): Promise<ExitCode> {
  const { owner, due, reason = '', user: userId } = options
  if (owner === undefined && due === undefined) throw createUsageError('Give --owner, --no-owner, --due or --no-due.')
  if (typeof due === 'string' && reason.trim() === '') throw createUsageError('Say why with --reason.')
  const finding = await changeStored(options, terminal, async (runtime, organizationId) => {
    for (const person of [owner, userId])
      if (typeof person === 'string') await demandActivePerson(runtime, organizationId, person)
    return runtime.findings.update({
      id,
      organizationId,
      userId,
      ownerId: owner === false ? null : owner,
      due: due === false ? null : due === undefined ? undefined : { day: due, reason },
    })
  })
  if (finding === undefined) throw createNoFindingError(id, options)
  if (options.json) terminal.json(finding)
  else terminal.out.write(formatColumns([formatFindingRow(finding)], terminal.out))
  return exitCodes.fine
}

async function demandActivePerson(runtime: Runtime, organizationId: string, userId: string): Promise<void> {
  const { deactivated } = await demandNamedPerson(runtime, organizationId, userId)
  if (deactivated === true)
    throw new CheckwrightError(`"${userId}" is deactivated. Name somebody else, or activate the person first.`, {
      code: 'PERSON_INVALID',
    })
}

export type DueDaysOptions = GlobalOptions & { readonly [Each in Severity]?: number }

/** Shows the days until findings are due, or chooses others. */
export async function dueDays(options: DueDaysOptions, { terminal }: Context): Promise<ExitCode> {
  const { critical, high, medium, low, info } = options
  const days = { critical, high, medium, low, info }
  const isChange = Object.values(days).some((count) => count !== undefined)
  const now = await useRuntime(options, terminal, { connectors: [] }, async ({ findings, ...runtime }) => {
    const organizationId = await demandOrganization({ findings, ...runtime }, options)
    return isChange ? findings.setDueDays({ organizationId, days }) : findings.dueDays({ organizationId })
  })
  if (options.json) terminal.json(now)
  else
    terminal.out.write(
      formatColumns(
        Object.entries(now).map(([severity, count]) => [severity, `${count} days`]),
        terminal.out,
      ),
    )
  return exitCodes.fine
}

function createNoFindingError(id: string, options: GlobalOptions): StoreError {
  return new StoreError(`There is no finding "${id}". "${formatCommand(shell`findings`, options)}" shows them.`, {
    code: 'NOT_FOUND',
  })
}
