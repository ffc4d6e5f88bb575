import { parseTime } from 'checkwright'
import type { ChangedIssue } from './responses.ts'

/** A step of an issue from one status to another. */
interface Step {
  readonly at: string
  readonly from: string
  readonly status: string
  readonly by: ChangedIssue['changelog']['histories'][number]['author']
}

export interface ApprovalWords {
  /** Statuses that mean approved, and those that mean refused, in lower case. */
  readonly approved: readonly string[]
  readonly refused: readonly string[]
}

export interface Approval {
  readonly verdict: 'approved' | 'never' | 'nobody' | 'own' | 'late' | 'refused' | 'returned'
  /** The last who approved it, if somebody did. */
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

  const owners = listOwners(issue)
  const isOwn = (step: Step) => isByPerson(step) && owners.includes(step.by?.accountId)
  const inTime = approvals.filter(({ at }) => parseTime(at) <= doneMs)
  const last = inTime.findLast((step) => isByPerson(step) && !isOwn(step))
  if (last === undefined) {
    const unnamed = inTime.findLast((step) => !isByPerson(step))
    if (unnamed !== undefined) return { verdict: 'nobody', by: unnamed.by?.displayName, steps: shown }
    return { verdict: approvals.every(isOwn) ? 'own' : 'late', steps: shown }
  }

  const before = steps.slice(0, steps.indexOf(last) + 1).flatMap(({ from, status }) => [from, status])
  const after = steps.slice(steps.indexOf(last) + 1).filter(({ at }) => parseTime(at) < doneMs)
  const by = last.by?.displayName
  if (after.some(({ status }) => refused.includes(status))) return { verdict: 'refused', by, steps: shown }
  const isReturned = after.some((step) => !isApproval(step) && before.includes(step.status))
  return { verdict: isReturned ? 'returned' : 'approved', by, steps: shown }
}

/** The steps from status to status, the oldest first, whatever the order from Jira. */
function listSteps({ changelog: { histories } }: ChangedIssue): Step[] {
  return histories
    .flatMap(({ created: at, author: by, items }) =>
      items.flatMap(({ field, fromString: from, toString: status }) =>
        field === 'status' ? [{ at, by, from: (from ?? '').toLowerCase(), status: (status ?? '').toLowerCase() }] : [],
      ),
    )
    .sort((a, b) => parseTime(a.at) - parseTime(b.at))
}

/** An app, an import, and an account that Atlassian does not tell any more do not show who decided. */
function isByPerson({ by }: Step): boolean {
  return by !== undefined && by.accountId !== 'unknown' && by.accountType !== 'app' && by.accountType !== 'unknown'
}

/**
 * The people of a change: reporter, assignee, and all former assignees, so that nobody can reassign it in order to
 * approve it.
 */
function listOwners({ fields: { reporter, assignee }, changelog }: ChangedIssue): (string | null | undefined)[] {
  const assignments = changelog.histories.flatMap(({ items }) => items.filter(({ field }) => field === 'assignee'))
  return [reporter?.accountId, assignee?.accountId, ...assignments.flatMap(({ from, to }) => [from, to])]
}
