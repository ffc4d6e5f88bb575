import { isExpired } from '../../../checks/waivers/limits.ts'
import type { StoredWaiver } from '../../../checks/waivers/waiver-store.ts'
import { createUsageError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone, printList } from '../../../service/commands/print-answer.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, listStored } from '../../commands/open-runtime.ts'
import { demandNamedPerson } from '../../people/commands/demand-person.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The stored waivers of the organization, the newest first. */
export async function listWaivers(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const waivers = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.waivers.list({ organizationId }),
  )
  return printList(options, terminal, waivers, { none: 'The organization has no waivers.', toCells: formatWaiverRow })
}

export interface CreateWaiverOptions extends GlobalOptions {
  readonly connection?: readonly string[]
  readonly allConnections?: true
  /** @default the connector of the connections */
  readonly connector?: readonly string[]
  readonly check: readonly string[]
  readonly resource?: readonly string[]
  readonly resourceType?: readonly string[]
  readonly tag?: readonly string[]
  readonly justification: string
  readonly approver: string
  readonly expires: string
  readonly user?: string
}

/**
 * Accepts a risk, on the connections that are named.
 * @throws CheckwrightError `WAIVERS_INVALID`; `CLI_USAGE` where nothing says for which connector it is; StoreError `NOT_FOUND`
 */
export async function createWaiver(options: CreateWaiverOptions, { terminal }: Context): Promise<ExitCode> {
  const { check, resource, resourceType, tag, connection, allConnections, user: userId } = options
  const { justification, approver, expires } = options
  const waiver = await changeStored(options, terminal, async (runtime, organizationId) => {
    if (userId !== undefined) await demandNamedPerson(runtime, organizationId, userId)
    const connector =
      options.connector ?? (await listConnectors(runtime, { organizationId, ids: connection ?? [], options }))
    return runtime.waivers.create({
      organizationId,
      userId,
      connector,
      check,
      justification,
      approver,
      expires,
      resource,
      resourceType,
      tag,
      connection,
      allConnections,
    })
  })
  if (options.json) terminal.json(waiver)
  else {
    terminal.out.line(`The waiver ${waiver.id} applies until ${expires}.`)
    terminal.err.line(`End it with: ${formatCommand(shell`waivers revoke ${waiver.id}`, options)}`)
  }
  return exitCodes.fine
}

/** Of connections, each once. */
async function listConnectors(
  { connections }: Runtime,
  {
    organizationId,
    ids,
    options,
  }: { readonly organizationId: string; readonly ids: readonly string[]; readonly options: GlobalOptions },
) {
  const found = await Promise.all(ids.map((id) => connections.get({ id, organizationId })))
  const connectors = [...new Set(found.flatMap((connection) => (connection ? [connection.connector] : [])))]
  if (connectors.length > 0) return connectors
  const because = ids.length > 0 ? `The organization has no connection ${ids.join(', ')}` : 'Name a connection'
  throw createUsageError(
    `${because}. "${formatCommand(shell`connections`, options)}" lists them. To choose all of them, add --connector.`,
  )
}

/** From now on it does not apply. */
export async function revokeWaiver(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const revoke = ({ waivers }: Runtime, organizationId: string) => waivers.revoke({ id, organizationId })
  if (!(await changeStored(options, terminal, revoke)))
    throw new StoreError(`There is no waiver "${id}". "${formatCommand(shell`waivers`, options)}" shows them.`, {
      code: 'NOT_FOUND',
    })
  return printDone(options, terminal, { id, revoked: true }, `The waiver ${id} is revoked.`)
}

function formatWaiverRow({ id, waiver }: StoredWaiver): string[] {
  const { connector, check, resource = 'every resource', connection = 'every connection', expires } = waiver
  return [
    id,
    `${[connector].flat().join(' ')}: ${[check].flat().join(' ')}`,
    [resource].flat().join(' '),
    [connection].flat().join(' '),
    isExpired(waiver, new Date()) ? `over since ${expires}` : `until ${expires}`,
  ]
}
