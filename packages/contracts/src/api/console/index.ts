export { organizationHeaders, passkeyOptions, passwordLimits } from './credentials';
export {
  reauthenticateRequest,
  sessionResource,
  signInMethods,
  signInPasskeyRequest,
  signInRequest,
  signInResult,
  signInTotpRequest,
  type SessionOrganizationResource,
  type SessionResource,
  type SignInMethods,
  type SignInResult,
} from './session';
export {
  addPasskeyRequest,
  allOf,
  confirmTotpRequest,
  passkeyResource,
  profileResource,
  recoveryCodes,
  renamePasskeyRequest,
  sessionSummary,
  setPasswordRequest,
  totpSetup,
  updateProfileRequest,
  type PasskeyResource,
  type ProfileResource,
  type SessionSummary,
} from './profile';
export {
  acceptInvitationRequest,
  createInvitationRequest,
  invitationResource,
  issuedInvitation,
  memberResource,
  openInvitation,
  readInvitationRequest,
  updateMemberRequest,
  type CreateInvitationRequest,
  type InvitationResource,
  type IssuedInvitation,
  type MemberResource,
  type OpenInvitation,
  type UpdateMemberRequest,
} from './member';
export {
  clientPlans,
  inviteFirstOwnerRequest,
  updateClientRequest,
  type UpdateClientRequest,
} from './client';
export {
  domainDmarcPolicy,
  domainMtaSts,
  domainSending,
  domainTlsReports,
  domainTlsReportsQuery,
  setDomainDmarcPolicyRequest,
  setDomainMtaStsRequest,
  updateDomainSendingRequest,
  type DomainDmarcPolicy,
  type DomainMtaSts,
  type DomainSending,
  type DomainTlsReports,
} from './domain';
export { emailDeliveryTimes, type DeliveryPace, type EmailDeliveryTimes } from './email';
export { platformHealth, type PlatformHealth } from './operator-health';
export {
  changeSourceRequest,
  changeTransportRequest,
  addSourceRequest,
  operatorSources,
  operatorTransports,
  setTransportRequest,
  sourceAdded,
  sourceChanged,
  transportChanged,
  transportSet,
  type OperatorSource,
  type OperatorTransport,
  type OperatorTransports,
} from './operator-delivery';
export {
  allSendingChanged,
  changeAllSendingRequest,
  drainQueuesRequest,
  operatorDrains,
  resumeQueuesRequest,
  type OperatorDrains,
} from './operator-maintenance';
export {
  listOperatorDomainsQuery,
  operatorDomainChanged,
  operatorDomainList,
  updateOperatorDomainRequest,
  type OperatorDomain,
} from './operator-domain';
export {
  changeRestoredRequest,
  operatorRestorations,
  restoredChanged,
  type OperatorRestorations,
} from './operator-restoration';
export {
  deleteOrganizationRequest,
  deletionRefusals,
  organizationContents,
  organizationDeletion,
  type DeletionRefusal,
  type OrganizationContents,
} from './operator-organization-deletion';
export {
  erasePersonRequest,
  findPersonQuery,
  foundPersonList,
  listOperatorImportsQuery,
  listOperatorSuppressionsQuery,
  operatorImportList,
  operatorSuppressionList,
  type OperatorImport,
  type OperatorPerson,
} from './operator-audience';
export {
  createdOperatorKey,
  createOperatorKeyRequest,
  createOperatorOrganizationRequest,
  listOperatorWebhooksQuery,
  operatorKeyList,
  operatorWebhookChanged,
  operatorWebhookList,
  renameOrganizationRequest,
  disableOperatorWebhookRequest,
  replayOperatorWebhookRequest,
  type OperatorApiKey,
  type OperatorWebhook,
} from './operator-resources';
export {
  changeUserRequest,
  inviteUserRequest,
  listOperatorAuditLogQuery,
  listOperatorUsersQuery,
  operatorAuditEntryList,
  operatorUserList,
  userChanged,
  userInvited,
  type OperatorAuditEntry,
  type OperatorUser,
} from './operator-user';
export {
  findOperatorEmailsQuery,
  foundEmails,
  operatorEmail,
  type FoundEmail,
  type OperatorEmail,
} from './operator-email';
export { operatorStorage, type OperatorStorage } from './operator-storage';
export {
  listOperatorSitesQuery,
  operatorSites,
  operatorSitesMax,
  resumeSiteRequest,
  siteResumption,
  siteSuspension,
  suspendSiteRequest,
  type OperatorSite,
  type OperatorSites,
} from './operator-site';
export {
  listReviewsQuery,
  operatorReview,
  operatorReviewList,
  reviewDecision,
  type OperatorReview,
  type OperatorReviewSummary,
} from './operator-review';
export { platformIncident, type PlatformIncident } from './operator-incident';
export {
  deadLetterDiscard,
  deadLetterList,
  deadLetterRedrive,
  deadLettersShownMax,
  discardDeadLettersRequest,
  listDeadLettersQuery,
  redriveDeadLettersRequest,
  type DeadLetterResource,
} from './operator-dead-letters';
export {
  listOperatorOrganizationsQuery,
  operatorOrganization,
  operatorOrganizationList,
  pauseOrganizationRequest,
  updateOperatorOrganizationRequest,
  type OperatorOrganization,
  type OperatorOrganizationSummary,
} from './operator-organization';
export {
  changeOperatorMailRequest,
  listOperatorMailQuery,
  operatorMailChange,
  operatorMailList,
  type OperatorMail,
} from './operator-mail';
