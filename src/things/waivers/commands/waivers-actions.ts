import { isExpired } from '../../../checks/waivers/limits.ts'
import type { StoredWaiver } from '../../../checks/waivers/waiver-store.ts'
import { CheckwrightError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { demandOrganization, findOrganization, hasStore, useRuntime } from '../../commands/open-runtime.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The stored waivers of the organization, the newest first. */
export async function listWaivers(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const waivers = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
        const organizationId = await findOrganization(runtime, options)
        return organizationId === undefined ? [] : runtime.waivers.list({ organizationId })
      })
    : []
  if (options.json) terminal.json(waivers)
  else if (waivers.length === 0) terminal.out.line('The organization has no waivers.')
  else terminal.out.write(formatColumns(waivers.map(formatWaiverRow), terminal.out))
  return exitCodes.fine
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
  const waiver = await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    if (userId !== undefined && !(await runtime.users.find({ organizationId, userId })))
      throw new StoreError(`The organization has no person "${userId}".`, { code: 'NOT_FOUND' })
    const connector = options.connector ?? (await listConnectors(runtime, organizationId, connection ?? []))
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
    terminal.err.line(`End it with: ${formatCommand(`waivers revoke ${waiver.id}`, options)}`)
  }
  return exitCodes.fine
}

/** Of connections, each once. */
async function listConnectors({ connections }: Runtime, organizationId: string, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => connections.get({ id, organizationId })))
  const connectors = [...new Set(found.flatMap((connection) => (connection ? [connection.connector] : [])))]
  if (connectors.length > 0) return connectors
  const because = ids.length > 0 ? `The organization has no connection ${ids.join(', ')}` : 'Name a connection'
  throw new CheckwrightError(
    `${because}. "checkwright connections" lists them. To choose all of them, add --connector.`,
    {
      code: 'CLI_USAGE',
    },
  )
}

/** From now on it does not apply. */
export function revokeWaiver(id: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  return changeWaiver(id, options, context, 'revoke')
}

/** Confirms one that needed a review, for all connections. */
export function confirmWaiver(id: string, options: GlobalOptions, context: Context): Promise<ExitCode> {
  return changeWaiver(id, options, context, 'confirm')
}

async function changeWaiver(
  id: string,
  options: GlobalOptions,
  { terminal }: Context,
  verb: 'revoke' | 'confirm',
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    if (!(await runtime.waivers[verb]({ id, organizationId })))
      throw new StoreError(
        verb === 'revoke'
          ? `There is no waiver "${id}". "checkwright waivers" shows them.`
          : `There is no waiver "${id}" that needs a review. "checkwright waivers" shows them.`,
        { code: 'NOT_FOUND' },
      )
  })
  if (options.json) terminal.json({ id, [verb === 'revoke' ? 'revoked' : 'confirmed']: true })
  else terminal.out.line(verb === 'revoke' ? `The waiver ${id} is revoked.` : `The waiver ${id} is kept.`)
  return exitCodes.fine
}

function formatWaiverRow({ id, waiver, needsReview }: StoredWaiver): string[] {
  const { connector, check, resource = 'every resource', connection = 'every connection', expires } = waiver
  return [
    id,
    `${[connector].flat().join(' ')}: ${[check].flat().join(' ')}`,
    [resource].flat().join(' '),
    [connection].flat().join(' '),
    isExpired(waiver, new Date()) ? `over since ${expires}` : `until ${expires}`,
    needsReview ? 'needs review' : '',
  ]
}
