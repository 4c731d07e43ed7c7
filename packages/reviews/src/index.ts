export { heldDueAt } from './held-until';
export {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  type ReviewOutcome,
  type ReviewParts,
} from './review-decisions';
