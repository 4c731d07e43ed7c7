// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.

import type { Answer, CallOptions, CsvBody, FileContent, StreamContent, TextContent } from '../http/call';
import type { List } from '../http/list';
import { path } from '../http/path';
import { Resource } from '../http/resource';
import type {
  RescheduleEmailRequest,
  CreateWebhookRequest,
  UpdateWebhookRequest,
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
  SetSubscriptionsRequest,
  CreateTopicRequest,
  UpdateTopicRequest,
  CreateSegmentRequest,
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
  CreateSignupFormRequest,
  UpdateSignupFormRequest,
  UpdateOrganizationRequest,
  CreateOrganizationRequest,
  RevokeKeysRequest,
  DeletedContact,
  EmailSummary,
  Email,
  RescheduledEmail,
  CanceledEmail,
  EmailEventEntry,
  CreatedWebhook,
  Webhook,
  RotatedWebhook,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookReplay,
  InboundEmailSummary,
  InboundEmail,
  Template,
  TemplateSummary,
  RenderedTemplate,
  Domain,
  Dmarc,
  KeyIdentity,
  CreatedApiKey,
  ApiKey,
  Suppression,
  SuppressionImport,
  Metrics,
  Usage,
  Contact,
  BatchContactsResponse,
  ContactImport,
  SubscriptionChange,
  Topic,
  Segment,
  Broadcast,
  BroadcastSummary,
  BroadcastPreview,
  TestBroadcastResponse,
  BroadcastRecipient,
  PostedEvent,
  Automation,
  AutomationSummary,
  AutomationRunSummary,
  AutomationRun,
  SignupForm,
  SignupRequest,
  Organization,
  CreatedOrganization,
  ClientOrganization,
  RevokedKeys,
  AuditEntry,
} from './schemas';

export interface ListEmailsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only emails whose `last_event` is this now. */
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
  /** Only emails with this address in their `to` list, in any spelling. */
  to?: string;
  /** Only emails of exactly this kind. */
  kind?: string;
  /** Only live, or only test emails. */
  mode?: 'live' | 'test';
  /** Only emails with exactly this subject, capitals included. */
  subject?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. */
  tag?: string;
  /** Only emails with this entry in their metadata, as `key:value`, while their content is kept. A test key finds its own emails only. */
  metadata?: string;
  /** Only the email with this Message-ID header, with or without angle brackets: what a recipient, a bounce or a log names. */
  message_id?: string;
  /** Only what was accepted at this time or later. */
  since?: string | Date;
  /** Only what was accepted at this time or earlier. */
  until?: string | Date;
}

export interface ListEmailEventsQuery {
  /**
   * How many events to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the answer before; left out: from the oldest event on. */
  after?: string;
}

export interface ListWebhooksQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListWebhookDeliveriesQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only deliveries of this status. */
  status?: 'pending' | 'delivered' | 'exhausted';
  /** Only deliveries of this event type. */
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
}

export interface ListInboundQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only replies to this email. */
  email_id?: string;
  /** Only emails from this address, in any spelling. */
  from?: string;
  /** Name of a domain, also of one that is gone: only emails that came to it. */
  domain?: string;
  /** Only emails that came to this address of yours, `+tag` included. */
  received_for?: string;
  /** Only emails that this rule received. */
  rule?: 'replies' | 'addresses' | 'catch_all';
  /** Only what came at this time or later. */
  since?: string | Date;
  /** Only what came at this time or earlier. */
  until?: string | Date;
}

export interface ListTemplatesQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only templates of this status. */
  status?: 'draft' | 'published' | 'archived';
}

export interface ListDomainsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ReadDmarcReportsQuery {
  /**
   * How many days up to today (UTC) are told, 1 to 90.
   *
   * Default: `30`
   */
  days?: number;
}

export interface ListKeysQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListSuppressionsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only entries of this address. */
  email?: string;
  /** Only entries of this reason. */
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain: only its own entries. */
  domain?: string;
}

export interface ExportSuppressionsQuery {
  /** Only entries of this address. */
  email?: string;
  /** Only entries of this reason. */
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain: only its own entries. */
  domain?: string;
}

export interface ImportSuppressionsQuery {
  /** Only mail of this sending domain is stopped; left out: that of the whole organization. */
  domain?: string;
}

export interface ListSuppressionImportsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ReadMetricsQuery {
  /**
   * How many days up to today (UTC) are told, 1 to 90.
   *
   * Default: `30`
   */
  days?: number;
  /** Name or id of a domain: its numbers alone. Left out: the whole organization; a domain-restricted key has to name one. */
  domain?: string;
  /** Adds `by`: a row for each mailbox provider, API key, template or kind. */
  facet?: 'provider' | 'key' | 'template' | 'kind';
  /** With `facet`: only the row of this key; without it, no effect. */
  key?: string;
}

export interface ListContactsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only the contact of this whole address. */
  email?: string;
  /** Only contacts with this in their address or a name; capitals do not matter. */
  search?: string;
  /** Only contacts of this status. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug of a topic: only contacts that are subscribed to it. */
  topic?: string;
}

export interface ExportContactsQuery {
  /** Only the contact of this whole address. */
  email?: string;
  /** Only contacts with this in their address or a name; capitals do not matter. */
  search?: string;
  /** Only contacts of this status. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug of a topic: only contacts that are subscribed to it. */
  topic?: string;
}

export interface ImportContactsQuery {
  /** JSON object with names of columns and what they are: `email`, `first_name`, `last_name`, `status`, `ignore` or `properties.<name>`. Other columns are recognized by their names. */
  columns?: string;
  /** Slugs of topics, divided by commas, that every row is subscribed to; left out: none. */
  topics?: string;
  /** Where the consent comes from, kept with the changes; left out: not said. */
  source?: string;
}

export interface ListContactImportsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListSubscriptionChangesQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListTopicsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListSegmentsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListSegmentContactsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListBroadcastsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only broadcasts of this status. */
  status?: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled';
}

export interface ListBroadcastRecipientsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only recipients of whom this became. */
  outcome?: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' | 'invalid' | 'canceled' | 'waiting';
}

export interface ListAutomationsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListAutomationRunsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only runs of this status. */
  status?: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled';
  /** Id or address of a contact: only its runs. */
  contact?: string;
}

export interface ListSignupFormsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListSignupRequestsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListClientOrganizationsQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
}

export interface ListAuditLogQuery {
  /**
   * How many items to answer at most, 1 to 100.
   *
   * Default: `25`
   */
  limit?: number;
  /** The `next_cursor` of the page before, with the same filters; left out: the first page. It is good for this list of this organization only. */
  cursor?: string;
  /** Only this action. */
  action?: string;
  /** Only what this key or user (its id), or this type of actor did. */
  actor?: string;
  /** Only what was done to this object (its id), or to this type. */
  target?: string;
  /** Only what was done at this time or later. */
  since?: string | Date;
  /** Only what was done at this time or earlier. */
  until?: string | Date;
}

export class EmailsResource extends Resource {
  /**
   * List emails
   *
   * A page of emails, newest first, that meet every filter that is given. A key that is restricted to domains sees theirs only. Content and events are not in the list: `GET /emails/{id}` has them. A search whose filters hardly ever meet looks at a bounded number of emails per page: the page may then be short or empty and still have a `next_cursor`; go on until there is none.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListEmailsQuery, options?: CallOptions): List<EmailSummary> {
    return this.api.list({ method: 'GET', path: '/emails', query }, options);
  }

  /**
   * Get an email
   *
   * Returns an email with its content and its events. Content and metadata are null after the organization's retention period; the email and its events stay. A key that is restricted to domains gets `not_found` for emails of other domains.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Email>> {
    return this.api.call({ method: 'GET', path: path`/emails/${id}` }, options);
  }

  /**
   * Reschedule an email
   *
   * Changes the time of a scheduled email that is still `queued` and whose time has not come. The same request again changes nothing and returns the same answer. Other emails return `not_schedulable`. Quotas count the email on the day it was accepted, whatever its time is.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  update(id: string, body: RescheduleEmailRequest, options?: CallOptions): Promise<Answer<RescheduledEmail>> {
    return this.api.call({ method: 'PATCH', path: path`/emails/${id}`, body }, options);
  }

  /**
   * Cancel an email
   *
   * Works while the email is `queued`, so for scheduled ones until their time. Once a worker has taken it, it answers `not_cancelable`: what was handed over cannot be called back. The quota that it took is given back.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<CanceledEmail>> {
    return this.api.call({ method: 'POST', path: path`/emails/${id}/cancel` }, options);
  }
}

export class EmailEventsResource extends Resource {
  /**
   * List email events
   *
   * Returns the same events as webhooks, in the order in which they were recorded and about 10 seconds later. Use it to catch up after an outage, or instead of webhooks. Store `next_cursor` and pass it as `after` in the next request. When `has_more` is false, wait before you ask again. Event ids never change.
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
   * Every endpoint with its state, without secrets.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): List<Webhook> {
    return this.api.list({ method: 'GET', path: '/webhooks', query }, options);
  }

  /**
   * Add a webhook endpoint
   *
   * Adds an endpoint that receives the next events. The response contains the signing secret, which is shown only once: verify every delivery with it. The endpoint must answer with any 2xx within 5 seconds; otherwise the delivery is retried for 28 hours. Try it with `POST /webhooks/{id}/test`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateWebhookRequest, options?: CallOptions): Promise<Answer<CreatedWebhook>> {
    return this.api.call({ method: 'POST', path: '/webhooks', body }, options);
  }

  /**
   * Get a webhook endpoint
   *
   * `disabled_reason` and `failing_since` tell how it fares.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}` }, options);
  }

  /**
   * Update a webhook endpoint
   *
   * Changes the given fields; null clears a field. Enabling an endpoint resets its failures. `POST /webhooks/{id}/replay` then sends the events that it missed.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'PATCH', path: path`/webhooks/${id}`, body }, options);
  }

  /**
   * Delete a webhook endpoint
   *
   * Deletes an endpoint and its delivery log; nothing more is sent to it. To pause it, set `status` to `disabled` instead.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/webhooks/${id}`, read: 'none' }, options);
  }

  /**
   * Rotate a signing secret
   *
   * Creates a new signing secret, which is shown only in this response. For 24 hours deliveries have two signatures (one for each secret), so deploy the new secret within that time.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotateSecret(id: string, options?: CallOptions): Promise<Answer<RotatedWebhook>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/rotate-secret` }, options);
  }

  /**
   * Send a test webhook
   *
   * Sends a `webhook.test` event, even if the endpoint did not choose this type. A failure is retried like any other. `GET /webhooks/{id}/deliveries/{delivery_id}` shows the endpoint's response.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  sendTest(id: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/test` }, options);
  }

  /**
   * List deliveries
   *
   * Returns one delivery for each event that was sent to the endpoint, newest event first.
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
   * Get a delivery
   *
   * Returns a delivery with every attempt: the status, the duration and the first 4 KB of the response.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}/deliveries/${deliveryId}` }, options);
  }

  /**
   * Replay a delivery
   *
   * Sends a delivery again at once: the same body and `postrider-delivery-id`, with a new signature. Also works for `exhausted` deliveries, up to a thousand times.
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
   * Sends all events of a period again, for an endpoint that was down. It runs in the background: `GET /webhooks/{id}/replays/{replay_id}` returns its progress. Up to ten replays can run per endpoint. Delivery ids stay the same, so a receiver can skip what it already has.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  replay(id: string, body: ReplayWebhookRequest, options?: CallOptions): Promise<Answer<WebhookReplay>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/replay`, body }, options);
  }

  /**
   * Get a replay
   *
   * Ask again every few seconds until `status` is not `running`.
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
   * A page of emails that came to your domains, newest first: replies to the `reply_address` of a domain, and, where `PATCH /domains/{id}` says so, emails to other addresses of it.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListInboundQuery, options?: CallOptions): List<InboundEmailSummary> {
    return this.api.list({ method: 'GET', path: '/inbound', query }, options);
  }

  /**
   * Get a received email
   *
   * Its text, headers and list of files. `reply_text` is what the person wrote, without what it quotes. Content is null once retention has deleted it, and to a test key.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<InboundEmail>> {
    return this.api.call({ method: 'GET', path: path`/inbound/${id}` }, options);
  }

  /**
   * Download an attachment
   *
   * The file as it came, as `application/octet-stream`: it was written by a stranger, so do not open it unchecked.
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
   * Content is not in the list; `GET /templates/{id_or_slug}` has it.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<TemplateSummary> {
    return this.api.list({ method: 'GET', path: '/templates', query }, options);
  }

  /**
   * Create a template
   *
   * A template can be sent once it is published with `POST /templates/{id_or_slug}/publish`; until then it may be unfinished. `…/render` shows what a send would become.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: '/templates', body }, options);
  }

  /**
   * Get a template
   *
   * The draft, which may differ from what is published.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'GET', path: path`/templates/${idOrSlug}` }, options);
  }

  /**
   * Update a template
   *
   * Changes the draft alone; sends get the published version until the next `POST /templates/{id_or_slug}/publish`. What is left out stays, null clears. A changed slug counts at once.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(idOrSlug: string, body: UpdateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'PATCH', path: path`/templates/${idOrSlug}`, body }, options);
  }

  /**
   * Publish a template
   *
   * Checks the draft, lists everything that is wrong with it, and makes it the next version. Publishing an archived template restores it. Versions are never changed: an email that names a version gets what was published as it.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/publish` }, options);
  }

  /**
   * Archive a template
   *
   * Takes a template out of use: sends with it are refused with `template_not_found`. Versions are kept, and publishing restores it.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  archive(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/archive` }, options);
  }

  /**
   * Preview a template
   *
   * Renders the draft, or the given version, without sending it. Missing, unknown and mistyped variables answer `template_variables`, as a send would.
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
}

export class DomainsResource extends Resource {
  /**
   * List domains
   *
   * Every domain with its records. A page may hold fewer than `limit`, since records are large.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListDomainsQuery, options?: CallOptions): List<Domain> {
    return this.api.list({ method: 'GET', path: '/domains', query }, options);
  }

  /**
   * Add a domain
   *
   * Makes a DKIM key pair and answers the DNS records to publish. With `dns_mode: cloudflare`, `POST /domains/{id}/publish` writes them; otherwise publish them at your DNS provider. Looking for them begins by itself, after 1, 2 and 5 minutes, then every 15; `POST /domains/{id}/verify` looks at once. Nothing is sent from the domain before it is `verified`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateDomainRequest, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: '/domains', body }, options);
  }

  /**
   * Get a domain
   *
   * Each record tells what to publish (`value`), what is published (`observed`), and what is wrong with it (`error`).
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}` }, options);
  }

  /**
   * Update a domain
   *
   * Changes what the domain receives, then looks for its DNS records and answers with what it found. With the modes `addresses` and `catch_all` the `INBOUND` record brings all mail for the domain here: where people already read mail at the domain, add a subdomain as a domain of its own and receive there. A verified domain receives 10 seconds after the change.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateDomainRequest, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'PATCH', path: path`/domains/${id}`, body }, options);
  }

  /**
   * Delete a domain
   *
   * Removes the DNS records that were published for it, its identity at a provider, its DKIM keys, its suppressions and its counters, for good. A domain that has sent mail, or that broadcasts, forms, automations or active keys use, is kept: `domain_in_use` names what keeps it. When a provider refuses, `domain_cleanup_failed`; the domain stays `disabled` and the call may be repeated.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/domains/${id}`, read: 'none' }, options);
  }

  /**
   * Get DMARC reports
   *
   * Made of the aggregate reports that receivers send for the domain once its DMARC record names our address. Sources that you do not know, with many failures, are somebody else who sends in your name.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDmarc(id: string, query?: ReadDmarcReportsQuery, options?: CallOptions): Promise<Answer<Dmarc>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}/dmarc`, query }, options);
  }

  /**
   * Verify a domain
   *
   * Looks for the DNS records now and answers what it found. A verified domain is looked at daily by itself; a failed one only after this call. DNS caches may still show what was there before.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  verify(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/verify` }, options);
  }

  /**
   * Publish DNS records
   *
   * Writes every record that is missing or wrong at the DNS provider of the platform, then looks for them. Only for domains with `dns_mode: cloudflare` of internal organizations; others answer `manual_dns`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/publish` }, options);
  }

  /**
   * Register a domain with Amazon SES
   *
   * Needed only where mail of the domain goes out over Amazon SES; elsewhere it answers `unsupported_transport`. Can be repeated.
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
   * What the key may do and for which domains, to check a configuration without sending. The SMTP relay uses it to log in. No secret is answered.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getOwn(options?: CallOptions): Promise<Answer<KeyIdentity>> {
    return this.api.call({ method: 'GET', path: '/keys/me' }, options);
  }

  /**
   * List API keys
   *
   * Keys of every state, without their tokens. `last_used_at` tells which are not needed any more.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListKeysQuery, options?: CallOptions): List<ApiKey> {
    return this.api.list({ method: 'GET', path: '/keys', query }, options);
  }

  /**
   * Create an API key
   *
   * Creates a key. Its token is shown only in this response; only a hash of it is stored. `admin` keys are made in the console or by the operator. A key that is restricted to domains can make keys for these only. Give each program a key of its own, so that one can be rotated without the others.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: '/keys', body }, options);
  }

  /**
   * Get an API key
   *
   * One key, without its token.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<ApiKey>> {
    return this.api.call({ method: 'GET', path: path`/keys/${id}` }, options);
  }

  /**
   * Rotate an API key
   *
   * Creates a replacement with the same permissions. Its token is shown only in this response. The old token works for another 24 hours. A key that was already rotated gets `already_rotated`; rotate its replacement.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotate(id: string, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: path`/keys/${id}/rotate` }, options);
  }

  /**
   * Revoke an API key
   *
   * Revokes a key at once, also the calling one. Further requests and SMTP logins with it are refused; emails that were already accepted are still sent. This cannot be undone.
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
   * A page of entries that meet every filter that is given. A key that is restricted to domains sees those of its domains and those of the whole organization, which stop its sends, too.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSuppressionsQuery, options?: CallOptions): List<Suppression> {
    return this.api.list({ method: 'GET', path: '/suppressions', query }, options);
  }

  /**
   * Suppress an address
   *
   * Stops mail to an address from now on. Of what is queued already, bulk mail is looked at once more before it goes; other mail is still sent. An entry that comes from a complaint, a hard bounce, a validation or an unsubscription is stronger: `suppression_conflict`.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateSuppressionRequest, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'POST', path: '/suppressions', body }, options);
  }

  /**
   * Export suppressions
   *
   * The same filters as the list, as one CSV with a header row. When the connection ends early the file is incomplete; ask again.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportSuppressionsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/suppressions/export', query, read: 'stream' }, options);
  }

  /**
   * Import suppressions
   *
   * Takes the file and reads it in the background; `GET /suppressions/imports/{id}` shows its progress. Of an export of contacts, rows that unsubscribed, bounced or complained are taken, and rows whose status is not known are refused. Import the lists of the service that you leave before you send from here.
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
   * Returns the first 10,000 rows that were refused, as CSV with the columns `row`, `value`, `code` and `reason`. Correct them and import them again.
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
   * By id or address; `not_found` means that nothing stops mail to the address.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'GET', path: path`/suppressions/${idOrEmail}` }, options);
  }

  /**
   * Delete a suppression
   *
   * Mail goes to the address again. Remove a hard bounce only when you know that the address works now, and a complaint only when the person asked for mail.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/suppressions/${idOrEmail}`, read: 'none' }, options);
  }
}

export class MetricsResource extends Resource {
  /**
   * Get daily metrics
   *
   * Counters of live mail by day (UTC), which count recipients, some seconds behind. Tests, and mail to suppressed addresses, are not in them.
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
   * What counts toward the plan and until when, and how fast this key may call. Counters of live mail are those that sends are checked against; when they cannot be read: `usage_unavailable`.
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
   * A page of contacts that meet every filter that is given.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListContactsQuery, options?: CallOptions): List<Contact> {
    return this.api.list({ method: 'GET', path: '/contacts', query }, options);
  }

  /**
   * Create or update a contact
   *
   * Creates a contact (201), or updates the one with that address (200). Missing fields keep their values; properties are merged. What the contact unsubscribed from itself stays unsubscribed unless you set `resubscribe`; the answer names it in `kept_unsubscribed`. Starts no automation: `POST /events` does. Prefer `POST /contacts/batch` for many, and `POST /contacts/import` for a file.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsert(body: UpsertContactRequest, options?: CallOptions): Promise<Answer<Contact>> {
    return this.api.call({ method: 'POST', path: '/contacts', body }, options);
  }

  /**
   * Create or update many contacts
   *
   * One request for up to 1,000 contacts, taken as `POST /contacts` takes each. The answer is 200 with an id or an error for each, in their order.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsertBatch(body: BatchContactsRequest, options?: CallOptions): Promise<Answer<BatchContactsResponse>> {
    return this.api.call({ method: 'POST', path: '/contacts/batch', body }, options);
  }

  /**
   * Export contacts
   *
   * The same filters as the list, as one CSV with a header row, written while it is read: of any length. When the connection ends early, the file is incomplete: request it again.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportContactsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/contacts/export', query, read: 'stream' }, options);
  }

  /**
   * Import contacts
   *
   * Takes the file and reads it in the background; `GET /contacts/imports/{id}` shows its progress. The status columns of other services are understood: unsubscribed rows become unsubscribed contacts, bounced and complained rows become suppressions, and rows whose status is not known are refused. A contact that is unsubscribed stays so.
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
   * Returns the first 10,000 rows that were refused, as CSV with the columns `row`, `value`, `code` and `reason`. Correct them and import them again.
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
   * By id or address. Choices about topics are in it.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<Contact>> {
    return this.api.call({ method: 'GET', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Delete a contact
   *
   * Forgets the contact, its properties and its history of consent, for good. What suppresses its address stays, so that nobody who left is written to again; of that only a digest of the address is kept.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, options?: CallOptions): Promise<Answer<DeletedContact>> {
    return this.api.call({ method: 'DELETE', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Set subscriptions
   *
   * Sets one choice (`topic`, `state`) or several (`topics`); others stay. A topic that the contact unsubscribed from itself stays unsubscribed unless you set `resubscribe`; the answer names it in `kept_unsubscribed`. Give a `consent` when you subscribe a contact, so that you can prove it.
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
   * Every change of the status and of subscriptions, newest first, with what proves it.
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
}

export class TopicsResource extends Resource {
  /**
   * List topics
   *
   * Every topic of the organization.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListTopicsQuery, options?: CallOptions): List<Topic> {
    return this.api.list({ method: 'GET', path: '/topics', query }, options);
  }

  /**
   * Create a topic
   *
   * Something that contacts can subscribe to and leave, for example a newsletter. Broadcasts are about a topic and go only to those who are subscribed to it.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'POST', path: '/topics', body }, options);
  }

  /**
   * Get a topic
   *
   * One topic by its slug.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(slug: string, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'GET', path: path`/topics/${slug}` }, options);
  }

  /**
   * Update a topic
   *
   * What is left out stays. A changed `default_opt_in` counts at once for every contact that never chose.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(slug: string, body: UpdateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'PATCH', path: path`/topics/${slug}`, body }, options);
  }

  /**
   * Delete a topic
   *
   * Refused with `topic_in_use` while a broadcast, a signup form or an automation names it. Choices that contacts made about it are forgotten.
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
   * Answers within some two seconds. A count that takes longer goes on in the background: until it is ready, the segment has its last count, or null; `counted_at` says from when it is.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListSegmentsQuery, options?: CallOptions): List<Segment> {
    return this.api.list({ method: 'GET', path: '/segments', query }, options);
  }

  /**
   * Create a segment
   *
   * A segment is a filter, not a list: it contains the contacts that match at the time. `contact_count` is the current number.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'POST', path: '/segments', body }, options);
  }

  /**
   * Get a segment
   *
   * A segment with its number of contacts. A count that takes longer than two seconds goes on in the background, as in the list.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'GET', path: path`/segments/${id}` }, options);
  }

  /**
   * Update a segment
   *
   * What is left out stays. Broadcasts that have not begun go to whoever meets the new filter.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'PATCH', path: path`/segments/${id}`, body }, options);
  }

  /**
   * Delete a segment
   *
   * The segment alone; a broadcast that names it and has not begun cannot begin any more.
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
   * Content is not in the list; `GET /broadcasts/{id}` has it.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<BroadcastSummary> {
    return this.api.list({ method: 'GET', path: '/broadcasts', query }, options);
  }

  /**
   * Create a broadcast
   *
   * Creates an email to the contacts of a segment: a draft, or scheduled if `scheduled_at` is given. Check it with `POST /broadcasts/{id}/preview` and `…/test`, then start it with `…/send`. It needs a verified domain of stream `bulk`, and goes to contacts of the segment who are subscribed to the topic.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: '/broadcasts', body }, options);
  }

  /**
   * Get a broadcast
   *
   * Counts are some seconds behind while it is sent. `waiting_for` says what keeps it.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}` }, options);
  }

  /**
   * Update a broadcast
   *
   * While it is a draft or scheduled; what is left out stays, null clears. `scheduled_at: null` makes a scheduled one a draft again.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  update(id: string, body: UpdateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'PATCH', path: path`/broadcasts/${id}`, body }, options);
  }

  /**
   * Delete a broadcast
   *
   * Of a draft, or of one that was canceled before it began.
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/broadcasts/${id}`, read: 'none' }, options);
  }

  /**
   * Send a broadcast
   *
   * Sends a draft now, or at `scheduled_at`; reschedules a scheduled one. Content, segment, topic and domain are checked now; each contact is taken once, whatever happens in between, and gets one email. With an A/B test a part of them gets the variants first. `…/cancel` stops what has not been sent.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  send(id: string, body?: SendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/send`, body }, options);
  }

  /**
   * Cancel a broadcast
   *
   * Stops a broadcast: emails that are still queued are canceled. Emails that have left cannot be recalled.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/cancel` }, options);
  }

  /**
   * Choose the A/B test winner
   *
   * Only while it is `testing`; the rest of the recipients get the variant at once.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  decide(id: string, body: DecideBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/decide`, body }, options);
  }

  /**
   * Resend to those who did not open
   *
   * Sends a broadcast once more to those who did not open it, at least 24 hours after it finished (`resend_too_early` says when). Creates a broadcast whose `parent_id` is this one. Mail programs can hide that an email was opened, so some people get it twice.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  resend(id: string, body?: ResendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/resend`, body }, options);
  }

  /**
   * Preview a broadcast
   *
   * Renders the content as a contact would get it, with the legal footer. Unsubscribe and preferences links are examples.
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
   * Real emails to the addresses that are named, which need not be contacts; they count toward the quota, not toward the broadcast.
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
   * Returns the recipients with the outcome for each. The list grows while the broadcast is sent; `outcome` filters, for example by `invalid` to see for whom the content could not be rendered.
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
}

export class EventsResource extends Resource {
  /**
   * Send a contact event
   *
   * Starts a run of each active automation with this trigger, and ends waits for it. With `email`, a contact that does not exist yet is created. Set `idempotency_key` to retry safely.
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
   * Steps are not in the list; `GET /automations/{id_or_slug}` has them.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListAutomationsQuery, options?: CallOptions): List<AutomationSummary> {
    return this.api.list({ method: 'GET', path: '/automations', query }, options);
  }

  /**
   * Create an automation
   *
   * Begins runs from the next event on, unless it is `paused`. Its mails have the kind `sequence.<slug>`, so they are bulk mail: they need a domain of stream `bulk`, carry unsubscribe headers and go only to those who may be mailed.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateAutomationRequest, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'POST', path: '/automations', body }, options);
  }

  /**
   * Get an automation
   *
   * The steps of the version that new runs begin with.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}` }, options);
  }

  /**
   * Update an automation
   *
   * What is left out stays. Runs that have begun finish on the steps that they began with. `status: paused` stops them where they are; `active` lets them go on.
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
   * Runs that have not ended are canceled within seconds. Emails that were sent keep their kind.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(idOrSlug: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/automations/${idOrSlug}`, read: 'none' }, options);
  }

  /**
   * List runs
   *
   * One run for each contact and event that began it.
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
   * Get a run
   *
   * Where it is, what it waits for, and each step that it has taken.
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getRun(idOrSlug: string, runId: string, options?: CallOptions): Promise<Answer<AutomationRun>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}/runs/${runId}` }, options);
  }

  /**
   * Cancel a run
   *
   * Ends one run for good; the contact and its other runs go on.
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
   * Every form of the organization with the URL of its page, of each status.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSignupFormsQuery, options?: CallOptions): List<SignupForm> {
    return this.api.list({ method: 'GET', path: '/signup-forms', query }, options);
  }

  /**
   * Create a signup form
   *
   * Creates a hosted page on which people subscribe (double opt-in). Link to its `url`, or post to it from your own form. A person who submits it gets an email and is subscribed after confirming; the consent is recorded.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSignupFormRequest, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'POST', path: '/signup-forms', body }, options);
  }

  /**
   * Get a signup form
   *
   * One form with the URL of its page.
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'GET', path: path`/signup-forms/${id}` }, options);
  }

  /**
   * Update a signup form
   *
   * Changes the given fields; null clears a field. People who have already submitted the form get the topics that it showed then.
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
   * Returns who submitted the form, when and from where, with the proof of consent of those who confirmed. Unconfirmed requests are deleted some time after their link expires.
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
   * Its settings, and whether sending is paused or under review.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(options?: CallOptions): Promise<Answer<Organization>> {
    return this.api.call({ method: 'GET', path: '/organization' }, options);
  }

  /**
   * Update your organization
   *
   * What is left out stays. `sending_paused: true` stops live sends at once with `sending_paused`; what is queued waits, and goes on when sending resumes. A shorter `body_retention_days` deletes older content soon after.
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
   * Organizations that yours has made, not those of others.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListClientOrganizationsQuery, options?: CallOptions): List<ClientOrganization> {
    return this.api.list({ method: 'GET', path: '/organizations', query }, options);
  }

  /**
   * Create a client organization
   *
   * For unrestricted live ADMIN keys of internal organizations. The client begins on the plan `free`, with default alerts and no members; its first emails are screened. The token of its first key is shown only in this response: use it to add its domains and webhooks. At most 25 a day (UTC): `organization_quota_exceeded`.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateOrganizationRequest, options?: CallOptions): Promise<Answer<CreatedOrganization>> {
    return this.api.call({ method: 'POST', path: '/organizations', body }, options);
  }

  /**
   * Revoke keys of a client
   *
   * For an incident: every live key of the client is refused from now on; works also while you are paused or under review. With `replace_with` one new key is made, whose token is in this answer only.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  revokeKeys(id: string, body?: RevokeKeysRequest, options?: CallOptions): Promise<Answer<RevokedKeys>> {
    return this.api.call({ method: 'POST', path: path`/organizations/${id}/revoke-keys`, body }, options);
  }
}

export class AuditLogResource extends Resource {
  /**
   * List audit log entries
   *
   * Each change that a key, a user, an operator or the system made to keys, domains, webhooks and settings, kept with the values before and after; never a secret. Sends are not in it: `GET /emails` lists them.
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListAuditLogQuery, options?: CallOptions): List<AuditEntry> {
    return this.api.list({ method: 'GET', path: '/audit-log', query }, options);
  }
}
