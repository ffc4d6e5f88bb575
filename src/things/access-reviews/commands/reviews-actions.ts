import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReviewDecision, ReviewedAccount, ReviewFilter } from '../../../crosscheck/reviews/access-review.ts'
import { readName } from '../../../crosscheck/reviews/review-run.ts'
import { explainIncompleteness } from '../../../crosscheck/reviews/review-state.ts'
import { createUsageError, StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, demandOrganization, listStored, useRuntime } from '../../commands/open-runtime.ts'
import { demandJudge } from '../../people/commands/demand-person.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AccessReview } from '../access-reviews.ts'
import { toOutcomesFileId } from '../outcomes-file.ts'
import { writeReviewCsv } from '../reading/access-reviews.ts'

const listed = 1_000

/** The access reviews of the organization, the newest first. */
export async function listReviews(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const reviews = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.accessReviews.list({ organizationId, limit: listed }),
  )
  return printList(options, terminal, reviews, {
    none: 'The organization has no access reviews.',
    toCells: formatReviewRow,
  })
}

export interface StartReviewOptions extends GlobalOptions {
  readonly title: string
  readonly connection: readonly string[]
  readonly reviewer: readonly string[]
  readonly due: string
  readonly only?: ReviewFilter['only']
  readonly department?: string
  readonly byManager?: boolean
}

/** @throws CheckwrightError `REVIEW_INVALID`; StoreError `NOT_FOUND` */
export async function startReview(options: StartReviewOptions, { terminal }: Context): Promise<ExitCode> {
  const { title, connection: connectionIds, reviewer, due: dueDay, only, department, byManager } = options
  const review = await changeStored(options, terminal, async (runtime, organizationId) => {
    const reviewers = await Promise.all(reviewer.map((userId) => demandJudge(runtime, organizationId, userId)))
    const filter = { only, department }
    const input = { organizationId, title, connectionIds, reviewers, dueDay, byManager, filter }
    return runtime.accessReviews.start({ ...input, by: 'the command line' })
  })
  if (options.json) terminal.json(review)
  else {
    terminal.out.line(`The review ${review.id} has ${review.counts.accounts} accounts to decide about until ${dueDay}.`)
    for (const text of explainIncompleteness(review)) terminal.err.line(cleanLine(`Not complete: ${text}`))
    terminal.err.line(`Show them with: ${formatCommand(shell`reviews show ${review.id}`, options)}`)
  }
  return exitCodes.fine
}

/** @throws StoreError `NOT_FOUND` */
export async function showReview(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const opened = await useRuntime(options, terminal, { connectors: [] }, (runtime) => openReview(runtime, options, id))
  if (options.json) terminal.json(opened)
  else {
    const { review, accounts } = opened
    const systems = new Map(review.systems.map(({ connectionId, name }) => [connectionId, name]))
    terminal.out.line(cleanLine(`${review.title}: ${review.state}, until ${review.dueDay}`))
    for (const text of explainIncompleteness(review)) terminal.out.line(cleanLine(`Not complete: ${text}`))
    const rows = accounts.map((account) => formatAccountRow(account, systems.get(account.connectionId) ?? ''))
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}

export interface DecideReviewOptions extends GlobalOptions {
  readonly account: readonly string[]
  readonly decision: ReviewDecision
  readonly reason: string
  readonly change?: string
  readonly user: string
}

/** @throws CheckwrightError `REVIEW_INVALID`, `REVIEW_REFUSED`; StoreError `NOT_FOUND`, `STORE_CONFLICT` */
export async function decideReview(id: string, options: DecideReviewOptions, { terminal }: Context): Promise<ExitCode> {
  const { account, decision: is, reason, change, user } = options
  const review = await changeStored(options, terminal, async (runtime, organizationId) => {
    const judge = await demandJudge(runtime, organizationId, user)
    const membership = await runtime.people.role({ organizationId, userId: user })
    // Whoever has the machine may name anybody. Only the roles that there are limit what a person decides.
    const isAdmin = membership === undefined || membership.role === 'admin'
    const decision = { is, reason, change }
    const numbers = account.map((each) => parseNumber(each, options))
    return runtime.accessReviews.decide({ id, organizationId, numbers, decision, judge, isAdmin })
  })
  if (options.json) terminal.json(review)
  else terminal.out.line(`Decided. ${review.counts.undecided} of ${review.counts.accounts} accounts are left.`)
  return exitCodes.fine
}

export interface FinishReviewOptions extends GlobalOptions {
  readonly user: string
  readonly undecided?: string
}

/** @throws CheckwrightError `REVIEW_INVALID`; StoreError `NOT_FOUND`, `STORE_CONFLICT` */
export async function finishReview(id: string, options: FinishReviewOptions, { terminal }: Context): Promise<ExitCode> {
  const review = await changeStored(options, terminal, async (runtime, organizationId) => {
    const { email, name, userId } = await demandJudge(runtime, organizationId, options.user)
    const by = email || name || userId
    return runtime.accessReviews.finish({ id, organizationId, by, undecidedReason: options.undecided })
  })
  if (options.json) terminal.json(review)
  else {
    terminal.out.line(`The review ${id} is finished, and signed as evidence.`)
    terminal.err.line(`Save it with: ${formatCommand(shell`reviews export ${id} --evidence review.zip`, options)}`)
  }
  return exitCodes.fine
}

/** @throws StoreError `NOT_FOUND`, also for the evidence of a review that is not finished */
export async function exportReview(
  id: string,
  options: GlobalOptions & { readonly evidence?: string; readonly outcomes?: string },
  { terminal }: Context,
): Promise<ExitCode> {
  const { evidence, outcomes } = options
  if (evidence !== undefined && outcomes !== undefined)
    throw createUsageError('Give --evidence or --outcomes, one at a time.')
  const target = evidence ?? outcomes
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const opened = await openReview(runtime, options, id)
    if (target === undefined) {
      for await (const row of writeReviewCsv(opened)) terminal.out.write(row)
      return
    }
    const { files, objects } = runtime.workspace
    const { organizationId } = opened.review
    const file = await files.find(outcomes === undefined ? id : toOutcomesFileId(id))
    const bytes = file && (await objects.get({ organizationId, key: file.objectKey }))
    if (bytes === undefined)
      throw new StoreError(
        outcomes === undefined
          ? 'The review is not finished, so there is no evidence yet.'
          : 'No run has shown anything of the removals since the review was finished.',
        { code: 'NOT_FOUND' },
      )
    await pipeline(Readable.fromWeb(bytes as never), createWriteStream(target, { mode: 0o600 }))
    terminal.err.line(`Wrote ${target}. Verify it with: ${formatCommand(shell`verify ${target}`, options)}`)
  })
  return exitCodes.fine
}

async function openReview(runtime: Runtime, options: GlobalOptions, id: string) {
  const organizationId = await demandOrganization(runtime, options)
  const opened = await runtime.accessReviews.open({ id, organizationId })
  if (opened) return opened
  throw new StoreError(`There is no access review "${id}". "${formatCommand(shell`reviews`, options)}" lists them.`, {
    code: 'NOT_FOUND',
  })
}

/** @throws CheckwrightError `CLI_USAGE` */
function parseNumber(text: string, options: GlobalOptions): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw createUsageError(
    `--account must be the number of an account. "${formatCommand(shell`reviews show`, options)}" lists them.`,
  )
}

function formatReviewRow({ id, state, title, counts, dueDay }: AccessReview): string[] {
  return [id, state, title, `${counts.accounts - counts.undecided} of ${counts.accounts} decided`, `until ${dueDay}`]
}

function formatAccountRow({ number, record, owner, decision, outcome }: ReviewedAccount, system: string): string[] {
  const { email, roles, administrator } = record
  return [
    String(number),
    system,
    readName(record),
    typeof email === 'string' ? email : '',
    Array.isArray(roles) ? roles.join(', ') : 'roles unknown',
    administrator === true ? 'administrator' : administrator === false ? '' : 'administrator?',
    owner?.hasLeft === true ? 'owner left' : '',
    decision === null ? 'not decided' : `${decision.is}: ${decision.reason}`,
    outcome?.is.replaceAll('_', ' ') ?? '',
  ]
}
