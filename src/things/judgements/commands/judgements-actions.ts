import { StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, listStored } from '../../commands/open-runtime.ts'
import { demandJudge } from '../../people/commands/demand-person.ts'
import type { Judgement, NeededReview } from '../judgements.ts'

const listed = 1_000

/** The judgements of the organization, the newest first. */
export async function listJudgements(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const judgements = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.judgements.list({ organizationId, limit: listed }),
  )
  return printList(options, terminal, judgements, {
    none: 'The organization has no judgements.',
    toCells: formatJudgementRow,
  })
}

/** The results that need one. */
export async function listNeededReviews(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const needed = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.judgements.listNeeded({ organizationId, limit: listed }),
  )
  if (options.json) terminal.json(needed)
  else if (needed.length === 0) terminal.out.line('No result needs review.')
  else for (const line of needed.flatMap(listNeededLines)) terminal.out.line(line)
  return exitCodes.fine
}

export interface CreateJudgementOptions extends GlobalOptions {
  readonly run: string
  readonly finding: string
  /** The digest of the evidence that was looked at. */
  readonly evidence: string
  readonly decision: 'accepted' | 'refused'
  readonly reason: string
  readonly expires: string
  readonly user: string
  readonly file?: readonly string[]
}

/**
 * Judges a result that needs review.
 * @throws CheckwrightError `JUDGEMENT_INVALID`, `JUDGEMENT_REFUSED`; StoreError `NOT_FOUND`
 */
export async function createJudgement(options: CreateJudgementOptions, { terminal }: Context): Promise<ExitCode> {
  const { run: runId, finding: findingId, evidence: evidenceSha256, decision, reason, expires, file: files } = options
  const judgement = await changeStored(options, terminal, async (runtime, organizationId) => {
    const judge = await demandJudge(runtime, organizationId, options.user)
    const input = { organizationId, runId, findingId, evidenceSha256, decision, reason, expires, files, judge }
    return runtime.judgements.create(input)
  })
  if (options.json) terminal.json(judgement)
  else {
    terminal.out.line(`The result is ${decision}. The judgement ${judgement.id} holds until ${expires}.`)
    terminal.err.line(
      `End it with: ${formatCommand(shell`judgements withdraw ${judgement.id} --user ${options.user}`, options)}`,
    )
  }
  return exitCodes.fine
}

/** From now on it does not hold. @throws StoreError `NOT_FOUND` */
export async function withdrawJudgement(
  id: string,
  options: GlobalOptions & { readonly user: string },
  { terminal }: Context,
): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    const { email, name, userId } = await demandJudge(runtime, organizationId, options.user)
    if (!(await runtime.judgements.withdraw({ id, organizationId, by: email || name || userId })))
      throw new StoreError(
        `There is no judgement "${id}". "${formatCommand(shell`judgements`, options)}" shows them.`,
        {
          code: 'NOT_FOUND',
        },
      )
  })
  if (options.json) terminal.json({ id, withdrawn: true })
  else terminal.out.line(`The judgement ${id} is withdrawn. Its result needs review again.`)
  return exitCodes.fine
}

function formatJudgementRow({ id, state, decision, by, expires, checkId, result }: Judgement): string[] {
  return [id, decision, state, `${checkId}: ${result.resource.name ?? result.resource.id}`, by, `until ${expires}`]
}

/** What a person has to look at, and the options that name it, on a line that can be copied. */
function listNeededLines({ runId, check, result, evidenceSha256 }: NeededReview): string[] {
  return [
    cleanLine(`${check.id}: ${result.title} (${result.resource.name ?? result.resource.id})`),
    `  --run ${runId} --finding ${result.findingId} --evidence ${evidenceSha256}`,
  ]
}
