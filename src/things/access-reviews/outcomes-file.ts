/** Id of the file with the signed outcomes of a review. */
export function toOutcomesFileId(reviewId: string): string {
  return `outcomes-${reviewId}`
}
