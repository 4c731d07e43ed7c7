export { isId, lowestId, newId } from './ids';
export { errorCatalogue, isErrorCode, type ErrorCode, type SmtpErrorReply } from './error-catalogue';
export { attemptedRecipients } from './attempted-recipients';
export { AppError, type AppErrorDetail, type FieldProblem } from './app-error';
export {
  bounceTypes,
  bulkPrefixes,
  isAlmostBulkKind,
  isBulkKind,
  dmarcPolicies,
  inboundRules,
  lanes,
  messageEventTypes,
  mtaStsModes,
  modes,
  organizationKinds,
  permissions,
  suppressionReasons,
  type BounceType,
  type DomainStatus,
  type DomainStream,
  type EmailStatus,
  type DmarcPolicy,
  type InboundRule,
  type Lane,
  type MessageEventType,
  type MtaStsMode,
  type Mode,
  type OrganizationKind,
  type Permission,
  type SuppressionReason,
  type WebhookDeliveryStatus,
} from './statuses';
export {
  smtpTransportOptions,
  sourcePoolName,
  transportName,
  transportState,
  transportStateKey,
  type SmtpTransportOptions,
  type TransportState,
} from './transports';
export {
  FrameReader,
  relayedMailsLimits,
  relayedMailsPath,
  writeFrames,
  type Frame,
  type RelayedAnswerHead,
} from './relayed-mails';
export { displayNameProblem, hasInvisibleCharacters, mixesScripts, nameInMail } from './display-name';
export {
  allRights,
  type MissingRecord,
  type Principal,
  type PrincipalActor,
  type Rights,
  type SendingDomain,
  type SendingLimits,
  type UserActor,
} from './principal';
export {
  alertKinds,
  defaultAlertRules,
  pauseReportersMin,
  type AlertKind,
  type AlertRuleDefaults,
  type NoticeKind,
} from './alert-rules';
export { planNamed, planNames, plans, sendWeights, type Plan, type PlanName, type PlanTable } from './plans';
export { plansSetting } from './plans-setting';
export {
  contactEventTypes,
  emailEventsMax,
  emailEventTypes,
  isContactEventType,
  isEmailEventType,
  type ContactEventType,
  type EmailEventMessage,
  type EmailEventsMessage,
  type EmailEventType,
  type EmailSnapshot,
  type WebhookEventType,
  webhookEventTypes,
} from './events';
export { diagnose, type FailureClass } from './failure-classes';
export {
  adviseWaiting,
  waitingCauses,
  waitingFacts,
  waitingOfEmail,
  type Deferral,
  type DeferralCause,
  type WaitingCause,
  type WaitingOfEmail,
} from './waiting';
export {
  contactWebhookBody,
  type ContactFact,
  emailWebhookBody,
  type ReceivedFact,
  receivedWebhookBody,
  type WebhookBody,
  webhookTestBody,
} from './webhook-payload';
export { resendEventNames, type WebhookFormat, webhookFormats } from './webhook-formats';
export {
  emailEventsExchange,
  type InboundJob,
  type InboundJobMail,
  inboundJobsOf,
  contactEventsJobMax,
  queueCatalogue,
  type QueueOf,
  type QueueOwner,
  type JobQueueName,
  type QueueName,
  type QueuePayload,
  sendJobsOf,
  type SendJobMessage,
  type SendJob,
  type SendQueueName,
} from './queue-catalogue';
export {
  consoleChangesChannel,
  webhookEndpointsChannel,
  type ConsoleChange,
  type ConsoleChangeKind,
  type ConsoleChanges,
} from './redis-channels';
export {
  checkInput,
  invalidField,
  invalidRequest,
  quotable,
  validationError,
  validationMessage,
  type CheckedInput,
} from './validation-message';
export { errorBody, errorDetailOf, type ErrorBody } from './api/error-body';
export { sample } from './api/sample';
export {
  batchRequest,
  documentedBatch,
  emailContent,
  rescheduleEmailRequest,
  sendEmailRequest,
  type EmailContent,
  type SendEmailRequest,
} from './api/send-email';
export { checkEmailRequest, emailCheck, type EmailCheckFinding } from './api/email-check';
export {
  batchResponse,
  sendEmailResponse,
  type AcceptedItem,
  type BatchResponse,
  type SendEmailResponse,
} from './api/send-email-response';
export type { EventReply } from './api/event-reply';
export { decodedLength } from './api/attachments';
export { readIsoTime, type IsoTime } from './api/iso-time';
export { atMostBytes } from './api/text';
export { sendLimits } from './api/send-limits';
export { cancelEmailResponse, rescheduleEmailResponse, tryEmailNowResponse } from './api/email-actions';
export {
  emailResource,
  emailSummary,
  emailExportMax,
  emailHistoryMax,
  exportEmailsQuery,
  listEmailsQuery,
  listOf,
  pageQuery,
  readEmailQuery,
  type EmailEventResource,
  type EmailResource,
  type EmailSummary,
  type ExportEmailsQuery,
  type ListEmailsQuery,
} from './api/email';
export {
  createDomainRequest,
  domainResource,
  updateDomainRequest,
  type CreateDomainRequest,
  type DomainFailure,
  type DomainRecord,
  type DomainResource,
} from './api/domain';
export {
  dkimResults,
  dmarcResults,
  inboundResource,
  inboundSummary,
  listInboundQuery,
  spfResults,
  type InboundAttachment,
  type InboundAuthentication,
  type InboundResource,
  type InboundSummary,
  type ListInboundQuery,
} from './api/inbound';
export { emailWebhooks, receivedWebhook, testWebhook } from './api/email-webhook';
export { contactWebhooks, type ContactChange } from './api/contact-webhook';
export {
  createdKeyResource,
  createKeyRequest,
  listKeysQuery,
  keyIdentity,
  keyResource,
  rotateKeyRequest,
  rotationGraceMs,
  type CreatedKeyResource,
  type CreateKeyRequest,
  type KeyIdentity,
  type KeyResource,
  type KeyStatus,
  type RotateKeyRequest,
} from './api/key';
export {
  clientOrganization,
  createOrganizationRequest,
  reservedSlugs,
  revokeKeysRequest,
  type ClientOrganization,
} from './api/client-organization';
export type { AuditAction, AuditTarget, AuditVerb } from './audit-actions';
export {
  cancelEmailsRequest,
  cancelEmailsResponse,
  deliveryAttemptList,
  emailSource,
  deliveryAttemptsMax,
  sendAgainRequest,
  type CancelEmailsResponse,
  type DeliveryAttempt,
  type SendAgainRequest,
} from './api/email-detail';
export { changeEmailsRequest, emailChange, emailChangeMax, statusesOf } from './api/email-change';
export { webhookDeliveryId } from './webhook-delivery-id';
export {
  apiLogResource,
  apiLogSummary,
  apiLogWarnings,
  listApiLogsQuery,
  type ApiLogResource,
  type ApiLogSummary,
  type ApiLogWarning,
} from './api/api-log';
export {
  auditEntryResource,
  listAuditLogQuery,
  auditActorTypes,
  type AuditActorType,
  type AuditEntryResource,
} from './api/audit-entry';
export {
  defaultBodyRetentionDays,
  organizationResource,
  updateOrganizationRequest,
  type LateRule,
  type OrganizationResource,
  type UpdateOrganizationRequest,
} from './api/organization';
export { queryNumber } from './api/query-number';
export {
  createSegmentRequest,
  segmentFilter,
  segmentResource,
  subscriptionStates,
  updateSegmentRequest,
  conditionsOf,
  type SegmentCondition,
  type SegmentFilterItem,
  type SegmentFilter,
  type SegmentResource,
} from './api/segment';
export { previewSegmentRequest, segmentPreview } from './api/segment-preview';
export {
  createSignupFormRequest,
  listSignupRequestsQuery,
  signupFormFields,
  signupFormResource,
  signupFormStatuses,
  signupRequestResource,
  signupRequestStates,
  updateSignupFormRequest,
  type CreateSignupFormRequest,
  type SignupFormResource,
  type SignupRequestResource,
  type UpdateSignupFormRequest,
} from './api/signup-form';
export {
  createSuppressionRequest,
  deleteSuppressionQuery,
  exportSuppressionsQuery,
  importSuppressionsQuery,
  listSuppressionsQuery,
  suppressionImportFormats,
  suppressionCounts,
  suppressionImportResource,
  suppressionResource,
  suppressionsCountedMax,
  type SuppressionCounts,
  type SuppressionFilters,
  type SuppressionImportFormat,
  type SuppressionImportResource,
  type SuppressionResource,
} from './api/suppression';
export { createTopicRequest, topicResource, updateTopicRequest, type TopicResource } from './api/topic';
export {
  metricsQuery,
  metricsResource,
  type MetricCounters,
  type MetricFacet,
  type MetricsResource,
} from './api/metrics';
export { dmarcQuery, dmarcResource, type DmarcCounters, type DmarcResource } from './api/dmarc';
export {
  deliverabilityQuery,
  deliverabilityRepliesMax,
  deliverabilityResource,
  findingSeverities,
  type DeliverabilityProvider,
  type DeliverabilityReply,
  type DeliverabilityResource,
  type Finding,
  type FindingCode,
} from './api/deliverability';
export {
  createTemplateRequest,
  listTemplatesQuery,
  renderTemplateRequest,
  renderedTemplate,
  templateResource,
  templateSummary,
  updateTemplateRequest,
  type RenderedTemplate,
  type TemplateResource,
  type TemplateStatus,
  type TemplateSummary,
  type TemplateVariable,
  type TemplateVariableType,
  type UpdateTemplateRequest,
} from './api/template';
export {
  templateVersionResource,
  templateVersionSummary,
  type TemplateVersionResource,
  type TemplateVersionSummary,
} from './api/template-version';
export { usageResource, type UsageResource } from './api/usage';
export {
  emailEventFeed,
  listEmailEventsQuery,
  type EmailEventEntry,
  type ListEmailEventsQuery,
} from './api/email-event';
export {
  createWebhookRequest,
  createdWebhookResource,
  rotatedWebhookResource,
  updateWebhookRequest,
  webhookResource,
  type CreatedWebhookResource,
  type RotatedWebhookResource,
  type UpdateWebhookRequest,
  type WebhookResource,
} from './api/webhook';
export {
  listWebhookDeliveriesQuery,
  replayWebhookDeliveriesRequest,
  replayWebhookDeliveriesResponse,
  type ReplayWebhookDeliveriesResponse,
  replayWebhookRequest,
  testWebhookRequest,
  webhookAttemptLimits,
  webhookDeliveryResource,
  webhookDeliverySummary,
  webhookReplayResource,
  type ReplayWebhookRequest,
  type WebhookDeliveryResource,
  type WebhookDeliverySummary,
  type WebhookReplayResource,
} from './api/webhook-delivery';
export { mintToken, type MintedToken } from './mint-token';
export {
  batchContactsRequest,
  batchContactsResponse,
  contactLimits,
  documentedContactBatch,
  propertyBytesMax,
  setSubscriptionsRequest,
  upsertContactRequest,
  type Consent,
  type PropertyValue,
  type TopicState,
  type UpsertContactRequest,
} from './api/contact';
export {
  contactImportFormats,
  importFields,
  contactImportResource,
  contactDetail,
  contactResource,
  deletedContact,
  exportContactsQuery,
  importContactsQuery,
  listContactsQuery,
  subscriptionChangeResource,
  type ContactFilters,
  type ContactImportFormat,
  type ContactImportResource,
  type ContactResource,
  type SubscriptionChangeActor,
  type SubscriptionChangeResource,
  type ImportColumn,
} from './api/contact-list';
export { erasure, eraseContactRequest, type Erasure } from './api/erasure';
export { timelineEntry, type TimelineEntry } from './api/contact-timeline';
export {
  broadcastLimits,
  broadcastOutcomes,
  broadcastStatuses,
  type BroadcastMetric,
  type BroadcastOutcome,
  type BroadcastStatus,
  type BroadcastTemplateChoice,
  type BroadcastTest,
} from './api/broadcast-content';
export {
  createBroadcastRequest,
  decideBroadcastRequest,
  previewBroadcastRequest,
  resendBroadcastRequest,
  sendBroadcastRequest,
  type SendBroadcastRequest,
  testBroadcastRequest,
  updateBroadcastRequest,
  type CreateBroadcastRequest,
  type UpdateBroadcastRequest,
} from './api/broadcast';
export {
  broadcastEstimate,
  broadcastLinkList,
  broadcastLinksMax,
  broadcastPreview,
  broadcastRecipient,
  broadcastResource,
  broadcastSeries,
  broadcastSeriesQuery,
  broadcastSeriesRows,
  broadcastSummary,
  exportBroadcastRecipientsQuery,
  listBroadcastRecipientsQuery,
  listBroadcastsQuery,
  testBroadcastResponse,
  type BroadcastCounts,
  type BroadcastEstimateResource,
  type BroadcastLinkResource,
  type BroadcastRecipientResource,
  type BroadcastSeriesResource,
  type BroadcastResource,
  type BroadcastSummary,
  type TestBroadcastResponse,
} from './api/broadcast-resource';
export type { AutomationCondition, EventCondition, WaitCondition } from './api/automation-condition';
export {
  automationLimits,
  durationMs,
  type AutomationStep,
  type ConditionStep,
  type SendStep,
  type UpdateContactStep,
  type WaitStep,
  type WaitUntilStep,
  type WebhookStep,
} from './api/automation-step';
export {
  automationDryRun,
  dryRunRequest,
  type AutomationDryRun,
  type DryRunEmail,
  type DryRunRequest,
  type DryRunStep,
} from './api/automation-dry-run';
export {
  automationRunCancellation,
  cancelAutomationRunsRequest,
  cancellationLimits,
  type AutomationRunCancellation,
} from './api/automation-run-cancellation';
export { templateUses, templateUsesMax, type TemplateUses } from './api/template-uses';
export { automationStepCounts, waitingMax, type AutomationStepCounts } from './api/automation-step-counts';
export {
  automationDefinition,
  automationResource,
  automationRunResource,
  automationRunSummary,
  automationSummary,
  createAutomationRequest,
  listAutomationRunsQuery,
  postedEvent,
  postEventRequest,
  updateAutomationRequest,
  type AutomationDefinition,
  type AutomationResource,
  type AutomationRunResource,
  type AutomationRunStatus,
  type AutomationRunSummary,
  type AutomationSummary,
  type PostedEvent,
  type PostEventRequest,
  type UpdateAutomationRequest,
} from './api/automation';
export { includesRole, rolePermissions, roles, type Role } from './roles';
export {
  alertResource,
  alertRuleList,
  updateAlertRulesRequest,
  type AlertRuleChange,
  listAlertsQuery,
  noticeResource,
  type AlertResource,
  type AlertRuleResource,
  type NoticeResource,
} from './api/alert';
export { selectorsOf, type Expression, type Matcher, type Selector } from './platform-alerts/expression';
export { mailOverdueSeconds } from './platform-alerts/mail-rules';
export { platformAlertRules, type PlatformAlertName } from './platform-alerts/platform-alert-rules';
export { runbookPath, type PlatformAlertRule } from './platform-alerts/platform-alert-rule';
