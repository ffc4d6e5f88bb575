import { type RunStatus, worstFirst } from '../../define/index.ts'
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

/** The checks that need a person first, otherwise in their order. */
export function sortByUrgency<Item extends { readonly status: RunStatus }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => worstFirst.indexOf(a.status) - worstFirst.indexOf(b.status))
}
