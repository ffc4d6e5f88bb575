import type { RunStatus } from '../../define/index.ts'
import { formatNeedsReview } from '../../text/needs-review.ts'

export type StatusWords = { readonly [status in RunStatus]: string }

/** What people read for each status. */
export const statusWords: StatusWords = {
  error: 'could not tell',
  fail: 'fail',
  manual: 'needs review',
  pass: 'pass',
  not_applicable: 'not applicable',
}

/** The word of a status after a number. */
export function formatStatus(status: RunStatus, count: number, words = statusWords): string {
  return status === 'manual' ? formatNeedsReview(count) : words[status]
}

/** The order of checks and results: those that need a person first. */
export const statusOrder: readonly RunStatus[] = ['error', 'fail', 'manual', 'pass', 'not_applicable']

/** The checks that need a person first, otherwise in their order. */
export function sortByUrgency<Item extends { readonly status: RunStatus }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status))
}
