// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.

/** An email to send: a sender, recipients, and content or a template. */
export interface SendEmailRequest {
  /** Sender: `email` or `Name <email>`, at a verified domain that the key may use. */
  from: string;
  /** Recipients: an address or an array of addresses. `to`, `cc` and `bcc` together have at most 50. */
  to: string | readonly string[];
  /** Cc recipients: an address or an array of addresses. */
  cc?: string | readonly string[];
  /** Bcc recipients, hidden from all others: an address or an array of addresses. */
  bcc?: string | readonly string[];
  /** Reply-To address. Default: `from`. Use the domain's `reply_address` to receive replies as `email.received`. */
  reply_to?: string;
  /** Hide all recipients from each other: the header is `To: undisclosed-recipients:;` without Cc. Default: false. */
  hide_recipients?: boolean;
  /** Subject, 1 to 998 characters on one line. Required without a `template`. */
  subject?: string;
  /** HTML body, up to 2 MB. Without a `template`, `html`, `text` or both are required. */
  html?: string;
  /** Text body, up to 2 MB, for mail programs that do not show HTML. */
  text?: string;
  /** Whether an email with `html` and without `text` gets a text part generated from the HTML. Default: the setting of the organization. */
  generate_text?: boolean;
  /** Whether bodies, headers, metadata and attachments are kept once all recipients have a final status. `false` deletes them then, for example for one-time codes. Default: kept for the `body_retention_days` of the organization. */
  keep_content?: boolean;
  /** A complete MIME entity in base64, sent unchanged instead of `html`, `text` and `attachments`: its Content-* headers, an empty line, its body. For signed and encrypted email and reports. */
  mime?: string;
  /** Template to use instead of `subject`, `html` and `text`. */
  template?: TemplateChoice;
  /** Additional headers, up to 100 of up to 1,000 characters. Headers that the platform sets are refused with `reserved_header`; some others are removed. */
  headers?: Record<string, string>;
  /** Up to 20 tags to find emails by. Included in each webhook, never shown to recipients. */
  tags?: readonly Tag[];
  /** Kind of email, for metrics and lists. The prefixes `bulk.`, `broadcast.`, `digest.` and `sequence.`, with their dot, make it bulk mail: one recipient, a domain of the stream `bulk`, unsubscribe headers. Default: the value of the tag `kind`. */
  kind?: string;
  /** When to send it. Until then it is `queued` and can be canceled. A time in the past sends it now. Default: now. */
  scheduled_at?: string | Date;
  /** When to stop trying: an email that has not been handed over by then is `failed`. Default: the usual retry time. */
  expires_at?: string | Date;
  /** Key that makes a retry safe, 1 to 256 characters. Within 24 hours a request with the same key returns the same id and sends nothing. */
  idempotency_key?: string;
  /** Open and click tracking. Requires one recipient and the domain's verified tracking host. */
  track?: Tracking;
  /** Up to 20 of your own key-value pairs: keys of up to 40 characters `A-Z a-z 0-9 _ -`, values of up to 500 characters, 8 KB together. Included in each webhook, never shown to recipients, deleted with the content. */
  metadata?: Record<string, string>;
  /** Up to 10 files, 10 MiB together. Not in a batch. */
  attachments?: readonly Attachment[];
}

/** A published template. It is rendered when the request is accepted. */
export interface TemplateChoice {
  /** Id of the template. Use either this or `slug`. */
  id?: string;
  /** Slug of the template. Use either this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest version. Drafts cannot be sent. */
  version?: number | 'latest';
  /** Values of the template's variables. A dotted key is a path into objects. */
  data?: Record<string, unknown>;
}

/** A tag of the email. */
export interface Tag {
  /** Name of the tag, up to 64 characters. */
  name: string;
  /** Value of the tag, up to 256 characters. */
  value: string;
}

/** Open and click tracking. Both are off by default. */
export interface Tracking {
  /** Track opens with a tracking pixel. Default: false. */
  opens?: boolean;
  /** Track clicks by rewriting links to your tracking host. Default: false. */
  clicks?: boolean;
}

/** A file to attach to the email. */
export interface Attachment {
  /** Name of the file, as recipients see it. */
  filename: string;
  /** The file in base64. */
  content: string;
  /**
   * Media type of the file.
   *
   * Default: `"application/octet-stream"`
   */
  content_type?: string;
  /** Content id. If set, the file is an inline image that the HTML refers to as `cid:<content_id>`. Default: a regular attachment. */
  content_id?: string;
}

/** 1 to 100 emails, each as in `POST /emails`, without attachments. */
export type SendEmailBatchRequest = readonly SendEmailRequest[];

/** New time for a scheduled email. */
export interface RescheduleEmailRequest {
  /** When to send it. A time in the past sends it now. */
  scheduled_at: string | Date;
}

/** The emails to cancel. */
export interface CancelEmailsRequest {
  /** Ids of the emails, 1 to 100. */
  ids: readonly string[];
}

/** A change of many emails. */
export interface ChangeEmailsRequest {
  /** What to do. `cancel`: to `queued` emails, as `POST /emails/{id}/cancel`. `send_again`: to `failed`, `bounced` or `canceled` ones, as `POST /emails/{id}/send-again` to the original recipients. */
  change: 'cancel' | 'send_again';
  /** Only emails whose `last_event` is this. Required without `ids`. Default with `ids`: any that the change takes. */
  status?: 'queued' | 'failed' | 'bounced' | 'canceled';
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
  /** Only emails accepted at or before this time. Use the same time to count and to change. */
  until: string | Date;
  /** Only these emails, 1 to 500. Default: all that match the filters. */
  ids?: readonly string[];
  /** Whether to count only. */
  dry_run: boolean;
  /** `next` of the previous answer, with the same filters. Default: from the newest email. */
  after?: string;
  /** Key of the whole change, the same for all its requests. Required to send again: each email is sent again once for a key, within 24 hours. */
  idempotency_key?: string;
}

/** Who gets the new email. */
export interface SendAgainRequest {
  /** Recipients of the new email: an address or an array of addresses, without the original `cc` and `bcc`. Default: the recipients of the original. */
  to?: string | readonly string[];
  /** Key that makes a retry safe, as in `POST /emails`. */
  idempotency_key?: string;
}

/** A webhook endpoint to create. */
export interface CreateWebhookRequest {
  /** URL for deliveries: https, a public host, no credentials and no fragment. */
  url: string;
  /** The event types to deliver. Empty: all except `contact.*`, which must be named. */
  events?: readonly (
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
    | 'contact.unsubscribed'
  )[];
  /** Description, up to 500 characters. */
  description?: string;
  /**
   * Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`.
   *
   * Default: `"postrider"`
   */
  format?: 'postrider' | 'resend';
}

/** Fields to change. Missing fields keep their values; null clears a field. */
export interface UpdateWebhookRequest {
  /** URL for deliveries: https, a public host, no credentials and no fragment. */
  url?: string;
  /** The event types to deliver. Null or empty: all except `contact.*`, which must be named. Missing: unchanged. */
  events?:
    | readonly (
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
        | 'contact.unsubscribed'
      )[]
    | null;
  /** Description, up to 500 characters. Null: none. */
  description?: string | null;
  /** `disabled`: nothing is delivered. `enabled` resumes delivery and clears earlier failures. */
  status?: 'enabled' | 'disabled';
  /** Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`. Resend's verifiers accept only standard base64 secrets. Rotate a secret that contains `-` or `_` after `whsec_`, or whose part after it has 43 characters. */
  format?: 'postrider' | 'resend';
}

/** The event to send. */
export interface TestWebhookRequest {
  /**
   * Type of the event. Other types than `webhook.test` have the sample data of the documentation, with `mode` `test` where they have a mode.
   *
   * Default: `"webhook.test"`
   */
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

/** The deliveries to replay. */
export interface ReplayWebhookDeliveriesRequest {
  /** Ids of the deliveries, 1 to 100. */
  ids: readonly string[];
}

/** The period whose events are sent again. */
export interface ReplayWebhookRequest {
  /** Start of the period. Events before the endpoint was created are never included. */
  since: string | Date;
  /** End of the period. Default: now. */
  until?: string | Date;
  /** Event types to replay. Empty: all types of the endpoint. */
  events?: readonly (
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
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.subscribed'
    | 'contact.unsubscribed'
  )[];
}

/** A template to create, as a draft. */
export interface CreateTemplateRequest {
  /** Slug that sends refer to, up to 64 characters a-z 0-9 . _ -. Unique in the organization. */
  slug: string;
  /** Name, 1 to 200 characters. Default: the slug. */
  name?: string;
  /** Subject, with variables such as `{{ name }}`. Null: none yet. */
  subject?: string | null;
  /** HTML body in Liquid, up to 500 kB. Values are escaped. Null: none. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Null: none. */
  text?: string | null;
  /** Variables of the template, up to 100. Sends can set no others. */
  variables?: readonly TemplateVariableRequest[];
}

/** A variable of the template. */
export interface TemplateVariableRequest {
  /** Name of the variable: up to 8 names of A-Z a-z 0-9 _, joined by dots. A dotted name is a path into objects. */
  key: string;
  /** Type of the value. */
  type: 'string' | 'number' | 'boolean' | 'list' | 'object';
  /**
   * Whether a send must set it.
   *
   * Default: `false`
   */
  required?: boolean;
  /** Value used when a send does not set it. Default: none. */
  fallback?: unknown;
}

/** Fields of the draft to change. Missing fields keep their values; null clears a field. */
export interface UpdateTemplateRequest {
  /** Slug that sends refer to, up to 64 characters a-z 0-9 . _ -. Unique in the organization. */
  slug?: string;
  /** Name, 1 to 200 characters. */
  name?: string;
  /** Subject, with variables such as `{{ name }}`. Null: none yet. */
  subject?: string | null;
  /** HTML body in Liquid, up to 500 kB. Values are escaped. Null: none. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Null: none. */
  text?: string | null;
  /** Variables of the template, up to 100. Sends can set no others. */
  variables?: readonly TemplateVariableRequest[];
}

/** The version and values to render. */
export interface RenderTemplateRequest {
  /** A published version, or `latest`. Default: the draft. */
  version?: number | 'latest';
  /**
   * Values of the variables.
   *
   * Default: `{}`
   */
  data?: Record<string, unknown>;
}

/** A sending domain to add. */
export interface CreateDomainRequest {
  /** Domain of your sender addresses. */
  name: string;
  /**
   * `transactional`: receipts, password resets and similar. `bulk`: also newsletters. Use a separate domain for each. Cannot be changed.
   *
   * Default: `"transactional"`
   */
  stream?: 'transactional' | 'bulk';
  /**
   * `manual`: you publish the DNS records. `cloudflare`: `POST /domains/{id}/publish` publishes them.
   *
   * Default: `"manual"`
   */
  dns_mode?: 'manual' | 'cloudflare';
  /**
   * Subdomain label for bounces (return path).
   *
   * Default: `"bounce"`
   */
  return_path?: string;
  /**
   * Subdomain label for tracked links.
   *
   * Default: `"links"`
   */
  tracking_host?: string;
  /**
   * Subdomain label for replies, which arrive as `email.received`.
   *
   * Default: `"reply"`
   */
  reply_host?: string;
}

/** Fields to change. Missing fields keep their values. */
export interface UpdateDomainRequest {
  inbound?: InboundRuleRequest;
}

/** Which emails the domain receives. */
export interface InboundRuleRequest {
  /** `replies`: only replies to `reply_address`. `addresses`: also emails to the listed addresses. `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record. */
  mode: 'replies' | 'addresses' | 'catch_all';
  /**
   * Local parts (before the @) in lowercase, without `+tag`. Up to 100; replaces the list. Required with the mode `addresses`. An address also receives its `+tag` variants.
   *
   * Default: `[]`
   */
  addresses?: readonly string[];
}

/** An API key to create. */
export interface CreateApiKeyRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  /** Permission: `send`, or `full`, which also allows deleting. Case-insensitive. `admin` is allowed in the console only. */
  permission: string;
  /**
   * `test`: emails are simulated and not delivered. `live`: emails are sent.
   *
   * Default: `"test"`
   */
  mode?: 'live' | 'test';
  /** Names or ids of the domains that the key may use. Default: all. Cannot be combined with `domain`. */
  domains?: readonly string[];
  /** A single domain, instead of `domains`. */
  domain?: string;
  /** When it expires. Default: never, or when the key that creates it expires. */
  expires_at?: string | Date | null;
  /** Requests per second, 1 to 10,000. Default: 10. */
  rate_limit?: number | null;
  rights?: RequestedApiKeyRights;
}

/** What the key may read besides its permission. Default: the rights of the key or user that creates it, which are also the most that it can get. */
export interface RequestedApiKeyRights {
  /** Whether the key may read bodies and attachments. */
  content?: boolean;
  /** Whether the key may export lists. */
  export?: boolean;
}

/** An address to suppress. */
export interface CreateSuppressionRequest {
  /** Address to suppress. Case-insensitive. */
  email: string;
  /** Sending domain to which the entry is limited. Default: the whole organization. Required for a key that is restricted to domains. */
  domain?: string;
  /** When the entry expires. Default: never. */
  expires_at?: string | Date | null;
}

/** A contact to create, or fields to change. Missing fields keep their values. */
export interface UpsertContactRequest {
  /** Address of the contact. Case-insensitive. */
  email: string;
  /** First name, up to 200 characters. Null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters. Null clears it. */
  last_name?: string | null;
  /** Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes a property. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Whether the contact receives bulk email. Default: unchanged, or `SUBSCRIBED` for a new contact. A contact that bounced or complained keeps its status. Subscribing a contact that has unsubscribed requires `resubscribe`. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  /** Topic subscriptions to set, up to 100. Other topics do not change. */
  topics?: readonly TopicChoice[];
  /** Subscribe a contact that has unsubscribed. Requires `consent` with `source` and `at`, and is recorded in the audit log. Contacts that complained do not change. */
  resubscribe?: boolean;
  /** Proof of consent, stored with the subscription changes of this request. */
  consent?: Consent;
}

/** A contact's subscription to a topic. */
export interface TopicChoice {
  /** Slug of the topic. */
  topic: string;
  /** Whether the contact is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
}

/** Proof of consent. */
export interface Consent {
  /** Where consent was given, for example the name or URL of a form. */
  source?: string;
  /** IP address of the person. */
  ip_address?: string;
  /** User agent of the person. */
  user_agent?: string;
  /** When consent was given. Default: now. */
  at?: string | Date;
}

/** 1 to 1,000 contacts, each as in `POST /contacts`. */
export type BatchContactsRequest = readonly UpsertContactRequest[];

/** Which part to erase. */
export interface EraseContactRequest {
  /** `next_cursor` of the previous part. Default: the first part. */
  cursor?: string;
}

/** Topic subscriptions to set. */
export interface SetSubscriptionsRequest {
  /** Slug of a topic. Requires `state`. */
  topic?: string;
  /** Whether the contact is subscribed to `topic`. */
  state?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  /** Topic subscriptions to set, up to 100. Use instead of `topic` and `state`. */
  topics?: readonly TopicChoice[];
  /** Subscribe a contact that has unsubscribed. Requires `consent` with `source` and `at`, and is recorded in the audit log. Contacts that complained do not change. */
  resubscribe?: boolean;
  /** Proof of consent, stored with the subscription changes of this request. */
  consent?: Consent;
}

/** A topic to create. */
export interface CreateTopicRequest {
  /** Slug that segments, broadcasts and contacts refer to: up to 64 characters a-z 0-9 . _ -. Cannot be changed. */
  slug: string;
  /** Name shown to subscribers, 1 to 120 characters. */
  name: string;
  /** Description shown on the preferences page, up to 500 characters. Null: none. */
  description?: string | null;
  /**
   * Whether contacts that have not chosen count as subscribed. Keep it false for topics that require consent.
   *
   * Default: `false`
   */
  default_opt_in?: boolean;
  /**
   * `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end the subscription.
   *
   * Default: `"public"`
   */
  visibility?: 'public' | 'private';
}

/** Fields to change. Missing fields keep their values. */
export interface UpdateTopicRequest {
  /** Name shown to subscribers, 1 to 120 characters. */
  name?: string;
  /** Description shown on the preferences page, up to 500 characters. Null: none. */
  description?: string | null;
  /** Whether contacts that have not chosen count as subscribed. Keep it false for topics that require consent. */
  default_opt_in?: boolean;
  /** `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end the subscription. */
  visibility?: 'public' | 'private';
}

/** A segment to create. */
export interface CreateSegmentRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  filter: SegmentFilter;
}

/** The filter of a segment: contacts that meet `all` and `any`. At most 20 conditions, including those in groups. Groups cannot be nested. */
export interface SegmentFilter {
  /** Conditions and groups. The contact meets each one; empty: every contact does. */
  all: readonly (
    | StatusCondition
    | TopicCondition
    | EqualCondition
    | ContainsCondition
    | OrderCondition
    | ExistsCondition
    | DateCondition
    | WithinDaysCondition
    | BroadcastCondition
    | BroadcastOpenedCondition
    | BroadcastClickedCondition
    | ActivityCondition
    | AnyGroup
    | AllGroup
  )[];
  /** Conditions and groups. The contact meets at least one. */
  any?: readonly (
    | StatusCondition
    | TopicCondition
    | EqualCondition
    | ContainsCondition
    | OrderCondition
    | ExistsCondition
    | DateCondition
    | WithinDaysCondition
    | BroadcastCondition
    | BroadcastOpenedCondition
    | BroadcastClickedCondition
    | ActivityCondition
    | AnyGroup
    | AllGroup
  )[];
}

/** Checks the status of the contact. */
export interface StatusCondition {
  /** Status of the contact. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
}

/** Checks the subscription to a topic. If the contact has not chosen, `default_opt_in` applies. */
export interface TopicCondition {
  /** Slug of the topic. */
  topic: string;
  /** Whether the contact is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
}

/** Compares a property with a value. */
export interface EqualCondition {
  /** Name of the property. */
  property: string;
  /** `eq`: equal. `neq`: not equal. A missing property equals nothing. */
  op: 'eq' | 'neq';
  /** Value to compare with. */
  value: string | number | boolean;
}

/** Checks whether a property contains a string. */
export interface ContainsCondition {
  /** Name of the property. */
  property: string;
  /** True if a string contains the value or a list has it as an item. */
  op: 'contains';
  /** String to look for. */
  value: string;
}

/** Checks whether a property is greater or less than a value. */
export interface OrderCondition {
  /** Name of the property. */
  property: string;
  /** `gt`: greater than. `lt`: less than. */
  op: 'gt' | 'lt';
  /** Value to compare with. */
  value: string | number;
}

/** Checks whether the contact has a property. */
export interface ExistsCondition {
  /** Name of the property. */
  property: string;
  /** Checks whether the property exists. */
  op: 'exists';
  /**
   * True: the property must exist. False: it must not. Default: true.
   *
   * Default: `true`
   */
  value?: boolean;
}

/** The contact was added or last changed before or after a time. */
export interface DateCondition {
  /** Time of the contact. */
  date: 'created_at' | 'updated_at';
  /** Before, or after, a time. */
  op: 'before' | 'after';
  /** Time to compare with. */
  value: string | Date;
}

/** The contact was added or last changed within the last days. */
export interface WithinDaysCondition {
  /** Time of the contact. */
  date: 'created_at' | 'updated_at';
  /** Within the last days. */
  op: 'within_days';
  /** Number of days of 24 hours up to now, 1 to 3,650. */
  value: number;
}

/** The contact received a broadcast, or did not. A skipped or canceled recipient did not. */
export interface BroadcastCondition {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: an email of the broadcast was sent to the contact. False: none was. */
  received: boolean;
}

/** The contact opened a broadcast, or did not. Opens by machines do not count. */
export interface BroadcastOpenedCondition {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: the contact opened it. False: the contact did not, or did not receive it. */
  opened: boolean;
}

/** The contact clicked a link in a broadcast, or did not. Clicks by machines do not count. */
export interface BroadcastClickedCondition {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: the contact clicked a link in it. False: the contact did not, or did not receive it. */
  clicked: boolean;
}

/** The contact received, opened or clicked any email within the last days, or did not. Opens and clicks by machines do not count. */
export interface ActivityCondition {
  /** What the contact does with email. `received`: an email was sent to it. `opened`, `clicked`: the contact opened an email, or clicked a link in one. */
  activity: 'received' | 'opened' | 'clicked';
  /** `within_days`: at least once within the last days. `not_within_days`: not within them, or never. */
  op: 'within_days' | 'not_within_days';
  /** Number of days of 24 hours up to now, 1 to 3,650. */
  value: number;
}

/** At least one condition is met. */
export interface AnyGroup {
  /** Conditions. The contact meets at least one. */
  any: readonly (
    | StatusCondition
    | TopicCondition
    | EqualCondition
    | ContainsCondition
    | OrderCondition
    | ExistsCondition
    | DateCondition
    | WithinDaysCondition
    | BroadcastCondition
    | BroadcastOpenedCondition
    | BroadcastClickedCondition
    | ActivityCondition
  )[];
}

/** Every condition is met. */
export interface AllGroup {
  /** Conditions. The contact meets each one. */
  all: readonly (
    | StatusCondition
    | TopicCondition
    | EqualCondition
    | ContainsCondition
    | OrderCondition
    | ExistsCondition
    | DateCondition
    | WithinDaysCondition
    | BroadcastCondition
    | BroadcastOpenedCondition
    | BroadcastClickedCondition
    | ActivityCondition
  )[];
}

/** A filter to try. */
export interface PreviewSegmentRequest {
  filter: SegmentFilter;
}

/** Fields to change. Missing fields keep their values. */
export interface UpdateSegmentRequest {
  /** Name, 1 to 120 characters. */
  name?: string;
  filter?: SegmentFilter;
}

/** A broadcast to create. */
export interface CreateBroadcastRequest {
  /** Name, 1 to 200 characters. Never shown to recipients. */
  name: string;
  /** Id of the segment that receives the broadcast. Its contacts are read when sending starts. */
  segment_id: string;
  /** Slug of the topic. Contacts that are not subscribed to it get no email. */
  topic: string;
  /** Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`. */
  from: string;
  /** Reply-To address. Null: the sender. */
  reply_to?: string | null;
  /** Subject, with variables such as `{{ contact.first_name }}`. */
  subject?: string | null;
  /** Text that inboxes show after the subject, up to 500 characters. Null: the beginning of the body. */
  preview_text?: string | null;
  /** HTML body in Liquid, up to 500 kB. `{{ preferences_url }}` is a link to the preferences page. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Default: none. */
  text?: string | null;
  /** Template to use instead of `subject`, `html` and `text`. */
  template?: BroadcastTemplateChoice | null;
  /** Open and click tracking. Default: on if the domain's tracking host is verified. */
  track?: BroadcastTracking;
  /** A/B test. Null: none. */
  ab_test?: BroadcastTestRequest | null;
  /** When to send it. Must not be in the past. Default: it stays a draft until `POST /broadcasts/{id}/send`. */
  scheduled_at?: string | Date | null;
}

/** A published template. */
export interface BroadcastTemplateChoice {
  /** Id of the template. Use either this or `slug`. */
  id?: string;
  /** Slug of the template. Use either this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest version at the time of the request. */
  version?: number | 'latest';
  /** Values of declared variables that are the same for all recipients, up to 64 KB. */
  data?: Record<string, unknown>;
}

/** Open and click tracking. */
export interface BroadcastTracking {
  /** Track opens. */
  opens?: boolean;
  /** Track clicks. */
  clicks?: boolean;
}

/** An A/B test, sent to part of the recipients first. */
export interface BroadcastTestRequest {
  /** 2 to 5 variants. An empty one is the broadcast itself. */
  variants: readonly BroadcastVariantRequest[];
  /** Percentage of recipients in the test, split evenly between the variants. The others get the winner. */
  percent: number;
  /** Minutes between the last test email and the decision, up to a week. */
  wait_minutes: number;
  /** Metric that decides: opens or clicks per delivered email. */
  metric: 'open' | 'click';
}

/** Content of a variant. Missing fields use the content of the broadcast. */
export interface BroadcastVariantRequest {
  /** Subject of this variant. */
  subject?: string;
  /** HTML body of this variant. */
  html?: string;
  /** Text body of this variant. */
  text?: string;
  /** Template to use instead of `subject`, `html` and `text`. */
  template?: BroadcastTemplateChoice;
}

/** Fields to change. Missing fields keep their values; null clears a field. */
export interface UpdateBroadcastRequest {
  /** Name, 1 to 200 characters. Never shown to recipients. */
  name?: string;
  /** Id of the segment that receives the broadcast. Its contacts are read when sending starts. */
  segment_id?: string;
  /** Slug of the topic. Contacts that are not subscribed to it get no email. */
  topic?: string;
  /** Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`. */
  from?: string;
  /** Reply-To address. Null: the sender. */
  reply_to?: string | null;
  /** Subject, with variables such as `{{ contact.first_name }}`. */
  subject?: string | null;
  /** Text that inboxes show after the subject, up to 500 characters. Null: the beginning of the body. */
  preview_text?: string | null;
  /** HTML body in Liquid, up to 500 kB. `{{ preferences_url }}` is a link to the preferences page. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Default: none. */
  text?: string | null;
  /** Template to use instead of `subject`, `html` and `text`. */
  template?: BroadcastTemplateChoice | null;
  /** Open and click tracking. Default: on if the domain's tracking host is verified. */
  track?: BroadcastTracking;
  /** A/B test. Null: none. */
  ab_test?: BroadcastTestRequest | null;
  /** Null makes the broadcast a draft again. To schedule it, use `POST /broadcasts/{id}/send`. */
  scheduled_at?: null;
}

/** When to send the broadcast. */
export interface SendBroadcastRequest {
  /** When to send it. Must not be in the past. Default: now. */
  scheduled_at?: string | Date;
}

/** The variant to send to the remaining recipients. */
export interface DecideBroadcastRequest {
  /** Index of the winner in `ab_test.variants`, starting at 0. */
  winner: number;
}

/** Options for sending a broadcast again. */
export interface ResendBroadcastRequest {
  /** Subject of the resend. Default: the original subject. Not allowed for a broadcast with a template. */
  subject?: string;
  /**
   * Recipients: those who did not open the original, as far as tracking shows.
   *
   * Default: `"not_opened"`
   */
  audience?: 'not_opened';
  /** When to send it. Must not be in the past. Default: now. */
  scheduled_at?: string | Date;
}

/** What to render. */
export interface PreviewBroadcastRequest {
  /** Id or address of a contact to render the content for. Default: a sample contact. */
  contact?: string;
  /** Index of a variant of the A/B test, starting at 0. Default: 0. */
  variant?: number;
}

/** Recipients and content of a test. */
export interface TestBroadcastRequest {
  /** Recipient address, or an array of up to 10. They need not be contacts. */
  to?: string | readonly string[];
  /** Id or address of a contact to render the content for. Default: a sample contact. */
  contact?: string;
  /** Index of a variant of the A/B test, starting at 0. Default: 0. */
  variant?: number;
}

/** An event about a contact. */
export interface PostEventRequest {
  /** Name of the event: up to 100 characters A-Z a-z 0-9 . _ : -. */
  event: string;
  /** Address of the contact. The contact is created if it does not exist. Use either this or `contact_id`. */
  email?: string;
  /** Id of the contact. Use either this or `email`. */
  contact_id?: string;
  /** Event properties for steps, conditions and templates: up to 100 values, 16 KB. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Fields of the contact to change, as in `POST /contacts`. Missing fields keep their values. */
  contact?: EventContact;
  /** Key that makes a retry safe, 1 to 256 characters. Within 24 hours an event with the same key starts nothing. */
  idempotency_key?: string;
}

/** Fields of the contact to change. */
export interface EventContact {
  /** First name, up to 200 characters. Null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters. Null clears it. */
  last_name?: string | null;
  /** Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes a property. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Topic subscriptions to set, up to 100. Other topics do not change. */
  topics?: readonly TopicChoice[];
}

/** An automation to create. */
export interface CreateAutomationRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  /** Slug, 1 to 55 characters a-z 0-9 . _ -. Cannot be changed. Default: derived from the name. */
  slug?: string;
  /**
   * `paused`: no new runs start, and running ones wait.
   *
   * Default: `"active"`
   */
  status?: 'active' | 'paused';
  /**
   * If true, a contact can be in only one run at a time.
   *
   * Default: `false`
   */
  one_per_contact?: boolean;
  trigger: AutomationTrigger;
  /** The steps in order: 1 to 50, including those inside conditions. */
  steps: readonly AutomationStep[];
}

/** The event that starts a run: an event from `POST /events`, or a contact event (`contact.created`, `contact.updated`, `contact.subscribed`, `contact.unsubscribed`). */
export interface AutomationTrigger {
  /** Name of the event: up to 100 characters A-Z a-z 0-9 . _ : -. */
  event: string;
}

/** A step of an automation. `type` says which one. */
export type AutomationStep =
  SendStep | WaitStep | WaitUntilStep | ConditionStep | UpdateContactStep | WebhookStep;

/** A published template. */
export interface StepTemplate {
  /** Id of the template. Use either this or `slug`. */
  id?: string;
  /** Slug of the template. Use either this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest version when the step runs. */
  version?: number | 'latest';
}

/** Open and click tracking. */
export interface StepTracking {
  /** Track opens. Default: false. */
  opens?: boolean;
  /** Track clicks. Default: false. */
  clicks?: boolean;
}

/** Sends the contact an email. Its kind is `sequence.<slug of the automation>`. */
export interface SendStep {
  /** Type of the step: `send`. */
  type: 'send';
  /** Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`. */
  from: string;
  /** Reply-To address. Default: the sender. */
  reply_to?: string;
  /** Template to use instead of `subject`, `preview_text`, `html` and `text`. */
  template?: StepTemplate;
  /** Subject, with variables such as `{{ contact.first_name }}` and `{{ event.total }}`. */
  subject?: string;
  /** Text that inboxes show after the subject, up to 200 characters. */
  preview_text?: string;
  /** HTML body in Liquid, up to 500 kB. */
  html?: string;
  /** Text body in Liquid, up to 500 kB. */
  text?: string;
  /** Slug of a topic. Contacts that are not subscribed to it get no email. Default: none. */
  topic?: string;
  track?: StepTracking;
}

/** Waits for a duration. */
export interface WaitStep {
  /** Type of the step: `wait`. */
  type: 'wait';
  /** Duration: a whole number followed by s, m, h or d. At most 365 days. */
  duration: string;
}

/** Waits for one of: an event, a time of day, or a time given in the triggering event. */
export interface WaitUntilStep {
  /** Type of the step: `wait_until`. */
  type: 'wait_until';
  /** Wait until an event with this name is posted for the contact, or until `timeout` has passed. */
  event?: string;
  /** Longest time to wait for `event`. Required with it. */
  timeout?: string;
  /** Wait until the next occurrence of this time of day in `timezone`. */
  time?: string;
  /** IANA time zone of `time`, and of a time in `event_property` without a UTC offset. Default: UTC. */
  timezone?: string;
  /** Wait until the time (ISO 8601) in this property of the event that started the run. A date alone is midnight. The wait ends at once if the time is past. The run fails if the property is missing or not a time, or if the time is more than ten years away. */
  event_property?: string;
}

/** Runs one of two branches, then continues with the next step. */
export interface ConditionStep {
  /** Type of the step: `condition`. */
  type: 'condition';
  if: AutomationFilter;
  /** Steps to run if the conditions are met. */
  then?: readonly AutomationStep[];
  /** Steps to run otherwise. */
  else?: readonly AutomationStep[];
}

/** Conditions that must all be met. */
export interface AutomationFilter {
  /** Up to 20 conditions. All must be met. */
  all: readonly (
    | StatusCondition
    | TopicCondition
    | EqualCondition
    | ContainsCondition
    | OrderCondition
    | ExistsCondition
    | DateCondition
    | WithinDaysCondition
    | BroadcastCondition
    | BroadcastOpenedCondition
    | BroadcastClickedCondition
    | ActivityCondition
    | EventEqualCondition
    | EventContainsCondition
    | EventOrderCondition
    | EventExistsCondition
    | WaitCondition
  )[];
}

/** Compares a property of the event with a value. */
export interface EventEqualCondition {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** `eq`: equal. `neq`: not equal. */
  op: 'eq' | 'neq';
  /** Value to compare with. */
  value: string | number | boolean;
}

/** Checks whether a property of the event contains a string. */
export interface EventContainsCondition {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** True if a string contains the value or a list has it as an item. */
  op: 'contains';
  /** String to look for. */
  value: string;
}

/** Checks whether a property of the event is greater or less than a value. */
export interface EventOrderCondition {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** `gt`: greater than. `lt`: less than. */
  op: 'gt' | 'lt';
  /** Value to compare with. */
  value: string | number;
}

/** Checks whether the event has a property. */
export interface EventExistsCondition {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** Checks whether the property exists. */
  op: 'exists';
  /**
   * True: the property must exist. False: it must not. Default: true.
   *
   * Default: `true`
   */
  value?: boolean;
}

/** How the last `wait_until` step for an event ended. */
export interface WaitCondition {
  /** `event`: the event arrived. `timeout`: it did not arrive in time. */
  waited: 'event' | 'timeout';
}

/** Updates the contact. Missing fields keep their values. */
export interface UpdateContactStep {
  /** Type of the step: `update_contact`. */
  type: 'update_contact';
  /** First name, up to 200 characters. Null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters. Null clears it. */
  last_name?: string | null;
  /** Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes a property. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Topic subscriptions to set, up to 100. Other topics do not change. */
  topics?: readonly TopicChoice[];
  /** `UNSUBSCRIBED` unsubscribes the contact from all bulk email. */
  status?: 'UNSUBSCRIBED';
}

/** Sends the contact and the event to your URL in a POST request. */
export interface WebhookStep {
  /** Type of the step: `webhook`. */
  type: 'webhook';
  /** HTTPS URL of a public host. */
  url: string;
}

/** Fields to change. Missing fields keep their values. Changing the steps creates a new version. */
export interface UpdateAutomationRequest {
  /** Name, 1 to 120 characters. */
  name?: string;
  /** `paused`: no new runs start, and running ones wait. */
  status?: 'active' | 'paused';
  /** If true, a contact can be in only one run at a time. */
  one_per_contact?: boolean;
  trigger?: AutomationTrigger;
  /** The steps in order: 1 to 50, including those inside conditions. */
  steps?: readonly AutomationStep[];
}

/** A contact to try an automation with. */
export interface DryRunRequest {
  /** The contact: its id or address. */
  contact: string;
  /** Properties of the event that starts the run. Default: none. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /**
   * Outcome of event waits. `event`: the event arrives at once. `timeout`: it does not arrive in time. Default: `timeout`.
   *
   * Default: `"timeout"`
   */
  waited?: 'event' | 'timeout';
  /** Version of the automation. Default: the current one. Use either this or `steps`. */
  version?: number;
  /** Unsaved steps to test, instead of a version: 1 to 50, including those inside conditions. */
  steps?: readonly AutomationStep[];
}

/** Which active runs to cancel. Without filters: all of the automation. */
export interface CancelAutomationRunsRequest {
  /** Whether to count only. */
  dry_run: boolean;
  /** Only runs of this contact: its id or address. */
  contact?: string;
  /** Only runs of this version of the automation. */
  version?: number;
  /** Only runs that are at this step. */
  position?: string;
  /** `next` of the previous answer, with the same filters. Default: from the beginning. */
  after?: string;
}

/** A signup form to create. */
export interface CreateSignupFormRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  /** Sender of the confirmation email, at a verified domain of any stream. */
  from: string;
  /** Reply-To address of the confirmation email. Null: the sender. */
  reply_to?: string | null;
  /** Slugs of 1 to 20 topics to subscribe confirmed contacts to. */
  topics: readonly string[];
  /** Heading of the page, up to 120 characters. Null: the name of the form. */
  title?: string | null;
  /** Plain text below the heading, up to 2,000 characters. Null: none. */
  description?: string | null;
  /** Optional fields that the page asks for in addition to the address. */
  fields?: readonly ('first_name' | 'last_name')[];
  /** HTTPS URL to redirect to after the confirmation. Null: a default page. */
  redirect_url?: string | null;
  /** Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language. */
  confirmation_subject?: string | null;
  /** Plain text above the topics and the button in the confirmation email, up to 2,000 characters. Null: a default in the reader's language. */
  confirmation_text?: string | null;
  /**
   * `disabled`: the form accepts no signups. Links in emails still work.
   *
   * Default: `"enabled"`
   */
  status?: 'enabled' | 'disabled';
}

/** Fields to change. Missing fields keep their values; null clears a field. */
export interface UpdateSignupFormRequest {
  /** Name, 1 to 120 characters. */
  name?: string;
  /** Sender of the confirmation email, at a verified domain of any stream. */
  from?: string;
  /** Reply-To address of the confirmation email. Null: the sender. */
  reply_to?: string | null;
  /** Slugs of 1 to 20 topics to subscribe confirmed contacts to. */
  topics?: readonly string[];
  /** Heading of the page, up to 120 characters. Null: the name of the form. */
  title?: string | null;
  /** Plain text below the heading, up to 2,000 characters. Null: none. */
  description?: string | null;
  /** Optional fields that the page asks for in addition to the address. */
  fields?: readonly ('first_name' | 'last_name')[];
  /** HTTPS URL to redirect to after the confirmation. Null: a default page. */
  redirect_url?: string | null;
  /** Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language. */
  confirmation_subject?: string | null;
  /** Plain text above the topics and the button in the confirmation email, up to 2,000 characters. Null: a default in the reader's language. */
  confirmation_text?: string | null;
  /** `disabled`: the form accepts no signups. Links in emails still work. */
  status?: 'enabled' | 'disabled';
}

/** Settings to change. Missing fields keep their values. */
export interface UpdateOrganizationRequest {
  /** Name in the footer of bulk email, 1 to 120 characters, without URLs and invisible characters. */
  name?: string;
  /** Postal address in the footer of bulk email, up to 500 characters. Null: none, and bulk email has no footer. */
  postal_address?: string | null;
  /** HTTPS URL of the logo on public pages and in confirmation emails. Null: none. */
  logo_url?: string | null;
  /** Color of buttons on public pages, as `#rrggbb`. Null: the default blue. */
  brand_color?: string | null;
  /** HTTPS URL of the privacy policy that public pages link to. Null: no link. */
  privacy_url?: string | null;
  /** Days to keep the content and metadata of emails, 0 to 3,650. 0: deleted once sent. Null: the default of 30. */
  body_retention_days?: number | null;
  /** Address for alerts about bounces, complaints, blocks and failing webhooks. Null: none. */
  alert_email?: string | null;
  /** Whether emails with HTML and without text get a text part generated from the HTML. */
  generate_text?: boolean;
  /** True pauses live sending. False resumes it, but does not end a review. */
  sending_paused?: boolean;
}

/** A client organization to create. */
export interface CreateOrganizationRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  /** Slug, 2 to 60 characters a-z 0-9 with single hyphens. Unique on the platform; cannot be changed. */
  slug: string;
  /** Address for alerts. Default: the alert address of your organization, or else the address of its first admin. */
  alert_email?: string;
  /**
   * First key of the organization. Default: a key with the permission `admin`.
   *
   * Default: `{}`
   */
  api_key?: PartnerKeyRequest;
}

/** A live key to create for a client organization. */
export interface PartnerKeyRequest {
  /**
   * Name, 1 to 120 characters.
   *
   * Default: `"Partner key"`
   */
  name?: string;
  /**
   * Permission: `admin`, `full` or `send`. Case-insensitive.
   *
   * Default: `"ADMIN"`
   */
  permission?: string;
}

/** A key to replace the revoked ones. */
export interface RevokeKeysRequest {
  /** New key to create. Default: none. */
  replace_with?: PartnerKeyRequest;
}

/** Alert rules to change. */
export interface UpdateAlertRulesRequest {
  /** Rules to change, each kind once. Either all are changed or none. */
  rules: readonly AlertRuleChange[];
}

/** A rule to change. Missing fields keep their values. */
export interface AlertRuleChange {
  /** `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle. `delivery_silence`: emails that wait for their first delivery. */
  kind: 'bounce' | 'complaint' | 'provider_block' | 'delivery_silence';
  /** Whether the rule is evaluated. `bounce` and `complaint` protect the addresses that all send from and stay enabled. */
  enabled?: boolean;
  /** Warning threshold, for `bounce` and `complaint`. Must not exceed `pause_rate`. */
  warn_rate?: number;
  /** Rate that pauses sending, for `bounce` and `complaint`. Must not exceed the platform default. */
  pause_rate?: number;
  /** Recipients that make a rate meaningful (at most 100), or the count that warns (at most 1,000,000). */
  minimum?: number;
}

/** The email was handed over to the receiving server or a provider. */
export interface EmailSentWebhook {
  /** Type of the event: `email.sent`. */
  type: 'email.sent';
  /** When the event occurred. */
  created_at: string;
  data: EmailHandoverData;
}

/** The email, the recipient and the reply of the receiving server. */
export interface EmailHandoverData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
  reply?: EventReply;
}

/** A tag of the email. */
export interface EmailTag {
  /** Name of the tag. */
  name: string;
  /** Value of the tag. */
  value: string;
}

/** Tags of an email sent with a template. */
export interface TemplateTags {
  template: TemplateReference;
  /** Tags of the email. */
  tags: EmailTag[];
}

/** The template that the email was rendered from. */
export interface TemplateReference {
  /** Id of the template. */
  id: string;
  /** Slug of the template at that time. */
  slug: string;
  /** Version that was rendered. */
  version: number;
}

/** SMTP reply of the receiving server. Absent if there was none, for example after a timeout or when a provider API was used. */
export interface EventReply {
  /** Host name of the receiving server. */
  host: string;
  /** SMTP reply code. */
  code: number;
  /** Text of the reply with its enhanced status code, up to 500 characters. */
  text: string;
}

/** The recipient's mail server accepted the email. */
export interface EmailDeliveredWebhook {
  /** Type of the event: `email.delivered`. */
  type: 'email.delivered';
  /** When the event occurred. */
  created_at: string;
  data: EmailHandoverData;
}

/** The recipient's mail server temporarily refused the email. Postrider tries again. */
export interface EmailDeliveryDelayedWebhook {
  /** Type of the event: `email.delivery_delayed`. */
  type: 'email.delivery_delayed';
  /** When the event occurred. */
  created_at: string;
  data: EmailDelayData;
}

/** The email, the recipient and the time of the next attempt. */
export interface EmailDelayData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
  /** Why the email was not delivered, and who can fix it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
  /** When the next delivery attempt is due. */
  next_attempt_at?: string;
}

/** Why an email was not delivered, and who can fix it. */
export interface Diagnosis {
  /** Class of the failure. */
  class:
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
    | 'other'
    | (string & {});
  /** Who can fix it. `none`: no action is needed, since the email is tried again. `recipient`: the recipient or the operator of the receiving server. `sender`: you. `platform`: the operator of this service. */
  actor: 'recipient' | 'sender' | 'platform' | 'none' | (string & {});
  /** What to do about it, as text for people. */
  advice: string;
}

/** The recipient's mail server refused the email or returned it later. */
export interface EmailBouncedWebhook {
  /** Type of the event: `email.bounced`. */
  type: 'email.bounced';
  /** When the event occurred. */
  created_at: string;
  data: EmailBounceData;
}

/** The email, the recipient and the reason of the bounce. */
export interface EmailBounceData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
  /** Why the email was not delivered, and who can fix it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
  /** `hard`: the address is invalid and now suppressed. `soft`: delivery may succeed later. `undetermined`: the receiver gave no reason. */
  bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
}

/** The recipient marked the email as spam and is now suppressed. */
export interface EmailComplainedWebhook {
  /** Type of the event: `email.complained`. */
  type: 'email.complained';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
}

/** The email and the recipient that the event is about. */
export interface EmailEventData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
}

/** The provider refused to send the email. */
export interface EmailRejectedWebhook {
  /** Type of the event: `email.rejected`. */
  type: 'email.rejected';
  /** When the event occurred. */
  created_at: string;
  data: EmailFailureData;
}

/** The email, the recipient and the reason of the failure. */
export interface EmailFailureData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
  /** Why the email was not delivered, and who can fix it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
}

/** The email was opened. Only with `track.opens`. */
export interface EmailOpenedWebhook {
  /** Type of the event: `email.opened`. */
  type: 'email.opened';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
}

/** A link in the email was clicked. Only with `track.clicks`. */
export interface EmailClickedWebhook {
  /** Type of the event: `email.clicked`. */
  type: 'email.clicked';
  /** When the event occurred. */
  created_at: string;
  data: EmailClickData;
}

/** The email, the recipient and the clicked link. */
export interface EmailClickData {
  /** Id of the email, as returned by `POST /emails`. */
  email_id: string;
  /** Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Sender of the email. */
  from: string;
  /** `to` list of the email. Cc and Bcc are not included. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Recipient that the event is about. */
  recipient: string;
  /** Kind of the email. Absent if it has none. */
  kind?: string;
  /** Tags of the email. For an email sent with a template, an object that also contains the template. */
  tags?: EmailTag[] | TemplateTags;
  /** `metadata` of the email. Absent if there was none or if retention deleted it. */
  metadata?: Record<string, string>;
  /** Details from the receiving server or provider. Absent if there are none. */
  detail?: string;
  /** Target URL of the clicked link. */
  url?: string;
}

/** The recipient unsubscribed through a link in the email. */
export interface EmailUnsubscribedWebhook {
  /** Type of the event: `email.unsubscribed`. */
  type: 'email.unsubscribed';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
}

/** The email could not be sent. Postrider does not try again. */
export interface EmailFailedWebhook {
  /** Type of the event: `email.failed`. */
  type: 'email.failed';
  /** When the event occurred. */
  created_at: string;
  data: EmailFailureData;
}

/** An email arrived at the reply address of a domain or at one of its inbound addresses. */
export interface EmailReceivedWebhook {
  /** Type of the event: `email.received`. */
  type: 'email.received';
  /** When the email was received. */
  created_at: string;
  data: ReceivedData;
}

/** The received email without its content. */
export interface ReceivedData {
  /** Id of the received email. `GET /inbound/{id}` returns its content and attachments. */
  inbound_id: string;
  /** Message-ID of the received email. Absent if it has none. */
  message_id?: string;
  /** Id of the email that this one replies to. Absent if there is none. */
  email_id?: string;
  /** Message-ID of the email that this one replies to. */
  in_reply_to_message_id?: string;
  /** `metadata` of the email that this one replies to. */
  metadata?: Record<string, string>;
  /** Sender, as in the From header. */
  from: string;
  /** Addresses in the To header. */
  to: string[];
  /** Your addresses that received the email, in lowercase, even if no header contains them. Empty for emails received before this field was added. */
  received_for: string[];
  /** Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`. With several addresses, the rule of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Subject of the email. */
  subject: string;
  /** Attachments of the email, without their content. Absent if there are none. At most 100: `GET /inbound/{id}` lists all. */
  attachments?: InboundAttachment[];
}

/** An attachment of a received email. */
export interface InboundAttachment {
  /** Index of the attachment in `/inbound/{id}/attachments/{index}`. */
  index: number;
  /** Name of the file. */
  filename: string;
  /** Media type, as declared in the email. */
  content_type: string;
  /** Size of the file in bytes. */
  size: number;
  /** Content id that the HTML refers to. Absent if the file is not an inline image. */
  content_id?: string;
}

/** A test event from `POST /webhooks/{id}/test`. */
export interface WebhookTestWebhook {
  /** Type of the event: `webhook.test`. */
  type: 'webhook.test';
  /** When the test was requested. */
  created_at: string;
  data: TestData;
}

/** The tested endpoint. */
export interface TestData {
  /** Id of the tested endpoint. */
  webhook_id: string;
}

/** A contact was created. */
export interface ContactCreatedWebhook {
  /** Type of the event: `contact.created`. */
  type: 'contact.created';
  /** When the event occurred. */
  created_at: string;
  data: ContactEventData;
}

/** The contact at the time the webhook is created. */
export interface ContactEventData {
  /** Type of the object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Address of the contact. */
  email: string;
  /** First name. Null if unknown. */
  first_name: string | null;
  /** Last name. Null if unknown. */
  last_name: string | null;
  /** Your own properties of the contact. */
  properties: Record<string, unknown>;
  /** Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set automatically. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Explicit topic subscriptions. For other topics `default_opt_in` applies. */
  topics: ContactTopic[];
  /** When it was created. */
  created_at: string;
  /** When the contact was last updated. */
  updated_at: string;
}

/** A contact's subscription to a topic. */
export interface ContactTopic {
  /** Slug of the topic. */
  topic: string;
  /** Whether the contact is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
}

/** A contact's address, names, properties, status or subscriptions changed. */
export interface ContactUpdatedWebhook {
  /** Type of the event: `contact.updated`. */
  type: 'contact.updated';
  /** When the event occurred. */
  created_at: string;
  data: ContactEventData;
}

/** A contact was deleted. */
export interface ContactDeletedWebhook {
  /** Type of the event: `contact.deleted`. */
  type: 'contact.deleted';
  /** When the event occurred. */
  created_at: string;
  data: DeletedContact;
}

/** A deleted contact. */
export interface DeletedContact {
  /** Type of the object: always `contact`. */
  object: 'contact';
  /** Id of the deleted contact. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** A contact subscribed to bulk email or to topics. */
export interface ContactSubscribedWebhook {
  /** Type of the event: `contact.subscribed`. */
  type: 'contact.subscribed';
  /** When the event occurred. */
  created_at: string;
  data: ContactChangeData;
}

/** The contact, and how its subscriptions changed. */
export interface ContactChangeData {
  /** Type of the object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Address of the contact. */
  email: string;
  /** First name. Null if unknown. */
  first_name: string | null;
  /** Last name. Null if unknown. */
  last_name: string | null;
  /** Your own properties of the contact. */
  properties: Record<string, unknown>;
  /** Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set automatically. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Explicit topic subscriptions. For other topics `default_opt_in` applies. */
  topics: ContactTopic[];
  /** When it was created. */
  created_at: string;
  /** When the contact was last updated. */
  updated_at: string;
  change: ContactChange;
}

/** A change to the subscriptions of a contact. */
export interface ContactChange {
  /** Whether the status of the contact changed. */
  status: boolean;
  /** Slugs of the topics whose subscription changed. */
  topics: string[];
  /** Who or what made the change. */
  actor:
    | 'api_key'
    | 'user'
    | 'import'
    | 'bounce'
    | 'complaint'
    | 'recipient'
    | 'form'
    | 'automation'
    | (string & {});
  /** Source of the consent. Absent if not recorded. */
  source?: string;
}

/** A contact unsubscribed from bulk email or from topics, bounced or complained. */
export interface ContactUnsubscribedWebhook {
  /** Type of the event: `contact.unsubscribed`. */
  type: 'contact.unsubscribed';
  /** When the event occurred. */
  created_at: string;
  data: ContactChangeData;
}

/** The accepted email. */
export interface SendEmailResponse {
  /** Id of the email. Track it with `GET /emails/{id}`. */
  id: string;
  /** Recipients that get no email because they are suppressed. Absent if there are none. */
  suppressed?: string[];
  /** Warnings about recipients. Absent if there are none. */
  warnings?: SendWarning[];
}

/** A warning about a recipient. The email is still sent. */
export interface SendWarning {
  /** `possible_typo`: the domain looks mistyped. `disposable_suspected`: the domain seems to offer temporary addresses. */
  code: 'possible_typo' | 'disposable_suspected' | (string & {});
  /** Address that the warning is about. */
  address: string;
  /** For `possible_typo`: the suggested address. */
  suggestion?: string;
}

/** Body of every response whose status is not 2xx. */
export interface ErrorBody {
  /** The error. */
  error: ErrorDetail;
}

/** Error codes of this version. Later versions may add codes, but never change or remove one. */
export type ErrorCode =
  | 'invalid_json'
  | 'unauthorized'
  | 'invalid_credentials'
  | 'forbidden_domain'
  | 'forbidden'
  | 'sending_paused'
  | 'under_review'
  | 'test_key_not_allowed'
  | 'reauthentication_required'
  | 'cross_site_request'
  | 'sign_in_method_disabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'not_cancelable'
  | 'not_schedulable'
  | 'not_deferred'
  | 'not_testing'
  | 'not_resendable'
  | 'resend_exists'
  | 'resend_too_early'
  | 'suppression_conflict'
  | 'already_revoked'
  | 'already_rotated'
  | 'domain_taken'
  | 'domain_in_use'
  | 'topic_exists'
  | 'topic_in_use'
  | 'slug_taken'
  | 'member_exists'
  | 'invitation_exists'
  | 'last_owner'
  | 'last_sign_in_method'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_error'
  | 'invalid_from'
  | 'unknown_domain'
  | 'domain_not_verified'
  | 'bulk_single_recipient'
  | 'stream_mismatch'
  | 'reserved_header'
  | 'template_not_found'
  | 'template_variables'
  | 'invalid_subject'
  | 'subject_from_template'
  | 'unknown_topic'
  | 'unknown_segment'
  | 'invalid_segment'
  | 'invalid_cursor'
  | 'attachments_not_in_batch'
  | 'domain_cleanup_failed'
  | 'manual_dns'
  | 'cloudflare_unconfigured'
  | 'publish_failed'
  | 'unsupported_transport'
  | 'identity_registration_failed'
  | 'invalid_invitation'
  | 'admin_key_not_mintable'
  | 'plan_limit'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'contact_quota_exceeded'
  | 'run_quota_exceeded'
  | 'organization_quota_exceeded'
  | 'internal_error'
  | 'usage_unavailable'
  | 'service_unavailable'
  | (string & {});

/** An invalid field. */
export interface InvalidField {
  /** Path of the field. For a query parameter or a header, its name. */
  path: string;
  /** What is wrong with it. */
  message: string;
}

/** An error. */
export interface ErrorDetail {
  /** Stable error code for programs. Handle unknown codes by their HTTP status. */
  code: ErrorCode | (string & {});
  /** Error message for people. The wording may change. For a `validation_error`, it names each invalid field. */
  message: string;
  /** The invalid fields, at most 20. Always present for a `validation_error`; empty if the request is invalid as a whole. */
  fields?: InvalidField[];
}

export interface EmailList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: EmailSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An email in a list. */
export interface EmailSummary {
  /** Type of the object: always `email`. */
  object: 'email';
  /** Id of the email, as returned when it was sent. */
  id: string;
  /** Sender of the email. */
  from: string;
  /** `to` list of the email, including suppressed addresses. */
  to: string[];
  /** Subject of the email. */
  subject: string;
  /** Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the email was handed over, and no outcome was reported. */
  last_event:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'failed'
    | 'suppressed'
    | 'canceled'
    | 'unconfirmed'
    | (string & {});
  /** Mode of the API key. `test`: the email was simulated and not delivered. */
  mode: 'live' | 'test' | (string & {});
  /** Kind of the email. Null if it has none. */
  kind: string | null;
  /** When the email was accepted. */
  created_at: string;
  /** When the email was first handed over. Null until then. */
  sent_at: (string & {}) | null;
}

/** The results of the batch. */
export interface BatchResponse {
  /** One result per item, in order. */
  data: (AcceptedItem | RefusedItem)[];
}

/** An accepted item. */
export interface AcceptedItem {
  /** Id of the email. Track it with `GET /emails/{id}`. */
  id: string;
  /** Recipients that get no email because they are suppressed. Absent if there are none. */
  suppressed?: string[];
  /** Warnings about recipients. Absent if there are none. */
  warnings?: SendWarning[];
  /** The `idempotency_key` was used before for an email with other content: `id` is that email, and this item was not sent. Absent otherwise. */
  idempotent_mismatch?: true;
}

/** A refused item. The other items are not affected. */
export interface RefusedItem {
  /** Why the item was refused. */
  error: ErrorDetail;
}

/** An email with its content and its events. */
export interface Email {
  /** Type of the object: always `email`. */
  object: 'email';
  /** Id of the email, as returned when it was sent. */
  id: string;
  /** Sender: an address, or a name and an address. */
  from: string;
  /** `to` list of the email, including suppressed addresses. */
  to: string[];
  /** `cc` list. Empty if there is none. */
  cc: string[];
  /** `bcc` list. Empty if there is none. */
  bcc: string[];
  /** Reply-To address. Null: the sender. */
  reply_to: string | null;
  /** Subject. For a template, the rendered subject. */
  subject: string;
  /** HTML body. Null if there is none, if retention deleted it, and for a live email read with a test key. */
  html: string | null;
  /** Text body. Null in the same cases as `html`. */
  text: string | null;
  /** Kind of the email. Null if it has none. */
  kind: string | null;
  /** Tags of the email. Null if there are none. */
  tags: EmailTag[] | null;
  /** When the email was accepted. */
  created_at: string;
  /** When the email is scheduled to be sent. Null if it was not scheduled. */
  scheduled_at: (string & {}) | null;
  /** When Postrider stops trying to deliver the email. Null: the usual retry time. */
  expires_at: (string & {}) | null;
  /** When the email was first handed over. Null until then. */
  sent_at: (string & {}) | null;
  /** Current status. With several recipients, the worst outcome once all are known. `unconfirmed`: the email was handed over, and no outcome was reported. */
  last_event:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'failed'
    | 'suppressed'
    | 'canceled'
    | 'unconfirmed'
    | (string & {});
  /** Mode of the API key. `test`: the email was simulated and not delivered. */
  mode: 'live' | 'test' | (string & {});
  /** Message-ID header with angle brackets. Null until the email is handed over, and for test emails. */
  message_id: string | null;
  /** Metadata of the email. Null if there is none or if retention deleted it. */
  metadata: Record<string, string> | null;
  /** Files of the email. Empty if there are none. */
  attachments: EmailAttachment[];
  /** Holds of the email, oldest first. Empty if there are none. A hold of reason `operator` or `restoration` is only shown while it lasts. */
  holds: EmailHold[];
  /** Events of all recipients, oldest first: `queued` of each, and the newest 1,000 of all others. */
  events: EmailEvent[];
  /** Whether the email has more events than are returned. `GET /email-events` has all events that webhooks deliver. */
  events_truncated: boolean;
}

/** A file of the email, without its content. */
export interface EmailAttachment {
  /** Name of the file. */
  filename: string;
  /** Media type of the file. */
  content_type: string;
  /** Size of the file in bytes. */
  size: number;
}

/** A period in which the email was not sent because the platform held it. */
export interface EmailHold {
  /** `review`: the organization is not approved yet, so its email is screened first. `operator`: an operator of the platform took the email out of the queue. `restoration`: the email was due when the database was restored from a backup. */
  reason: 'review' | 'operator' | 'restoration' | (string & {});
  /** When the hold began. */
  since: string;
  /** When the hold ended. Null if it has not. */
  until: (string & {}) | null;
}

/** An event of an email for one recipient. */
export interface EmailEvent {
  /** Type of the event. All types except `queued` and `suppressed` are also sent as webhooks. */
  type:
    | 'queued'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'rejected'
    | 'opened'
    | 'clicked'
    | 'unsubscribed'
    | 'suppressed'
    | 'failed'
    | (string & {});
  /** Address of the recipient. */
  recipient: string;
  /** When the event occurred. */
  at: string;
  /** For `bounced`: `hard` if the address is invalid, `soft` if delivery may succeed later. */
  bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
  /** Details from the receiving server or provider. */
  detail?: string;
  /** For failed or delayed deliveries: the reason, and who can fix it. */
  diagnosis?: Diagnosis;
  /** For `delivery_delayed`: when the next attempt is due. */
  next_attempt_at?: string;
  reply?: EventReply;
  suppression?: EventSuppression;
  /** For `clicked`: target URL of the link. Hidden from a test key that reads a live email. */
  url?: string;
  /** For `opened` and `clicked`: a program did it, such as a scanner of the mail server. Not counted in metrics. Absent for people. */
  automatic?: true;
}

/** For `suppressed`: the suppression entry that stopped the email. */
export interface EventSuppression {
  /** Id of the suppression entry. */
  id: string;
  /** Why the address is suppressed. */
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
}

/** A rescheduled email. */
export interface RescheduledEmail {
  /** Id of the email, as returned when it was sent. */
  id: string;
  /** Type of the object: always `email`. */
  object: 'email';
  /** When the email will be sent. */
  scheduled_at: string;
}

/** An email as a message. */
export interface EmailSource {
  /** Type of the object: always `email_source`. */
  object: 'email_source';
  /** Id of the email. */
  id: string;
  /** Headers and bodies as they are delivered (RFC 5322). `[content not shown]` replaces the content of attachments. Null after the retention period. */
  source: string | null;
}

/** A canceled email. */
export interface CanceledEmail {
  /** Id of the email, as returned when it was sent. */
  id: string;
  /** Type of the object: always `email`. */
  object: 'email';
  /** Always `canceled`. */
  status: 'canceled';
}

/** The results. */
export interface CancelEmailsResponse {
  /** One result per id, in order. */
  data: (CanceledEmail | RefusedItem)[];
}

/** Results of a change of many emails. */
export interface EmailChange {
  /** Type of the object: always `email_change`. */
  object: 'email_change';
  /** Whether emails were only counted. */
  dry_run: boolean;
  /** Results of this request. */
  results: EmailChangeResult[];
  /** Cursor for the next request: pass it as `after`. A request counts 5,000 emails or changes 50 at most, and can end early. Null: all were counted or changed. */
  next: string | null;
}

/** Emails with the same result. */
export interface EmailChangeResult {
  /** Result: `matched` (dry run), `canceled`, `sent_again`, `repeated` (sent again before with the same key), or the code of the error that refused it. */
  result: string;
  /** Number of emails. */
  emails: number;
}

/** An email whose next attempt is due. */
export interface TriedEmail {
  /** Id of the email, as returned when it was sent. */
  id: string;
  /** Type of the object: always `email`. */
  object: 'email';
  /** When the next attempt is due. */
  due_at: string;
}

/** The delivery attempts of an email. */
export interface DeliveryAttemptList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Attempts, newest first: at most 200. */
  data: DeliveryAttempt[];
}

/** An attempt to deliver an email to a recipient. */
export interface DeliveryAttempt {
  /** Type of the object: always `delivery_attempt`. */
  object: 'delivery_attempt';
  /** Address of the recipient. */
  recipient: string;
  /** Number of the delivery round, from 1. Recipients share rounds. */
  round: number;
  /** Host that the email was handed to: a mail server or the API of a provider. */
  host: string;
  /** Name of the transport. Null if the attempt ended before the email left. */
  transport: string | null;
  /** IP address that the email left from. Null if unknown. */
  source_address: string | null;
  /** TLS of the SMTP connection. Null if there was no connection, if it went to the API of a provider, or if the attempt is older than this field. */
  tls: DeliveryTls | null;
  /** When the attempt started. */
  started_at: string;
  /** When the attempt ended. Null while it is running. */
  finished_at: (string & {}) | null;
  /** Result. `deferred`: will be tried again. `unconfirmed`: the connection ended without an answer. Null while it is running. */
  result: 'accepted' | 'deferred' | 'bounced' | 'unconfirmed' | (string & {}) | null;
  /** SMTP reply code. Null if there was no reply. */
  reply_code: number | null;
  /** Reply with its code, or why there was none. Null if neither is known. */
  reply: string | null;
  /** For a failed attempt: the reason, and who can fix it. Null otherwise. */
  diagnosis: Diagnosis | null;
  /** For a deferred attempt: when the next one was due. Null otherwise. */
  next_attempt_at: (string & {}) | null;
  /** SMTP commands (`C: `) and replies (`S: `) of a failed attempt, without message content. Null if it is not stored. */
  conversation: string[] | null;
}

/** TLS of an SMTP connection. */
export interface DeliveryTls {
  /** Whether the connection was encrypted. */
  encrypted: boolean;
  /** TLS version. Null if not encrypted. */
  version: string | null;
  /** Cipher suite. Null if not encrypted. */
  cipher: string | null;
  /** How the certificate was verified: by a certificate authority (`pkix`) or TLSA records (`dane`). Null if the destination did not require it. */
  verified: 'pkix' | 'dane' | (string & {}) | null;
}

export interface EmailWebhookDeliveryList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: WebhookDeliverySummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A webhook delivery in a list. */
export interface WebhookDeliverySummary {
  /** Type of the object: always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Id of the delivery, sent as the header `postrider-delivery-id` of every attempt. */
  id: string;
  /** Id of the endpoint. */
  webhook_id: string;
  /** Type of the event. */
  event_type:
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
    | 'contact.unsubscribed'
    | (string & {});
  /** Id of the email. Null if the event is not about an email. */
  email_id: string | null;
  /** `pending`: will be attempted again. `delivered`: the endpoint answered 2xx. `exhausted`: no more automatic attempts. */
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  /** Number of attempts. */
  attempt_count: number;
  /** Milliseconds until the response or the timeout of the last attempt. Null before the first attempt. */
  latency_ms: number | null;
  /** When the next attempt is due. Null if there is none. */
  next_attempt_at: (string & {}) | null;
  /** When the event was recorded. */
  created_at: string;
  /** When the endpoint last answered 2xx. A replay does not clear it. Null if it never did. */
  delivered_at: (string & {}) | null;
}

/** A page of email events. */
export interface EmailEventFeed {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Events in the order in which they were recorded. */
  data: EmailEventEntry[];
  /** Cursor for the next request. Pass it as `after`, even if `data` is empty. */
  next_cursor: string;
  /** True if the next request may find more events now. A page can be empty and not be the last. */
  has_more: boolean;
  /** Events that were recorded after those of `data`, if `recent` was passed. A later response returns each of them again in `data`, when their order is final: skip the ids that you have handled. */
  recent?: EmailEventEntry[];
  /** Where the next request continues with recent events. Pass it as `recent`. */
  recent_cursor?: string;
}

/** An email event. `type` says which one. */
export type EmailEventEntry =
  | EmailSentEvent
  | EmailDeliveredEvent
  | EmailDeliveryDelayedEvent
  | EmailBouncedEvent
  | EmailComplainedEvent
  | EmailRejectedEvent
  | EmailOpenedEvent
  | EmailClickedEvent
  | EmailUnsubscribedEvent
  | EmailFailedEvent;

/** The email was handed over to the receiving server or a provider. */
export interface EmailSentEvent {
  /** Type of the event: `email.sent`. */
  type: 'email.sent';
  /** When the event occurred. */
  created_at: string;
  data: EmailHandoverData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The recipient's mail server accepted the email. */
export interface EmailDeliveredEvent {
  /** Type of the event: `email.delivered`. */
  type: 'email.delivered';
  /** When the event occurred. */
  created_at: string;
  data: EmailHandoverData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The recipient's mail server temporarily refused the email. Postrider tries again. */
export interface EmailDeliveryDelayedEvent {
  /** Type of the event: `email.delivery_delayed`. */
  type: 'email.delivery_delayed';
  /** When the event occurred. */
  created_at: string;
  data: EmailDelayData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The recipient's mail server refused the email or returned it later. */
export interface EmailBouncedEvent {
  /** Type of the event: `email.bounced`. */
  type: 'email.bounced';
  /** When the event occurred. */
  created_at: string;
  data: EmailBounceData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The recipient marked the email as spam and is now suppressed. */
export interface EmailComplainedEvent {
  /** Type of the event: `email.complained`. */
  type: 'email.complained';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The provider refused to send the email. */
export interface EmailRejectedEvent {
  /** Type of the event: `email.rejected`. */
  type: 'email.rejected';
  /** When the event occurred. */
  created_at: string;
  data: EmailFailureData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The email was opened. Only with `track.opens`. */
export interface EmailOpenedEvent {
  /** Type of the event: `email.opened`. */
  type: 'email.opened';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** A link in the email was clicked. Only with `track.clicks`. */
export interface EmailClickedEvent {
  /** Type of the event: `email.clicked`. */
  type: 'email.clicked';
  /** When the event occurred. */
  created_at: string;
  data: EmailClickData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The recipient unsubscribed through a link in the email. */
export interface EmailUnsubscribedEvent {
  /** Type of the event: `email.unsubscribed`. */
  type: 'email.unsubscribed';
  /** When the event occurred. */
  created_at: string;
  data: EmailEventData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** The email could not be sent. Postrider does not try again. */
export interface EmailFailedEvent {
  /** Type of the event: `email.failed`. */
  type: 'email.failed';
  /** When the event occurred. */
  created_at: string;
  data: EmailFailureData;
  /** Type of the object: always `email_event`. */
  object: 'email_event';
  /** Id of the event. The same in webhooks and in every response. */
  id: string;
}

/** A new endpoint with its signing secret. */
export interface CreatedWebhook {
  /** Type of the object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** URL for deliveries. */
  url: string;
  /** The event types that are delivered. Empty: all except `contact.*`. */
  events: (
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
    | 'contact.unsubscribed'
    | (string & {})
  )[];
  /** Description. Null: none. */
  description: string | null;
  /** Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable the endpoint. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5 days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it. */
  disabled_reason: 'gone' | 'failing' | 'operator' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was created. */
  created_at: string;
  /** Secret that deliveries are signed with. With the format `postrider`, the key is the whole secret including `whsec_`; with `resend`, the base64 after `whsec_`. Store it now: it is returned only once. */
  signing_secret: string;
}

export interface WebhookList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Webhook[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An endpoint that receives events. */
export interface Webhook {
  /** Type of the object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** URL for deliveries. */
  url: string;
  /** The event types that are delivered. Empty: all except `contact.*`. */
  events: (
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
    | 'contact.unsubscribed'
    | (string & {})
  )[];
  /** Description. Null: none. */
  description: string | null;
  /** Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable the endpoint. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5 days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it. */
  disabled_reason: 'gone' | 'failing' | 'operator' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was created. */
  created_at: string;
}

/** An endpoint with its new signing secret. */
export interface RotatedWebhook {
  /** Type of the object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** URL for deliveries. */
  url: string;
  /** The event types that are delivered. Empty: all except `contact.*`. */
  events: (
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
    | 'contact.unsubscribed'
    | (string & {})
  )[];
  /** Description. Null: none. */
  description: string | null;
  /** Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable the endpoint. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5 days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it. */
  disabled_reason: 'gone' | 'failing' | 'operator' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was created. */
  created_at: string;
  /** Secret that deliveries are signed with. With the format `postrider`, the key is the whole secret including `whsec_`; with `resend`, the base64 after `whsec_`. Store it now: it is returned only once. */
  signing_secret: string;
  /** Until when deliveries are also signed with the previous secret. */
  previous_secret_until: string;
}

/** A webhook delivery with its attempts. */
export interface WebhookDelivery {
  /** Type of the object: always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Id of the delivery, sent as the header `postrider-delivery-id` of every attempt. */
  id: string;
  /** Id of the endpoint. */
  webhook_id: string;
  /** Type of the event. */
  event_type:
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
    | 'contact.unsubscribed'
    | (string & {});
  /** Id of the email. Null if the event is not about an email. */
  email_id: string | null;
  /** `pending`: will be attempted again. `delivered`: the endpoint answered 2xx. `exhausted`: no more automatic attempts. */
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  /** Number of attempts. */
  attempt_count: number;
  /** Milliseconds until the response or the timeout of the last attempt. Null before the first attempt. */
  latency_ms: number | null;
  /** When the next attempt is due. Null if there is none. */
  next_attempt_at: (string & {}) | null;
  /** When the event was recorded. */
  created_at: string;
  /** When the endpoint last answered 2xx. A replay does not clear it. Null if it never did. */
  delivered_at: (string & {}) | null;
  /** Headers of the request, in the current format of the endpoint. */
  request_headers: WebhookRequestHeader[];
  /** Body of the request, in the current format of the endpoint. Null if its event was deleted, and for keys and users without the right to read content. */
  body: string | null;
  /** Whether the body was built again from the event. Stored bodies are deleted after the last attempt. A rebuilt body lacks metadata that was deleted since, and shows a contact as it is now. */
  body_rebuilt: boolean;
  /** Attempts, oldest first. The last 50 are kept. */
  attempts: WebhookAttempt[];
}

/** A header of a webhook request. */
export interface WebhookRequestHeader {
  /** Name of the header. */
  name: string;
  /** Value of the header. Null if each attempt has a new one, such as the signature. */
  value: string | null;
}

/** A delivery attempt. */
export interface WebhookAttempt {
  /** Number of the attempt, starting at 1. */
  number: number;
  /** When the attempt was made. */
  at: string;
  /** HTTP status of the response. Null if there was none. */
  status: number | null;
  /** Milliseconds until the response or the timeout. */
  latency_ms: number;
  /** Why there was no response, for example `timeout`. Null if there was one. */
  error: string | null;
  /** First 4 KB of the response body. Null if there was no response. */
  response: string | null;
}

export interface WebhookDeliveryList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: WebhookDeliverySummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** The results. */
export interface ReplayWebhookDeliveriesResponse {
  /** One result per id, in order. */
  data: (WebhookDeliverySummary | RefusedItem)[];
}

/** A replay of the events of a period. */
export interface WebhookReplay {
  /** Type of the object: always `webhook_replay`. */
  object: 'webhook_replay';
  /** Id of the replay. */
  id: string;
  /** Id of the endpoint. */
  webhook_id: string;
  /** Start of the period. */
  since: string;
  /** End of the period. */
  until: string;
  /** Event types to replay. Empty: all types of the endpoint. */
  events: (
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
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.subscribed'
    | 'contact.unsubscribed'
    | (string & {})
  )[];
  /** Status of the replay. `stopped`: the endpoint was disabled. */
  status: 'running' | 'finished' | 'stopped' | (string & {});
  /** Number of deliveries scheduled so far. */
  deliveries: number;
  /** When the replay was requested. */
  created_at: string;
  /** When the replay ended. Null while it is running. */
  finished_at: (string & {}) | null;
}

export interface InboundEmailList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: InboundEmailSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A received email in a list. */
export interface InboundEmailSummary {
  /** Type of the object: always `inbound_email`. */
  object: 'inbound_email';
  /** Id of the received email. */
  id: string;
  /** Domain that received the email. */
  domain: string;
  /** Id of the email that this one replies to. Null if there is none. */
  email_id: string | null;
  /** Sender, as in the From header. */
  from: string;
  /** Addresses in the To header. */
  to: string[];
  /** Your addresses that received the email, in lowercase, even if no header contains them. Empty for emails received before this field was added. */
  received_for: string[];
  /** Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`. With several addresses, the rule of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Subject of the email. */
  subject: string;
  /** True for automatic emails such as out-of-office replies, receipts, reports and bounces. */
  automatic: boolean;
  /** SPF result: whether the server may send for the domain. */
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** DKIM result of the best signature. */
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** DMARC result: whether SPF or DKIM passes for the domain of the From header. Trust only `pass`. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** When the email was received. */
  received_at: string;
}

/** A received email with its content. */
export interface InboundEmail {
  /** Type of the object: always `inbound_email`. */
  object: 'inbound_email';
  /** Id of the received email. */
  id: string;
  /** Domain that received the email. */
  domain: string;
  /** Id of the email that this one replies to. Null if there is none. */
  email_id: string | null;
  /** Sender, as in the From header. */
  from: string;
  /** Addresses in the To header. */
  to: string[];
  /** Your addresses that received the email, in lowercase, even if no header contains them. Empty for emails received before this field was added. */
  received_for: string[];
  /** Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`. With several addresses, the rule of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Subject of the email. */
  subject: string;
  /** True for automatic emails such as out-of-office replies, receipts, reports and bounces. */
  automatic: boolean;
  /** SPF result: whether the server may send for the domain. */
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** DKIM result of the best signature. */
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** DMARC result: whether SPF or DKIM passes for the domain of the From header. Trust only `pass`. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** When the email was received. */
  received_at: string;
  /** Message-ID of the received email. Null if it has none. */
  message_id: string | null;
  /** Message-ID of the email that this one replies to. Null if unknown. */
  in_reply_to_message_id: string | null;
  /** Metadata of the email that this one replies to. Null if there is none. */
  metadata: Record<string, string> | null;
  /** HTML body. Null if there is none, if retention deleted it, and for a test key. */
  html: string | null;
  /** Text body. Null in the same cases as `html`. */
  text: string | null;
  /** Text body without quoted text. Null in the same cases as `html`. */
  reply_text: string | null;
  /** Header fields in order, unfolded. Null in the same cases as `html`. */
  headers: InboundHeader[] | null;
  authentication: InboundAuthentication;
  /** Attachments of the email. */
  attachments: InboundAttachment[];
}

/** A header field. */
export interface InboundHeader {
  /** Name of the header field. */
  name: string;
  /** Value of the header field. */
  value: string;
}

/** Authentication results of the email. */
export interface InboundAuthentication {
  spf: InboundSpf;
  dkim: InboundDkim;
  dmarc: InboundDmarc;
}

/** SPF check of the sending server. */
export interface InboundSpf {
  /** SPF result: whether the server may send for the domain (RFC 7208). */
  result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Domain of MAIL FROM, or of HELO if MAIL FROM is empty. Null if there is none. */
  domain: string | null;
}

/** DKIM check of the signatures. */
export interface InboundDkim {
  /** Result of the best signature. `none` if there is none. */
  result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** The DKIM signatures of the email. */
  signatures: InboundSignature[];
}

/** A DKIM signature. */
export interface InboundSignature {
  /** Result of the signature (RFC 6376). */
  result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** Signing domain. */
  domain: string;
  /** Selector of the key. */
  selector: string;
  /** What is wrong with the signature. Absent if nothing is. */
  comment?: string;
}

/** DMARC check of the From header. */
export interface InboundDmarc {
  /** DMARC result: whether SPF or DKIM passes for the domain of the From header (RFC 7489). */
  result: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Domain whose policy was applied. Null if there is none. */
  domain: string | null;
  /** Policy of the domain. Absent if there is none. */
  policy?: string;
}

/** A template with its draft. */
export interface Template {
  /** Type of the object: always `template`. */
  object: 'template';
  /** Id of the template. */
  id: string;
  /** Slug of the template. */
  slug: string;
  /** Name of the template. */
  name: string;
  /** `draft`: never published. `published`: can be sent. `archived`: cannot be sent. */
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** Latest published version. Null if there is none. */
  current_version: number | null;
  /** When the latest version was published. Null if there is none. */
  published_at: (string & {}) | null;
  /** When it was created. */
  created_at: string;
  /** When the template was last updated. */
  updated_at: string;
  /** Subject of the draft. Null if there is none. */
  subject: string | null;
  /** HTML body of the draft. Null if there is none. */
  html: string | null;
  /** Text body of the draft. Null if there is none. */
  text: string | null;
  /** Variables of the draft. */
  variables: TemplateVariable[];
}

/** A variable of the template. */
export interface TemplateVariable {
  /** Name of the variable, a path into objects. */
  key: string;
  /** Type of the value. */
  type: 'string' | 'number' | 'boolean' | 'list' | 'object' | (string & {});
  /** Whether a send must set it. */
  required: boolean;
  /** Value used when a send does not set it. Absent if there is none. */
  fallback?: unknown;
}

export interface TemplateList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: TemplateSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A template in a list. */
export interface TemplateSummary {
  /** Type of the object: always `template`. */
  object: 'template';
  /** Id of the template. */
  id: string;
  /** Slug of the template. */
  slug: string;
  /** Name of the template. */
  name: string;
  /** `draft`: never published. `published`: can be sent. `archived`: cannot be sent. */
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** Latest published version. Null if there is none. */
  current_version: number | null;
  /** When the latest version was published. Null if there is none. */
  published_at: (string & {}) | null;
  /** When it was created. */
  created_at: string;
  /** When the template was last updated. */
  updated_at: string;
}

/** The rendered content. */
export interface RenderedTemplate {
  /** Type of the object: always `rendered_template`. */
  object: 'rendered_template';
  /** Rendered subject. */
  subject: string;
  /** Rendered HTML body. Null if the template has none. */
  html: string | null;
  /** Rendered text body. Null if the template has none. */
  text: string | null;
}

export interface TemplateVersionList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: TemplateVersionSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A template version in a list. */
export interface TemplateVersionSummary {
  /** Type of the object: always `template_version`. */
  object: 'template_version';
  /** Number of the version, from 1. */
  version: number;
  /** Subject of the version. */
  subject: string;
  /** When the version was published. */
  published_at: string;
  /** Who published the version. Null if it was published before this was stored. */
  published_by: AuditActor | null;
}

/** Who made the change. */
export interface AuditActor {
  /** `key`: an API key. `user`: a user of the console. `operator`: the operator of the platform. `system`: the platform itself. */
  type: 'key' | 'user' | 'operator' | 'system' | (string & {});
  /** Id of the key or user. Null for other actors. */
  id: string | null;
  /** Name of the key or user at that time. Null for other actors. */
  name: string | null;
}

/** A published version of a template. It never changes. */
export interface TemplateVersion {
  /** Type of the object: always `template_version`. */
  object: 'template_version';
  /** Number of the version, from 1. */
  version: number;
  /** Subject of the version. */
  subject: string;
  /** When the version was published. */
  published_at: string;
  /** Who published the version. Null if it was published before this was stored. */
  published_by: AuditActor | null;
  /** HTML body of the version. Null if it has none. */
  html: string | null;
  /** Text body of the version. Null if it has none. */
  text: string | null;
  /** Variables of the version. */
  variables: TemplateVariable[];
}

/** Where a template is used. */
export interface TemplateUses {
  /** Type of the object: always `template_uses`. */
  object: 'template_uses';
  /** Automations whose current steps name the template by id or slug, newest first. */
  automations: TemplateAutomation[];
  /** Broadcasts that use the template, newest first, up to 20. */
  broadcasts: TemplateBroadcast[];
  /** Whether there can be more broadcasts: more than are shown, or older than the newest 2,000 of the organization. */
  broadcasts_truncated: boolean;
}

/** An automation that uses the template. */
export interface TemplateAutomation {
  /** Id of the automation. */
  id: string;
  /** Name of the automation. */
  name: string;
  /** Status of the automation. */
  status: 'active' | 'paused' | (string & {});
}

/** A broadcast that uses the template. */
export interface TemplateBroadcast {
  /** Id of the broadcast. */
  id: string;
  /** Name of the broadcast. */
  name: string;
  /** Status of the broadcast. */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
}

/** A sending domain with its DNS records. */
export interface Domain {
  /** Type of the object: always `domain`. */
  object: 'domain';
  /** Id of the domain. */
  id: string;
  /** Name of the domain. */
  name: string;
  /** `pending`: waiting for DNS records. `verified`: can send. `failed`: records were not found in time or were removed. `disabled`: being deleted. */
  status: 'pending' | 'verified' | 'failed' | 'disabled' | (string & {});
  /** Why the domain failed. `not_verified`: records were not found within 72 hours. `records_lost`: records were missing for 72 hours. `claimed_by_another`: another organization proved that it owns the domain. Null if it did not fail. */
  failed_reason: 'not_verified' | 'records_lost' | 'claimed_by_another' | (string & {}) | null;
  /** `transactional`, or `bulk`, which also accepts bulk kinds. */
  stream: 'transactional' | 'bulk' | (string & {});
  /** `manual`: you publish the DNS records. `cloudflare`: Postrider publishes them. */
  dns_mode: 'manual' | 'cloudflare' | (string & {});
  /** When it was added. */
  created_at: string;
  /** When it was verified. Null: not verified. */
  verified_at: (string & {}) | null;
  /** When the records were last checked. Null until the first check. */
  last_checked_at: (string & {}) | null;
  /** Host for bounces (return path). */
  return_path: string;
  /** Host for tracked links. */
  tracking_host: string;
  /** Address for `reply_to` whose replies arrive as `email.received`. */
  reply_address: string;
  inbound: InboundRule;
  dkim: DomainDkim;
  /** DNS records to publish. */
  records: DomainRecord[];
}

/** Which emails the domain receives. */
export interface InboundRule {
  /** `replies`: only replies to `reply_address`. `addresses`: also emails to the listed addresses. `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record. */
  mode: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Local parts (before the @) in lowercase, without `+tag`. */
  addresses: string[];
}

/** DKIM signing of the domain. */
export interface DomainDkim {
  /** DKIM selector. */
  selector: string;
}

/** A DNS record to publish, and its current state. */
export interface DomainRecord {
  /** Purpose of the record. `REPLY`: replies. `INBOUND`: emails to addresses of the domain; only with the inbound modes `addresses` and `catch_all`. `MTA_STS`: host and version of the MTA-STS policy; only with a policy, which is set in the console. */
  record: 'DKIM' | 'SPF' | 'MX' | 'DMARC' | 'TRACKING' | 'REPLY' | 'INBOUND' | 'MTA_STS' | (string & {});
  /** DNS record type. */
  type: 'TXT' | 'MX' | 'CNAME' | (string & {});
  /** Full name of the record. */
  name: string;
  /** Value to publish. */
  value: string;
  /** TTL in seconds. */
  ttl: number;
  /** Priority. Only for MX records. */
  priority?: number;
  /** Whether the record is required for verification. */
  required: boolean;
  /** Result of the last check. `pending`: not checked yet. `mismatch`: found with another value. */
  status: 'pending' | 'verified' | 'missing' | 'mismatch' | (string & {});
  /** Values found by the last check. Empty if there were none. */
  observed: string[];
  /** What is wrong with the record. Absent if nothing is. */
  error?: string;
  /** How to improve a valid record. Absent if there is nothing to improve. */
  hint?: string;
}

export interface DomainList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Domain[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** Aggregated DMARC reports about a domain. */
export interface Dmarc {
  /** Type of the object: always `dmarc`. */
  object: 'dmarc';
  /** The domain. */
  domain: string;
  /** Number of days returned. */
  days: number;
  totals: DmarcTotals;
  /** One row per day, oldest first. */
  series: DmarcDay[];
  /** The 100 addresses with the most messages. */
  sources: DmarcSource[];
}

/** Totals over all days. */
export interface DmarcTotals {
  /** Messages with the domain in their From header. */
  messages: number;
  /** Messages that passed: aligned DKIM or SPF. */
  passed: number;
  /** Messages that failed both. */
  failed: number;
  /** Messages that your policy sent to quarantine (spam). */
  quarantined: number;
  /** Messages that your policy rejected. */
  rejected: number;
  /** Messages with a valid, aligned DKIM signature. */
  dkim_aligned: number;
  /** Messages with an aligned SPF pass. */
  spf_aligned: number;
  /** Number of reports received. */
  reports: number;
  /** Messages in reports that did not pass DMARC themselves, so that their author is unverified. Not included in the other counts. */
  unauthenticated: number;
}

/** Counts of one day. */
export interface DmarcDay {
  /** Messages with the domain in their From header. */
  messages: number;
  /** Messages that passed: aligned DKIM or SPF. */
  passed: number;
  /** Messages that failed both. */
  failed: number;
  /** Messages that your policy sent to quarantine (spam). */
  quarantined: number;
  /** Messages that your policy rejected. */
  rejected: number;
  /** Day (UTC). */
  day: string;
}

/** Counts of one sending IP address. */
export interface DmarcSource {
  /** Messages with the domain in their From header. */
  messages: number;
  /** Messages that passed: aligned DKIM or SPF. */
  passed: number;
  /** Messages that failed both. */
  failed: number;
  /** Messages that your policy sent to quarantine (spam). */
  quarantined: number;
  /** Messages that your policy rejected. */
  rejected: number;
  /** Messages with a valid, aligned DKIM signature. */
  dkim_aligned: number;
  /** Messages with an aligned SPF pass. */
  spf_aligned: number;
  /** IP address that sent the messages. */
  source_ip: string;
  /** Reporters, up to ten. */
  reporters: string[];
}

/** The API key of the request. */
export interface KeyIdentity {
  /** Type of the object: always `api_key`. */
  object: 'api_key';
  /** Id of the key. Also the user name for SMTP. */
  id: string;
  /** Name of the key. */
  name: string;
  /** `live`: emails are sent. `test`: emails are simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** Names of the domains that the key may send from: its restriction, or all verified domains. */
  domains: string[];
}

/** A new API key with its token. */
export interface CreatedApiKey {
  /** Type of the object: always `api_key`. */
  object: 'api_key';
  /** Id of the key. Also the user name for SMTP. */
  id: string;
  /** Name of the key. */
  name: string;
  /** Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** `live`: emails are sent. `test`: emails are simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Domains that the key is restricted to. Empty if it may use all. */
  domains: string[];
  /** First 12 characters of the token, to recognize the key by. */
  prefix: string;
  /** `rotated`: replaced, and valid for 24 hours after the rotation. `revoked` and `expired` keys are refused. */
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  rights: ApiKeyRights;
  /** Requests per second. Null: the default of 10; 0: no limit. */
  rate_limit: number | null;
  /** Who created the key. Null for a key that a parent organization created. */
  created_by: ApiKeyCreator | null;
  /** Id of the key that replaced it. Null: none. */
  replaced_by: string | null;
  /** When it was created. */
  created_at: string;
  /** When it expires. Null: never. */
  expires_at: (string & {}) | null;
  /** When the key was last used, accurate to a few minutes. Null if it was never used. */
  last_used_at: (string & {}) | null;
  /** Token for the Authorization header. Store it now: it is returned only once. */
  token: string;
}

/** What a key may read besides its permission. */
export interface ApiKeyRights {
  /** Whether the key may read bodies and attachments. */
  content: boolean;
  /** Whether the key may export lists. */
  export: boolean;
}

/** Who created a key. */
export interface ApiKeyCreator {
  /** `key`: an API key. `user`: a user of the console. `operator`: the operator of the platform. */
  type: 'key' | 'user' | 'operator' | (string & {});
  /** Id of the key or user. Null for an operator. */
  id: string | null;
  /** Name at that time. */
  name: string | null;
}

export interface ApiKeyList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: ApiKey[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An API key without its token. */
export interface ApiKey {
  /** Type of the object: always `api_key`. */
  object: 'api_key';
  /** Id of the key. Also the user name for SMTP. */
  id: string;
  /** Name of the key. */
  name: string;
  /** Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** `live`: emails are sent. `test`: emails are simulated. */
  mode: 'live' | 'test' | (string & {});
  /** Domains that the key is restricted to. Empty if it may use all. */
  domains: string[];
  /** First 12 characters of the token, to recognize the key by. */
  prefix: string;
  /** `rotated`: replaced, and valid for 24 hours after the rotation. `revoked` and `expired` keys are refused. */
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  rights: ApiKeyRights;
  /** Requests per second. Null: the default of 10; 0: no limit. */
  rate_limit: number | null;
  /** Who created the key. Null for a key that a parent organization created. */
  created_by: ApiKeyCreator | null;
  /** Id of the key that replaced it. Null: none. */
  replaced_by: string | null;
  /** When it was created. */
  created_at: string;
  /** When it expires. Null: never. */
  expires_at: (string & {}) | null;
  /** When the key was last used, accurate to a few minutes. Null if it was never used. */
  last_used_at: (string & {}) | null;
}

export interface SuppressionList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Suppression[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An address that gets no email. */
export interface Suppression {
  /** Type of the object: always `suppression`. */
  object: 'suppression';
  /** Id of the entry. */
  id: string;
  /** Address in lowercase with an ASCII domain. For a deleted contact, `sha256:` and a hash. */
  email: string;
  /** Why the address is suppressed. `complaint`: marked as spam. `hard_bounce`: invalid. `validation`: found unusable. `manual`: added by you. `unsubscribe`: unsubscribed, which stops only bulk email. */
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
  /** `organization`: all email of the organization. `domain`: email of one sending domain. */
  scope: 'organization' | 'domain' | (string & {});
  /** Sending domain. Only with the scope `domain`. */
  domain?: string;
  /** Id of the email that caused the entry. Absent if there is none. */
  source_email_id?: string;
  /** When it was created. */
  created_at: string;
  /** When the entry expires. Absent if it does not. */
  expires_at?: string;
}

/** Number of suppressed addresses by reason. */
export interface SuppressionCounts {
  /** Type of the object: always `suppression_counts`. */
  object: 'suppression_counts';
  /** One item for each reason. */
  reasons: SuppressionReasonCount[];
}

/** Number of entries with a reason. */
export interface SuppressionReasonCount {
  /** Reason of the entries. */
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
  /** Number of entries in force, up to 10000. */
  count: number;
  /** Whether there are more than 10000 entries, and not all were counted. */
  truncated: boolean;
}

/** An import of suppressed addresses. */
export interface SuppressionImport {
  /** Type of the object: always `suppression_import`. */
  object: 'suppression_import';
  /** Id of the import. */
  id: string;
  /** Status of the import. If `failed`, `error` says why. */
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Size of the file in bytes. */
  bytes: number;
  /** Number of bytes processed. */
  bytes_read: number;
  /** Number of rows processed, without the header row. */
  rows_read: number;
  /** Why the import failed. Rows processed before the failure are kept. Absent if it did not fail. */
  error?: string;
  /** When the file was uploaded. */
  created_at: string;
  /** When processing started. Absent until then. */
  started_at?: string;
  /** When processing ended. Absent until then. */
  finished_at?: string;
  /** Format of the file, detected from its header row. */
  format:
    | 'postmark'
    | 'ses'
    | 'sendgrid'
    | 'mailgun'
    | 'mailchimp'
    | 'listmonk'
    | 'kit'
    | 'brevo'
    | 'mailerlite'
    | 'klaviyo'
    | 'activecampaign'
    | 'constantcontact'
    | 'campaignmonitor'
    | 'hubspot'
    | 'beehiiv'
    | 'substack'
    | 'resend'
    | 'plain'
    | (string & {});
  /** Sending domain to which the entries are limited. Absent: the whole organization. */
  domain?: string;
  /** Number of entries added or changed to a stronger reason. */
  rows_added: number;
  /** Number of entries that existed with the same or a stronger reason. */
  rows_unchanged: number;
  /** Number of invalid rows. `GET /suppressions/imports/{id}/refused` lists them with the reason. */
  rows_refused: number;
}

export interface SuppressionImportList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: SuppressionImport[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** Daily sending counts, by recipient of live email. */
export interface Metrics {
  /** Type of the object: always `metrics`. */
  object: 'metrics';
  /** Number of days returned. */
  days: number;
  /** Name of the domain. Null: the whole organization. */
  domain: string | null;
  /** One row per day, oldest first. */
  series: MetricsDay[];
  totals: MetricCounters;
  rates: MetricRates;
  /** The requested facet. Absent without `facet`. */
  facet?: 'provider' | 'key' | 'template' | 'kind' | (string & {});
  /** One row per value of the facet. Absent without `facet`. */
  by?: MetricsGroup[];
}

/** Counts of one day. */
export interface MetricsDay {
  /** Recipients whose email was handed over. */
  sent: number;
  /** Recipients whose mail server accepted the email. */
  delivered: number;
  /** Recipients whose address is invalid (hard bounces). */
  bouncedHard: number;
  /** Recipients whose email bounced for another reason (soft bounces). */
  bouncedSoft: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Recipients who opened the email. Only tracked emails count. */
  opened: number;
  /** Recipients who clicked a link. Only tracked emails count. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
  /** Day (UTC). */
  day: string;
}

/** Totals of live email over all days. */
export interface MetricCounters {
  /** Recipients whose email was handed over. */
  sent: number;
  /** Recipients whose mail server accepted the email. */
  delivered: number;
  /** Recipients whose address is invalid (hard bounces). */
  bouncedHard: number;
  /** Recipients whose email bounced for another reason (soft bounces). */
  bouncedSoft: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Recipients who opened the email. Only tracked emails count. */
  opened: number;
  /** Recipients who clicked a link. Only tracked emails count. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
}

/** Rates over all days. 0 if there is nothing to divide by. Attempted recipients are `sent`, or `delivered` and bounces together if these are more: a recipient that a mail server refuses at once bounces without being sent. */
export interface MetricRates {
  /** `delivered` divided by attempted recipients. A fraction from 0 to 1. */
  delivery: number;
  /** Hard and soft bounces divided by attempted recipients. A fraction from 0 to 1. */
  bounce: number;
  /** `bouncedHard` divided by attempted recipients. A fraction from 0 to 1. */
  hardBounce: number;
  /** `bouncedSoft` divided by attempted recipients. A fraction from 0 to 1. */
  softBounce: number;
  /** `complained` divided by `delivered`. Keep it below 0.001: above, mailbox providers start to filter your email. A fraction from 0 to 1. */
  complaint: number;
  /** `opened` divided by `delivered`. A fraction from 0 to 1. */
  open: number;
  /** `clicked` divided by `delivered`. A fraction from 0 to 1. */
  click: number;
}

/** Counts of one provider, key, template or kind. */
export interface MetricsGroup {
  /** Recipients whose email was handed over. */
  sent: number;
  /** Recipients whose mail server accepted the email. */
  delivered: number;
  /** Recipients whose address is invalid (hard bounces). */
  bouncedHard: number;
  /** Recipients whose email bounced for another reason (soft bounces). */
  bouncedSoft: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Recipients who opened the email. Only tracked emails count. */
  opened: number;
  /** Recipients who clicked a link. Only tracked emails count. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
  /** Key of the row: the id, kind or provider. */
  key: string;
  /** Display name of the row. */
  label: string;
  /** Delayed deliveries. */
  delayed: number;
  /** Replies with which a provider blocked or throttled the email. */
  blocked: number;
}

/** Usage and limits of the organization. */
export interface Usage {
  /** Type of the object: always `usage`. */
  object: 'usage';
  /** Name of the plan. */
  plan: string;
  emails: EmailUsage;
  contacts: ContactUsage;
  rate_limit: RateLimit;
}

/** Email usage, by recipient. Test emails do not count. */
export interface EmailUsage {
  monthly: MonthlyUsage;
  daily: DailyUsage;
}

/** Usage this month. */
export interface MonthlyUsage {
  /** Recipients of live email this month (UTC). Each recipient counts as one email. */
  used: number;
  /** Monthly limit. When it is reached, live sends fail with `quota_exceeded` until the next month. Null: no limit. 0: sending is stopped. */
  limit: number | null;
  /** Emails included in the plan. Null: unlimited. */
  allowance: number | null;
  /** Whether emails beyond the allowance are billed, up to `limit`. */
  overage: boolean;
  /** When the count resets to 0. */
  resets_at: string;
}

/** Today. */
export interface DailyUsage {
  /** Recipients of live email today (UTC). */
  used: number;
  /** Daily limit. When it is reached, live sends fail with `quota_exceeded` until the next day. Null: no limit. */
  limit: number | null;
  /** When the count resets to 0. */
  resets_at: string;
}

/** Contacts. */
export interface ContactUsage {
  /** Number of stored contacts. */
  used: number;
  /** Maximum number of contacts. Null: no limit. */
  limit: number | null;
}

/** Rate limits of the API key and of its organization. */
export interface RateLimit {
  /** Requests that the API key may make per `duration`. Null: no limit. */
  limit: number | null;
  /** Requests that all API keys of the organization may make together per `duration`. Null: no limit. */
  organization_limit: number | null;
  /** Length of the window, in seconds: a number followed by `s`. */
  duration: string;
}

/** A recipient of bulk email. */
export interface Contact {
  /** Type of the object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Address of the contact. */
  email: string;
  /** First name. Null if unknown. */
  first_name: string | null;
  /** Last name. Null if unknown. */
  last_name: string | null;
  /** Your own properties of the contact. */
  properties: Record<string, unknown>;
  /** Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set automatically. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Explicit topic subscriptions. For other topics `default_opt_in` applies. */
  topics: ContactTopic[];
  /** Subscriptions that this request did not change because the contact had unsubscribed. Only in responses to changes; absent if there are none. */
  kept_unsubscribed?: KeptUnsubscribed;
  /** When it was created. */
  created_at: string;
  /** When the contact was last updated. */
  updated_at: string;
}

/** Subscriptions that did not change because the contact had unsubscribed. Use `resubscribe` to override. */
export interface KeptUnsubscribed {
  /** True if the status did not change. */
  status: boolean;
  /** Slugs of the topics that did not change. */
  topics: string[];
}

export interface ContactList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Contact[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** The results of the batch. */
export interface BatchContactsResponse {
  /** One result per contact, in order. */
  data: (TakenContact | RefusedItem)[];
}

/** An accepted contact. */
export interface TakenContact {
  /** Id of the contact. */
  id: string;
  /** True if the contact is new. */
  created: boolean;
  /** Subscriptions that did not change because the contact had unsubscribed. Absent if there are none. */
  kept_unsubscribed?: KeptUnsubscribed;
}

/** An import of contacts. */
export interface ContactImport {
  /** Type of the object: always `contact_import`. */
  object: 'contact_import';
  /** Id of the import. */
  id: string;
  /** Status of the import. If `failed`, `error` says why. */
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Size of the file in bytes. */
  bytes: number;
  /** Number of bytes processed. */
  bytes_read: number;
  /** Number of rows processed, without the header row. */
  rows_read: number;
  /** Why the import failed. Rows processed before the failure are kept. Absent if it did not fail. */
  error?: string;
  /** When the file was uploaded. */
  created_at: string;
  /** When processing started. Absent until then. */
  started_at?: string;
  /** When processing ended. Absent until then. */
  finished_at?: string;
  /** Format of the file, detected from its header row. */
  format:
    | 'mailchimp'
    | 'listmonk'
    | 'kit'
    | 'brevo'
    | 'mailerlite'
    | 'klaviyo'
    | 'activecampaign'
    | 'constantcontact'
    | 'campaignmonitor'
    | 'hubspot'
    | 'beehiiv'
    | 'substack'
    | 'resend'
    | 'plain'
    | (string & {});
  /** Whether the import only reports what it would do. */
  dry_run: boolean;
  /** How the columns of the file are read, up to 200. The counts are complete when the rows are imported. */
  columns: ImportColumn[];
  /** Number of new contacts. */
  rows_added: number;
  /** Number of rows whose contact already existed or appeared earlier in the file. */
  rows_updated: number;
  /** Number of rows that mark the contact as unsubscribed. Included in `rows_added` or `rows_updated`. */
  rows_unsubscribed: number;
  /** Number of rows whose contact had unsubscribed and stays unsubscribed. Included in `rows_added` or `rows_updated`. */
  kept_unsubscribed: number;
  /** Number of rows that mark the address as bounced or complained. The address is suppressed. */
  rows_suppressed: number;
  /** Number of invalid rows. `GET /contacts/imports/{id}/refused` lists them with the reason. */
  rows_refused: number;
}

/** How a column of a file is read. The counts are those of `status` columns. */
export interface ImportColumn {
  /** Name of the column in the file. */
  name: string;
  /** Field that the column is read as. `status` columns decide who is subscribed, `consent` columns are kept as proof, and `ignored` columns are not imported. */
  read_as:
    | 'email'
    | 'name'
    | 'first_name'
    | 'last_name'
    | 'status'
    | 'consent'
    | 'property'
    | 'topics'
    | 'properties'
    | 'ignored'
    | (string & {});
  /** Property that the values are stored in. Absent if there is none. */
  property?: string;
  /** Type of the property: the same for all rows of the file. Absent until all rows have been checked. */
  type?: 'text' | 'number' | 'boolean' | 'list' | 'object' | (string & {});
  /** Number of rows that the column marks as unsubscribed. */
  rows_unsubscribed?: number;
  /** Number of rows that the column marks as bounced or complained. */
  rows_suppressed?: number;
  /** Number of rows with an unknown status, or one that is no subscription. */
  rows_refused?: number;
}

export interface ContactImportList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: ContactImport[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A recipient of bulk email, with its activity. */
export interface ContactDetail {
  /** Type of the object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Address of the contact. */
  email: string;
  /** First name. Null if unknown. */
  first_name: string | null;
  /** Last name. Null if unknown. */
  last_name: string | null;
  /** Your own properties of the contact. */
  properties: Record<string, unknown>;
  /** Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set automatically. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Explicit topic subscriptions. For other topics `default_opt_in` applies. */
  topics: ContactTopic[];
  /** When it was created. */
  created_at: string;
  /** When the contact was last updated. */
  updated_at: string;
  /** Last activity, as conditions of segments use it. Null until stored events are read after an upgrade, or if the update is over an hour behind. */
  activity: ContactActivity | null;
}

/** When a contact last received, opened and clicked live email. Null: never, as far as stored. */
export interface ContactActivity {
  /** When the contact last received an email. */
  last_received_at: (string & {}) | null;
  /** When the contact last opened an email. */
  last_opened_at: (string & {}) | null;
  /** When the contact last clicked a link. */
  last_clicked_at: (string & {}) | null;
}

/** Receipt of the erasure of a person. */
export interface Erasure {
  /** Type of the object: always `erasure`. */
  object: 'erasure';
  /** Digest that replaces the address. */
  address_digest: string;
  erased: ErasedCounts;
  /** Send it with the next request. Null after the last part. */
  next_cursor: string | null;
}

/** What this request erased. */
export interface ErasedCounts {
  /** Deleted contacts. */
  contacts: number;
  /** Deleted signup requests. */
  signup_requests: number;
  /** Suppressions that now have the digest. */
  suppressions: number;
  /** Emails to the address whose content was deleted. */
  emails: number;
  /** Emails to the address that may still be sent and were left. */
  open_emails: number;
  /** Deleted emails from the address. */
  inbound_emails: number;
}

export interface SubscriptionChangeList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: SubscriptionChange[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A change to the status or a subscription of a contact. */
export interface SubscriptionChange {
  /** Type of the object: always `subscription_change`. */
  object: 'subscription_change';
  /** Id of the change. */
  id: string;
  /** Slug of the topic. Null if the status of the contact changed. */
  topic: string | null;
  /** Previous state. Null if there was none. */
  from: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {}) | null;
  /** New state. */
  to: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Who or what made the change. */
  actor:
    | 'api_key'
    | 'user'
    | 'import'
    | 'bounce'
    | 'complaint'
    | 'recipient'
    | 'form'
    | 'automation'
    | (string & {});
  /** Id of the API key that made the change. Null if it was not made with a key. */
  key_id: string | null;
  /** Where consent was given. Null if not recorded. */
  source: string | null;
  /** IP address of the person. Null if not recorded. */
  ip_address: string | null;
  /** User agent of the person. Null if not recorded. */
  user_agent: string | null;
  /** When the change was made or consent was given. */
  at: string;
}

export interface ContactTimeline {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: TimelineEntry[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An entry in the timeline of a contact. */
export interface TimelineEntry {
  /** Type of the object: always `timeline_entry`. */
  object: 'timeline_entry';
  /** Id of the entry: that of its email, run or change. */
  id: string;
  /** Which of the fields below is set. The others are null. */
  type: 'email' | 'automation_run' | 'subscription_change' | (string & {});
  /** When the email was accepted, the run started, or the change was made. */
  at: string;
  /** The email, with its events. */
  email: TimelineEmail | null;
  /** The run of an automation. */
  automation_run: TimelineRun | null;
  /** The change of consent. */
  subscription_change: SubscriptionChange | null;
}

/** An email to a contact. */
export interface TimelineEmail {
  /** Id of the email. */
  id: string;
  /** Sender of the email. */
  from: string;
  /** Subject of the email. */
  subject: string;
  /** Status of the email. */
  last_event:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'failed'
    | 'suppressed'
    | 'canceled'
    | 'unconfirmed'
    | (string & {});
  /** Mode of the email. */
  mode: 'live' | 'test' | (string & {});
  /** Events of the email for this contact, oldest first, one of each type. `GET /emails/{id}` has all of them. */
  events: TimelineEvent[];
}

/** An event of an email in a timeline. */
export interface TimelineEvent {
  /** Type of the event. */
  type:
    | 'queued'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'rejected'
    | 'opened'
    | 'clicked'
    | 'unsubscribed'
    | 'suppressed'
    | 'failed'
    | (string & {});
  /** When it occurred. */
  at: string;
  /** Whether a program, not a person, opened or clicked. */
  automatic: boolean;
}

/** A run of an automation for a contact. */
export interface TimelineRun {
  /** Id of the run. */
  id: string;
  /** Id of the automation. */
  automation_id: string;
  /** Name of the automation. */
  automation_name: string;
  /** Status of the run. */
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why the run stopped or failed. Null otherwise. */
  detail: string | null;
  /** When the run ended. Null while it is active. */
  finished_at: (string & {}) | null;
}

/** A subject that contacts can subscribe to. */
export interface Topic {
  /** Type of the object: always `topic`. */
  object: 'topic';
  /** Id of the topic. */
  id: string;
  /** Slug of the topic. */
  slug: string;
  /** Name shown to subscribers. */
  name: string;
  /** Description shown on the preferences page. Null: none. */
  description: string | null;
  /** Whether contacts that have not chosen count as subscribed. Keep it false for topics that require consent. */
  default_opt_in: boolean;
  /** `public`: shown on the preferences page. `private`: not shown there, but unsubscribe links still end the subscription. */
  visibility: 'public' | 'private' | (string & {});
  /** When it was created. */
  created_at: string;
}

export interface TopicList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Topic[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A saved filter over contacts. It is evaluated whenever it is used. */
export interface Segment {
  /** Type of the object: always `segment`. */
  object: 'segment';
  /** Id of the segment. */
  id: string;
  /** Name of the segment. */
  name: string;
  filter: StoredSegmentFilter;
  /** Number of contacts in the segment at `counted_at`. Null until a large segment has been counted for the first time. */
  contact_count: number | null;
  /** When `contact_count` was counted. Null until then. */
  counted_at: (string & {}) | null;
  /** When it was created. */
  created_at: string;
}

/** Stored filter. */
export interface StoredSegmentFilter {
  /** Conditions and groups. The contact meets each one. */
  all: unknown[];
  /** Conditions and groups. The contact meets at least one. */
  any?: unknown[];
}

export interface SegmentList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Segment[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** What a filter matches now. */
export interface SegmentPreview {
  /** Type of the object: always `segment_preview`. */
  object: 'segment_preview';
  /** Number of contacts that meet the filter. Null while many contacts are being counted. */
  contact_count: number | null;
  /** When `contact_count` was counted. Null until then. */
  counted_at: (string & {}) | null;
  /** Up to ten contacts that meet the filter, newest first, from the newest 2,000 contacts of the organization. */
  samples: Contact[];
}

export interface SegmentContactList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Contact[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A broadcast with its content and counts. */
export interface Broadcast {
  /** Type of the object: always `broadcast`. */
  object: 'broadcast';
  /** Id of the broadcast. */
  id: string;
  /** Name of the broadcast. */
  name: string;
  /** Status. `scheduled` includes broadcasts that are being sent; `testing`: an A/B test is running. */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** Same as `status`, but `sending` from `sent_at` until the broadcast is finished. */
  phase: 'draft' | 'scheduled' | 'sending' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** Id of the segment that receives the broadcast. */
  segment_id: string;
  /** Audience: the segment, or for a resend, the recipients who did not open the original. */
  audience: 'segment' | 'not_opened' | (string & {});
  /** Slug of the topic. */
  topic: string;
  /** Sender of the broadcast. */
  from: string;
  /** Reply-To address. Null: the sender. */
  reply_to: string | null;
  /** Subject. Null if the template sets it. */
  subject: string | null;
  /** Text that inboxes show after the subject. Null if not set. */
  preview_text: string | null;
  /** Template. Null if the broadcast has its own content. */
  template: BroadcastTemplate | null;
  track: BroadcastTracked;
  counts: BroadcastCounts;
  /** Index of the winning variant. Null until decided, and without an A/B test. */
  winner: number | null;
  /** Why sending is waiting. Null if it is not. */
  waiting_for: string | null;
  /** Id of the original broadcast, for a resend. Null otherwise. */
  parent_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When sending is scheduled to start. Null for a draft. */
  scheduled_at: (string & {}) | null;
  /** When sending started. Null until then. */
  sent_at: (string & {}) | null;
  /** When the A/B test is decided. Null if nothing is to be decided. */
  decide_at: (string & {}) | null;
  /** When the last recipient was processed. Null until then. */
  finished_at: (string & {}) | null;
  /** When the broadcast was canceled. Null if it was not. */
  canceled_at: (string & {}) | null;
  /** HTML body. Null if it has none. */
  html: string | null;
  /** Text body. Null if it has none. */
  text: string | null;
  /** A/B test. Null if there is none. */
  ab_test: BroadcastTest | null;
}

/** The template of the broadcast or variant. */
export interface BroadcastTemplate {
  /** Id of the template. */
  id: string;
  /** Slug of the template. */
  slug: string;
  /** Version of the template. */
  version: number;
  /** Values that are the same for all recipients. Absent if there are none. */
  data?: Record<string, unknown>;
}

/** Open and click tracking. */
export interface BroadcastTracked {
  /** Whether opens are tracked. */
  opens: boolean;
  /** Whether clicks are tracked. */
  clicks: boolean;
}

/** Recipient and engagement counts, a few seconds old. */
export interface BroadcastCounts {
  /** Contacts added to the broadcast so far. */
  recipients: number;
  /** Recipients whose email has not been created yet. */
  waiting: number;
  /** Recipients whose email was created. */
  submitted: number;
  /** Recipients skipped because their address is suppressed. */
  suppressed: number;
  /** Recipients skipped because they unsubscribed from the topic or from all bulk email. */
  unsubscribed: number;
  /** Recipients skipped because the sending limit of the plan was reached. */
  over_quota: number;
  /** Recipients skipped because the content could not be rendered for them. */
  invalid: number;
  /** Recipients whose email was canceled, or who were skipped because the broadcast was. */
  canceled: number;
  /** Emails handed over to the receiving server or a provider. */
  sent: number;
  /** Emails that the receiving server accepted. */
  delivered: number;
  /** Emails that bounced, hard or soft. */
  bounced: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Emails that failed, expired or were rejected. */
  failed: number;
  /** Recipients who opened the email. */
  opened: number;
  /** Recipients who clicked a link. */
  clicked: number;
  /** Recipients who unsubscribed through a link in the email. */
  unsubscribed_by_link: number;
  /** Counts by variant. Only with an A/B test. */
  by_variant?: BroadcastVariantCounts[];
}

/** Counts of one variant. */
export interface BroadcastVariantCounts {
  /** Index of the variant, starting at 0. */
  variant: number;
  /** Emails handed over to the receiving server or a provider. */
  sent: number;
  /** Emails that the receiving server accepted. */
  delivered: number;
  /** Emails that bounced, hard or soft. */
  bounced: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Emails that failed, expired or were rejected. */
  failed: number;
  /** Recipients who opened the email. */
  opened: number;
  /** Recipients who clicked a link. */
  clicked: number;
  /** Recipients who unsubscribed through a link in the email. */
  unsubscribed_by_link: number;
}

/** An A/B test. */
export interface BroadcastTest {
  /** The variants. */
  variants: BroadcastVariant[];
  /** Percentage of recipients in the test. */
  percent: number;
  /** Minutes between the last test email and the decision. */
  wait_minutes: number;
  /** Metric that decides. */
  metric: 'open' | 'click' | (string & {});
}

/** Content for a part of the recipients. */
export interface BroadcastVariant {
  /** Subject. Absent: the subject of the broadcast. */
  subject?: string;
  /** HTML body. Absent: the body of the broadcast. */
  html?: string;
  /** Text body. Absent: the body of the broadcast. */
  text?: string;
  /** Template. Absent: the content of the broadcast. */
  template?: BroadcastTemplate;
}

export interface BroadcastList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: BroadcastSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A broadcast in a list. */
export interface BroadcastSummary {
  /** Type of the object: always `broadcast`. */
  object: 'broadcast';
  /** Id of the broadcast. */
  id: string;
  /** Name of the broadcast. */
  name: string;
  /** Status. `scheduled` includes broadcasts that are being sent; `testing`: an A/B test is running. */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** Same as `status`, but `sending` from `sent_at` until the broadcast is finished. */
  phase: 'draft' | 'scheduled' | 'sending' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** Id of the segment that receives the broadcast. */
  segment_id: string;
  /** Audience: the segment, or for a resend, the recipients who did not open the original. */
  audience: 'segment' | 'not_opened' | (string & {});
  /** Slug of the topic. */
  topic: string;
  /** Sender of the broadcast. */
  from: string;
  /** Reply-To address. Null: the sender. */
  reply_to: string | null;
  /** Subject. Null if the template sets it. */
  subject: string | null;
  /** Text that inboxes show after the subject. Null if not set. */
  preview_text: string | null;
  /** Template. Null if the broadcast has its own content. */
  template: BroadcastTemplate | null;
  track: BroadcastTracked;
  counts: BroadcastCounts;
  /** Index of the winning variant. Null until decided, and without an A/B test. */
  winner: number | null;
  /** Why sending is waiting. Null if it is not. */
  waiting_for: string | null;
  /** Id of the original broadcast, for a resend. Null otherwise. */
  parent_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When sending is scheduled to start. Null for a draft. */
  scheduled_at: (string & {}) | null;
  /** When sending started. Null until then. */
  sent_at: (string & {}) | null;
  /** When the A/B test is decided. Null if nothing is to be decided. */
  decide_at: (string & {}) | null;
  /** When the last recipient was processed. Null until then. */
  finished_at: (string & {}) | null;
  /** When the broadcast was canceled. Null if it was not. */
  canceled_at: (string & {}) | null;
}

/** What sending a broadcast now would do. */
export interface BroadcastEstimate {
  /** Type of the object: always `broadcast_estimate`. */
  object: 'broadcast_estimate';
  /** Contacts in the segment at `counted_at`. Null while many are being counted. */
  contacts: number | null;
  /** When `contacts` was counted. Null until then. */
  counted_at: (string & {}) | null;
  sample: BroadcastSample;
  /** Expected number of emails: `contacts` without the share of the sample that gets none. Null while contacts are being counted. */
  recipients: number | null;
  /** Expected duration of sending in seconds, by the rate of the last large broadcast. Null while contacts are being counted, or if a daily limit or warm-up spreads it over days. */
  expected_seconds: number | null;
  limits: BroadcastLimits;
}

/** A sample of up to 2,000 contacts. The whole segment, if the organization has no more contacts. */
export interface BroadcastSample {
  /** Contacts of the segment in the sample. */
  contacts: number;
  /** Those whose address is suppressed. */
  suppressed: number;
  /** Those who are not subscribed to the topic or to bulk email. */
  unsubscribed: number;
}

/** Limits that apply to the broadcast. */
export interface BroadcastLimits {
  /** Emails left this month. Null: no limit. */
  monthly_remaining: number | null;
  /** Emails left today. Null: no limit. */
  daily_remaining: number | null;
  /** Recipients a day from the domain. Null: no cap. */
  domain_daily_cap: number | null;
  /** Whether the domain is warming up, which limits its recipients a day. */
  warming_up: boolean;
}

/** The broadcast as a contact receives it. */
export interface BroadcastPreview {
  /** Type of the object: always `broadcast_preview`. */
  object: 'broadcast_preview';
  /** Rendered subject. */
  subject: string;
  /** Rendered HTML body. Null if there is none. */
  html: string | null;
  /** Rendered text body. Null if there is none. */
  text: string | null;
}

/** The results of the test. */
export interface TestBroadcastResponse {
  /** One result per address, in order. */
  data: (SentTest | RefusedTest)[];
}

/** An accepted test email. */
export interface SentTest {
  /** Address of the recipient. */
  to: string;
  /** Id of the email, for `GET /emails/{id}`. */
  id: string;
  /** The address, if it is suppressed and gets no email. Absent otherwise. */
  suppressed?: string[];
}

/** A refused test email. */
export interface RefusedTest {
  /** Address of the recipient. */
  to: string;
  /** Why the test was refused. */
  error: ErrorDetail;
}

export interface BroadcastRecipientList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: BroadcastRecipient[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A recipient of a broadcast. */
export interface BroadcastRecipient {
  /** Type of the object: always `broadcast_recipient`. */
  object: 'broadcast_recipient';
  /** Id of the contact. */
  contact_id: string;
  /** Address of the contact. Null if the contact was deleted. */
  email: string | null;
  /** Outcome for this recipient. `waiting`: the email has not been created yet. */
  outcome:
    | 'submitted'
    | 'suppressed'
    | 'unsubscribed'
    | 'over_quota'
    | 'invalid'
    | 'canceled'
    | 'waiting'
    | (string & {});
  /** Why the outcome is `invalid`: code and message of the error. Null for other outcomes. */
  detail: string | null;
  /** Id of the email, for `GET /emails/{id}`. Null if there is none. */
  message_id: string | null;
  /** Index of the variant: of the test, or the winner. Null without an A/B test, and while the winner is not decided. */
  variant: number | null;
  /** Whether the recipient opened the email. False if opens are not tracked. */
  opened: boolean;
  /** Whether the recipient clicked a link. False if clicks are not tracked. */
  clicked: boolean;
}

/** The clicked links of a broadcast. */
export interface BroadcastLinkList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Links, the most clicked first. */
  data: BroadcastLink[];
}

/** A link of a broadcast that people clicked. */
export interface BroadcastLink {
  /** Type of the object: always `broadcast_link`. */
  object: 'broadcast_link';
  /** URL of the link. Null: all links beyond the first 500 of a variant, counted together. */
  url: string | null;
  /** Clicks of people, including repeated ones. */
  clicks: number;
  /** Recipients who clicked the link. */
  unique_clicks: number;
  /** Clicks by variant. Only with an A/B test. */
  by_variant?: BroadcastLinkVariant[];
}

/** Clicks in one variant. */
export interface BroadcastLinkVariant {
  /** Index of the variant, starting at 0. */
  variant: number;
  /** Clicks of people, including repeated ones. */
  clicks: number;
  /** Recipients who clicked the link. */
  unique_clicks: number;
}

/** Counts of a broadcast over time. */
export interface BroadcastSeries {
  /** Type of the object: always `broadcast_series`. */
  object: 'broadcast_series';
  /** Length of a row. */
  interval: 'hour' | 'day' | (string & {});
  /** One row per hour or day, oldest first, from the start of sending to the last count. Empty before that. */
  series: BroadcastSeriesRow[];
}

/** Counts of one hour or day. */
export interface BroadcastSeriesRow {
  /** Beginning of the hour or day (UTC). */
  time: string;
  /** Emails handed over to the receiving server or a provider. */
  sent: number;
  /** Emails that the receiving server accepted. */
  delivered: number;
  /** Emails that bounced, hard or soft. */
  bounced: number;
  /** Recipients who marked the email as spam. */
  complained: number;
  /** Emails that failed, expired or were rejected. */
  failed: number;
  /** Recipients who opened the email. */
  opened: number;
  /** Recipients who clicked a link. */
  clicked: number;
  /** Recipients who unsubscribed through a link in the email. */
  unsubscribed_by_link: number;
}

/** The accepted event. Its runs continue in the background. */
export interface PostedEvent {
  /** Type of the object: always `event`. */
  object: 'event';
  /** Id of the event. */
  id: string;
  /** Name of the event. */
  event: string;
  /** Id of the contact. */
  contact_id: string;
  /** Number of runs that the event started. */
  runs_started: number;
}

/** A sequence of steps that runs for a contact when an event occurs. */
export interface Automation {
  /** Type of the object: always `automation`. */
  object: 'automation';
  /** Id of the automation. */
  id: string;
  /** Slug. Emails of the automation have the kind `sequence.<slug>`. */
  slug: string;
  /** Name of the automation. */
  name: string;
  /** `paused`: no new runs start, and running ones wait. */
  status: 'active' | 'paused' | (string & {});
  /** If true, a contact can be in only one run at a time. */
  one_per_contact: boolean;
  trigger: ShownTrigger;
  /** Version, incremented when the trigger or the steps change. A run finishes on the version it started with. */
  version: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** The steps in order. */
  steps: AutomationStepOutput[];
}

/** The event that starts a run. */
export interface ShownTrigger {
  /** Name of the event. */
  event: string;
}

export interface AutomationList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: AutomationSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An automation in a list. */
export interface AutomationSummary {
  /** Type of the object: always `automation`. */
  object: 'automation';
  /** Id of the automation. */
  id: string;
  /** Slug. Emails of the automation have the kind `sequence.<slug>`. */
  slug: string;
  /** Name of the automation. */
  name: string;
  /** `paused`: no new runs start, and running ones wait. */
  status: 'active' | 'paused' | (string & {});
  /** If true, a contact can be in only one run at a time. */
  one_per_contact: boolean;
  trigger: ShownTrigger;
  /** Version, incremented when the trigger or the steps change. A run finishes on the version it started with. */
  version: number;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Counts of the runs of an automation by step. */
export interface AutomationStepCounts {
  /** Type of the object: always `automation_step_counts`. */
  object: 'automation_step_counts';
  /** Id of the automation. */
  automation_id: string;
  /** Current version of the automation, which the steps are of. */
  version: number;
  /** Number of runs that are at a step of an older version now, up to 10000. */
  waiting_in_older_versions: number;
  /** Whether more than 10000 runs are in older versions. */
  waiting_in_older_versions_truncated: boolean;
  /** The steps in order. The steps in the branches of a condition follow it. */
  steps: StepCounts[];
}

/** How many runs are at a step, and how many have left it. */
export interface StepCounts {
  /** Position of the step, such as `0` or `2.then.1`. */
  position: string;
  /** Type of the step. */
  type: string;
  /** Number of runs that are at the step now, up to 10000. */
  waiting: number;
  /** Whether more than 10000 runs are at the step. */
  waiting_truncated: boolean;
  /** Number of runs that have continued after the step, or completed with it. */
  passed: number;
  /** Number of runs that ended at the step because the contact was deleted or cannot receive bulk email. */
  stopped: number;
  /** Number of runs for which the step failed. After a failed webhook step the run continues. */
  failed: number;
  /** Number of runs that were canceled at the step. */
  canceled: number;
}

/** The way of a contact through an automation. Nothing is stored or sent. */
export interface AutomationDryRun {
  /** Type of the object: always `automation_dry_run`. */
  object: 'automation_dry_run';
  /** Id of the automation. */
  automation_id: string;
  /** Version of the automation. Null if the request has `steps`. */
  version: number | null;
  /** Id of the contact. */
  contact_id: string;
  /** How the run would end. `stopped`: the contact cannot receive bulk email. `failed`: a step cannot be completed. */
  status: 'completed' | 'stopped' | 'failed' | (string & {});
  /** Why the run would stop or fail. Null otherwise. */
  detail: string | null;
  /** Number of seconds from the first step to the end. */
  duration_seconds: number;
  /** The steps that the run would take, in order. */
  steps: DryRunStep[];
}

/** A step that the run would take. */
export interface DryRunStep {
  /** Position of the step, such as `0` or `2.then.1`. */
  position: string;
  /** Type of the step. */
  type: string;
  /** When the run reaches the step. */
  at: string;
  /** When a wait ends. Null for other steps. */
  until: (string & {}) | null;
  /** Result of the step. */
  outcome: 'done' | 'skipped' | 'failed' | (string & {});
  /** Why the step is skipped or fails, how a wait ends, or which branch is taken. Null otherwise. */
  detail: string | null;
  /** Whether each condition of `if.all` is met, in order. Empty for other steps. */
  conditions_met: boolean[];
  /** The email to send. Null for other steps. */
  email: DryRunEmail | null;
}

/** The email that the step would send. */
export interface DryRunEmail {
  /** Sender of the email. */
  from: string;
  /** Subject, rendered for the contact. Null if the email cannot be rendered. */
  subject: string | null;
  /** Id of the template. Null if the step has its own content. */
  template_id: string | null;
  /** Slug of the template. Null if the step has its own content. */
  template_slug: string | null;
  /** Version of the template. Null if the step has its own content. */
  template_version: number | null;
}

export interface AutomationRunList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: AutomationRunSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A run in a list. */
export interface AutomationRunSummary {
  /** Type of the object: always `automation_run`. */
  object: 'automation_run';
  /** Id of the run. */
  id: string;
  /** Id of the automation. */
  automation_id: string;
  /** Version of the automation that the run uses. */
  version: number;
  /** Id of the contact. */
  contact_id: string;
  /** Address of the contact. Null if the contact was deleted. */
  contact_email: string | null;
  /** Id of the event that started the run. */
  event_id: string;
  /** `stopped`: the contact was deleted or cannot receive bulk email. `failed`: a step could not be completed. */
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why the run stopped or failed. Null otherwise. */
  detail: string | null;
  /** Position of the current step, such as `0` or `2.then.1`. Null if the run has ended. */
  position: string | null;
  /** When the current step is due. Null if the run has ended or the automation is paused. */
  due_at: (string & {}) | null;
  /** Name of the event that the run waits for. Null if it waits for none. */
  waiting_event: string | null;
  /** Number of completed steps. */
  steps_taken: number;
  /** When the run started. */
  started_at: string;
  /** When the run ended. Null while it is active. */
  finished_at: (string & {}) | null;
}

/** Result of canceling runs by filter. */
export interface AutomationRunCancellation {
  /** Type of the object: always `automation_run_cancellation`. */
  object: 'automation_run_cancellation';
  /** Whether the runs were only counted. */
  dry_run: boolean;
  /** Number of runs that were canceled or counted by this request. */
  runs: number;
  /** Where to continue: send it as `after`. A request looks at up to 2000 runs, or 20000 with `dry_run`. Null if there are no more. */
  next: string | null;
}

/** A run of an automation for one contact. */
export interface AutomationRun {
  /** Type of the object: always `automation_run`. */
  object: 'automation_run';
  /** Id of the run. */
  id: string;
  /** Id of the automation. */
  automation_id: string;
  /** Version of the automation that the run uses. */
  version: number;
  /** Id of the contact. */
  contact_id: string;
  /** Address of the contact. Null if the contact was deleted. */
  contact_email: string | null;
  /** Id of the event that started the run. */
  event_id: string;
  /** `stopped`: the contact was deleted or cannot receive bulk email. `failed`: a step could not be completed. */
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why the run stopped or failed. Null otherwise. */
  detail: string | null;
  /** Position of the current step, such as `0` or `2.then.1`. Null if the run has ended. */
  position: string | null;
  /** When the current step is due. Null if the run has ended or the automation is paused. */
  due_at: (string & {}) | null;
  /** Name of the event that the run waits for. Null if it waits for none. */
  waiting_event: string | null;
  /** Number of completed steps. */
  steps_taken: number;
  /** When the run started. */
  started_at: string;
  /** When the run ended. Null while it is active. */
  finished_at: (string & {}) | null;
  /** Properties of the event that started the run. */
  properties: Record<string, unknown>;
  /** Completed steps in order. */
  history: AutomationRunStep[];
}

/** A completed step. */
export interface AutomationRunStep {
  /** Sequence number, starting at 1. */
  number: number;
  /** Position of the step in the automation. */
  position: string;
  /** Type of the step. */
  type: string;
  /** Result of the step. */
  outcome: 'done' | 'skipped' | 'failed' | (string & {});
  /** Why the step was skipped or failed, or which branch was taken. Null otherwise. */
  detail: string | null;
  /** Id of the email that the step sent. Null if it sent none. */
  email_id: string | null;
  /** When the step ran. */
  at: string;
}

/** A page on which people subscribe and then confirm by email. */
export interface SignupForm {
  /** Type of the object: always `signup_form`. */
  object: 'signup_form';
  /** Id of the form. */
  id: string;
  /** Name of the form. */
  name: string;
  /** URL of the page. Link to it, or submit your own form to it. */
  url: string;
  /** Sender of the confirmation email. */
  from: string;
  /** Reply-To address of the confirmation email. Null: the sender. */
  reply_to: string | null;
  /** Slugs of the topics to subscribe confirmed contacts to. */
  topics: string[];
  /** Heading of the page. Null: the name of the form. */
  title: string | null;
  /** Text below the heading. Null: none. */
  description: string | null;
  /** Optional fields that the page asks for in addition to the address. */
  fields: ('first_name' | 'last_name' | (string & {}))[];
  /** URL to redirect to after the confirmation. Null: a default page. */
  redirect_url: string | null;
  /** Subject of the confirmation email. Null: the default. */
  confirmation_subject: string | null;
  /** Text of the confirmation email. Null: the default. */
  confirmation_text: string | null;
  /** `disabled`: the form accepts no signups. Links in emails still work. */
  status: 'enabled' | 'disabled' | (string & {});
  /** When it was created. */
  created_at: string;
  /** When the form was last updated. */
  updated_at: string;
}

export interface SignupFormList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: SignupForm[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

export interface SignupRequestList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: SignupRequest[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A submitted signup form and its confirmation. */
export interface SignupRequest {
  /** Type of the object: always `signup_request`. */
  object: 'signup_request';
  /** Id of the request. */
  id: string;
  /** Address entered in the form. */
  email: string;
  /** First name. Null if not given. */
  first_name: string | null;
  /** Last name. Null if not given. */
  last_name: string | null;
  /** Slugs of the topics that the form had when it was submitted. */
  topics: string[];
  /** `pending`: not confirmed yet. `expired`: not confirmed in time. */
  state: 'pending' | 'confirmed' | 'expired' | (string & {});
  /** IP address that submitted the form. */
  ip_address: string;
  /** User agent that submitted the form. Null if unknown. */
  user_agent: string | null;
  /** Id of the confirmation email. */
  email_id: string;
  /** Id of the subscribed contact. Null until confirmed. */
  contact_id: string | null;
  /** When the form was submitted. */
  created_at: string;
  /** When the confirmation link expires. */
  expires_at: string;
  /** When the signup was confirmed. Null until then. */
  confirmed_at: (string & {}) | null;
  /** IP address that confirmed the signup. Null until then. */
  confirmed_ip_address: string | null;
}

/** The organization of the API key. */
export interface Organization {
  /** Type of the object: always `organization`. */
  object: 'organization';
  /** Id of the organization. */
  id: string;
  /** Slug of the organization, unique on the platform. */
  slug: string;
  /** Name in the footer of bulk email. */
  name: string;
  /** `internal`: an organization of the operator. `client`: created by another organization. */
  kind: string;
  /** Plan of the organization. `GET /usage` returns its limits. */
  plan: string;
  /** Postal address in the footer of bulk email. Null: none. */
  postal_address: string | null;
  /** Logo on public pages. Null: none. */
  logo_url: string | null;
  /** Color of buttons on public pages. Null: the default blue. */
  brand_color: string | null;
  /** URL of the privacy policy that public pages link to. Null: none. */
  privacy_url: string | null;
  /** Days to keep the content and metadata of emails. 0: deleted once sent. */
  body_retention_days: number;
  /** Address for alerts. Null: none. */
  alert_email: string | null;
  /** Whether emails with HTML and without text get a text part generated from the HTML. */
  generate_text: boolean;
  /** When live sending was paused. Null if it is not paused. */
  sending_paused_at: (string & {}) | null;
  /** Why sending was paused. Null if it is not paused or no reason was given. */
  sending_paused_reason: string | null;
  /** True while the platform holds sending for a review. An admin cannot end it. */
  under_review: boolean;
  /** When it was created. */
  created_at: string;
}

/** A new client organization with its first key. */
export interface CreatedOrganization {
  organization: ClientOrganization;
  api_key: CreatedApiKey;
}

/** An organization that your organization created. */
export interface ClientOrganization {
  /** Type of the object: always `organization`. */
  object: 'organization';
  /** Id of the organization. */
  id: string;
  /** Name of the client. */
  name: string;
  /** Slug of the organization, unique on the platform. */
  slug: string;
  /** Always `client`. */
  kind: string;
  /** Plan of the organization. */
  plan: string;
  /** Id of the organization that created it: yours. */
  parent_organization_id: string;
  /** Address for alerts. Null: none. */
  alert_email: string | null;
  /** When live sending was paused. Null if it is not paused. */
  sending_paused_at: (string & {}) | null;
  /** True while the platform holds sending for a review. */
  under_review: boolean;
  /** When it was created. */
  created_at: string;
}

export interface ClientOrganizationList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: ClientOrganization[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** Revoked keys and their replacement. */
export interface RevokedKeys {
  /** Type of the object: always `revoked_keys`. */
  object: 'revoked_keys';
  /** Id of the client organization. */
  organization_id: string;
  /** Number of revoked keys. */
  revoked: number;
  /** The new key with its token. Null if none was requested. */
  api_key: CreatedApiKey | null;
}

export interface ApiLogList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: ApiLogSummary[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** An API request in a list. */
export interface ApiLogSummary {
  /** Type of the object: always `api_log`. */
  object: 'api_log';
  /** Id of the log entry. */
  id: string;
  /** `X-Request-Id` of the response. */
  request_id: string;
  /** HTTP method. */
  method: string;
  /** Path without the query string. */
  path: string;
  /** HTTP status of the response. */
  status: number;
  /** Error code of the response. Null if the request succeeded. */
  error_code: string | null;
  key: ApiLogKey;
  /** Time to the response in milliseconds. */
  duration_ms: number;
  /** Size of the request body in bytes. */
  request_bytes: number;
  /** Size of the response body in bytes. */
  response_bytes: number;
  /** Size of the `metadata` that was sent, as JSON. Null if there was none. */
  metadata_bytes: number | null;
  /** Fields of the body that the endpoint does not know, as in the header `Postrider-Unknown-Fields`. Null if there were none. */
  unknown_fields: string | null;
  /** Whether an earlier request with the same idempotency key had sent the email. */
  idempotent_replay: boolean;
  /** Probable mistakes in the request. `idempotency_mismatch`: it reused the idempotency key of a request with another body, so it had no effect. `unknown_fields`: see `unknown_fields`. `kind_not_bulk`: the `kind` of an email is a bulk prefix without its dot, such as `digest`, so the email was not treated as bulk mail. Later versions may add codes. */
  warnings: (ApiLogWarning | (string & {}))[];
  /** When the request was received. */
  created_at: string;
}

/** The API key of the request. */
export interface ApiLogKey {
  /** Id of the key. */
  id: string;
  /** Current name of the key. Null if it no longer exists. */
  name: string | null;
}

/** A probable mistake in a request. */
export type ApiLogWarning = 'idempotency_mismatch' | 'unknown_fields' | 'kind_not_bulk' | (string & {});

/** An API request with its content and what it is related to. */
export interface ApiLog {
  /** Type of the object: always `api_log`. */
  object: 'api_log';
  /** Id of the log entry. */
  id: string;
  /** `X-Request-Id` of the response. */
  request_id: string;
  /** HTTP method. */
  method: string;
  /** Path without the query string. */
  path: string;
  /** HTTP status of the response. */
  status: number;
  /** Error code of the response. Null if the request succeeded. */
  error_code: string | null;
  key: ApiLogKey;
  /** Time to the response in milliseconds. */
  duration_ms: number;
  /** Size of the request body in bytes. */
  request_bytes: number;
  /** Size of the response body in bytes. */
  response_bytes: number;
  /** Size of the `metadata` that was sent, as JSON. Null if there was none. */
  metadata_bytes: number | null;
  /** Fields of the body that the endpoint does not know, as in the header `Postrider-Unknown-Fields`. Null if there were none. */
  unknown_fields: string | null;
  /** Whether an earlier request with the same idempotency key had sent the email. */
  idempotent_replay: boolean;
  /** Probable mistakes in the request. `idempotency_mismatch`: it reused the idempotency key of a request with another body, so it had no effect. `unknown_fields`: see `unknown_fields`. `kind_not_bulk`: the `kind` of an email is a bulk prefix without its dot, such as `digest`, so the email was not treated as bulk mail. Later versions may add codes. */
  warnings: (ApiLogWarning | (string & {}))[];
  /** When the request was received. */
  created_at: string;
  /** Emails that the request sent, read or changed. */
  email_ids: string[];
  /** Audit log entries of the request, oldest first. */
  audit_entry_ids: string[];
  /** The webhook delivery that the request was about. Null if there is none. */
  webhook_delivery: ApiLogWebhookDelivery | null;
  /** Headers and bodies, without secrets and attachments; long texts are cut. Null if none are stored: emails that were sent and reads that succeeded keep only their sizes, as does an organization with a `body_retention_days` of 0. */
  content: ApiLogContent | null;
}

/** A webhook delivery. */
export interface ApiLogWebhookDelivery {
  /** Id of the endpoint. */
  webhook_id: string;
  /** Id of the delivery. */
  id: string;
}

/** Headers and bodies of an API request. */
export interface ApiLogContent {
  /** Query string. Null if there was none. */
  query: string | null;
  /** Request headers in lower case. Values that may be secret are `[redacted]`. */
  headers: Record<string, string>;
  /** Request body. Null if there was none, or if it was not JSON. */
  request: unknown;
  /** Response body. Null if there was none, or if it was not JSON. */
  response: unknown;
}

export interface AuditEntryList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: AuditEntry[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A change to the organization, and who made it. */
export interface AuditEntry {
  /** Type of the object: always `audit_entry`. */
  object: 'audit_entry';
  /** Id of the entry. */
  id: string;
  /** Action, as object type and verb. */
  action: string;
  actor: AuditActor;
  target: AuditTarget;
  /** Previous values of the changed fields. Null for a new object. */
  before: Record<string, unknown> | null;
  /** New values of the changed fields, without secrets. For a deleted object, the reason that was given, or null. */
  after: Record<string, unknown> | null;
  /** `X-Request-Id` of the API request. Null if the change was not made through the API. */
  request_id: string | null;
  /** When the change was made. */
  created_at: string;
}

/** The object that was changed. */
export interface AuditTarget {
  /** Type of the object. */
  type: string;
  /** Id of the object. Null if it has none. */
  id: string | null;
}

export interface AlertList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Alert[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A time during which an alert rule was broken. */
export interface Alert {
  /** Type of the object: always `alert`. */
  object: 'alert';
  /** Id of the alert. */
  id: string;
  /** `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle. `delivery_silence`: emails that wait for their first delivery. */
  kind: 'bounce' | 'complaint' | 'provider_block' | 'delivery_silence' | (string & {});
  /** `warn`: a notice was sent. `pause`: sending was paused. */
  level: 'warn' | 'pause' | (string & {});
  /** Highest rate (0 to 1) or count so far. */
  value: number;
  /** Warning threshold. Null for counts. */
  warn_rate: number | null;
  /** Rate that pauses sending. Null: nothing pauses. */
  pause_rate: number | null;
  /** When the alert began. */
  opened_at: string;
  /** When it ended. Null while it is open. */
  closed_at: (string & {}) | null;
}

export interface NoticeList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Items of this page. */
  data: Notice[];
  /** Cursor for the next page: pass it as `cursor`. Absent on the last page. A page can have fewer items than `limit` and not be the last. */
  next_cursor?: string;
}

/** A notice of the platform to the organization. */
export interface Notice {
  /** Type of the object: always `notice`. */
  object: 'notice';
  /** Id of the notice. */
  id: string;
  /** What it is about. */
  kind: string;
  /** Address that it is sent to. */
  recipient: string;
  /** Subject of the notice. */
  subject: string;
  /** Plain text of the notice. */
  text: string;
  /** When it was written. */
  created_at: string;
  /** When it was accepted for sending. Null if it was not. */
  sent_at: (string & {}) | null;
  /** Id of the email of the platform that carries it. Null if it was not sent. */
  email_id: string | null;
}

/** The alert rules of the organization. */
export interface AlertRuleList {
  /** Type of the object: always `list`. */
  object: 'list';
  /** Rules, one per kind. */
  data: AlertRule[];
}

/** When an organization is warned or paused. */
export interface AlertRule {
  /** Type of the object: always `alert_rule`. */
  object: 'alert_rule';
  /** Id of the rule. */
  id: string;
  /** `bounce`, `complaint`: rate of recipients. `provider_block`: replies that block or throttle. `delivery_silence`: emails that wait for their first delivery. */
  kind: 'bounce' | 'complaint' | 'provider_block' | 'delivery_silence' | (string & {});
  /** Whether the rule is evaluated. */
  enabled: boolean;
  /** Rate (0 to 1) that warns. Null for counts. */
  warn_rate: number | null;
  /** Rate (0 to 1) that pauses sending. Null: nothing pauses. */
  pause_rate: number | null;
  /** Recipients that make a rate meaningful, or the count that warns. */
  minimum: number;
  /** Minutes that are looked at. */
  window_minutes: number;
}

/** A step of an automation. `type` says which one. */
export type AutomationStepOutput =
  SendStep | WaitStep | WaitUntilStep | ConditionStepOutput | UpdateContactStepOutput | WebhookStep;

/** Runs one of two branches, then continues with the next step. */
export interface ConditionStepOutput {
  /** Type of the step: `condition`. */
  type: 'condition';
  if: AutomationFilterOutput;
  /** Steps to run if the conditions are met. */
  then: AutomationStepOutput[];
  /** Steps to run otherwise. */
  else: AutomationStepOutput[];
}

/** Conditions that must all be met. */
export interface AutomationFilterOutput {
  /** Up to 20 conditions. All must be met. */
  all: (
    | StatusConditionOutput
    | TopicConditionOutput
    | EqualConditionOutput
    | ContainsConditionOutput
    | OrderConditionOutput
    | ExistsConditionOutput
    | DateConditionOutput
    | WithinDaysConditionOutput
    | BroadcastConditionOutput
    | BroadcastOpenedConditionOutput
    | BroadcastClickedConditionOutput
    | ActivityConditionOutput
    | EventEqualConditionOutput
    | EventContainsConditionOutput
    | EventOrderConditionOutput
    | EventExistsConditionOutput
    | WaitConditionOutput
  )[];
}

/** Checks the status of the contact. */
export interface StatusConditionOutput {
  /** Status of the contact. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
}

/** Checks the subscription to a topic. If the contact has not chosen, `default_opt_in` applies. */
export interface TopicConditionOutput {
  /** Slug of the topic. */
  topic: string;
  /** Whether the contact is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
}

/** Compares a property with a value. */
export interface EqualConditionOutput {
  /** Name of the property. */
  property: string;
  /** `eq`: equal. `neq`: not equal. A missing property equals nothing. */
  op: 'eq' | 'neq' | (string & {});
  /** Value to compare with. */
  value: (string & {}) | number | boolean;
}

/** Checks whether a property contains a string. */
export interface ContainsConditionOutput {
  /** Name of the property. */
  property: string;
  /** True if a string contains the value or a list has it as an item. */
  op: 'contains';
  /** String to look for. */
  value: string;
}

/** Checks whether a property is greater or less than a value. */
export interface OrderConditionOutput {
  /** Name of the property. */
  property: string;
  /** `gt`: greater than. `lt`: less than. */
  op: 'gt' | 'lt' | (string & {});
  /** Value to compare with. */
  value: (string & {}) | number;
}

/** Checks whether the contact has a property. */
export interface ExistsConditionOutput {
  /** Name of the property. */
  property: string;
  /** Checks whether the property exists. */
  op: 'exists';
  /** True: the property must exist. False: it must not. Default: true. */
  value: boolean;
}

/** The contact was added or last changed before or after a time. */
export interface DateConditionOutput {
  /** Time of the contact. */
  date: 'created_at' | 'updated_at' | (string & {});
  /** Before, or after, a time. */
  op: 'before' | 'after' | (string & {});
  /** Time to compare with. */
  value: string;
}

/** The contact was added or last changed within the last days. */
export interface WithinDaysConditionOutput {
  /** Time of the contact. */
  date: 'created_at' | 'updated_at' | (string & {});
  /** Within the last days. */
  op: 'within_days';
  /** Number of days of 24 hours up to now, 1 to 3,650. */
  value: number;
}

/** The contact received a broadcast, or did not. A skipped or canceled recipient did not. */
export interface BroadcastConditionOutput {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: an email of the broadcast was sent to the contact. False: none was. */
  received: boolean;
}

/** The contact opened a broadcast, or did not. Opens by machines do not count. */
export interface BroadcastOpenedConditionOutput {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: the contact opened it. False: the contact did not, or did not receive it. */
  opened: boolean;
}

/** The contact clicked a link in a broadcast, or did not. Clicks by machines do not count. */
export interface BroadcastClickedConditionOutput {
  /** Id of the broadcast. */
  broadcast: string;
  /** True: the contact clicked a link in it. False: the contact did not, or did not receive it. */
  clicked: boolean;
}

/** The contact received, opened or clicked any email within the last days, or did not. Opens and clicks by machines do not count. */
export interface ActivityConditionOutput {
  /** What the contact does with email. `received`: an email was sent to it. `opened`, `clicked`: the contact opened an email, or clicked a link in one. */
  activity: 'received' | 'opened' | 'clicked' | (string & {});
  /** `within_days`: at least once within the last days. `not_within_days`: not within them, or never. */
  op: 'within_days' | 'not_within_days' | (string & {});
  /** Number of days of 24 hours up to now, 1 to 3,650. */
  value: number;
}

/** Compares a property of the event with a value. */
export interface EventEqualConditionOutput {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** `eq`: equal. `neq`: not equal. */
  op: 'eq' | 'neq' | (string & {});
  /** Value to compare with. */
  value: (string & {}) | number | boolean;
}

/** Checks whether a property of the event contains a string. */
export interface EventContainsConditionOutput {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** True if a string contains the value or a list has it as an item. */
  op: 'contains';
  /** String to look for. */
  value: string;
}

/** Checks whether a property of the event is greater or less than a value. */
export interface EventOrderConditionOutput {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** `gt`: greater than. `lt`: less than. */
  op: 'gt' | 'lt' | (string & {});
  /** Value to compare with. */
  value: (string & {}) | number;
}

/** Checks whether the event has a property. */
export interface EventExistsConditionOutput {
  /** Name of a property of the event that started the run. */
  event_property: string;
  /** Checks whether the property exists. */
  op: 'exists';
  /** True: the property must exist. False: it must not. Default: true. */
  value: boolean;
}

/** How the last `wait_until` step for an event ended. */
export interface WaitConditionOutput {
  /** `event`: the event arrived. `timeout`: it did not arrive in time. */
  waited: 'event' | 'timeout' | (string & {});
}

/** Updates the contact. Missing fields keep their values. */
export interface UpdateContactStepOutput {
  /** Type of the step: `update_contact`. */
  type: 'update_contact';
  /** First name, up to 200 characters. Null clears it. */
  first_name?: (string & {}) | null;
  /** Last name, up to 200 characters. Null clears it. */
  last_name?: (string & {}) | null;
  /** Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes a property. */
  properties?: Record<string, (string & {}) | number | boolean | string[] | null>;
  /** Topic subscriptions to set, up to 100. Other topics do not change. */
  topics?: TopicChoice[];
  /** `UNSUBSCRIBED` unsubscribes the contact from all bulk email. */
  status?: 'UNSUBSCRIBED';
}

/** The body of a webhook by its event type. */
export interface WebhookBodies {
  'email.sent': Omit<EmailSentWebhook, 'type'> & { type: 'email.sent' };
  'email.delivered': Omit<EmailDeliveredWebhook, 'type'> & { type: 'email.delivered' };
  'email.delivery_delayed': Omit<EmailDeliveryDelayedWebhook, 'type'> & { type: 'email.delivery_delayed' };
  'email.bounced': Omit<EmailBouncedWebhook, 'type'> & { type: 'email.bounced' };
  'email.complained': Omit<EmailComplainedWebhook, 'type'> & { type: 'email.complained' };
  'email.rejected': Omit<EmailRejectedWebhook, 'type'> & { type: 'email.rejected' };
  'email.opened': Omit<EmailOpenedWebhook, 'type'> & { type: 'email.opened' };
  'email.clicked': Omit<EmailClickedWebhook, 'type'> & { type: 'email.clicked' };
  'email.unsubscribed': Omit<EmailUnsubscribedWebhook, 'type'> & { type: 'email.unsubscribed' };
  'email.failed': Omit<EmailFailedWebhook, 'type'> & { type: 'email.failed' };
  'email.received': Omit<EmailReceivedWebhook, 'type'> & { type: 'email.received' };
  'webhook.test': Omit<WebhookTestWebhook, 'type'> & { type: 'webhook.test' };
  'contact.created': Omit<ContactCreatedWebhook, 'type'> & { type: 'contact.created' };
  'contact.updated': Omit<ContactUpdatedWebhook, 'type'> & { type: 'contact.updated' };
  'contact.deleted': Omit<ContactDeletedWebhook, 'type'> & { type: 'contact.deleted' };
  'contact.subscribed': Omit<ContactSubscribedWebhook, 'type'> & { type: 'contact.subscribed' };
  'contact.unsubscribed': Omit<ContactUnsubscribedWebhook, 'type'> & { type: 'contact.unsubscribed' };
}
