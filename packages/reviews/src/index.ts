export {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  type DecisionOptions,
  type DecisionOutcome,
} from './decide-review';
export type { ReleasedMessage } from './held-messages.repository';
export { claimReviews, reviewStatuses, type ClaimedReview, type ReviewStatus } from './reviews.repository';
export { createScreenReview, type ScreeningOutcome, type ScreenReview } from './screen-review';
