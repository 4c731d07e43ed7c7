// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.

import type { Answer, CallOptions, CsvBody, FileContent, StreamContent, TextContent } from '../http/call';
import type { List } from '../http/list';
import { path } from '../http/path';
import { Resource } from '../http/resource';
import type {
  RescheduleEmailRequest,
  CancelEmailsRequest,
  ChangeEmailsRequest,
  SendAgainRequest,
  CreateWebhookRequest,
  UpdateWebhookRequest,
  TestWebhookRequest,
  ReplayWebhookDeliveriesRequest,
  ReplayWebhookRequest,
  CreateTemplateRequest,
  UpdateTemplateRequest,
  RenderTemplateRequest,
  CreateDomainRequest,
  UpdateDomainRequest,
  CreateApiKeyRequest,
  CreateSuppressionRequest,
  UpsertContactRequest,
  BatchContactsRequest,
  EraseContactRequest,
  SetSubscriptionsRequest,
  CreateTopicRequest,
  UpdateTopicRequest,
  CreateSegmentRequest,
  PreviewSegmentRequest,
  UpdateSegmentRequest,
  CreateBroadcastRequest,
  UpdateBroadcastRequest,
  SendBroadcastRequest,
  DecideBroadcastRequest,
  ResendBroadcastRequest,
  PreviewBroadcastRequest,
  TestBroadcastRequest,
  PostEventRequest,
  CreateAutomationRequest,
  UpdateAutomationRequest,
  DryRunRequest,
  CancelAutomationRunsRequest,
  CreateSignupFormRequest,
  UpdateSignupFormRequest,
  UpdateOrganizationRequest,
  CreateOrganizationRequest,
  RevokeKeysRequest,
  UpdateAlertRulesRequest,
  DeletedContact,
  SendEmailResponse,
  EmailSummary,
  Email,
  RescheduledEmail,
  EmailSource,
  CanceledEmail,
  CancelEmailsResponse,
  EmailChange,
  TriedEmail,
  DeliveryAttemptList,
  WebhookDeliverySummary,
  EmailEventEntry,
  CreatedWebhook,
  Webhook,
  RotatedWebhook,
  WebhookDelivery,
  ReplayWebhookDeliveriesResponse,
  WebhookReplay,
  InboundEmailSummary,
  InboundEmail,
  Template,
  TemplateSummary,
  RenderedTemplate,
  TemplateVersionSummary,
  TemplateVersion,
  TemplateUses,
  Domain,
  Dmarc,
  KeyIdentity,
  CreatedApiKey,
  ApiKey,
  Suppression,
  SuppressionCounts,
  SuppressionImport,
  Metrics,
  Usage,
  Contact,
  BatchContactsResponse,
  ContactImport,
  ContactDetail,
  Erasure,
  SubscriptionChange,
  TimelineEntry,
  Topic,
  Segment,
  SegmentPreview,
  Broadcast,
  BroadcastSummary,
  BroadcastEstimate,
  BroadcastPreview,
  TestBroadcastResponse,
  BroadcastRecipient,
  BroadcastLinkList,
  BroadcastSeries,
  PostedEvent,
  Automation,
  AutomationSummary,
  AutomationStepCounts,
  AutomationDryRun,
  AutomationRunSummary,
  AutomationRunCancellation,
  AutomationRun,
  SignupForm,
  SignupRequest,
  Organization,
  CreatedOrganization,
  ClientOrganization,
  RevokedKeys,
  ApiLogSummary,
  ApiLog,
  AuditEntry,
  Alert,
  Notice,
  AlertRuleList,
} from './schemas';

export interface ListEmailsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only emails whose `last_event` is this. */
  status?:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'failed'
    | 'suppressed'
    | 'canceled'
    | 'unconfirmed';
  /** Only emails with this address in their `to` list. Case-insensitive. */
  to?: string;
  /** Only emails with exactly this kind. */
  kind?: string;
  /** Only live or only test emails. */
  mode?: 'live' | 'test';
  /** Only emails with exactly this subject. Case-sensitive. */
  subject?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. */
  tag?: string;
  /** Only emails with this metadata entry, as `key:value`. Emails are found until retention deletes their content. A test key finds only its own emails. */
  metadata?: string;
  /** Only the email with this Message-ID header, with or without angle brackets. */
  message_id?: string;
  /** Only emails from this domain: its name or id. */
  domain?: string;
  /** Only emails sent with this API key: its id. */
  key?: string;
  /** Only emails made from this template: its id, or the slug that it had then. */
  template?: string;
  /** Only emails of this broadcast: its id. */
  broadcast?: string;
  /** Only emails with an event whose `diagnosis` has this class. Includes emails that were delivered after a delay. */
  failure_class?:
    | 'recipient'
    | 'domain'
    | 'inactive'
    | 'full'
    | 'no_answer'
    | 'routing'
    | 'auth'
    | 'policy'
    | 'block'
    | 'rate'
    | 'content'
    | 'size'
    | 'system'
    | 'expired'
    | 'unsendable'
    | 'platform'
    | 'other';
  /** Only items accepted at or after this time. */
  since?: string | Date;
  /** Only items accepted at or before this time. */
  until?: string | Date;
}

export interface ExportEmailsQuery {
  /** Only emails whose `last_event` is this. */
  status?:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'failed'
    | 'suppressed'
    | 'canceled'
    | 'unconfirmed';
  /** Only emails with this address in their `to` list. Case-insensitive. */
  to?: string;
  /** Only emails with exactly this kind. */
  kind?: string;
  /** Only live or only test emails. */
  mode?: 'live' | 'test';
  /** Only emails with exactly this subject. Case-sensitive. */
  subject?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. */
  tag?: string;
  /** Only emails with this metadata entry, as `key:value`. Emails are found until retention deletes their content. A test key finds only its own emails. */
  metadata?: string;
  /** Only the email with this Message-ID header, with or without angle brackets. */
  message_id?: string;
  /** Only emails from this domain: its name or id. */
  domain?: string;
  /** Only emails sent with this API key: its id. */
  key?: string;
  /** Only emails made from this template: its id, or the slug that it had then. */
  template?: string;
  /** Only emails of this broadcast: its id. */
  broadcast?: string;
  /** Only emails with an event whose `diagnosis` has this class. Includes emails that were delivered after a delay. */
  failure_class?:
    | 'recipient'
    | 'domain'
    | 'inactive'
    | 'full'
    | 'no_answer'
    | 'routing'
    | 'auth'
    | 'policy'
    | 'block'
    | 'rate'
    | 'content'
    | 'size'
    | 'system'
    | 'expired'
    | 'unsendable'
    | 'platform'
    | 'other';
  /** Only items accepted at or after this time. */
  since?: string | Date;
  /** Only items accepted at or before this time. */
  until?: string | Date;
}

export interface ListEmailWebhookDeliveriesQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListEmailEventsQuery {
  /**
   * Maximum number of events to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous response, with the same filters. Default: start at `since`, or with the oldest event. */
  after?: string;
  /** Where to start: `now`, or a time. Only events recorded at or after it. For the first request only: it cannot be combined with `after`. */
  since?: 'now' | string | Date;
  /** Only events of this type. */
  type?:
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.bounced'
    | 'email.complained'
    | 'email.rejected'
    | 'email.opened'
    | 'email.clicked'
    | 'email.unsubscribed'
    | 'email.failed';
  /** Only events of live or only of test emails. */
  mode?: 'live' | 'test';
  /** Only events of this email: its id. */
  email_id?: string;
  /** Also return events of the last seconds, as `recent`, before their order is final. Pass `start` in the first request, then `recent_cursor` of the previous response. */
  recent?: string;
}

export interface ListWebhooksQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListWebhookDeliveriesQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only deliveries with this status. */
  status?: 'pending' | 'delivered' | 'exhausted';
  /** Only deliveries with this event type. */
  event_type?:
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.bounced'
    | 'email.complained'
    | 'email.rejected'
    | 'email.opened'
    | 'email.clicked'
    | 'email.unsubscribed'
    | 'email.failed'
    | 'email.received'
    | 'webhook.test'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.subscribed'
    | 'contact.unsubscribed';
  /** Only deliveries about this email: its id. */
  email?: string;
  /** Only items recorded at or after this time. */
  since?: string | Date;
  /** Only items recorded at or before this time. */
  until?: string | Date;
}

export interface ListInboundQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only replies to this email. */
  email_id?: string;
  /** Only emails from this address. Case-insensitive. */
  from?: string;
  /** Only emails received by this domain, including deleted ones. */
  domain?: string;
  /** Only emails received by this address of yours, including its `+tag`. */
  received_for?: string;
  /** Only emails matched by this rule. */
  rule?: 'replies' | 'addresses' | 'catch_all';
  /** Only items received at or after this time. */
  since?: string | Date;
  /** Only items received at or before this time. */
  until?: string | Date;
}

export interface ListTemplatesQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only templates with this status. */
  status?: 'draft' | 'published' | 'archived';
}

export interface ListTemplateVersionsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListDomainsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ReadDmarcReportsQuery {
  /**
   * Number of days to return, ending today (UTC): 1 to 90.
   *
   * Default: `30`
   */
  days?: number;
}

export interface ListKeysQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only keys of this mode. */
  mode?: 'live' | 'test';
  /** True: only keys that still work. False: only keys that were revoked, have expired, or were rotated more than 24 hours ago. */
  usable?: 'true' | 'false';
}

export interface ListSuppressionsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only entries for this address. */
  email?: string;
  /** Only entries with this reason. */
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain. Only entries of this domain. */
  domain?: string;
}

export interface ExportSuppressionsQuery {
  /** Only entries for this address. */
  email?: string;
  /** Only entries with this reason. */
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain. Only entries of this domain. */
  domain?: string;
}

export interface ImportSuppressionsQuery {
  /** Sending domain to which the entries are limited. Default: the whole organization. */
  domain?: string;
}

export interface ListSuppressionImportsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface DeleteSuppressionQuery {
  /** Why the entry is deleted, up to 200 characters. Stored in the audit log. */
  reason?: string;
}

export interface ReadMetricsQuery {
  /**
   * Number of days to return, ending today (UTC): 1 to 90.
   *
   * Default: `30`
   */
  days?: number;
  /** Name or id of a domain. Default: the whole organization. Required for a key that is restricted to domains. */
  domain?: string;
  /** Adds `by`: one row per mailbox provider, API key, template or kind. */
  facet?: 'provider' | 'key' | 'template' | 'kind';
  /** Only the row of this key. Has no effect without `facet`. */
  key?: string;
}

export interface ListContactsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only the contact with exactly this address. */
  email?: string;
  /** Only contacts whose address or name contains this. Case-insensitive. */
  search?: string;
  /** Only contacts with this status. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug of a topic. Only contacts subscribed to it. */
  topic?: string;
}

export interface ExportContactsQuery {
  /** Only the contact with exactly this address. */
  email?: string;
  /** Only contacts whose address or name contains this. Case-insensitive. */
  search?: string;
  /** Only contacts with this status. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug of a topic. Only contacts subscribed to it. */
  topic?: string;
}

export interface ImportContactsQuery {
  /** JSON object that maps column names to fields: `email`, `name`, `first_name`, `last_name`, `status`, `unsubscribed` (yes or a time: the contact left), `subscribed` (yes or a time: the contact subscribed), `ignore` or `properties.<name>`. Other columns are recognized by name. */
  columns?: string;
  /** Comma-separated slugs of topics to subscribe every contact to. Default: none. */
  topics?: string;
  /** Source of the consent, stored with the subscription changes. Default: none. */
  source?: string;
  /** Read the file and report the result without changing any contact. Default: false. */
  dry_run?: 'true' | 'false';
}

export interface ListContactImportsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListSubscriptionChangesQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListContactTimelineQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListTopicsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListSegmentsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListSegmentContactsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListBroadcastsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only broadcasts with this status. */
  status?: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled';
}

export interface ListBroadcastRecipientsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only recipients with this outcome. */
  outcome?: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' | 'invalid' | 'canceled' | 'waiting';
  /** True: only recipients who opened the email. False: only recipients with an email that they did not open. */
  opened?: 'true' | 'false';
  /** True: only recipients who clicked a link. False: only recipients with an email in which they did not. */
  clicked?: 'true' | 'false';
}

export interface ExportBroadcastRecipientsQuery {
  /** Only recipients with this outcome. */
  outcome?: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' | 'invalid' | 'canceled' | 'waiting';
  /** True: only recipients who opened the email. False: only recipients with an email that they did not open. */
  opened?: 'true' | 'false';
  /** True: only recipients who clicked a link. False: only recipients with an email in which they did not. */
  clicked?: 'true' | 'false';
}

export interface ReadBroadcastSeriesQuery {
  /**
   * `hour`: up to the first 168 hours after sending started. `day`: up to the first 90 days (UTC).
   *
   * Default: `"hour"`
   */
  interval?: 'hour' | 'day';
}

export interface ListAutomationsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListAutomationRunsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only runs with this status. */
  status?: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled';
  /** Only runs of this contact: its id or address. */
  contact?: string;
}

export interface ListSignupFormsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListSignupRequestsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListClientOrganizationsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export interface ListApiLogsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only requests with this HTTP method. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Only requests whose path starts with this, such as `/api/v1/emails`. */
  path?: string;
  /** Only requests with this HTTP status, or class of statuses. */
  status?: string;
  /** Only requests that failed with this code. */
  error_code?: string;
  /** Only requests with this API key: its id. */
  key?: string;
  /** Only requests with this `X-Request-Id`. */
  request_id?: string;
  /** Only the request that sent this email. Later requests that repeat its idempotency key are not found. */
  email_id?: string;
  /** Only requests with this warning. */
  warning?: 'idempotency_mismatch' | 'unknown_fields' | 'kind_not_bulk';
  /** Only items received at or after this time. */
  since?: string | Date;
  /** Only items received at or before this time. */
  until?: string | Date;
}

export interface ListAuditLogQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only entries with this action. */
  action?: string;
  /** Only entries by this actor: the id of a key or user, or an actor type. */
  actor?: string;
  /** Only entries about this target: the id of an object, or an object type. */
  target?: string;
  /** Only items created at or after this time. */
  since?: string | Date;
  /** Only items created at or before this time. */
  until?: string | Date;
}

export interface ListAlertsQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
  /** Only alerts with this status. */
  status?: 'open' | 'closed';
}

export interface ListNoticesQuery {
  /**
   * Maximum number of items to return, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** `next_cursor` of the previous page, with the same filters. Default: the first page. A cursor is only valid for the list and organization that it was issued for. */
  cursor?: string;
}

export class EmailsResource extends Resource {
  /**
   * List emails
   *
   * Returns the emails that match all filters, newest first, without content and events; `GET /emails/{id}` includes them. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListEmailsQuery, options?: CallOptions): List<EmailSummary> {
    return this.api.list({ method: 'GET', path: '/emails', query }, options);
  }

  /**
   * Export emails
   *
   * Returns the emails that match all filters as CSV, newest first, without content: the newest 10,000. For older ones, set `until` to the last `created_at`. Cells that a spreadsheet would run as a formula start with an apostrophe. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportEmailsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/emails/export', query, read: 'stream' }, options);
  }

  /**
   * Get an email
   *
   * Returns an email with its content and events. Content and metadata are null after the retention period of the organization. A key that is restricted to domains gets `not_found` for emails of other domains.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Email>> {
    return this.api.call({ method: 'GET', path: path`/emails/${id}` }, options);
  }

  /**
   * Reschedule an email
   *
   * Changes the time of a scheduled email that is still `queued` and not yet due. Other emails fail with `not_schedulable`. Repeating a request is safe. Quotas count the email on the day it was accepted.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  update(id: string, body: RescheduleEmailRequest, options?: CallOptions): Promise<Answer<RescheduledEmail>> {
    return this.api.call({ method: 'PATCH', path: path`/emails/${id}`, body }, options);
  }

  /**
   * Get the source of an email
   *
   * Returns the message as it was or would be delivered: headers, bodies with tracked links and footer, and the names of attachments. It is composed from the stored content with the present footer and tracking host, and has no DKIM signatures, `Feedback-ID` and `CFBL` headers, which are added when the email leaves.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getSource(id: string, options?: CallOptions): Promise<Answer<EmailSource>> {
    return this.api.call({ method: 'GET', path: path`/emails/${id}/source` }, options);
  }

  /**
   * Cancel an email
   *
   * Cancels an email that is still `queued`, such as a scheduled one. Returns its quota. Once sending has started, the request fails with `not_cancelable`.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<CanceledEmail>> {
    return this.api.call({ method: 'POST', path: path`/emails/${id}/cancel` }, options);
  }

  /**
   * Cancel several emails
   *
   * Cancels up to 100 emails, each as `POST /emails/{id}/cancel` does. Emails succeed or fail independently: the status is 200, with a result per id, in order.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  cancelMany(body: CancelEmailsRequest, options?: CallOptions): Promise<Answer<CancelEmailsResponse>> {
    return this.api.call({ method: 'POST', path: '/emails/cancel', body }, options);
  }

  /**
   * Change many emails
   *
   * Cancels the queued emails that match all filters, or sends failed ones again as new emails, newest first. With `ids`, only these. First count them with `dry_run`, then send the same request without it. Repeat both with `next` as `after` until it is null: a request counts 5,000 emails or changes 50 at most. Emails accepted after `until` are never changed. Repeating a request is safe: a canceled email is no longer queued, and an email is sent again once for an `idempotency_key`. A test key changes test emails only. Emails that a review, an operator or a restoration holds can be canceled, but only the platform can release them. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  change(body: ChangeEmailsRequest, options?: CallOptions): Promise<Answer<EmailChange>> {
    return this.api.call({ method: 'POST', path: '/emails/changes', body }, options);
  }

  /**
   * Send an email again
   *
   * Sends a copy of an email as a new one: to its original recipients, or to others with `to`. The new email has the content, headers, tags, metadata and mode of the original, and a Message-ID of its own. It passes every check of `POST /emails`, counts toward the quota and is recorded in the audit log. Content that retention deleted cannot be sent again.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  sendAgain(id: string, body?: SendAgainRequest, options?: CallOptions): Promise<Answer<SendEmailResponse>> {
    return this.api.call(
      { method: 'POST', path: path`/emails/${id}/send-again`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Try a deferred email now
   *
   * Makes the next attempt of an email that waits for a retry due at once. No other email is made, and limits of the receiving server hold. Emails that do not wait for a retry fail with `not_deferred`. Fails with `rate_limited` within 5 minutes of the last attempt, and beyond 30 emails a minute. Repeating a request is safe. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  tryNow(id: string, options?: CallOptions): Promise<Answer<TriedEmail>> {
    return this.api.call({ method: 'POST', path: path`/emails/${id}/try-now` }, options);
  }

  /**
   * List delivery attempts
   *
   * Returns the delivery attempts of an email, newest first, one per recipient and round: where it was handed over, over which TLS, what the server replied, why it failed and when it is tried again. Test emails have none. The SMTP conversation is stored for attempts that failed.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listAttempts(id: string, options?: CallOptions): Promise<Answer<DeliveryAttemptList>> {
    return this.api.call({ method: 'GET', path: path`/emails/${id}/attempts` }, options);
  }

  /**
   * List webhook deliveries of an email
   *
   * Returns the webhook deliveries of an email to the current endpoints, newest event first: those of its newest 200 events. `GET /webhooks/{id}/deliveries/{delivery_id}` has the attempts.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listWebhookDeliveries(
    id: string,
    query?: ListEmailWebhookDeliveriesQuery,
    options?: CallOptions,
  ): List<WebhookDeliverySummary> {
    return this.api.list({ method: 'GET', path: path`/emails/${id}/webhook-deliveries`, query }, options);
  }
}

export class EmailEventsResource extends Resource {
  /**
   * List email events
   *
   * Returns the same events as webhooks, in the order in which they were recorded, with a delay of about 10 seconds, or without one in `recent`. Use it instead of webhooks or to catch up after an outage. Store `next_cursor` and pass it as `after` in the next request. When `has_more` is false, wait before you ask again. With filters, a page can be empty although `has_more` is true: continue with `next_cursor`. Event ids never change.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListEmailEventsQuery, options?: CallOptions): List<EmailEventEntry> {
    return this.api.list({ method: 'GET', path: '/email-events', query }, options);
  }
}

export class WebhooksResource extends Resource {
  /**
   * List webhook endpoints
   *
   * Returns all endpoints with their status, without secrets.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): List<Webhook> {
    return this.api.list({ method: 'GET', path: '/webhooks', query }, options);
  }

  /**
   * Add a webhook endpoint
   *
   * Adds an endpoint for future events. The response contains the signing secret, which is returned only once: verify every delivery with it. The endpoint must answer 2xx within 5 seconds; otherwise the delivery is retried for 28 hours. Test it with `POST /webhooks/{id}/test`. Deliveries contain content and addresses, so the key needs the rights to read content and to export.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateWebhookRequest, options?: CallOptions): Promise<Answer<CreatedWebhook>> {
    return this.api.call({ method: 'POST', path: '/webhooks', body }, options);
  }

  /**
   * Get a webhook endpoint
   *
   * Returns an endpoint with its status, without its secret.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}` }, options);
  }

  /**
   * Update a webhook endpoint
   *
   * Changes the given fields; null clears a field. Enabling an endpoint clears its failures. Use `POST /webhooks/{id}/replay` to send missed events. The key needs the rights to read content and to export.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'PATCH', path: path`/webhooks/${id}`, body }, options);
  }

  /**
   * Delete a webhook endpoint
   *
   * Deletes an endpoint and its delivery log. To pause it instead, set `status` to `disabled`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/webhooks/${id}`, read: 'none' }, options);
  }

  /**
   * Rotate a signing secret
   *
   * Creates a new signing secret, which is returned only once. For 24 hours deliveries are signed with both secrets: deploy the new one within that time.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotateSecret(id: string, options?: CallOptions): Promise<Answer<RotatedWebhook>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/rotate-secret` }, options);
  }

  /**
   * Send a test webhook
   *
   * Sends a `webhook.test` event, or one of another type with sample data, even if the endpoint does not subscribe to it. Failures are retried. `GET /webhooks/{id}/deliveries/{delivery_id}` returns the response of the endpoint.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  sendTest(id: string, body?: TestWebhookRequest, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/test`, body }, options);
  }

  /**
   * List deliveries
   *
   * Returns the deliveries of an endpoint, one per event, newest first.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  listDeliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): List<WebhookDeliverySummary> {
    return this.api.list({ method: 'GET', path: path`/webhooks/${id}/deliveries`, query }, options);
  }

  /**
   * Replay several deliveries
   *
   * Sends up to 100 deliveries again, each as `POST /webhooks/{id}/deliveries/{delivery_id}/replay` does. Deliveries succeed or fail independently: the status is 200, with a result per id, in order.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  replayDeliveries(
    id: string,
    body: ReplayWebhookDeliveriesRequest,
    options?: CallOptions,
  ): Promise<Answer<ReplayWebhookDeliveriesResponse>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/deliveries/replay`, body }, options);
  }

  /**
   * Get a delivery
   *
   * Returns a delivery with its request and every attempt: status, duration and the first 4 KB of the response.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}/deliveries/${deliveryId}` }, options);
  }

  /**
   * Replay a delivery
   *
   * Sends a delivery again at once, with the same body and `postrider-delivery-id` and a new signature. Also works for `exhausted` deliveries. At most 1,000 times per delivery.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  replayDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call(
      { method: 'POST', path: path`/webhooks/${id}/deliveries/${deliveryId}/replay` },
      options,
    );
  }

  /**
   * Replay missed events
   *
   * Sends all events of a period again, for example after the endpoint was down. It runs in the background: `GET /webhooks/{id}/replays/{replay_id}` returns the progress. Up to ten replays can run per endpoint. Delivery ids stay the same, so that receivers can skip events they already have.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  replay(id: string, body: ReplayWebhookRequest, options?: CallOptions): Promise<Answer<WebhookReplay>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/replay`, body }, options);
  }

  /**
   * Get a replay
   *
   * Returns a replay with its progress. Poll every few seconds until `status` is not `running`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getReplay(id: string, replayId: string, options?: CallOptions): Promise<Answer<WebhookReplay>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}/replays/${replayId}` }, options);
  }
}

export class InboundResource extends Resource {
  /**
   * List received emails
   *
   * Returns the emails received by your domains, newest first: replies to `reply_address`, and emails to other addresses that you enabled with `PATCH /domains/{id}`.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListInboundQuery, options?: CallOptions): List<InboundEmailSummary> {
    return this.api.list({ method: 'GET', path: '/inbound', query }, options);
  }

  /**
   * Get a received email
   *
   * Returns a received email with its content, headers and attachments. `reply_text` is the text without quoted parts. Content is null after retention has deleted it, and for test keys.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<InboundEmail>> {
    return this.api.call({ method: 'GET', path: path`/inbound/${id}` }, options);
  }

  /**
   * Download an attachment
   *
   * Returns the file as `application/octet-stream`. It may come from anyone: do not open it unchecked.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getAttachment(id: string, index: number, options?: CallOptions): Promise<Answer<FileContent>> {
    return this.api.call(
      { method: 'GET', path: path`/inbound/${id}/attachments/${index}`, read: 'bytes' },
      options,
    );
  }
}

export class TemplatesResource extends Resource {
  /**
   * List templates
   *
   * Returns the templates without their content. `GET /templates/{id_or_slug}` includes it.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<TemplateSummary> {
    return this.api.list({ method: 'GET', path: '/templates', query }, options);
  }

  /**
   * Create a template
   *
   * Creates a template as a draft. It can be sent once you publish it with `POST /templates/{id_or_slug}/publish`. Preview it with `…/render`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: '/templates', body }, options);
  }

  /**
   * Get a template
   *
   * Returns the draft of a template, which may differ from the published version.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'GET', path: path`/templates/${idOrSlug}` }, options);
  }

  /**
   * Update a template
   *
   * Changes the given fields of the draft; null clears a field. Sends use the published version until the next `POST /templates/{id_or_slug}/publish`. A new slug takes effect at once.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(idOrSlug: string, body: UpdateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'PATCH', path: path`/templates/${idOrSlug}`, body }, options);
  }

  /**
   * Publish a template
   *
   * Checks the draft and publishes it as the next version. All problems are reported together. Versions never change. Publishing an archived template restores it.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/publish` }, options);
  }

  /**
   * Archive a template
   *
   * Archives a template: sends that use it fail with `template_not_found`. Versions are kept. Publish the template to restore it.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  archive(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/archive` }, options);
  }

  /**
   * Preview a template
   *
   * Renders the draft or a version without sending it. Missing, unknown and mistyped variables fail with `template_variables`, as in a send.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  render(
    idOrSlug: string,
    body: RenderTemplateRequest,
    options?: CallOptions,
  ): Promise<Answer<RenderedTemplate>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/render`, body }, options);
  }

  /**
   * List template versions
   *
   * Returns the published versions of a template without their bodies and variables, newest first.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listVersions(
    idOrSlug: string,
    query?: ListTemplateVersionsQuery,
    options?: CallOptions,
  ): List<TemplateVersionSummary> {
    return this.api.list({ method: 'GET', path: path`/templates/${idOrSlug}/versions`, query }, options);
  }

  /**
   * Get a template version
   *
   * Returns a published version with its content. To restore it, write its content to the draft with `PATCH /templates/{id_or_slug}`, then publish the draft.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getVersion(idOrSlug: string, version: number, options?: CallOptions): Promise<Answer<TemplateVersion>> {
    return this.api.call({ method: 'GET', path: path`/templates/${idOrSlug}/versions/${version}` }, options);
  }

  /**
   * List uses of a template
   *
   * Returns the automations and broadcasts that use a template. Keys restricted to domains get the broadcasts of their domains.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getUses(idOrSlug: string, options?: CallOptions): Promise<Answer<TemplateUses>> {
    return this.api.call({ method: 'GET', path: path`/templates/${idOrSlug}/uses` }, options);
  }
}

export class DomainsResource extends Resource {
  /**
   * List domains
   *
   * Returns the domains with their DNS records. A page can have fewer items than `limit`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListDomainsQuery, options?: CallOptions): List<Domain> {
    return this.api.list({ method: 'GET', path: '/domains', query }, options);
  }

  /**
   * Add a domain
   *
   * Creates a DKIM key pair and returns the DNS records to publish. With `dns_mode: cloudflare`, `POST /domains/{id}/publish` publishes them. Postrider checks the records after 1, 2 and 5 minutes, then every 15; `POST /domains/{id}/verify` checks at once. A domain cannot send until it is `verified`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateDomainRequest, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: '/domains', body }, options);
  }

  /**
   * Get a domain
   *
   * Returns a domain with its DNS records: the value to publish, the observed values, and what is wrong.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}` }, options);
  }

  /**
   * Update a domain
   *
   * Changes which emails the domain receives, then checks its DNS records. With the modes `addresses` and `catch_all`, the `INBOUND` record routes all mail of the domain to Postrider. If people already have mailboxes at the domain, add a subdomain and receive there instead. Changes take effect after 10 seconds.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateDomainRequest, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'PATCH', path: path`/domains/${id}`, body }, options);
  }

  /**
   * Delete a domain
   *
   * Deletes a domain with its published DNS records, its identity at a provider, DKIM keys, suppressions and counters. A domain that has sent email, or is used by broadcasts, forms, automations or active keys, cannot be deleted: `domain_in_use`. If a provider refuses (`domain_cleanup_failed`), the domain stays `disabled` and you can try again.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/domains/${id}`, read: 'none' }, options);
  }

  /**
   * Get DMARC reports
   *
   * Returns statistics from the DMARC reports that receivers send once the DMARC record of the domain contains our address. Unknown sources with many failures are often spoofed email.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDmarc(id: string, query?: ReadDmarcReportsQuery, options?: CallOptions): Promise<Answer<Dmarc>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}/dmarc`, query }, options);
  }

  /**
   * Verify a domain
   *
   * Checks the DNS records now and returns the result. Verified domains are also checked daily; failed ones only by this request. DNS caches may still return old values.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  verify(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/verify` }, options);
  }

  /**
   * Publish DNS records
   *
   * Publishes all missing or wrong records at the DNS provider of the platform, then checks them. Only for domains of internal organizations with `dns_mode: cloudflare`; others fail with `manual_dns`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/publish` }, options);
  }

  /**
   * Register a domain with Amazon SES
   *
   * Registers the domain at Amazon SES. Needed only if the domain sends through SES; otherwise it fails with `unsupported_transport`. Can be repeated.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  registerIdentity(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/register-identity` }, options);
  }
}

export class KeysResource extends Resource {
  /**
   * Get the current API key
   *
   * Returns the permission and domains of the calling key, without its token. Use it to check a configuration without sending.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getOwn(options?: CallOptions): Promise<Answer<KeyIdentity>> {
    return this.api.call({ method: 'GET', path: '/keys/me' }, options);
  }

  /**
   * List API keys
   *
   * Returns keys without their tokens. `last_used_at` shows which ones are no longer used.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListKeysQuery, options?: CallOptions): List<ApiKey> {
    return this.api.list({ method: 'GET', path: '/keys', query }, options);
  }

  /**
   * Create an API key
   *
   * Creates a key. The token is returned only once; Postrider stores a hash. Keys with the permission `admin` are created in the console. A key that is restricted to domains can create keys only for these. Use one key per program, so that you can rotate it separately.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: '/keys', body }, options);
  }

  /**
   * Get an API key
   *
   * Returns a key without its token.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<ApiKey>> {
    return this.api.call({ method: 'GET', path: path`/keys/${id}` }, options);
  }

  /**
   * Rotate an API key
   *
   * Creates a replacement with the same permissions. Its token is returned only once. The old token works for another 24 hours. A key can be rotated once (`already_rotated`): rotate its replacement instead.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotate(id: string, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: path`/keys/${id}/rotate` }, options);
  }

  /**
   * Revoke an API key
   *
   * Revokes a key at once, even the calling one. Requests and SMTP logins with it are refused; accepted emails are still sent. This cannot be undone.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  revoke(id: string, options?: CallOptions): Promise<Answer<ApiKey>> {
    return this.api.call({ method: 'POST', path: path`/keys/${id}/revoke` }, options);
  }
}

export class SuppressionsResource extends Resource {
  /**
   * List suppressions
   *
   * Returns the entries that match all filters. A key that is restricted to domains sees their entries and those of the whole organization, which also apply to its sends.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSuppressionsQuery, options?: CallOptions): List<Suppression> {
    return this.api.list({ method: 'GET', path: '/suppressions', query }, options);
  }

  /**
   * Suppress an address
   *
   * Stops email to an address. Queued bulk email is checked again before sending; other queued email is still sent. An existing entry with a stronger reason (complaint, hard bounce, validation or unsubscribe) fails with `suppression_conflict`.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateSuppressionRequest, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'POST', path: '/suppressions', body }, options);
  }

  /**
   * Count suppressions
   *
   * Returns the number of entries by reason, without expired ones. Of each reason, the newest 10,000 entries are counted. Keys restricted to domains count the entries of their domains and those of the whole organization.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  count(options?: CallOptions): Promise<Answer<SuppressionCounts>> {
    return this.api.call({ method: 'GET', path: '/suppressions/counts' }, options);
  }

  /**
   * Export suppressions
   *
   * Returns all entries that match the filters of the list as a CSV with a header row. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportSuppressionsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/suppressions/export', query, read: 'stream' }, options);
  }

  /**
   * Import suppressions
   *
   * Uploads a CSV that is imported in the background. `GET /suppressions/imports/{id}` returns the progress. From an export of contacts, the unsubscribed, bounced and complained rows are imported; rows with an unknown status are refused. If you move from another service, import its lists before you send.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  import(
    body: CsvBody,
    query?: ImportSuppressionsQuery,
    options?: CallOptions,
  ): Promise<Answer<SuppressionImport>> {
    return this.api.call(
      { method: 'POST', path: '/suppressions/import', body, contentType: 'text/csv', query },
      options,
    );
  }

  /**
   * List imports
   *
   * Returns the imports of the last 30 days with their progress, newest first.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listImports(query?: ListSuppressionImportsQuery, options?: CallOptions): List<SuppressionImport> {
    return this.api.list({ method: 'GET', path: '/suppressions/imports', query }, options);
  }

  /**
   * Get an import
   *
   * Returns the progress of an import. Ask again every few seconds until `status` is `finished` or `failed`.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImport(id: string, options?: CallOptions): Promise<Answer<SuppressionImport>> {
    return this.api.call({ method: 'GET', path: path`/suppressions/imports/${id}` }, options);
  }

  /**
   * Download refused rows
   *
   * Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then those of the file. Correct the rows and import the file again; its first four columns are ignored.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImportRefusals(id: string, options?: CallOptions): Promise<Answer<TextContent>> {
    return this.api.call(
      { method: 'GET', path: path`/suppressions/imports/${id}/refused`, read: 'text' },
      options,
    );
  }

  /**
   * Get a suppression
   *
   * Returns an entry by id or address. `not_found` means that email to the address is not suppressed.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'GET', path: path`/suppressions/${idOrEmail}` }, options);
  }

  /**
   * Delete a suppression
   *
   * Allows email to the address again. Delete a hard bounce only if you know that the address works now, and a complaint only if the person asked for email. `reason` is stored in the audit log.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, query?: DeleteSuppressionQuery, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call(
      { method: 'DELETE', path: path`/suppressions/${idOrEmail}`, query, read: 'none' },
      options,
    );
  }
}

export class MetricsResource extends Resource {
  /**
   * Get daily metrics
   *
   * Returns daily counts (UTC) of live email by recipient, a few seconds old. Test emails and suppressed recipients are not included.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(query?: ReadMetricsQuery, options?: CallOptions): Promise<Answer<Metrics>> {
    return this.api.call({ method: 'GET', path: '/metrics', query }, options);
  }
}

export class UsageResource extends Resource {
  /**
   * Get plan usage
   *
   * Returns the usage and limits of your plan and the rate limits of the key and the organization. If the counters cannot be read, it fails with `usage_unavailable`.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(options?: CallOptions): Promise<Answer<Usage>> {
    return this.api.call({ method: 'GET', path: '/usage' }, options);
  }
}

export class ContactsResource extends Resource {
  /**
   * List contacts
   *
   * Returns the contacts that match all filters.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListContactsQuery, options?: CallOptions): List<Contact> {
    return this.api.list({ method: 'GET', path: '/contacts', query }, options);
  }

  /**
   * Create or update a contact
   *
   * Creates a contact (201), or updates the one with this address (200). Missing fields keep their values; properties are merged. If the contact has unsubscribed, it stays unsubscribed unless you set `resubscribe`; see `kept_unsubscribed`. Automations are started by `POST /events`, not here. For many contacts use `POST /contacts/batch`; for a file, `POST /contacts/import`.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsert(body: UpsertContactRequest, options?: CallOptions): Promise<Answer<Contact>> {
    return this.api.call({ method: 'POST', path: '/contacts', body }, options);
  }

  /**
   * Create or update many contacts
   *
   * Creates or updates up to 1,000 contacts, each as in `POST /contacts`. The status is 200, with an id or an error per contact, in order: check every result.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsertBatch(body: BatchContactsRequest, options?: CallOptions): Promise<Answer<BatchContactsResponse>> {
    return this.api.call({ method: 'POST', path: '/contacts/batch', body }, options);
  }

  /**
   * Export contacts
   *
   * Returns all contacts that match the filters of the list as a CSV with a header row. The file is streamed. If the connection closes early, it is incomplete: request it again. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportContactsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/contacts/export', query, read: 'stream' }, options);
  }

  /**
   * Import contacts
   *
   * Uploads a CSV that is imported in the background. `GET /contacts/imports/{id}` returns the progress. Exports of other services are recognized: unsubscribed rows become unsubscribed contacts, bounced and complained rows become suppressions, and rows with an unknown status are refused. Unsubscribed contacts stay unsubscribed. A column that may say who has unsubscribed must be recognized or mapped; otherwise the file is refused. `dry_run` reports the result without changing anything.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  import(body: CsvBody, query?: ImportContactsQuery, options?: CallOptions): Promise<Answer<ContactImport>> {
    return this.api.call(
      { method: 'POST', path: '/contacts/import', body, contentType: 'text/csv', query },
      options,
    );
  }

  /**
   * List imports
   *
   * Returns the imports of the last 30 days with their progress, newest first.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listImports(query?: ListContactImportsQuery, options?: CallOptions): List<ContactImport> {
    return this.api.list({ method: 'GET', path: '/contacts/imports', query }, options);
  }

  /**
   * Get an import
   *
   * Returns the progress of an import. Ask again every few seconds until `status` is `finished` or `failed`.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImport(id: string, options?: CallOptions): Promise<Answer<ContactImport>> {
    return this.api.call({ method: 'GET', path: path`/contacts/imports/${id}` }, options);
  }

  /**
   * Download refused rows
   *
   * Returns up to 10,000 refused rows as CSV: the columns `row`, `value`, `code` and `reason`, then those of the file. Correct the rows and import the file again; its first four columns are ignored.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImportRefusals(id: string, options?: CallOptions): Promise<Answer<TextContent>> {
    return this.api.call(
      { method: 'GET', path: path`/contacts/imports/${id}/refused`, read: 'text' },
      options,
    );
  }

  /**
   * Get a contact
   *
   * Returns a contact with its topic subscriptions and last activity, by id or address.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<ContactDetail>> {
    return this.api.call({ method: 'GET', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Delete a contact
   *
   * Deletes a contact with its properties, subscriptions and consent history. Suppressions of its address and topics that it unsubscribed from stay in effect; only a hash of the address is kept.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, options?: CallOptions): Promise<Answer<DeletedContact>> {
    return this.api.call({ method: 'DELETE', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Erase a person
   *
   * Deletes the contact, its signups and runs, inbound email from the address, the content of emails to it, and logged requests that name it. A digest replaces the address in suppressions, recipients and events. Emails that may still be sent are left and counted; repeat the erasure after they are sent. A request erases a part: repeat it with the address and `next_cursor` until that is null. Cannot be undone.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  erase(idOrEmail: string, body?: EraseContactRequest, options?: CallOptions): Promise<Answer<Erasure>> {
    return this.api.call({ method: 'POST', path: path`/contacts/${idOrEmail}/erase`, body }, options);
  }

  /**
   * Set subscriptions
   *
   * Sets one subscription (`topic`, `state`) or several (`topics`). Others do not change. If the contact has unsubscribed from a topic, it stays unsubscribed unless you set `resubscribe`; `kept_unsubscribed` lists these topics. When you subscribe a contact, give its `consent` as proof.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  setSubscriptions(
    idOrEmail: string,
    body: SetSubscriptionsRequest,
    options?: CallOptions,
  ): Promise<Answer<Contact>> {
    return this.api.call({ method: 'POST', path: path`/contacts/${idOrEmail}/subscriptions`, body }, options);
  }

  /**
   * List subscription changes
   *
   * Returns all changes to the status and subscriptions of a contact, newest first, with proof of consent.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listSubscriptionChanges(
    idOrEmail: string,
    query?: ListSubscriptionChangesQuery,
    options?: CallOptions,
  ): List<SubscriptionChange> {
    return this.api.list(
      { method: 'GET', path: path`/contacts/${idOrEmail}/subscription-changes`, query },
      options,
    );
  }

  /**
   * List a contact's timeline
   *
   * Returns the emails to a contact with their events, its runs of automations and its subscription changes, newest first. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listTimeline(
    idOrEmail: string,
    query?: ListContactTimelineQuery,
    options?: CallOptions,
  ): List<TimelineEntry> {
    return this.api.list({ method: 'GET', path: path`/contacts/${idOrEmail}/timeline`, query }, options);
  }
}

export class TopicsResource extends Resource {
  /**
   * List topics
   *
   * Returns all topics of the organization.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListTopicsQuery, options?: CallOptions): List<Topic> {
    return this.api.list({ method: 'GET', path: '/topics', query }, options);
  }

  /**
   * Create a topic
   *
   * Creates a topic, for example a newsletter, that contacts subscribe to and unsubscribe from. Each broadcast has a topic and is sent only to its subscribers.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'POST', path: '/topics', body }, options);
  }

  /**
   * Get a topic
   *
   * Returns a topic by its slug.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(slug: string, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'GET', path: path`/topics/${slug}` }, options);
  }

  /**
   * Update a topic
   *
   * Changes the given fields. A new `default_opt_in` takes effect at once for all contacts that have not chosen.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(slug: string, body: UpdateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'PATCH', path: path`/topics/${slug}`, body }, options);
  }

  /**
   * Delete a topic
   *
   * Deletes a topic and its subscriptions. A topic that a broadcast, signup form or automation uses cannot be deleted: `topic_in_use`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(slug: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/topics/${slug}`, read: 'none' }, options);
  }
}

export class SegmentsResource extends Resource {
  /**
   * List segments
   *
   * Returns the segments with their counts within about two seconds. A count that takes longer continues in the background; until it is ready, the previous count or null is returned. `counted_at` is the time of the count.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListSegmentsQuery, options?: CallOptions): List<Segment> {
    return this.api.list({ method: 'GET', path: '/segments', query }, options);
  }

  /**
   * Create a segment
   *
   * Creates a segment: a saved filter over contacts. It always contains the contacts that match at the time. `contact_count` is the current number.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'POST', path: '/segments', body }, options);
  }

  /**
   * Preview a segment
   *
   * Returns how many contacts meet a filter, and up to ten of them, without storing a segment. A count that takes longer than two seconds continues in the background: repeat the request for it. An organization can have three such counts at a time.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  preview(body: PreviewSegmentRequest, options?: CallOptions): Promise<Answer<SegmentPreview>> {
    return this.api.call({ method: 'POST', path: '/segments/preview', body }, options);
  }

  /**
   * Get a segment
   *
   * Returns a segment with its number of contacts. A count that takes longer than two seconds continues in the background.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'GET', path: path`/segments/${id}` }, options);
  }

  /**
   * Update a segment
   *
   * Changes the given fields. Broadcasts that have not started use the new filter.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'PATCH', path: path`/segments/${id}`, body }, options);
  }

  /**
   * Delete a segment
   *
   * Deletes only the segment. Unsent broadcasts that use it can no longer start.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/segments/${id}`, read: 'none' }, options);
  }

  /**
   * List contacts of a segment
   *
   * Returns the contacts that match the filter now, newest first.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listContacts(id: string, query?: ListSegmentContactsQuery, options?: CallOptions): List<Contact> {
    return this.api.list({ method: 'GET', path: path`/segments/${id}/contacts`, query }, options);
  }
}

export class BroadcastsResource extends Resource {
  /**
   * List broadcasts
   *
   * Returns the broadcasts without their content. `GET /broadcasts/{id}` includes it.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<BroadcastSummary> {
    return this.api.list({ method: 'GET', path: '/broadcasts', query }, options);
  }

  /**
   * Create a broadcast
   *
   * Creates an email to the contacts of a segment: a draft, or scheduled if you set `scheduled_at`. Check it with `POST /broadcasts/{id}/preview` and `…/test`, then start it with `…/send`. A broadcast needs a verified domain of the stream `bulk` and is sent to contacts of the segment who are subscribed to the topic.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: '/broadcasts', body }, options);
  }

  /**
   * Get a broadcast
   *
   * Returns a broadcast with its content and counts. Counts are a few seconds old. `waiting_for` says why sending is waiting.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}` }, options);
  }

  /**
   * Update a broadcast
   *
   * Changes the given fields of a draft or scheduled broadcast; null clears a field. `scheduled_at: null` makes a scheduled broadcast a draft again.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  update(id: string, body: UpdateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'PATCH', path: path`/broadcasts/${id}`, body }, options);
  }

  /**
   * Delete a broadcast
   *
   * Deletes a draft, or a broadcast that was canceled before it started.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/broadcasts/${id}`, read: 'none' }, options);
  }

  /**
   * Send a broadcast
   *
   * Sends a draft now or at `scheduled_at`, or reschedules a broadcast. Content, segment, topic and domain are checked first. Each contact gets at most one email. With an A/B test, part of the contacts get the variants first. `…/cancel` stops emails that have not been sent.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  send(id: string, body?: SendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/send`, body }, options);
  }

  /**
   * Cancel a broadcast
   *
   * Cancels a broadcast and its queued emails. Emails that were already handed over cannot be recalled.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/cancel` }, options);
  }

  /**
   * Choose the A/B test winner
   *
   * Ends the A/B test early and sends the chosen variant to the remaining recipients. The broadcast must be `testing`.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  decide(id: string, body: DecideBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/decide`, body }, options);
  }

  /**
   * Resend to those who did not open
   *
   * Sends a broadcast again to recipients who did not open it, at least 24 hours after it finished (`resend_too_early`). Creates a new broadcast whose `parent_id` is the original. Opens are not always detected, so some people receive it twice.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  resend(id: string, body?: ResendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/resend`, body }, options);
  }

  /**
   * Duplicate a broadcast
   *
   * Creates a draft with the content, segment, topic, sender, tracking and A/B test of a broadcast, in any state. A duplicate of a resend goes to the segment.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  duplicate(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/duplicate` }, options);
  }

  /**
   * Estimate a broadcast
   *
   * Returns how many contacts a broadcast would go to if it started now, how many of a sample of up to 2,000 would get no email, how long sending takes, and the limits that apply. A count of contacts that takes longer than two seconds continues in the background: repeat the request for it. A resend has no estimate: its recipients are those of the original.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  estimate(id: string, options?: CallOptions): Promise<Answer<BroadcastEstimate>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}/estimate` }, options);
  }

  /**
   * Preview a broadcast
   *
   * Renders the content for a contact, with the footer. Unsubscribe and preferences links are examples.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  preview(
    id: string,
    body?: PreviewBroadcastRequest,
    options?: CallOptions,
  ): Promise<Answer<BroadcastPreview>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/preview`, body }, options);
  }

  /**
   * Send a test
   *
   * Sends the broadcast to the given addresses, which need not be contacts. Test emails count toward your quota but not toward the counts of the broadcast. Their unsubscribe and preferences links show the pages and change nothing.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  sendTest(
    id: string,
    body: TestBroadcastRequest,
    options?: CallOptions,
  ): Promise<Answer<TestBroadcastResponse>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/test`, body }, options);
  }

  /**
   * List recipients
   *
   * Returns the recipients with their outcomes. The list grows while the broadcast is being sent. Filter by `outcome`, for example `invalid` to find contacts for whom the content could not be rendered, and by `opened` and `clicked`. A page looks at a limited number of recipients: with filters it may have fewer than `limit`, or none, and still a `next_cursor`.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  listRecipients(
    id: string,
    query?: ListBroadcastRecipientsQuery,
    options?: CallOptions,
  ): List<BroadcastRecipient> {
    return this.api.list({ method: 'GET', path: path`/broadcasts/${id}/recipients`, query }, options);
  }

  /**
   * Export recipients
   *
   * Returns all recipients that match the filters of the list as a CSV with a header row. Cells that a spreadsheet would run as a formula start with an apostrophe. If the connection closes early, the file is incomplete: request it again. Recorded in the audit log.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  exportRecipients(
    id: string,
    query?: ExportBroadcastRecipientsQuery,
    options?: CallOptions,
  ): Promise<Answer<StreamContent>> {
    return this.api.call(
      { method: 'GET', path: path`/broadcasts/${id}/recipients/export`, query, read: 'stream' },
      options,
    );
  }

  /**
   * List clicked links
   *
   * Returns the links that people clicked, the most clicked first, at most 200. Clicks of machines are not counted. Counts are a few seconds old.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  listLinks(id: string, options?: CallOptions): Promise<Answer<BroadcastLinkList>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}/links` }, options);
  }

  /**
   * Get counts over time
   *
   * Returns the counts of a broadcast by hour or day, by the time of each event. Counts are a few seconds old.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getSeries(
    id: string,
    query?: ReadBroadcastSeriesQuery,
    options?: CallOptions,
  ): Promise<Answer<BroadcastSeries>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}/series`, query }, options);
  }
}

export class EventsResource extends Resource {
  /**
   * Send a contact event
   *
   * Starts a run of each active automation with this trigger, and ends waits for the event. If you give an `email` that is not a contact yet, the contact is created. Set `idempotency_key` to retry safely.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  post(body: PostEventRequest, options?: CallOptions): Promise<Answer<PostedEvent>> {
    return this.api.call({ method: 'POST', path: '/events', body, isKeyed: true }, options);
  }
}

export class AutomationsResource extends Resource {
  /**
   * List automations
   *
   * Returns the automations without their steps. `GET /automations/{id_or_slug}` includes the steps.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListAutomationsQuery, options?: CallOptions): List<AutomationSummary> {
    return this.api.list({ method: 'GET', path: '/automations', query }, options);
  }

  /**
   * Create an automation
   *
   * Creates an automation. Unless it is `paused`, the next matching event starts a run. Emails of an automation are bulk email with the kind `sequence.<slug>`: they need a domain of the stream `bulk`, have unsubscribe headers and are sent only to contacts who may receive bulk email.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateAutomationRequest, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'POST', path: '/automations', body }, options);
  }

  /**
   * Get an automation
   *
   * Returns an automation with its current steps.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}` }, options);
  }

  /**
   * Update an automation
   *
   * Changes the given fields. Active runs finish on the steps they started with. `status: paused` pauses active runs; `active` resumes them.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(
    idOrSlug: string,
    body: UpdateAutomationRequest,
    options?: CallOptions,
  ): Promise<Answer<Automation>> {
    return this.api.call({ method: 'PATCH', path: path`/automations/${idOrSlug}`, body }, options);
  }

  /**
   * Delete an automation
   *
   * Deletes an automation and cancels its active runs within seconds. Sent emails keep their kind.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(idOrSlug: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/automations/${idOrSlug}`, read: 'none' }, options);
  }

  /**
   * Get counts by step
   *
   * Returns, for each step of the current version, how many runs are at the step now, and how many have passed it, stopped, failed or were canceled at it. Counts stay when runs are deleted.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getStepCounts(idOrSlug: string, options?: CallOptions): Promise<Answer<AutomationStepCounts>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}/step-counts` }, options);
  }

  /**
   * Try an automation with a contact
   *
   * Returns the steps that a run of the contact would take if it started now, with times, results of conditions and subjects of emails. Nothing is stored, sent or called. Conditions see the contact as it is now, without the changes of earlier steps.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  dryRun(idOrSlug: string, body: DryRunRequest, options?: CallOptions): Promise<Answer<AutomationDryRun>> {
    return this.api.call({ method: 'POST', path: path`/automations/${idOrSlug}/dry-run`, body }, options);
  }

  /**
   * List runs
   *
   * Returns the runs of an automation, newest first.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  listRuns(
    idOrSlug: string,
    query?: ListAutomationRunsQuery,
    options?: CallOptions,
  ): List<AutomationRunSummary> {
    return this.api.list({ method: 'GET', path: path`/automations/${idOrSlug}/runs`, query }, options);
  }

  /**
   * Cancel runs by filter
   *
   * Cancels the active runs that match all filters, or counts them with `dry_run`. Repeat the request with `next` until it is null. Recorded in the audit log.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  cancelRuns(
    idOrSlug: string,
    body: CancelAutomationRunsRequest,
    options?: CallOptions,
  ): Promise<Answer<AutomationRunCancellation>> {
    return this.api.call({ method: 'POST', path: path`/automations/${idOrSlug}/runs/cancel`, body }, options);
  }

  /**
   * Get a run
   *
   * Returns a run with its current step, the event it waits for, and its completed steps.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getRun(idOrSlug: string, runId: string, options?: CallOptions): Promise<Answer<AutomationRun>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}/runs/${runId}` }, options);
  }

  /**
   * Cancel a run
   *
   * Cancels a run. Other runs of the contact are not affected.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  cancelRun(idOrSlug: string, runId: string, options?: CallOptions): Promise<Answer<AutomationRun>> {
    return this.api.call(
      { method: 'POST', path: path`/automations/${idOrSlug}/runs/${runId}/cancel` },
      options,
    );
  }
}

export class SignupFormsResource extends Resource {
  /**
   * List signup forms
   *
   * Returns all forms with the URLs of their pages.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSignupFormsQuery, options?: CallOptions): List<SignupForm> {
    return this.api.list({ method: 'GET', path: '/signup-forms', query }, options);
  }

  /**
   * Create a signup form
   *
   * Creates a hosted page on which people subscribe (double opt-in). Link to its `url`, or submit your own form to it. Each person gets a confirmation email and is subscribed after confirming. Postrider records the consent.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSignupFormRequest, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'POST', path: '/signup-forms', body }, options);
  }

  /**
   * Get a signup form
   *
   * Returns a form with the URL of its page.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'GET', path: path`/signup-forms/${id}` }, options);
  }

  /**
   * Update a signup form
   *
   * Changes the given fields; null clears a field. Submitted signups keep the topics that the form had at the time.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateSignupFormRequest, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'PATCH', path: path`/signup-forms/${id}`, body }, options);
  }

  /**
   * Delete a signup form
   *
   * Deletes the page and its signup requests; confirmation links stop working. Contacts and their consent history stay.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/signup-forms/${id}`, read: 'none' }, options);
  }

  /**
   * List signup requests
   *
   * Returns who submitted the form, when and from where, with proof of consent for those who confirmed. Unconfirmed requests are deleted some time after their link expires.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  listRequests(id: string, query?: ListSignupRequestsQuery, options?: CallOptions): List<SignupRequest> {
    return this.api.list({ method: 'GET', path: path`/signup-forms/${id}/requests`, query }, options);
  }
}

export class OrganizationResource extends Resource {
  /**
   * Get your organization
   *
   * Returns the settings of the organization and whether sending is paused or under review.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(options?: CallOptions): Promise<Answer<Organization>> {
    return this.api.call({ method: 'GET', path: '/organization' }, options);
  }

  /**
   * Update your organization
   *
   * Changes the given settings. `sending_paused: true` refuses live sends at once with `sending_paused`; queued emails wait until sending resumes. A shorter `body_retention_days` soon deletes older content.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(body: UpdateOrganizationRequest, options?: CallOptions): Promise<Answer<Organization>> {
    return this.api.call({ method: 'PATCH', path: '/organization', body }, options);
  }
}

export class OrganizationsResource extends Resource {
  /**
   * List client organizations
   *
   * Returns the organizations that your organization created.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListClientOrganizationsQuery, options?: CallOptions): List<ClientOrganization> {
    return this.api.list({ method: 'GET', path: '/organizations', query }, options);
  }

  /**
   * Create a client organization
   *
   * Creates a client organization with the plan `free` and default alerts. Its first emails are screened. The response contains the token of its first key, which is shown only once: use it to add domains and webhooks. Requires an unrestricted live ADMIN key of an internal organization. At most 25 per day (UTC): `organization_quota_exceeded`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateOrganizationRequest, options?: CallOptions): Promise<Answer<CreatedOrganization>> {
    return this.api.call({ method: 'POST', path: '/organizations', body }, options);
  }

  /**
   * Revoke keys of a client
   *
   * Revokes all live keys of a client at once, for example after an incident. Also works while your organization is paused or under review. With `replace_with`, a new key is created; its token is returned only once.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  revokeKeys(id: string, body?: RevokeKeysRequest, options?: CallOptions): Promise<Answer<RevokedKeys>> {
    return this.api.call({ method: 'POST', path: path`/organizations/${id}/revoke-keys`, body }, options);
  }
}

export class ApiLogsResource extends Resource {
  /**
   * List API requests
   *
   * Returns the API requests that match all filters, newest first. Requests with an invalid key are not logged. A key sees the requests of keys that may do no more than itself: a `SEND` key those of `SEND` keys, a test key those of test keys, and a key that is restricted to domains those of keys restricted to the same domains. A page can be short or empty and still have a `next_cursor`: continue until there is none.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListApiLogsQuery, options?: CallOptions): List<ApiLogSummary> {
    return this.api.list({ method: 'GET', path: '/api-logs', query }, options);
  }

  /**
   * Get an API request
   *
   * Returns a logged API request with the emails, audit log entries and webhook delivery that belong to it. `content` has the headers and bodies of requests that failed or changed something, without secrets; it is deleted with the content of emails, after `body_retention_days`. Of an organization that sends many such requests in a second, some have no content.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<ApiLog>> {
    return this.api.call({ method: 'GET', path: path`/api-logs/${id}` }, options);
  }
}

export class AuditLogResource extends Resource {
  /**
   * List audit log entries
   *
   * Returns the changes made to keys, domains, webhooks and settings, with the values before and after, without secrets. Sent emails are not included: use `GET /emails`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListAuditLogQuery, options?: CallOptions): List<AuditEntry> {
    return this.api.list({ method: 'GET', path: '/audit-log', query }, options);
  }
}

export class AlertsResource extends Resource {
  /**
   * List alerts
   *
   * Returns the times during which an alert rule was broken, newest first.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListAlertsQuery, options?: CallOptions): List<Alert> {
    return this.api.list({ method: 'GET', path: '/alerts', query }, options);
  }

  /**
   * List alert rules
   *
   * Returns the limits at which the organization is warned or its sending is paused.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  listRules(options?: CallOptions): Promise<Answer<AlertRuleList>> {
    return this.api.call({ method: 'GET', path: '/alert-rules' }, options);
  }

  /**
   * Update alert rules
   *
   * Changes the given rules and returns all of them. An organization can be warned and paused earlier than by default, but not later: the limits protect the addresses that it shares with others.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  updateRules(body: UpdateAlertRulesRequest, options?: CallOptions): Promise<Answer<AlertRuleList>> {
    return this.api.call({ method: 'PATCH', path: '/alert-rules', body }, options);
  }
}

export class NoticesResource extends Resource {
  /**
   * List notices
   *
   * Returns what the platform wrote to the alert address of the organization, newest first: alerts, pauses, domains and webhooks that fail.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListNoticesQuery, options?: CallOptions): List<Notice> {
    return this.api.list({ method: 'GET', path: '/notices', query }, options);
  }
}
