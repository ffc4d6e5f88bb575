/** The text of the status `manual` after a number: "1 needs review", "2 need review". */
export function formatNeedsReview(count: number): string {
  return count === 1 ? 'needs review' : 'need review'
}
