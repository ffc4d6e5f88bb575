import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import type { ExitCode } from '../../../service/commands/exit-codes.ts'
import { printDone } from '../../../service/commands/print-answer.ts'
import { changeStored } from '../../commands/open-runtime.ts'

interface OpenTicketOptions extends GlobalOptions {
  readonly tracker: string
}

/** @throws StoreError `NOT_FOUND`, `STORE_CONFLICT` */
export async function openTicket(
  findingId: string,
  options: OpenTicketOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const { tracker: trackerId } = options
  const opened = await changeStored(options, terminal, (runtime, organizationId) =>
    runtime.tickets.open({ organizationId, trackerId, findingId }),
  )
  return printDone(options, terminal, opened, `The ticket ${opened.id} is there. A running service makes its issue.`)
}
