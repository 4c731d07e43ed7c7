// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.

import type { Answer, CallOptions, CsvBody, FileContent, StreamContent, TextContent } from '../http/call';
import type { List } from '../http/list';
import { path } from '../http/path';
import { Resource } from '../http/resource';
import type {
  CreateDomainRequest,
  CreateApiKeyRequest,
  UpdateOrganizationRequest,
  CreateTopicRequest,
  UpdateTopicRequest,
  UpsertContactRequest,
  SetSubscriptionsRequest,
  CreateSuppressionRequest,
  CreateSegmentRequest,
  UpdateSegmentRequest,
  CreateBroadcastRequest,
  UpdateBroadcastRequest,
  SendBroadcastRequest,
  DecideBroadcastRequest,
  ResendBroadcastRequest,
  PreviewBroadcastRequest,
  TestBroadcastRequest,
  CreateSignupFormRequest,
  UpdateSignupFormRequest,
  CreateOrganizationRequest,
  RevokeKeysRequest,
  CreateTemplateRequest,
  UpdateTemplateRequest,
  RenderTemplateRequest,
  CreateWebhookRequest,
  UpdateWebhookRequest,
  ReplayWebhookRequest,
  PostEventRequest,
  CreateAutomationRequest,
  UpdateAutomationRequest,
  EmailSummary,
  Domain,
  Dmarc,
  KeyIdentity,
  CreatedApiKey,
  ApiKey,
  Organization,
  Topic,
  Contact,
  BatchContactsResponse,
  ContactImport,
  DeletedContact,
  SubscriptionChange,
  Suppression,
  SuppressionImport,
  Segment,
  Broadcast,
  BroadcastSummary,
  BroadcastPreview,
  TestBroadcastResponse,
  BroadcastRecipient,
  SignupForm,
  SignupRequest,
  AuditEntry,
  CreatedOrganization,
  ClientOrganization,
  RevokedKeys,
  Email,
  CanceledEmail,
  InboundEmailSummary,
  InboundEmail,
  Metrics,
  Usage,
  Template,
  TemplateSummary,
  RenderedTemplate,
  CreatedWebhook,
  Webhook,
  RotatedWebhook,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookReplay,
  EmailEventEntry,
  PostedEvent,
  Automation,
  AutomationSummary,
  AutomationRunSummary,
  AutomationRun,
} from './schemas';

export interface ListEmailsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
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
  to?: string;
  kind?: string;
  mode?: 'live' | 'test';
  since?: string | Date;
  until?: string | Date;
}

export interface ListDomainsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ReadDmarcReportsQuery {
  /** Default: `30` */
  days?: number;
}

export interface ListKeysQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListTopicsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListContactsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  /** The whole address */
  email?: string;
  /** A part of the address or of a name; case does not matter */
  search?: string;
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug: those who are subscribed to it */
  topic?: string;
}

export interface ExportContactsQuery {
  /** The whole address */
  email?: string;
  /** A part of the address or of a name; case does not matter */
  search?: string;
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
  /** Slug: those who are subscribed to it */
  topic?: string;
}

export interface ImportContactsQuery {
  /** Slugs, divided by commas, that every row is subscribed to */
  topics?: string;
  /** Where the consent comes from: kept with the changes */
  source?: string;
}

export interface ListContactImportsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListSubscriptionChangesQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListSuppressionsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  email?: string;
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain: its own entries alone */
  domain?: string;
}

export interface ExportSuppressionsQuery {
  email?: string;
  reason?: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe';
  /** Name of a sending domain: its own entries alone */
  domain?: string;
}

export interface ImportSuppressionsQuery {
  /** Scope of all rows; left out: the whole organization */
  domain?: string;
}

export interface ListSuppressionImportsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListSegmentsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListSegmentContactsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListBroadcastsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  status?: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled';
}

export interface ListBroadcastRecipientsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  outcome?: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' | 'invalid' | 'waiting';
}

export interface ListSignupFormsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListSignupRequestsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListAuditLogQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  action?: string;
  /** Id of a key or user, or an actor type */
  actor?: string;
  /** Id of an object, or its type */
  target?: string;
  since?: string | Date;
  until?: string | Date;
}

export interface ListClientOrganizationsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListInboundQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  email_id?: string;
  from?: string;
  domain?: string;
  since?: string | Date;
  until?: string | Date;
}

export interface ReadMetricsQuery {
  /** Default: `30` */
  days?: number;
  domain?: string;
  facet?: 'provider' | 'key' | 'template' | 'kind';
  key?: string;
}

export interface ListTemplatesQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  status?: 'draft' | 'published' | 'archived';
}

export interface ListWebhooksQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListWebhookDeliveriesQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  status?: 'pending' | 'delivered' | 'exhausted';
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
    | 'webhook.test';
}

export interface ListEmailEventsQuery {
  /** Default: `25` */
  limit?: number;
  /** The `next_cursor` of the answer before; left out: the oldest event */
  after?: string;
}

export interface ListAutomationsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
}

export interface ListAutomationRunsQuery {
  /** Default: `25` */
  limit?: number;
  cursor?: string;
  status?: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled';
  /** Id or address */
  contact?: string;
}

export class EmailsResource extends Resource {
  /**
   * List emails, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListEmailsQuery, options?: CallOptions): List<EmailSummary> {
    return this.api.list({ method: 'GET', path: '/emails', query }, options);
  }

  /**
   * Read an email, its content and its events
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Email>> {
    return this.api.call({ method: 'GET', path: path`/emails/${id}` }, options);
  }

  /**
   * Cancel an email that is still queued
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<CanceledEmail>> {
    return this.api.call({ method: 'POST', path: path`/emails/${id}/cancel` }, options);
  }
}

export class DomainsResource extends Resource {
  /**
   * List sending domains, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListDomainsQuery, options?: CallOptions): List<Domain> {
    return this.api.list({ method: 'GET', path: '/domains', query }, options);
  }

  /**
   * Add a sending domain; the answer carries the DNS records to publish
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateDomainRequest, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: '/domains', body }, options);
  }

  /**
   * Read a sending domain with its DNS records, and what is wrong with them
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}` }, options);
  }

  /**
   * Delete a domain that never sent mail
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/domains/${id}`, read: 'none' }, options);
  }

  /**
   * What receivers report about mail that claims to be from a domain: daily totals, and its sources
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDmarc(id: string, query?: ReadDmarcReportsQuery, options?: CallOptions): Promise<Answer<Dmarc>> {
    return this.api.call({ method: 'GET', path: path`/domains/${id}/dmarc`, query }, options);
  }

  /**
   * Look for the DNS records now; reopens a domain that has failed
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  verify(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/verify` }, options);
  }

  /**
   * Write the DNS records at the DNS provider
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/publish` }, options);
  }

  /**
   * Register the domain with the upstream provider: identity, DKIM key and custom MAIL FROM
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  registerIdentity(id: string, options?: CallOptions): Promise<Answer<Domain>> {
    return this.api.call({ method: 'POST', path: path`/domains/${id}/register-identity` }, options);
  }
}

export class KeysResource extends Resource {
  /**
   * Read the calling key
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getOwn(options?: CallOptions): Promise<Answer<KeyIdentity>> {
    return this.api.call({ method: 'GET', path: '/keys/me' }, options);
  }

  /**
   * List keys of every state, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListKeysQuery, options?: CallOptions): List<ApiKey> {
    return this.api.list({ method: 'GET', path: '/keys', query }, options);
  }

  /**
   * Make a key; its token is shown in this answer only
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: '/keys', body }, options);
  }

  /**
   * Read a key
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<ApiKey>> {
    return this.api.call({ method: 'GET', path: path`/keys/${id}` }, options);
  }

  /**
   * Replace a key; the old token stays valid for 24 hours, the new one is shown in this answer only
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotate(id: string, options?: CallOptions): Promise<Answer<CreatedApiKey>> {
    return this.api.call({ method: 'POST', path: path`/keys/${id}/rotate` }, options);
  }

  /**
   * End a key at once, the calling one too: its next request is refused
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  revoke(id: string, options?: CallOptions): Promise<Answer<ApiKey>> {
    return this.api.call({ method: 'POST', path: path`/keys/${id}/revoke` }, options);
  }
}

export class OrganizationResource extends Resource {
  /**
   * Read the key's own organization
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(options?: CallOptions): Promise<Answer<Organization>> {
    return this.api.call({ method: 'GET', path: '/organization' }, options);
  }

  /**
   * Change settings of the organization, pause its sending or resume it
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(body: UpdateOrganizationRequest, options?: CallOptions): Promise<Answer<Organization>> {
    return this.api.call({ method: 'PATCH', path: '/organization', body }, options);
  }
}

export class TopicsResource extends Resource {
  /**
   * List topics, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListTopicsQuery, options?: CallOptions): List<Topic> {
    return this.api.list({ method: 'GET', path: '/topics', query }, options);
  }

  /**
   * Add a topic that contacts can subscribe to
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'POST', path: '/topics', body }, options);
  }

  /**
   * Read a topic
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(slug: string, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'GET', path: path`/topics/${slug}` }, options);
  }

  /**
   * Change a topic; its slug stays
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(slug: string, body: UpdateTopicRequest, options?: CallOptions): Promise<Answer<Topic>> {
    return this.api.call({ method: 'PATCH', path: path`/topics/${slug}`, body }, options);
  }

  /**
   * Remove a topic and what contacts chose about it; segments that name it then hold nobody
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(slug: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/topics/${slug}`, read: 'none' }, options);
  }
}

export class ContactsResource extends Resource {
  /**
   * List contacts, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListContactsQuery, options?: CallOptions): List<Contact> {
    return this.api.list({ method: 'GET', path: '/contacts', query }, options);
  }

  /**
   * Add a contact, or change the one of that address; fields left out stay
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsert(body: UpsertContactRequest, options?: CallOptions): Promise<Answer<Contact>> {
    return this.api.call({ method: 'POST', path: '/contacts', body }, options);
  }

  /**
   * Add or change up to 1,000 contacts; an item that is refused stops no other
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  upsertBatch(
    body: readonly UpsertContactRequest[],
    options?: CallOptions,
  ): Promise<Answer<BatchContactsResponse>> {
    return this.api.call({ method: 'POST', path: '/contacts/batch', body }, options);
  }

  /**
   * Every contact that the list shows, as CSV; an answer without its last chunk is incomplete
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportContactsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/contacts/export', query, read: 'stream' }, options);
  }

  /**
   * Add or change the contacts of a CSV file; columns that are no name, address or status become properties
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
   * List imports of the last 30 days, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listImports(query?: ListContactImportsQuery, options?: CallOptions): List<ContactImport> {
    return this.api.list({ method: 'GET', path: '/contacts/imports', query }, options);
  }

  /**
   * How far an import has come
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImport(id: string, options?: CallOptions): Promise<Answer<ContactImport>> {
    return this.api.call({ method: 'GET', path: path`/contacts/imports/${id}` }, options);
  }

  /**
   * The first 10,000 rows that an import did not take, and why, as CSV
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
   * Read a contact by its id or its address
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<Contact>> {
    return this.api.call({ method: 'GET', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Forget a contact with its properties and history; what suppresses its address stays
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, options?: CallOptions): Promise<Answer<DeletedContact>> {
    return this.api.call({ method: 'DELETE', path: path`/contacts/${idOrEmail}` }, options);
  }

  /**
   * Subscribe a contact to topics, or unsubscribe it
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
   * How a contact came to its status and subscriptions: who, when, and by what consent
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

export class SuppressionsResource extends Resource {
  /**
   * List suppressed addresses, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSuppressionsQuery, options?: CallOptions): List<Suppression> {
    return this.api.list({ method: 'GET', path: '/suppressions', query }, options);
  }

  /**
   * Add an address by hand; the same again answers 200, and gives the entry the end that it says
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateSuppressionRequest, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'POST', path: '/suppressions', body }, options);
  }

  /**
   * Every entry that the list shows, as CSV; an answer without its last chunk is incomplete
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  export(query?: ExportSuppressionsQuery, options?: CallOptions): Promise<Answer<StreamContent>> {
    return this.api.call({ method: 'GET', path: '/suppressions/export', query, read: 'stream' }, options);
  }

  /**
   * Add the addresses of a CSV file; exports of Postmark, SES, SendGrid, Mailgun and Resend as they are
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
   * List imports of the last 30 days, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listImports(query?: ListSuppressionImportsQuery, options?: CallOptions): List<SuppressionImport> {
    return this.api.list({ method: 'GET', path: '/suppressions/imports', query }, options);
  }

  /**
   * How far an import has come
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  getImport(id: string, options?: CallOptions): Promise<Answer<SuppressionImport>> {
    return this.api.call({ method: 'GET', path: path`/suppressions/imports/${id}` }, options);
  }

  /**
   * The first 10,000 rows that an import did not take, and why, as CSV
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
   * Read a suppressed address; of several entries of an address the one that stops most
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrEmail: string, options?: CallOptions): Promise<Answer<Suppression>> {
    return this.api.call({ method: 'GET', path: path`/suppressions/${idOrEmail}` }, options);
  }

  /**
   * Remove an entry; by its address, every entry of it that the key may remove
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(idOrEmail: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/suppressions/${idOrEmail}`, read: 'none' }, options);
  }
}

export class SegmentsResource extends Resource {
  /**
   * List segments, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListSegmentsQuery, options?: CallOptions): List<Segment> {
    return this.api.list({ method: 'GET', path: '/segments', query }, options);
  }

  /**
   * Add a segment: the contacts that meet every condition of its filter
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'POST', path: '/segments', body }, options);
  }

  /**
   * Read a segment
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'GET', path: path`/segments/${id}` }, options);
  }

  /**
   * Change the name or the filter of a segment
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateSegmentRequest, options?: CallOptions): Promise<Answer<Segment>> {
    return this.api.call({ method: 'PATCH', path: path`/segments/${id}`, body }, options);
  }

  /**
   * Remove a segment; its contacts stay
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/segments/${id}`, read: 'none' }, options);
  }

  /**
   * List the contacts that meet a segment now, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  listContacts(id: string, query?: ListSegmentContactsQuery, options?: CallOptions): List<Contact> {
    return this.api.list({ method: 'GET', path: path`/segments/${id}/contacts`, query }, options);
  }
}

export class BroadcastsResource extends Resource {
  /**
   * List broadcasts with their counts, newest first; a restricted key sees those of its domains
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<BroadcastSummary> {
    return this.api.list({ method: 'GET', path: '/broadcasts', query }, options);
  }

  /**
   * Add a broadcast: a mail to a segment, about a topic; a draft, unless it is scheduled
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  create(body: CreateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: '/broadcasts', body }, options);
  }

  /**
   * Read a broadcast with its content and its counts
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'GET', path: path`/broadcasts/${id}` }, options);
  }

  /**
   * Change a broadcast that has not begun
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  update(id: string, body: UpdateBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'PATCH', path: path`/broadcasts/${id}`, body }, options);
  }

  /**
   * Remove a broadcast that never began; of others the record stays
   *
   * Permission: FULL or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/broadcasts/${id}`, read: 'none' }, options);
  }

  /**
   * Send a draft, now or at a time; give a scheduled one another time
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  send(id: string, body?: SendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/send`, body }, options);
  }

  /**
   * Stop a broadcast: whose turn has not come gets nothing, and what is still queued is canceled
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  cancel(id: string, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/cancel` }, options);
  }

  /**
   * Choose the variant that the rest gets, without waiting for the metric of the A/B test
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  decide(id: string, body: DecideBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/decide`, body }, options);
  }

  /**
   * Send a broadcast again, once, to those who did not open it; not before 24 hours after it finished
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  resend(id: string, body?: ResendBroadcastRequest, options?: CallOptions): Promise<Answer<Broadcast>> {
    return this.api.call({ method: 'POST', path: path`/broadcasts/${id}/resend`, body }, options);
  }

  /**
   * Show what a contact would get; nothing is sent
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
   * Send a broadcast to up to ten addresses, now, as a test that it does not count
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
   * List whom a broadcast goes to, and what became of each
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

export class SignupFormsResource extends Resource {
  /**
   * List signup forms, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListSignupFormsQuery, options?: CallOptions): List<SignupForm> {
    return this.api.list({ method: 'GET', path: '/signup-forms', query }, options);
  }

  /**
   * Add a signup form: a page on which people subscribe, with a mail that asks them to confirm
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateSignupFormRequest, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'POST', path: '/signup-forms', body }, options);
  }

  /**
   * Read a signup form
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'GET', path: path`/signup-forms/${id}` }, options);
  }

  /**
   * Change a signup form; who has been asked to confirm still gets the topics that the form showed then
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateSignupFormRequest, options?: CallOptions): Promise<Answer<SignupForm>> {
    return this.api.call({ method: 'PATCH', path: path`/signup-forms/${id}`, body }, options);
  }

  /**
   * Remove a signup form with its requests; contacts and their history of consent stay
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/signup-forms/${id}`, read: 'none' }, options);
  }

  /**
   * List who has filled in a form, newest first: when, from where, and whether it was confirmed
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  listRequests(id: string, query?: ListSignupRequestsQuery, options?: CallOptions): List<SignupRequest> {
    return this.api.list({ method: 'GET', path: path`/signup-forms/${id}/requests`, query }, options);
  }
}

export class AuditLogResource extends Resource {
  /**
   * List changes of the organization: who made them, before and after, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListAuditLogQuery, options?: CallOptions): List<AuditEntry> {
    return this.api.list({ method: 'GET', path: '/audit-log', query }, options);
  }
}

export class OrganizationsResource extends Resource {
  /**
   * List the client organizations that the calling one created, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListClientOrganizationsQuery, options?: CallOptions): List<ClientOrganization> {
    return this.api.list({ method: 'GET', path: '/organizations', query }, options);
  }

  /**
   * Create a client organization; the token of its first key is shown in this answer only
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateOrganizationRequest, options?: CallOptions): Promise<Answer<CreatedOrganization>> {
    return this.api.call({ method: 'POST', path: '/organizations', body }, options);
  }

  /**
   * Revoke every live key of a client organization, and put a new one in their place if asked to
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  revokeKeys(id: string, body?: RevokeKeysRequest, options?: CallOptions): Promise<Answer<RevokedKeys>> {
    return this.api.call({ method: 'POST', path: path`/organizations/${id}/revoke-keys`, body }, options);
  }
}

export class InboundResource extends Resource {
  /**
   * List replies, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListInboundQuery, options?: CallOptions): List<InboundEmailSummary> {
    return this.api.list({ method: 'GET', path: '/inbound', query }, options);
  }

  /**
   * Read a reply and its content
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(id: string, options?: CallOptions): Promise<Answer<InboundEmail>> {
    return this.api.call({ method: 'GET', path: path`/inbound/${id}` }, options);
  }

  /**
   * Read a file that came with a reply, until retention deletes it
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

export class MetricsResource extends Resource {
  /**
   * Daily sending counters
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(query?: ReadMetricsQuery, options?: CallOptions): Promise<Answer<Metrics>> {
    return this.api.call({ method: 'GET', path: '/metrics', query }, options);
  }
}

export class UsageResource extends Resource {
  /**
   * Plan usage of the organization
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(options?: CallOptions): Promise<Answer<Usage>> {
    return this.api.call({ method: 'GET', path: '/usage' }, options);
  }
}

export class TemplatesResource extends Resource {
  /**
   * List templates without their content, newest first
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<TemplateSummary> {
    return this.api.list({ method: 'GET', path: '/templates', query }, options);
  }

  /**
   * Add a template as a draft
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: '/templates', body }, options);
  }

  /**
   * Read a template and its draft
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'GET', path: path`/templates/${idOrSlug}` }, options);
  }

  /**
   * Change the draft of a template, its name or its slug
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(idOrSlug: string, body: UpdateTemplateRequest, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'PATCH', path: path`/templates/${idOrSlug}`, body }, options);
  }

  /**
   * Make the draft the next version; an archived template is in use again
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  publish(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/publish` }, options);
  }

  /**
   * Take a template out of use; sends that name it are refused until it is published again
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  archive(idOrSlug: string, options?: CallOptions): Promise<Answer<Template>> {
    return this.api.call({ method: 'POST', path: path`/templates/${idOrSlug}/archive` }, options);
  }

  /**
   * Show what a send would become; the draft, unless a version is named
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

export class WebhooksResource extends Resource {
  /**
   * List webhook endpoints, newest first
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): List<Webhook> {
    return this.api.list({ method: 'GET', path: '/webhooks', query }, options);
  }

  /**
   * Add a webhook endpoint; its signing secret is shown in this answer only
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateWebhookRequest, options?: CallOptions): Promise<Answer<CreatedWebhook>> {
    return this.api.call({ method: 'POST', path: '/webhooks', body }, options);
  }

  /**
   * Read a webhook endpoint
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  get(id: string, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}` }, options);
  }

  /**
   * Change a webhook endpoint; enabling it again forgets its failures
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  update(id: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<Answer<Webhook>> {
    return this.api.call({ method: 'PATCH', path: path`/webhooks/${id}`, body }, options);
  }

  /**
   * Remove a webhook endpoint; nothing more is delivered to it
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(id: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/webhooks/${id}`, read: 'none' }, options);
  }

  /**
   * Replace the signing secret, shown in this answer only; both sign for 24 hours
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  rotateSecret(id: string, options?: CallOptions): Promise<Answer<RotatedWebhook>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/rotate-secret` }, options);
  }

  /**
   * Send a `webhook.test` to an endpoint, whatever types it chose; read the delivery to see its outcome
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  sendTest(id: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/test` }, options);
  }

  /**
   * List the deliveries of an endpoint, newest event first
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
   * Read a delivery with its attempts and what was answered
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<Answer<WebhookDelivery>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}/deliveries/${deliveryId}` }, options);
  }

  /**
   * Send a delivery again at once, under the same id
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
   * Send the events of a stretch of time again, under the delivery ids that they always have
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  replay(id: string, body: ReplayWebhookRequest, options?: CallOptions): Promise<Answer<WebhookReplay>> {
    return this.api.call({ method: 'POST', path: path`/webhooks/${id}/replay`, body }, options);
  }

  /**
   * Read how far a replay has come
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  getReplay(id: string, replayId: string, options?: CallOptions): Promise<Answer<WebhookReplay>> {
    return this.api.call({ method: 'GET', path: path`/webhooks/${id}/replays/${replayId}` }, options);
  }
}

export class EmailEventsResource extends Resource {
  /**
   * Read the events of emails in order, as webhooks tell them; for whoever was down and catches up
   *
   * Permission: SEND or higher. Test keys: allowed.
   */
  list(query?: ListEmailEventsQuery, options?: CallOptions): List<EmailEventEntry> {
    return this.api.list({ method: 'GET', path: '/email-events', query }, options);
  }
}

export class EventsResource extends Resource {
  /**
   * Post an event of a contact: it starts the automations that begin with it, and ends waits for it
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  post(body: PostEventRequest, options?: CallOptions): Promise<Answer<PostedEvent>> {
    return this.api.call({ method: 'POST', path: '/events', body, isKeyed: true }, options);
  }
}

export class AutomationsResource extends Resource {
  /**
   * List automations without their steps, newest first
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  list(query?: ListAutomationsQuery, options?: CallOptions): List<AutomationSummary> {
    return this.api.list({ method: 'GET', path: '/automations', query }, options);
  }

  /**
   * Add an automation: what is done for a contact when an event of it is posted
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  create(body: CreateAutomationRequest, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'POST', path: '/automations', body }, options);
  }

  /**
   * Read an automation and the steps of its current version
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  get(idOrSlug: string, options?: CallOptions): Promise<Answer<Automation>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}` }, options);
  }

  /**
   * Change, pause or resume an automation; other steps make its next version, runs finish on theirs
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
   * Delete an automation; what still runs of it takes no further step and is canceled
   *
   * Permission: ADMIN or higher. Test keys: refused.
   */
  delete(idOrSlug: string, options?: CallOptions): Promise<Answer<object>> {
    return this.api.call({ method: 'DELETE', path: path`/automations/${idOrSlug}`, read: 'none' }, options);
  }

  /**
   * List runs of an automation, newest first
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
   * Read a run and the steps that it has taken
   *
   * Permission: SEND or higher. Test keys: refused.
   */
  getRun(idOrSlug: string, runId: string, options?: CallOptions): Promise<Answer<AutomationRun>> {
    return this.api.call({ method: 'GET', path: path`/automations/${idOrSlug}/runs/${runId}` }, options);
  }

  /**
   * Cancel a run; a step that is being taken at this moment may still be
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
