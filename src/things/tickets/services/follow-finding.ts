import type { Finding } from '../../../checks/findings/finding-store.ts'
import type { Attempt, NextDelivery } from '../../../service/notices/delivery.ts'
import { toFailedAttempt } from '../../notices/failed-attempt.ts'
import type { AuditLog } from '../../parts/audit-log.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { describeChange, describeFinding } from '../issues/issue-text.ts'
import { ticket } from '../thing.ts'
import type { Issue } from '../trackers/tracker-vendor.ts'
import { changeTicket, createMarker, nameTicketOf, type TicketRow, takeTicket } from './ticket-record.ts'
import { type OpenTracker, openTrackerOf, type TrackerParts } from './tracker-access.ts'

export type FollowParts = TrackerParts &
  Uses<'findings'> & { readonly publicUrl: string; readonly log: Pick<AuditLog, 'recordMade'> }

const delivered: Attempt = { isDelivered: true, status: null, problem: null, isGone: false }

/**
 * Lets the issue of a finding follow it: makes it, closes it, opens it again. It decides by the finding and the ticket as they are, and
 * never by what was told, so that an attempt that was cut off is made again from the beginning.
 */
export async function followFinding(
  parts: FollowParts,
  { notice, webhook }: Pick<NextDelivery, 'notice' | 'webhook'>,
  signal: AbortSignal,
): Promise<Attempt> {
  const { organizationId } = notice
  const findingId = String(notice.data.findingId)
  const trackerId = webhook.id
  try {
    const tracker = await openTrackerOf(parts, { organizationId, id: trackerId }, signal)
    if (tracker === undefined) return { ...delivered, isDelivered: false, isGone: true }
    const finding = await parts.store.findings.find(findingId, organizationId)
    if (finding) await follow(parts, { tracker, trackerId, finding })
    return delivered
  } catch (error) {
    if (signal.aborted) throw error
    const attempt = toAttempt(error)
    await noteProblem(parts, { organizationId, trackerId, findingId, problem: attempt.problem })
    return attempt
  }
}

interface Following {
  readonly tracker: OpenTracker
  readonly trackerId: string
  readonly finding: Finding
}

async function follow(parts: FollowParts, following: Following): Promise<void> {
  const { trackerId, finding } = following
  const { organizationId, id: findingId, state } = finding
  const isFailing = state !== 'resolved'
  const rows = parts.store.things.of(ticket).of(organizationId)
  const known = await rows.find(nameTicketOf({ trackerId, findingId }))
  // It came and went before anybody could make an issue of it.
  if (known?.values.issueId == null && known?.values.askedAtMs == null && !isFailing) return
  let row = known ? (known as TicketRow) : await takeTicket(parts, finding, { trackerId })
  if (row.values.issueId === null) row = await makeIssue(parts, row, following)
  row = await tellIssue(parts, row, following)
  if (row.values.failure !== null) await changeTicket(parts, row, { failure: null })
}

/** Makes the issue, once: after an attempt without an outcome it is looked for first. */
async function makeIssue(
  parts: FollowParts,
  ticketRow: TicketRow,
  { tracker: { vendor, connection }, finding }: Following,
): Promise<TicketRow> {
  const { clock, publicUrl, log } = parts
  let row = ticketRow
  const marker = createMarker(row.id)
  const text = describeFinding(finding, { publicUrl, marker })
  const describe = (sinceMs: number) => ({ ticketId: row.id, marker, text, sinceMs })
  let issue: Issue | undefined
  if (row.values.askedAtMs !== null) {
    issue = await vendor.find(connection, describe(row.values.askedAtMs))
    const settledAtMs = row.values.askedAtMs + vendor.settlingMs
    // It may be there all the same. To make it again would make two.
    if (issue === undefined && clock.nowMs() < settledAtMs) throw new Unsettled(settledAtMs - clock.nowMs())
  }
  if (issue === undefined) {
    const nowMs = clock.nowMs()
    row = await changeTicket(parts, row, { askedAtMs: nowMs })
    issue = await vendor.create(connection, describe(nowMs))
  }
  const { id: issueId, key, url, isOpen } = issue
  row = await changeTicket(parts, row, { issueId, key, url, issue: isOpen ? 'open' : 'closed', told: 'failing' })
  await log.recordMade(
    { organizationId: finding.organizationId, action: 'ticket.open' },
    { status: 200, target: row.id },
  )
  return row
}

/** Tells the issue whether its finding fails or is resolved, if it was not told yet. */
async function tellIssue(parts: FollowParts, row: TicketRow, { tracker, finding }: Following): Promise<TicketRow> {
  const { vendor, connection, whenResolved } = tracker
  const { issueId, told } = row.values
  const tells = finding.state === 'resolved' ? 'resolved' : 'failing'
  if (issueId === null || told === tells) return row
  const issue = await vendor.read(connection, issueId)
  if (issue === undefined) return changeTicket(parts, row, { issue: 'deleted', told: tells })
  const wantsOpen = tells === 'failing' || (whenResolved === 'comment' && issue.isOpen)
  if (issue.isOpen !== wantsOpen) await vendor.setOpen(connection, issueId, wantsOpen)
  await vendor.comment(connection, issueId, describeChange(finding))
  return changeTicket(parts, row, { issue: wantsOpen ? 'open' : 'closed', told: tells })
}

/** Keeps why an attempt failed with the ticket. The outbox tries again, whether this is stored or not. */
async function noteProblem(
  parts: FollowParts,
  of: {
    readonly organizationId: string
    readonly trackerId: string
    readonly findingId: string
    readonly problem: string | null
  },
): Promise<void> {
  const row = await parts.store.things.of(ticket).of(of.organizationId).find(nameTicketOf(of))
  if (row === undefined || row.values.failure === of.problem) return
  await changeTicket(parts, row as TicketRow, { failure: of.problem }).catch(() => undefined)
}

/** The tracker may not show yet what it has made. */
class Unsettled extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('The tracker may not show yet what it has made.')
    this.waitMs = waitMs
  }
}

function toAttempt(error: unknown): Attempt {
  return error instanceof Unsettled
    ? { isDelivered: false, isGone: false, status: null, problem: 'HTTP_TIMEOUT', waitMs: error.waitMs }
    : toFailedAttempt(error)
}
