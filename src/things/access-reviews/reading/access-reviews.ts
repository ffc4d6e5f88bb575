import type { ReviewedAccount } from '../../../crosscheck/reviews/access-review.ts'
import { ApiError } from '../../../errors/index.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import { formatCsvRow } from '../../../text/csv-row.ts'
import { encodePieces } from '../../api/answers/encode-pieces.ts'
import { buildSaveHeaders, createFileResponse } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { createEditionResponse } from '../../runs/reading/send-bundle.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AccessReview, OpenAccessReview } from '../access-reviews.ts'
import { mayReview } from '../decide-accounts.ts'
import { toOutcomesFileId } from '../outcomes-file.ts'

/** Who looks at reviews. */
export interface ReviewVisitor extends PeriodLimit {
  readonly userId?: string | undefined
  /** undefined: scopes decide alone. */
  readonly role?: Role | undefined
}

/** Whether somebody may change reviews, and see all accounts of each. */
export function isReviewAdmin({ role }: ReviewVisitor): boolean {
  return role === undefined || mayDo(role, 'reviews:write')
}

/** What somebody may see of reviews: who does not work in them sees finished ones alone, those of their period. */
export function chooseVisibleReviews(
  { workspace: { clock } }: Pick<Runtime, 'workspace'>,
  visitor: ReviewVisitor,
): { readonly isFinished?: true; readonly finishedByMs?: number | undefined } {
  if (visitor.role === undefined || mayDo(visitor.role, 'reviews:decide')) return {}
  const known = findKnownTime(visitor, clock.nowMs())
  return { isFinished: true, finishedByMs: known?.toMs }
}

/** @throws ApiError 404, for another organization's and for one that the visitor may not see too */
export async function demandReview(
  runtime: Pick<Runtime, 'accessReviews' | 'workspace'>,
  visitor: ReviewVisitor,
  id: string,
): Promise<AccessReview> {
  const review = await runtime.accessReviews.get({ id, organizationId: visitor.organizationId })
  if (review && isVisible(review, visitor, runtime)) return review
  throw createMissing()
}

/** Those that a list shows. */
export function isVisible(
  { finishedAtMs }: Pick<AccessReview, 'finishedAtMs'>,
  visitor: ReviewVisitor,
  runtime: Pick<Runtime, 'workspace'>,
): boolean {
  const { isFinished, finishedByMs = Number.POSITIVE_INFINITY } = chooseVisibleReviews(runtime, visitor)
  const fromMs = isFinished ? (findKnownTime(visitor, runtime.workspace.clock.nowMs())?.fromMs ?? 0) : 0
  if (!isFinished) return true
  return finishedAtMs !== null && finishedAtMs >= fromMs && finishedAtMs <= finishedByMs
}

/** A review with the accounts that the visitor decides about; an admin sees all. @throws ApiError 404 */
export async function openReviewPart(
  runtime: Pick<Runtime, 'accessReviews'>,
  visitor: ReviewVisitor,
  id: string,
): Promise<OpenAccessReview> {
  const opened = await runtime.accessReviews.open({ id, organizationId: visitor.organizationId })
  if (opened === undefined) throw createMissing()
  const of = { userId: visitor.userId ?? '', isAdmin: isReviewAdmin(visitor) }
  return { ...opened, accounts: opened.accounts.filter((account) => mayReview(opened.review, account, of)) }
}

function createMissing(): ApiError {
  return new ApiError('There is no such access review.', { code: 'NOT_FOUND' })
}

/**
 * What became of its removals. It goes on after the review: somebody who is limited to a period sees what was known at its end, and
 * nothing if more has become known since.
 */
export async function findReviewOutcomes(
  { workspace: { files, clock } }: Pick<Runtime, 'workspace'>,
  visitor: ReviewVisitor,
  id: string,
): Promise<FileRecord | undefined> {
  const file = await files.find(toOutcomesFileId(id))
  const known = findKnownTime(visitor, clock.nowMs())
  const isKnown = known === undefined || (file && file.createdAtMs <= known.toMs)
  return isKnown && file?.organizationId === visitor.organizationId ? file : undefined
}

/**
 * The signed evidence of a finished review, or of what became of its removals since. Somebody who may not read what vendors say of people gets the edition without the
 * inventories: the decisions with the names that they are about.
 * @throws ApiError 404; 409 before it is finished
 */
export async function sendReviewEvidence(
  { runtime, bundles }: Pick<HostParts, 'runtime' | 'bundles'>,
  {
    visitor,
    id,
    mayReadPeople,
    part = 'review',
  }: { visitor: ReviewVisitor; id: string; mayReadPeople: boolean; part?: 'review' | 'outcomes' },
  request: Request,
): Promise<Response> {
  const review = await demandReview(runtime, visitor, id)
  const file =
    part === 'review' ? await bundles.find(visitor.organizationId, id) : await findReviewOutcomes(runtime, visitor, id)
  if (review.finishedAtMs === null)
    throw new ApiError('The review is not finished, so there is no evidence yet.', { code: 'STORE_CONFLICT' })
  const bytes = file && mayReadPeople ? await bundles.bytes(file) : undefined
  if (file && bytes) return createFileResponse(file, bytes, request)
  const edition = file && !mayReadPeople ? await bundles.edition(file) : undefined
  if (file && edition) return createEditionResponse(file, edition, request)
  throw new ApiError(
    part === 'review'
      ? 'The evidence of the review is gone.'
      : 'No run has shown anything of its removals since the review was finished.',
    { code: 'NOT_FOUND' },
  )
}

const columns = [
  ...['review', 'number', 'connectionId', 'system', 'accountId', 'name', 'email', 'kind', 'status', 'roles'],
  ...[
    'administrator',
    'secondFactor',
    'lastActiveAt',
    'owner',
    'ownerLeft',
    'decision',
    'change',
    'reason',
    'decidedBy',
  ],
  ...['decidedAt', 'outcome', 'outcomeBecause', 'outcomeReadAt', 'outcomeDigest', 'lastDecision', 'lastDecidedAt'],
]

/** Every account of a review with its decision, as CSV. An empty cell: nobody knows. `none`: the vendor says that there is none. */
export function sendReviewCsv({ review, accounts }: OpenAccessReview, { method }: Pick<Request, 'method'>): Response {
  const headers = buildSaveHeaders(`access-review-${review.id}.csv`, 'text/csv; charset=utf-8')
  return new Response(method === 'GET' ? encodePieces(writeReviewCsv({ review, accounts })) : null, { headers })
}

export async function* writeReviewCsv({ review, accounts }: OpenAccessReview): AsyncGenerator<string> {
  const names = new Map(review.systems.map(({ connectionId, name }) => [connectionId, name]))
  yield formatCsvRow(columns)
  for (const account of accounts) yield formatCsvRow(listCells(review, account, names.get(account.connectionId) ?? ''))
}

function listCells({ id }: AccessReview, account: ReviewedAccount, system: string): readonly string[] {
  const { number, connectionId, record, owner, decision, outcome, last } = account
  const { email, kind, status, roles, administrator, secondFactor, lastActiveAt } = record
  const cells = [email, kind, status, roles, administrator, secondFactor, lastActiveAt].map(formatMember)
  return [
    ...[id, String(number), connectionId, system, record.id, formatMember(record.name), ...cells],
    ...[owner?.name ?? owner?.is ?? '', formatMember(owner?.hasLeft)],
    ...[
      decision?.is ?? '',
      decision?.change ?? '',
      decision?.reason ?? '',
      decision?.by ?? '',
      formatTime(decision?.atMs),
    ],
    ...[outcome?.is ?? '', outcome?.because ?? '', formatTime(outcome?.atMs), outcome?.digest ?? ''],
    ...[last?.is ?? '', formatTime(last?.atMs)],
  ]
}

function formatMember(value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return 'none'
  return Array.isArray(value) ? value.join('; ') : String(value)
}

function formatTime(atMs: number | null | undefined): string {
  return atMs === null || atMs === undefined ? '' : new Date(atMs).toISOString()
}
