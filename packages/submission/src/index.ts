export type { Allowance, Grant } from './allowance';
export { addressProblems } from './prepare/collect-recipients';
export { createAcceptEmails, type AcceptEmails, type AcceptOneOptions } from './accept/accept-emails';
export type { AcceptedEmail } from './accept/accept-prepared';
export type { BatchEntry } from './accept/accept-batch';
export type { PublishJob } from './accept/send-job-publisher';
export { createCancelEmail, type CancelEmail, type CancelOutcome } from './cancel/cancel-email';
export { renderedContent } from './prepare/render-content';
export { createRenderer, type Renderer } from './templates/renderer';
export { createGate, type Gate, type GateAnswer, type GateRequest } from './gate/gate';
export { createForgetQuota, type ForgetQuota } from './gate/forget-counters';
export { quotaCounters, type QuotaCounters } from './gate/gate-keys';
export { createBumpOrganizationEpoch, type BumpOrganizationEpoch } from './gate/organization-epoch';
export {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  type ReviewOutcome,
  type ReviewParts,
} from './reviews/review-decisions';
export { readUsage, type Usage } from './usage/usage.repository';
