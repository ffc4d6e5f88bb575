import type { RunStatus } from '../../define/index.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'

/** What people read for each status. */
export const statusWords: { readonly [status in RunStatus]: string } = {
  error: 'could not tell',
  fail: 'fail',
  manual: 'needs review',
  pass: 'pass',
  not_applicable: 'not applicable',
}

/** The word of a status after a number. */
export function formatStatus(status: RunStatus, count: number): string {
  return status === 'manual' ? formatNeedsReview(count) : statusWords[status]
}

/** The order of checks and results: those that need a person first. */
export const statusOrder: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']
