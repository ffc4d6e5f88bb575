import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { printDone } from '../../../service/commands/print-answer.ts'
import { findActor, useDirectory } from './directory-actions.ts'

/** Further addresses of people, in the order in which they were confirmed. */
export async function listAddresses(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const aliases = await useDirectory(options, terminal, ({ accountLinks }, organizationId) =>
    accountLinks.listAliases({ organizationId }),
  )
  if (options.json) terminal.json(aliases)
  else if (aliases.length === 0) terminal.out.line('Nobody has confirmed an address.')
  else
    terminal.out.write(
      formatColumns(
        aliases.map(({ id, state, address, personId, actor, expires }) =>
          [id, state, address, personId, actor, expires].map((cell) => cleanLine(cell)),
        ),
        terminal.out,
      ),
    )
  return exitCodes.fine
}

interface ConfirmOptions extends GlobalOptions {
  readonly person: string
  readonly reason: string
  readonly expires: string
  readonly user: string
}

/** @throws CheckwrightError `LINK_INVALID`; StoreError `NOT_FOUND` */
export async function confirmAddress(
  address: string,
  { person: personId, reason, expires, user, ...options }: ConfirmOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const alias = await useDirectory(options, terminal, async (runtime, organizationId) =>
    runtime.accountLinks.confirmAlias({
      organizationId,
      address,
      personId,
      reason,
      expires,
      actor: await findActor(runtime, organizationId, user),
    }),
  )
  return printDone(options, terminal, alias, cleanLine(`${alias.address} holds until ${alias.expires}: ${alias.id}`))
}
