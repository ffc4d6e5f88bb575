import type { LinkTarget } from '../../../crosscheck/define/stored-link.ts'
import { createUsageError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import type { AccountLink } from '../account-links.ts'
import type { LinkInput } from '../link-input.ts'
import { findActor, useDirectory, waitForPeople } from './directory-actions.ts'

const listed = 1_000

/** Whose accounts are, the newest decision first. */
export async function listLinks(
  {
    connection: connectionId,
    ended,
    ...options
  }: GlobalOptions & { readonly connection?: string; readonly ended?: boolean },
  { terminal }: Context,
): Promise<ExitCode> {
  const links = await useDirectory(options, terminal, ({ accountLinks }, organizationId) =>
    accountLinks.list({ organizationId, connectionId, ended, limit: listed }),
  )
  return printList(options, terminal, links, { none: 'No account is linked.', toCells: formatLink })
}

function formatLink({ id, state, connectionId, recordId, to, by, actor, expires }: AccountLink): string[] {
  const whose = to.is === 'person' ? to.personId : to.is === 'service' ? `service of ${to.ownerId}` : 'out of scope'
  return [id, state, connectionId, recordId, whose, actor ?? by, expires ?? ''].map((cell) => cleanLine(cell))
}

/** What somebody has to decide about, with words that "decide" takes. */
export async function listProposed(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const { data } = await useDirectory(options, terminal, async (runtime, organizationId) => {
    await waitForPeople(runtime, organizationId)
    return runtime.peopleView.accounts({ organizationId, filter: 'proposed', limit: listed })
  })
  if (options.json) terminal.json(data)
  else if (data.length === 0) terminal.out.line('There is nothing to decide.')
  else
    for (const { connectionId, id, name, owner } of data) {
      terminal.out.line(cleanLine(`${name ?? id}: ${owner.because ?? ''}`))
      for (const { personId, personName, because } of owner.proposals ?? [])
        terminal.out.line(
          cleanLine(`  --account "${connectionId} ${id} ${personId}"  (${personName ?? personId}: ${because})`),
        )
    }
  return exitCodes.fine
}

interface DecisionOptions extends GlobalOptions {
  readonly reason: string
  readonly expires: string
  readonly user: string
}

export interface AddOptions extends DecisionOptions {
  readonly connection: string
  readonly account: string
  readonly person?: string
  readonly serviceOf?: string
  readonly outOfScope?: boolean
  readonly despite?: string
}

/** @throws CheckwrightError `CLI_USAGE`, `LINK_INVALID`; StoreError `NOT_FOUND` */
export async function addLink(options: AddOptions, context: Context): Promise<ExitCode> {
  const { connection: connectionId, account: recordId, reason, expires, despite } = options
  return decide([{ connectionId, recordId, to: readTarget(options), reason, expires, despite }], options, context)
}

function readTarget({ person, serviceOf, outOfScope }: AddOptions): LinkTarget {
  const targets: readonly LinkTarget[] = [
    ...(person === undefined ? [] : [{ is: 'person' as const, personId: person }]),
    ...(serviceOf === undefined ? [] : [{ is: 'service' as const, ownerId: serviceOf }]),
    ...(outOfScope ? [{ is: 'out-of-scope' as const }] : []),
  ]
  const [target, another] = targets
  if (target && !another) return target
  throw createUsageError('Say whose it is by one of --person, --service-of and --out-of-scope.')
}

/** Several at once, or none of them. @throws as `addLink` */
export async function decideLinks(
  options: DecisionOptions & { readonly account: readonly string[] },
  context: Context,
): Promise<ExitCode> {
  const { reason, expires } = options
  const links = options.account.map(parseProposal).map(({ personId, ...place }): LinkInput => {
    return { ...place, to: { is: 'person', personId }, reason, expires }
  })
  return decide(links, options, context)
}

/** @throws CheckwrightError `CLI_USAGE` */
export function parseProposal(words: string) {
  // Ids of vendors may have spaces; those of connections and people do not begin or end with one.
  const [, connectionId = '', recordId = '', personId = ''] = /^(\S+) (.+) (\S+)$/s.exec(words.trim()) ?? []
  if (personId !== '') return { connectionId, recordId, personId }
  throw createUsageError('--account has a connection, an account and a person, with spaces between them.')
}

async function decide(links: readonly LinkInput[], options: DecisionOptions, { terminal }: Context): Promise<ExitCode> {
  const made = await useDirectory(options, terminal, async (runtime, organizationId) =>
    runtime.accountLinks.createAll({
      organizationId,
      links,
      actor: await findActor(runtime, organizationId, options.user),
    }),
  )
  if (options.json) terminal.json(made)
  else
    for (const { id, recordId, expires } of made)
      terminal.out.line(cleanLine(`${recordId} is linked until ${expires}: ${id}`))
  return exitCodes.fine
}
