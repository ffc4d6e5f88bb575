import { StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { type ShellWords, shell } from '../../../text/quote-for-shell.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findActor, useDirectory } from './directory-actions.ts'

/** What an admin decides about people and accounts: how it is revoked, and the command that shows those that hold. */
const decisions = {
  link: { revoke: 'revoke', shownBy: shell`links` },
  address: { revoke: 'revokeAlias', shownBy: shell`links addresses` },
} as const satisfies Record<string, { revoke: keyof Runtime['accountLinks']; shownBy: ShellWords }>

/** From now on it does not hold. @throws StoreError `NOT_FOUND` */
export async function revokeDecision(
  what: keyof typeof decisions,
  id: string,
  options: GlobalOptions & { readonly user: string },
  { terminal }: Context,
): Promise<ExitCode> {
  const { revoke, shownBy } = decisions[what]
  await useDirectory(options, terminal, async (runtime, organizationId) => {
    const actor = await findActor(runtime, organizationId, options.user)
    if (!(await runtime.accountLinks[revoke]({ id, organizationId, actor })))
      throw new StoreError(`There is no ${what} "${id}" that holds. "${formatCommand(shownBy, options)}" shows them.`, {
        code: 'NOT_FOUND',
      })
  })
  if (options.json) terminal.json({ id, revoked: true })
  else terminal.out.line(`The ${what} ${id} is revoked.`)
  return exitCodes.fine
}
