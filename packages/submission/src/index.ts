export { addressProblems, parseFrom } from './prepare/addresses';
export { createAcceptEmails, type AcceptEmails, type AcceptOneOptions } from './accept/accept-emails';
export type { AcceptedEmail } from './accept/email-store';
export type { BatchEntry } from './accept/accept-batch';
export type { PublishJob } from './accept/send-job-publisher';
export { createRescheduleEmail, type RescheduleEmail } from './reschedule/reschedule-email';
export { createTryEmailNow, type TryEmailNow } from './try-now/try-email-now';
export { takeBackRecipients, type TakenBack } from './cancel/take-back-recipients';
export { createCancelEmail, type CancelEmail, type CancelOutcome } from './cancel/cancel-email';
export type { MessageSource, PreparedEmail } from './prepare/prepared-email';
export { findOrganizationPrincipal, organizationQuota } from './accept/organization-principal';
export { platformNoticeKind } from './platform-identity';
export {
  findPlatformPrincipal,
  platformFromSetting,
  type PlatformFrom,
} from './platform-mail/platform-principal';
export {
  createPlatformMail,
  type PlatformMail,
  type PlatformMailContent,
  type RecordedMail,
} from './platform-mail/platform-mail';
export { deleteOldPlatformMails, type PlatformMailRequest } from './platform-mail/platform-mails.repository';
export type { RenderCall, TemplateRendering, RenderTemplate } from './prepare/content';
export { hashBody, isMismatch } from './accept/body-hash';
export { chooseIdempotencyKey } from './accept/idempotency';
export { authorizeDomain, checkBulk, checkPolicy, checkTracking, resolveKind } from './prepare/sending-rules';
