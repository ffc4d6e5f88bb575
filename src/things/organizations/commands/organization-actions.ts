import { createUsageError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { hasStore, useRuntime } from '../../commands/open-runtime.ts'

export interface CreateOrganizationOptions extends GlobalOptions {
  readonly id?: string | undefined
}

/** Creates an organization, which begins empty. */
export async function createOrganization(
  name: string,
  options: CreateOrganizationOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  demandOrganizationName(name)
  if (options.id !== undefined && !/^[A-Za-z0-9][\w.-]{0,99}$/.test(options.id))
    throw createUsageError('--id must be letters, digits, ".", "_" and "-", at most 100 of them.')
  await useRuntime(options, terminal, { connectors: [] }, async ({ organizations }) => {
    const { id } = await organizations.create({ id: options.id, name: name.trim() })
    if (options.json) return terminal.json({ id, name: name.trim() })
    terminal.out.line(id)
    terminal.err.line(
      `Invite its first administrator: ${formatCommand(shell`person invite <email> --role admin`, { ...options, org: id })}`,
    )
  })
  return exitCodes.fine
}

/** @throws StoreError `NOT_FOUND` */
export async function renameOrganization(
  id: string,
  name: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  demandOrganizationName(name)
  await useRuntime(options, terminal, { connectors: [] }, async ({ organizations }) => {
    const renamed = await organizations.rename(id, name)
    if (options.json) terminal.json({ id, name: renamed.name })
    else terminal.out.line(`${id} is called ${renamed.name}.`)
  })
  return exitCodes.fine
}

/** The oldest first. */
export async function listOrganizations(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const organizations = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, (runtime) => runtime.organizations.list())
    : []
  if (options.json) terminal.json(organizations.map(({ id, name }) => ({ id, name })))
  else if (organizations.length === 0)
    terminal.out.line(
      `There is no organization yet. Make one: ${formatCommand(shell`organization create <name>`, options)}`,
    )
  else {
    const rows = organizations.map(({ id, name, createdAtMs }) => [id, name, new Date(createdAtMs).toISOString()])
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}

function demandOrganizationName(name: string): void {
  const text = name.trim()
  if (text !== '' && text.length <= 200 && !/\p{Cc}/u.test(text)) return
  throw createUsageError('The name must be one line of at most 200 characters.')
}
