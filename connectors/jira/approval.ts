import { parseTime } from 'checkwright'
import type { ChangedIssue } from './responses.ts'

/** A step of an issue from one status to another. */
interface Step {
  readonly at: string
  readonly status: string
  readonly by: { readonly accountId: string; readonly displayName: string } | undefined
}

export interface ApprovalWords {
  /** Statuses that mean approved, and those that mean refused, in lower case. */
  readonly approved: readonly string[]
  readonly refused: readonly string[]
}

export interface Approval {
  readonly verdict: 'approved' | 'never' | 'own' | 'late' | 'refused' | 'returned'
  /** The last person who approved it, if somebody did. */
  readonly by?: string | undefined
  readonly steps: readonly { readonly at: string; readonly by: string }[]
}

/** The approval in the whole history of an issue: by another person, before it was done, and not withdrawn. */
export function judgeApproval(issue: ChangedIssue, { approved, refused }: ApprovalWords): Approval {
  const steps = listSteps(issue)
  const doneMs = parseTime(issue.fields.statuscategorychangedate)
  const isApproval = ({ status }: Step) => approved.includes(status)
  const approvals = steps.filter(isApproval)
  const shown = approvals.map(({ at, by }) => ({ at, by: by?.displayName ?? 'nobody' }))
  if (approvals.length === 0) return { verdict: 'never', steps: shown }

  const own = listOwners(issue)
  const byOthers = approvals.filter(({ by }) => by !== undefined && !own.includes(by.accountId))
  if (byOthers.length === 0) return { verdict: 'own', steps: shown }

  const last = byOthers.findLast(({ at }) => parseTime(at) <= doneMs)
  if (last === undefined) return { verdict: 'late', steps: shown }

  const before = steps.slice(0, steps.indexOf(last)).filter((step) => !isApproval(step))
  const after = steps.slice(steps.indexOf(last) + 1).filter(({ at }) => parseTime(at) < doneMs)
  const by = last.by?.displayName
  if (after.some(({ status }) => refused.includes(status))) return { verdict: 'refused', by, steps: shown }
  const isReturned = after.some(({ status }) => before.some((step) => step.status === status))
  return { verdict: isReturned ? 'returned' : 'approved', by, steps: shown }
}

/** The steps from status to status, the oldest first, whatever the order from Jira. */
function listSteps({ changelog: { histories } }: ChangedIssue): Step[] {
  return histories
    .flatMap(({ created: at, author: by, items }) =>
      items.flatMap(({ field, toString: status }) =>
        field === 'status' ? [{ at, by, status: (status ?? '').toLowerCase() }] : [],
      ),
    )
    .sort((a, b) => parseTime(a.at) - parseTime(b.at))
}

/**
 * The people of a change: reporter, assignee, and all former assignees, so that nobody can reassign it in order to
 * approve it.
 */
function listOwners({ fields: { reporter, assignee }, changelog }: ChangedIssue): (string | null | undefined)[] {
  const assignments = changelog.histories.flatMap(({ items }) => items.filter(({ field }) => field === 'assignee'))
  return [reporter?.accountId, assignee?.accountId, ...assignments.flatMap(({ from, to }) => [from, to])]
}
