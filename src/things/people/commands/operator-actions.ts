import { StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, hasStore, useRuntime } from '../../commands/open-runtime.ts'

/** Makes a person of the organization an operator of the platform. */
export async function addOperator(userId: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    await runtime.operators.add({ organizationId, userId })
    if (options.json) terminal.json({ organizationId, userId, operator: true })
    else terminal.out.line(`${userId} of ${organizationId} is an operator of the platform.`)
  })
  return exitCodes.fine
}

/** Ends that; the person keeps their role in the organization. */
export async function removeOperator(userId: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    if (!(await runtime.operators.remove({ organizationId, userId })))
      throw new StoreError(
        `"${userId}" of "${organizationId}" is not an operator. "${formatCommand(shell`operator list`, options)}" shows them.`,
        {
          code: 'NOT_FOUND',
        },
      )
    if (options.json) terminal.json({ organizationId, userId, operator: false })
    else terminal.out.line(`${userId} of ${organizationId} is no longer an operator.`)
  })
  return exitCodes.fine
}

/** The operators of the platform, over all organizations. */
export async function listOperators(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const operators = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, (runtime) => runtime.operators.list())
    : []
  if (options.json) terminal.json(operators.map(({ organizationId, userId }) => ({ organizationId, userId })))
  else if (operators.length === 0)
    terminal.out.line(`There are no operators yet. Name one: ${formatCommand(shell`operator add <person>`, options)}`)
  else {
    const rows = operators.map(({ organizationId, userId }) => [userId, organizationId])
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}
