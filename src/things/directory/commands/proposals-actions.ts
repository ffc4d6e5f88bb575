import { StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone } from '../../../service/commands/print-answer.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DismissalInput } from '../dismissals.ts'
import { parseProposal } from './account-links-actions.ts'
import { findActor, useDirectory, waitForPeople } from './directory-actions.ts'

const listed = 1_000

interface DismissOptions extends GlobalOptions {
  readonly account: readonly string[]
  readonly user: string
}

/** Dismisses proposals as they are now, all or none. @throws CheckwrightError `CLI_USAGE`; StoreError `NOT_FOUND` */
export async function dismissProposals(options: DismissOptions, { terminal }: Context): Promise<ExitCode> {
  const chosen = options.account.map(parseProposal)
  const dismissed = await useDirectory(options, terminal, async (runtime, organizationId) =>
    runtime.dismissals.dismiss({
      organizationId,
      proposals: await findProposals(runtime, organizationId, { chosen, options }),
      actor: await findActor(runtime, organizationId, options.user),
    }),
  )
  if (options.json) terminal.json(dismissed)
  else for (const { id, recordId } of dismissed) terminal.out.line(cleanLine(`${recordId} is dismissed: ${id}`))
  return exitCodes.fine
}

async function findProposals(
  runtime: Runtime,
  organizationId: string,
  { chosen, options }: { readonly chosen: readonly Omit<DismissalInput, 'digest'>[]; readonly options: GlobalOptions },
): Promise<readonly DismissalInput[]> {
  await waitForPeople(runtime, organizationId)
  const shown = new Map<string, string>()
  let viewId: string | undefined
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page = await runtime.peopleView.accounts({ organizationId, filter: 'proposed', from, limit: listed, viewId })
    for (const { connectionId, id, owner } of page.data)
      for (const { personId, digest } of owner.proposals ?? [])
        if (digest !== undefined) shown.set(JSON.stringify([connectionId, id, personId]), digest)
    viewId = page.viewId
    from = page.next
  }
  return chosen.map((place) => {
    const { connectionId, recordId, personId } = place
    const digest = shown.get(JSON.stringify([connectionId, recordId, personId]))
    if (digest !== undefined) return { ...place, digest }
    throw new StoreError(
      `Nobody proposes "${personId}" for "${recordId}". See "${formatCommand(shell`links proposed`, options)}".`,
      {
        code: 'NOT_FOUND',
      },
    )
  })
}

export async function listDismissed(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const dismissed = await useDirectory(options, terminal, ({ dismissals }, organizationId) =>
    dismissals.list({ organizationId, limit: listed }),
  )
  if (options.json) terminal.json(dismissed)
  else if (dismissed.length === 0) terminal.out.line('Nobody has dismissed a proposal.')
  else
    terminal.out.write(
      formatColumns(
        dismissed.map(({ id, connectionId, recordId, personId, dismissedBy }) =>
          [id, connectionId, recordId, personId, dismissedBy].map((cell) => cleanLine(cell)),
        ),
        terminal.out,
      ),
    )
  return exitCodes.fine
}

/** @throws StoreError `NOT_FOUND` */
export async function restoreProposal(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await useDirectory(options, terminal, async ({ dismissals }, organizationId) => {
    if (!(await dismissals.restore({ id, organizationId })))
      throw new StoreError(
        `There is no dismissed proposal "${id}". "${formatCommand(shell`links dismissed`, options)}" shows them.`,
        {
          code: 'NOT_FOUND',
        },
      )
  })
  return printDone(options, terminal, { id, restored: true }, `${id} is proposed again.`)
}
