export { addressProblems } from './prepare/addresses';
export { createAcceptEmails, type AcceptEmails, type AcceptOneOptions } from './accept/accept-emails';
export type { AcceptedEmail, RenderCall, RenderTemplate } from './accept/accept-prepared';
export type { BatchEntry } from './accept/accept-batch';
export type { PublishJob } from './accept/send-job-publisher';
export { createCancelEmail, type CancelEmail, type CancelOutcome } from './cancel/cancel-email';
export type { MessageSource } from './prepare/prepared-email';
export { findOrganizationPrincipal, organizationQuota } from './accept/organization-principal';
export type { RenderedTemplate } from './prepare/content';
