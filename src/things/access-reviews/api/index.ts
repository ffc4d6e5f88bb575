import { decideAccounts, listDecisions } from './decisions.ts'
import {
  discardAccessReview,
  downloadReviewEvidence,
  downloadReviewOutcomes,
  finishAccessReview,
  getAccessReview,
  listAccessReviews,
  startAccessReview,
} from './reviews.ts'

export const accessReviewRoutes = [
  startAccessReview,
  listAccessReviews,
  getAccessReview,
  discardAccessReview,
  listDecisions,
  decideAccounts,
  finishAccessReview,
  downloadReviewEvidence,
  downloadReviewOutcomes,
] as const
