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
  /** Whether an email with `html` and without `text` gets a text part made from the HTML. Defaults to the setting of the organization. */
  generate_text?: boolean;
  /** A complete MIME entity in base64, sent unchanged instead of `html`, `text` and `attachments`: its Content-* headers, an empty line, its body. For signed and encrypted email and reports. */
  mime?: string;
  /** Template to use instead of `subject`, `html` and `text`. */
  template?: TemplateChoice;
  /** Additional headers, up to 100 of up to 1,000 characters. Headers that the platform sets are refused with `reserved_header`; some others are removed. */
  headers?: Record<string, string>;
  /** Up to 20 tags to find emails by. Included in each webhook, never shown to recipients. */
  tags?: readonly Tag[];
  /** Kind of email, for metrics and lists. The prefixes `bulk.`, `broadcast.`, `digest.` and `sequence.` make it bulk mail: one recipient, a domain of the stream `bulk`, unsubscribe headers. Default: the value of the tag `kind`. */
  kind?: string;
  /** When to send it. Until then it is `queued` and can be canceled. Default: now. */
  scheduled_at?: string | Date;
  /** When to give up: an email that has not left by then is `failed`. Default: the usual retry time. */
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
  /** Id of the template; this or `slug`. */
  id?: string;
  /** Slug of the template; this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest one. Drafts cannot be sent. */
  version?: number | 'latest';
  /** Values of the template's variables. A dotted key is a path into objects. */
  data?: Record<string, unknown>;
}

/** A name and a value of your own. */
export interface Tag {
  /** Name of the tag, up to 64 characters. */
  name: string;
  /** Its value, up to 256 characters. */
  value: string;
}

/** Open and click tracking. Both are off by default. */
export interface Tracking {
  /** Track opens with a tracking pixel. Default: false. */
  opens?: boolean;
  /** Track clicks by rewriting links to your tracking host. Default: false. */
  clicks?: boolean;
}

/** A file that is sent with the email. */
export interface Attachment {
  /** Name of the file, as recipients see it. */
  filename: string;
  /** The file in base64. */
  content: string;
  /**
   * Its media type.
   *
   * Default: `"application/octet-stream"`
   */
  content_type?: string;
  /** Makes it an inline image that the HTML refers to as `cid:<content_id>`. Default: an attachment. */
  content_id?: string;
}

/** 1 to 100 emails, each as `POST /emails` takes it, without attachments. */
export type SendEmailBatchRequest = readonly SendEmailRequest[];

/** Another time for a scheduled email. */
export interface RescheduleEmailRequest {
  /** When to send it. A time in the past sends it now. */
  scheduled_at: string | Date;
}

/** A webhook endpoint to add. */
export interface CreateWebhookRequest {
  /** Where deliveries go: https, a host on the public Internet, no credentials and no fragment. */
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
   * How deliveries are written and signed. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend writes them, with `svix-signature`.
   *
   * Default: `"postrider"`
   */
  format?: 'postrider' | 'resend';
}

/** Fields to change. Missing fields keep their values; null clears a field. */
export interface UpdateWebhookRequest {
  /** Where deliveries go: https, a host on the public Internet, no credentials and no fragment. */
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
  /** `disabled`: nothing is delivered; `enabled` forgets earlier failures. */
  status?: 'enabled' | 'disabled';
  /** How deliveries are written and signed. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend writes them, with `svix-signature`. Resend's verifiers read a secret only as standard base64: rotate one that contains `-` or `_` after `whsec_`, or has 43 characters there. */
  format?: 'postrider' | 'resend';
}

/** The stretch of time whose events are sent again. */
export interface ReplayWebhookRequest {
  /** Events that were recorded at this time or later, never before the endpoint was made. */
  since: string | Date;
  /** Events that were recorded at this time or earlier; left out: now. */
  until?: string | Date;
  /** Only these event types; empty: all that the endpoint wants. */
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

/** A template to add, as a draft. */
export interface CreateTemplateRequest {
  /** What sends name it by: up to 64 characters a-z 0-9 . _ -, unique in the organization. */
  slug: string;
  /** Name, 1 to 200 characters. Default: the slug. */
  name?: string;
  /** Subject, with variables such as `{{ name }}`. Null: none yet. */
  subject?: string | null;
  /** The HTML body in the template language (Liquid), up to 500 kB; values are escaped. Null: none. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Null: none. */
  text?: string | null;
  /** The variables that it uses, up to 100; a send may give no others. */
  variables?: readonly TemplateVariableRequest[];
}

/** A variable that the template uses. */
export interface TemplateVariableRequest {
  /** Its name: up to 8 names of A-Z a-z 0-9 _, joined by dots, which are a path into objects. */
  key: string;
  /** What a value has to be. */
  type: 'string' | 'number' | 'boolean' | 'list' | 'object';
  /**
   * Whether a send has to give it.
   *
   * Default: `false`
   */
  required?: boolean;
  /** Value used when a send does not set it. Default: none. */
  fallback?: unknown;
}

/** Fields of the draft to change. Missing fields keep their values; null clears a field. */
export interface UpdateTemplateRequest {
  /** What sends name it by: up to 64 characters a-z 0-9 . _ -, unique in the organization. */
  slug?: string;
  /** Name, 1 to 200 characters. */
  name?: string;
  /** Subject, with variables such as `{{ name }}`. Null: none yet. */
  subject?: string | null;
  /** The HTML body in the template language (Liquid), up to 500 kB; values are escaped. Null: none. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Null: none. */
  text?: string | null;
  /** The variables that it uses, up to 100; a send may give no others. */
  variables?: readonly TemplateVariableRequest[];
}

/** What to render, and with which values. */
export interface RenderTemplateRequest {
  /** A published version, or `latest`. Default: the draft. */
  version?: number | 'latest';
  /**
   * Values of its variables, as a send gives them.
   *
   * Default: `{}`
   */
  data?: Record<string, unknown>;
}

/** A sending domain to add. */
export interface CreateDomainRequest {
  /** The domain that stands behind the @ of your senders. */
  name: string;
  /**
   * `transactional`: receipts, password resets and the like; `bulk`: also newsletters. Use separate domains. Cannot be changed.
   *
   * Default: `"transactional"`
   */
  stream?: 'transactional' | 'bulk';
  /**
   * `manual`: you publish the records; `cloudflare`: `POST /domains/{id}/publish` writes them.
   *
   * Default: `"manual"`
   */
  dns_mode?: 'manual' | 'cloudflare';
  /**
   * Label of the host that bounces come back to, below the domain.
   *
   * Default: `"bounce"`
   */
  return_path?: string;
  /**
   * Label of the host that tracked links lead over, below the domain.
   *
   * Default: `"links"`
   */
  tracking_host?: string;
  /**
   * Label of the host whose mail becomes `email.received`, below the domain.
   *
   * Default: `"reply"`
   */
  reply_host?: string;
}

/** Fields to change. Missing fields keep their values. */
export interface UpdateDomainRequest {
  inbound?: InboundRuleRequest;
}

/** What the domain receives. */
export interface InboundRuleRequest {
  /** `replies`: replies at `reply_address` alone; `addresses`: also emails to the listed addresses; `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record. */
  mode: 'replies' | 'addresses' | 'catch_all';
  /**
   * What stands before the @ of each address, in lower case, without a `+tag`. Required with the mode `addresses`, 100 at most; replaces the list. Emails to an address with a `+tag` are received, too.
   *
   * Default: `[]`
   */
  addresses?: readonly string[];
}

/** A key to make. */
export interface CreateApiKeyRequest {
  /** Name, 1 to 120 characters. */
  name: string;
  /** What it may do: `send`, or `full`, which may also delete; in any case. `admin` is refused here. */
  permission: string;
  /**
   * `test`: what it sends is simulated and nothing is delivered; `live`: it sends.
   *
   * Default: `"test"`
   */
  mode?: 'live' | 'test';
  /** Names or ids of the domains that it may use. Default: all. Not together with `domain`. */
  domains?: readonly string[];
  /** The same as `domains` for a single one. */
  domain?: string;
  /** When it expires. Default: never. */
  expires_at?: string | Date | null;
  /** Requests per second, 1 to 10,000. Default: 10. */
  rate_limit?: number | null;
}

/** An address that is to get no mail. */
export interface CreateSuppressionRequest {
  /** The address; capitals do not matter. */
  email: string;
  /** Only mail of this sending domain is stopped; left out: that of the whole organization. A domain-restricted key has to name one. */
  domain?: string;
  /** When it ends by itself; null or left out: never. */
  expires_at?: string | Date | null;
}

/** A contact to create, or fields to change. Missing fields keep their values. */
export interface UpsertContactRequest {
  /** The address; capitals do not matter. */
  email: string;
  /** First name, up to 200 characters; null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters; null clears it. */
  last_name?: string | null;
  /** Values under names of your own, up to 100; merged into those that are there, null removes one. Segments and templates use them. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Whether it gets bulk mail at all; left out: it stays, or SUBSCRIBED when new. A contact that bounced or complained keeps that status; one that unsubscribed itself keeps it without `resubscribe`. */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  /** Choices about topics, up to 100; other topics stay as they are. */
  topics?: readonly TopicChoice[];
  /** Subscribe the contact although it unsubscribed itself. Needs `consent` with `source` and `at` as proof; recorded in the audit log. A contact that complained stays as it is. */
  resubscribe?: boolean;
  /** What proves it, kept with the changes that this call makes. */
  consent?: Consent;
}

/** What a contact chose about a topic. */
export interface TopicChoice {
  /** Slug of the topic. */
  topic: string;
  /** What the contact chose. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
}

/** What proves a consent. */
export interface Consent {
  /** Where it was given, for example the name or URL of a form. */
  source?: string;
  /** The IP address of the person. */
  ip_address?: string;
  /** Their browser. */
  user_agent?: string;
  /** When it was given; left out: now. */
  at?: string | Date;
}

/** 1 to 1,000 contacts, each as `POST /contacts` takes it. */
export type BatchContactsRequest = readonly UpsertContactRequest[];

/** What the contact chose, about one topic or several. */
export interface SetSubscriptionsRequest {
  /** Slug of a topic; with `state`. */
  topic?: string;
  /** What the contact chose about it. */
  state?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  /** Several choices at once, up to 100; instead of topic and state. */
  topics?: readonly TopicChoice[];
  /** Subscribe the contact although it unsubscribed itself. Needs `consent` with `source` and `at` as proof; recorded in the audit log. A contact that complained stays as it is. */
  resubscribe?: boolean;
  /** What proves it, kept with the changes that this call makes. */
  consent?: Consent;
}

/** A topic to add. */
export interface CreateTopicRequest {
  /** What segments, broadcasts and contacts name it by: up to 64 characters a-z 0-9 . _ -; never changed. */
  slug: string;
  /** Its name, as subscribers see it, 1 to 120 characters. */
  name: string;
  /** What subscribers get, for the page on which they choose, up to 500 characters; null: nothing. */
  description?: string | null;
  /**
   * Whether a contact that never chose counts as subscribed. Leave it false for what needs a consent.
   *
   * Default: `false`
   */
  default_opt_in?: boolean;
  /**
   * `public`: shown on the preferences page. `private`: never shown there; the unsubscribe links of its emails still end it.
   *
   * Default: `"public"`
   */
  visibility?: 'public' | 'private';
}

/** Fields to change. Missing fields keep their values. */
export interface UpdateTopicRequest {
  /** Its name, as subscribers see it, 1 to 120 characters. */
  name?: string;
  /** What subscribers get, for the page on which they choose, up to 500 characters; null: nothing. */
  description?: string | null;
  /** Whether a contact that never chose counts as subscribed. Leave it false for what needs a consent. */
  default_opt_in?: boolean;
  /** `public`: shown on the preferences page. `private`: never shown there; the unsubscribe links of its emails still end it. */
  visibility?: 'public' | 'private';
}

/** A segment to add. */
export interface CreateSegmentRequest {
  /** What you call it, 1 to 120 characters. */
  name: string;
  filter: SegmentFilter;
}

/** The contacts that a segment holds: those that meet `all` and `any`. At most 20 conditions, those of groups included; a group contains no other group. */
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
    | AnyGroup
    | AllGroup
  )[];
}

/** The contact has this status. */
export interface StatusCondition {
  /** The status that the contact has. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
}

/** The contact is, or is not, subscribed to the topic; one that never chose, as `default_opt_in` says. */
export interface TopicCondition {
  /** Slug of the topic. */
  topic: string;
  /** Whether it is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
}

/** A property equals a value, or does not. */
export interface EqualCondition {
  /** Name of the property. */
  property: string;
  /** Equal, or not equal; what is missing equals nothing. */
  op: 'eq' | 'neq';
  /** What it is compared with. */
  value: string | number | boolean;
}

/** A property contains a text. */
export interface ContainsCondition {
  /** Name of the property. */
  property: string;
  /** A text has it as a part, a list as an item. */
  op: 'contains';
  /** What is looked for. */
  value: string;
}

/** A property is greater or less than a value. */
export interface OrderCondition {
  /** Name of the property. */
  property: string;
  /** Greater, or less. */
  op: 'gt' | 'lt';
  /** What it is compared with. */
  value: string | number;
}

/** The contact has a property, or has not. */
export interface ExistsCondition {
  /** Name of the property. */
  property: string;
  /** Whether it has the property. */
  op: 'exists';
  /**
   * False: it has not.
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
  )[];
}

/** What to change; what is left out stays. */
export interface UpdateSegmentRequest {
  /** What you call it, 1 to 120 characters. */
  name?: string;
  filter?: SegmentFilter;
}

/** A broadcast to add. */
export interface CreateBroadcastRequest {
  /** Name, 1 to 200 characters. Never shown to recipients. */
  name: string;
  /** The segment whose contacts get it, as they are when it begins. */
  segment_id: string;
  /** Slug of the topic that it is about: who is not subscribed to it gets nothing. */
  topic: string;
  /** The sender: `email` or `Name <email>`, at a verified domain of stream `bulk`. */
  from: string;
  /** Reply-To address. Null: the sender. */
  reply_to?: string | null;
  /** The subject, with variables of the contact as `{{ contact.first_name }}`. */
  subject?: string | null;
  /** Shown after the subject in the inbox, up to 500 characters. Null: the beginning of the text. */
  preview_text?: string | null;
  /** The HTML body in the template language, up to 500 kB; `{{ preferences_url }}` is the page on which the reader chooses. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Default: none. */
  text?: string | null;
  /** A template instead of subject, html and text. */
  template?: BroadcastTemplateChoice | null;
  /** Open and click tracking. Default: on if the domain's tracking host is verified. */
  track?: BroadcastTracking;
  /** An A/B test; null: none. */
  ab_test?: BroadcastTestRequest | null;
  /** When to send it. Default: a draft until `POST /broadcasts/{id}/send`. */
  scheduled_at?: string | Date | null;
}

/** A published template. */
export interface BroadcastTemplateChoice {
  /** Id of the template; this or `slug`. */
  id?: string;
  /** Slug of the template; this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest one at this moment. */
  version?: number | 'latest';
  /** Values of declared variables that are the same for everybody, 64 KB at most. */
  data?: Record<string, unknown>;
}

/** What is tracked. */
export interface BroadcastTracking {
  /** Whether openings are tracked. */
  opens?: boolean;
  /** Whether clicks are tracked. */
  clicks?: boolean;
}

/** An A/B test: variants for a part of the recipients first. */
export interface BroadcastTestRequest {
  /** 2 to 5 variants; an empty one is the broadcast as it is. */
  variants: readonly BroadcastVariantRequest[];
  /** How many percent of the recipients get the variants, in equal parts; the rest gets the winner. */
  percent: number;
  /** Minutes from the last mail of the test until its metric decides, up to a week. */
  wait_minutes: number;
  /** What decides: openings or clicks, per mail delivered. */
  metric: 'open' | 'click';
}

/** Content for its share of the recipients; what is left out is that of the broadcast. */
export interface BroadcastVariantRequest {
  /** Another subject. */
  subject?: string;
  /** Another HTML body. */
  html?: string;
  /** Another text body. */
  text?: string;
  /** Another template, instead of the other three. */
  template?: BroadcastTemplateChoice;
}

/** Fields to change. Missing fields keep their values; null clears a field. */
export interface UpdateBroadcastRequest {
  /** Name, 1 to 200 characters. Never shown to recipients. */
  name?: string;
  /** The segment whose contacts get it, as they are when it begins. */
  segment_id?: string;
  /** Slug of the topic that it is about: who is not subscribed to it gets nothing. */
  topic?: string;
  /** The sender: `email` or `Name <email>`, at a verified domain of stream `bulk`. */
  from?: string;
  /** Reply-To address. Null: the sender. */
  reply_to?: string | null;
  /** The subject, with variables of the contact as `{{ contact.first_name }}`. */
  subject?: string | null;
  /** Shown after the subject in the inbox, up to 500 characters. Null: the beginning of the text. */
  preview_text?: string | null;
  /** The HTML body in the template language, up to 500 kB; `{{ preferences_url }}` is the page on which the reader chooses. */
  html?: string | null;
  /** Text body in Liquid, up to 500 kB. Default: none. */
  text?: string | null;
  /** A template instead of subject, html and text. */
  template?: BroadcastTemplateChoice | null;
  /** Open and click tracking. Default: on if the domain's tracking host is verified. */
  track?: BroadcastTracking;
  /** An A/B test; null: none. */
  ab_test?: BroadcastTestRequest | null;
  /** Null: a draft again. `POST /broadcasts/{id}/send` schedules. */
  scheduled_at?: null;
}

/** When it begins. */
export interface SendBroadcastRequest {
  /** When to send it. Default: now. */
  scheduled_at?: string | Date;
}

/** The variant that the rest gets. */
export interface DecideBroadcastRequest {
  /** Index of the variant in `ab_test.variants`, from 0 on. */
  winner: number;
}

/** How it is sent again. */
export interface ResendBroadcastRequest {
  /** Another subject. Default: the same. Not for a broadcast with a template. */
  subject?: string;
  /**
   * Who gets it: those of whom no opening is known.
   *
   * Default: `"not_opened"`
   */
  audience?: 'not_opened';
  /** When to send it. Default: now. */
  scheduled_at?: string | Date;
}

/** For whom it is shown. */
export interface PreviewBroadcastRequest {
  /** Id or address of the contact to render it for. Default: a sample contact. */
  contact?: string;
  /** Index of a variant of the A/B test. Default: the first. */
  variant?: number;
}

/** Who gets the test. */
export interface TestBroadcastRequest {
  /** An address or an array of up to 10; they need not be contacts. */
  to?: string | readonly string[];
  /** Id or address of the contact to render it for. Default: a sample contact. */
  contact?: string;
  /** Index of a variant of the A/B test. Default: the first. */
  variant?: number;
}

/** Something that happened to a contact. */
export interface PostEventRequest {
  /** Name of the event, which your program gives it: up to 100 characters A-Z a-z 0-9 . _ : -. */
  event: string;
  /** Address of the contact, which is added when there is none; this or `contact_id`. */
  email?: string;
  /** Id of the contact; this or `email`. */
  contact_id?: string;
  /** What your program tells of it, up to 100 values, 16 KB: steps, conditions and templates use it. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** What the contact is from now on, as in `POST /contacts`; left out: it stays. */
  contact?: EventContact;
  /** A name of your own for this event, 1 to 256 characters: the same again within 24 hours begins nothing. */
  idempotency_key?: string;
}

/** What to change of the contact. */
export interface EventContact {
  /** First name, up to 200 characters; null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters; null clears it. */
  last_name?: string | null;
  /** Values under names of your own, up to 100; merged into those that are there, null removes one. Segments and templates use them. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Choices about topics, up to 100; other topics stay as they are. */
  topics?: readonly TopicChoice[];
}

/** An automation to add. */
export interface CreateAutomationRequest {
  /** What you call it, 1 to 120 characters. */
  name: string;
  /** Its short name, 1 to 55 characters a-z 0-9 . _ -, never changed; left out: made of the name. */
  slug?: string;
  /**
   * `paused`: no run begins, and those that run wait.
   *
   * Default: `"active"`
   */
  status?: 'active' | 'paused';
  /**
   * Whether a contact that is in a run starts no second one.
   *
   * Default: `false`
   */
  one_per_contact?: boolean;
  trigger: AutomationTrigger;
  /** Its steps in their order, 1 to 50, those of conditions included. */
  steps: readonly AutomationStep[];
}

/** The event that starts a run: one that `POST /events` posts, or a contact event (`contact.created`, `contact.updated`, `contact.subscribed`, `contact.unsubscribed`). */
export interface AutomationTrigger {
  /** Name of the event, which your program gives it: up to 100 characters A-Z a-z 0-9 . _ : -. */
  event: string;
}

/** A step of an automation, told apart by its `type`. */
export type AutomationStep =
  SendStep | WaitStep | WaitUntilStep | ConditionStep | UpdateContactStep | WebhookStep;

/** A published template. */
export interface StepTemplate {
  /** Id of the template; this or `slug`. */
  id?: string;
  /** Slug of the template; this or `id`. */
  slug?: string;
  /** A published version. Default: `latest`, the highest one when the step is taken. */
  version?: number | 'latest';
}

/** What is tracked. */
export interface StepTracking {
  /** Whether openings are tracked; left out: no. */
  opens?: boolean;
  /** Whether clicks are tracked; left out: no. */
  clicks?: boolean;
}

/** Sends the contact a mail, of kind `sequence.<slug of the automation>`. */
export interface SendStep {
  /** The type of the step: `send`. */
  type: 'send';
  /** The sender: `email` or `Name <email>`, at a verified domain of stream `bulk`. */
  from: string;
  /** Where answers go; left out: to the sender. */
  reply_to?: string;
  /** A template instead of subject, preview_text, html and text. */
  template?: StepTemplate;
  /** The subject, with variables as `{{ contact.first_name }}` and `{{ event.total }}`. */
  subject?: string;
  /** Shown behind the subject in lists of mail, up to 200 characters. */
  preview_text?: string;
  /** The HTML body in the template language, up to 500 kB. */
  html?: string;
  /** The text body in the template language, up to 500 kB. */
  text?: string;
  /** Slug of a topic: who has left it gets no mail. Left out: none. */
  topic?: string;
  track?: StepTracking;
}

/** Waits for a time. */
export interface WaitStep {
  /** The type of the step: `wait`. */
  type: 'wait';
  /** How long: a whole number with its unit, s, m, h or d, of at most 365 days. */
  duration: string;
}

/** Waits for one of: an event, a time of the day, a time that the event of the run told. */
export interface WaitUntilStep {
  /** The type of the step: `wait_until`. */
  type: 'wait_until';
  /** Waits until an event of that name is posted for the contact, or `timeout` has passed. */
  event?: string;
  /** With `event`: how long it waits at most. */
  timeout?: string;
  /** Waits until the clock next shows it in `timezone`. */
  time?: string;
  /** Time zone of `time`, as the IANA database names it; left out: UTC. */
  timezone?: string;
  /** Waits until the time (ISO 8601) in that property of the event that began the run; one that is past, missing or no time, or more than 365 days off, ends the wait at once. */
  event_property?: string;
}

/** Takes one of two ways; then both go on with the next step. */
export interface ConditionStep {
  /** The type of the step: `condition`. */
  type: 'condition';
  if: AutomationFilter;
  /** The steps of those for whom it holds. */
  then?: readonly AutomationStep[];
  /** The steps of the others. */
  else?: readonly AutomationStep[];
}

/** Holds when every condition does. */
export interface AutomationFilter {
  /** Up to 20 conditions, all of which must hold. */
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
    | EventEqualCondition
    | EventContainsCondition
    | EventOrderCondition
    | EventExistsCondition
    | WaitCondition
  )[];
}

/** A property of the event equals a value, or does not. */
export interface EventEqualCondition {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Equal, or not equal. */
  op: 'eq' | 'neq';
  /** What it is compared with. */
  value: string | number | boolean;
}

/** A property of the event contains a text. */
export interface EventContainsCondition {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** A text has it as a part, a list as an item. */
  op: 'contains';
  /** What is looked for. */
  value: string;
}

/** A property of the event is greater or less than a value. */
export interface EventOrderCondition {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Greater, or less. */
  op: 'gt' | 'lt';
  /** What it is compared with. */
  value: string | number;
}

/** The event has a property, or has not. */
export interface EventExistsCondition {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Whether it has the property. */
  op: 'exists';
  /**
   * False: it has not.
   *
   * Default: `true`
   */
  value?: boolean;
}

/** How the last `wait_until` for an event ended. */
export interface WaitCondition {
  /** Whether the event came, or its time ran out. */
  waited: 'event' | 'timeout';
}

/** Changes the contact; what is left out stays. */
export interface UpdateContactStep {
  /** The type of the step: `update_contact`. */
  type: 'update_contact';
  /** First name, up to 200 characters; null clears it. */
  first_name?: string | null;
  /** Last name, up to 200 characters; null clears it. */
  last_name?: string | null;
  /** Values under names of your own, up to 100; merged into those that are there, null removes one. Segments and templates use them. */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** Choices about topics, up to 100; other topics stay as they are. */
  topics?: readonly TopicChoice[];
  /** Unsubscribes the contact from all bulk mail. */
  status?: 'UNSUBSCRIBED';
}

/** Tells a program of yours, by a POST of the contact and the event. */
export interface WebhookStep {
  /** The type of the step: `webhook`. */
  type: 'webhook';
  /** Where it goes: https, a public host. */
  url: string;
}

/** What to change; what is left out stays. Other steps make the next version. */
export interface UpdateAutomationRequest {
  /** What you call it, 1 to 120 characters. */
  name?: string;
  /** `paused`: no run begins, and those that run wait. */
  status?: 'active' | 'paused';
  /** Whether a contact that is in a run starts no second one. */
  one_per_contact?: boolean;
  trigger?: AutomationTrigger;
  /** Its steps in their order, 1 to 50, those of conditions included. */
  steps?: readonly AutomationStep[];
}

/** A signup form to add. */
export interface CreateSignupFormRequest {
  /** What you call it, 1 to 120 characters. */
  name: string;
  /** Who the mail that asks to confirm is from, at a verified domain; its stream does not matter. */
  from: string;
  /** Where answers to it go; null: to the sender. */
  reply_to?: string | null;
  /** Slugs of 1 to 20 topics; who confirms is subscribed to each. */
  topics: readonly string[];
  /** Heading of the page, up to 120 characters; null: the name. */
  title?: string | null;
  /** What the page says below it: plain text, up to 2,000 characters; null: nothing. */
  description?: string | null;
  /** What the page asks for beside the address; nobody has to fill them in. */
  fields?: readonly ('first_name' | 'last_name')[];
  /** Where the browser goes after the confirmation: an https URL; null: a page of ours. */
  redirect_url?: string | null;
  /** Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language. */
  confirmation_subject?: string | null;
  /** What the confirmation email says above the topics and the button: plain text, up to 2,000 characters. Null: a default in the reader's language. */
  confirmation_text?: string | null;
  /**
   * `disabled`: the page takes nobody; links in mails still work.
   *
   * Default: `"enabled"`
   */
  status?: 'enabled' | 'disabled';
}

/** What to change; what is left out stays, null clears. */
export interface UpdateSignupFormRequest {
  /** What you call it, 1 to 120 characters. */
  name?: string;
  /** Who the mail that asks to confirm is from, at a verified domain; its stream does not matter. */
  from?: string;
  /** Where answers to it go; null: to the sender. */
  reply_to?: string | null;
  /** Slugs of 1 to 20 topics; who confirms is subscribed to each. */
  topics?: readonly string[];
  /** Heading of the page, up to 120 characters; null: the name. */
  title?: string | null;
  /** What the page says below it: plain text, up to 2,000 characters; null: nothing. */
  description?: string | null;
  /** What the page asks for beside the address; nobody has to fill them in. */
  fields?: readonly ('first_name' | 'last_name')[];
  /** Where the browser goes after the confirmation: an https URL; null: a page of ours. */
  redirect_url?: string | null;
  /** Subject of the confirmation email, up to 200 characters. Null: a default in the reader's language. */
  confirmation_subject?: string | null;
  /** What the confirmation email says above the topics and the button: plain text, up to 2,000 characters. Null: a default in the reader's language. */
  confirmation_text?: string | null;
  /** `disabled`: the page takes nobody; links in mails still work. */
  status?: 'enabled' | 'disabled';
}

/** Settings to change; what is left out stays. */
export interface UpdateOrganizationRequest {
  /** The name that the footer of bulk mail shows, 1 to 120 characters; left out: it stays. */
  name?: string;
  /** Stands in the footer of bulk mail, up to 500 characters; null: none, and bulk mail has no footer. */
  postal_address?: string | null;
  /** Logo on public pages and in confirmation mails: an https URL. Null: none. */
  logo_url?: string | null;
  /** Colour of buttons on public pages, as `#rrggbb`. Null: the default blue. */
  brand_color?: string | null;
  /** Privacy policy that public pages link to: an https URL. Null: no link. */
  privacy_url?: string | null;
  /** How many days contents and metadata of emails are kept, 0 to 3,650. 0: deleted once sent; null: the default of 30. */
  body_retention_days?: number | null;
  /** Who is told of alerts: bounces, complaints, blocks, failing webhooks; null: nobody. */
  alert_email?: string | null;
  /** Whether emails with HTML and without text get a text part made from the HTML. */
  generate_text?: boolean;
  /** True pauses live sending; false resumes after any pause, but does not end a review. */
  sending_paused?: boolean;
}

/** A client organization to make. */
export interface CreateOrganizationRequest {
  /** Its name, 1 to 120 characters. */
  name: string;
  /** Its short name: 2 to 60 characters a-z 0-9 with single hyphens, unique on the platform, never changed. */
  slug: string;
  /** Who is told of its alerts; left out: who is told of yours. */
  alert_email?: string;
  /**
   * Its first key; left out: one of permission `admin`.
   *
   * Default: `{}`
   */
  api_key?: PartnerKeyRequest;
}

/** A live key to make for a client organization. */
export interface PartnerKeyRequest {
  /**
   * What you call it, 1 to 120 characters.
   *
   * Default: `"Partner key"`
   */
  name?: string;
  /**
   * `admin`, `full` or `send`, in any case.
   *
   * Default: `"ADMIN"`
   */
  permission?: string;
}

/** What takes the place of the keys. */
export interface RevokeKeysRequest {
  /** A new key to make; left out: none. */
  replace_with?: PartnerKeyRequest;
}

/** The email was handed over to the receiving server or a provider. */
export interface EmailSentWebhook {
  /** The type of the event: `email.sent`. */
  type: 'email.sent';
  /** When it happened. */
  created_at: string;
  data: EmailHandoverData;
}

/** The email and the recipient, and the reply of the server. */
export interface EmailHandoverData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
  reply?: EventReply;
}

/** A name and a value that the sender gave the email. */
export interface EmailTag {
  /** Name of the tag. */
  name: string;
  /** Its value. */
  value: string;
}

/** Tags of an email that was sent from a template. */
export interface TemplateTags {
  template: TemplateReference;
  /** The tags that were sent. */
  tags: EmailTag[];
}

/** The template that the email was rendered from. */
export interface TemplateReference {
  /** Id of the template. */
  id: string;
  /** Its slug at that time. */
  slug: string;
  /** The version that was rendered. */
  version: number;
}

/** The SMTP reply behind an event. Absent where no mail server answered us, for example after a timeout or with a provider API. */
export interface EventReply {
  /** Host name of the server that answered. */
  host: string;
  /** SMTP reply code. */
  code: number;
  /** Text of the reply with its enhanced status code, at most 500 characters. */
  text: string;
}

/** The recipient's server has taken the email. */
export interface EmailDeliveredWebhook {
  /** The type of the event: `email.delivered`. */
  type: 'email.delivered';
  /** When it happened. */
  created_at: string;
  data: EmailHandoverData;
}

/** The recipient's server cannot take the email now; it is tried again. */
export interface EmailDeliveryDelayedWebhook {
  /** The type of the event: `email.delivery_delayed`. */
  type: 'email.delivery_delayed';
  /** When it happened. */
  created_at: string;
  data: EmailDelayData;
}

/** What has not arrived yet, and when it is tried again. */
export interface EmailDelayData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
  /** Why it did not arrive, and who can do what about it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
  /** When delivery is tried again. */
  next_attempt_at?: string;
}

/** Why an email did not arrive, and who can do what about it. */
export interface Diagnosis {
  /** What kind of failure it is. */
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
  /** Who can change it: the recipient or whoever runs the receiving server, you as the `sender`, or the `platform` that runs this service. */
  actor: 'recipient' | 'sender' | 'platform' | (string & {});
  /** What to do about it, in a sentence for people. */
  advice: string;
}

/** The recipient's server has refused the email, or returned it later. */
export interface EmailBouncedWebhook {
  /** The type of the event: `email.bounced`. */
  type: 'email.bounced';
  /** When it happened. */
  created_at: string;
  data: EmailBounceData;
}

/** What came back, and why. */
export interface EmailBounceData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
  /** Why it did not arrive, and who can do what about it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
  /** `hard`: the address is wrong and is now suppressed; `soft`: it may work another time; `undetermined`: the receiver did not say. */
  bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
}

/** The recipient has marked the email as spam, and is now suppressed. */
export interface EmailComplainedWebhook {
  /** The type of the event: `email.complained`. */
  type: 'email.complained';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
}

/** The email and the recipient that an event is about. */
export interface EmailEventData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
}

/** The provider would not send the email. */
export interface EmailRejectedWebhook {
  /** The type of the event: `email.rejected`. */
  type: 'email.rejected';
  /** When it happened. */
  created_at: string;
  data: EmailFailureData;
}

/** What did not arrive, and why. */
export interface EmailFailureData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
  /** Why it did not arrive, and who can do what about it. */
  diagnosis?: Diagnosis;
  reply?: EventReply;
}

/** The email was opened; only with `track.opens`. */
export interface EmailOpenedWebhook {
  /** The type of the event: `email.opened`. */
  type: 'email.opened';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
}

/** A link in the email was clicked; only with `track.clicks`. */
export interface EmailClickedWebhook {
  /** The type of the event: `email.clicked`. */
  type: 'email.clicked';
  /** When it happened. */
  created_at: string;
  data: EmailClickData;
}

/** The link that was clicked, and in which email. */
export interface EmailClickData {
  /** Id of the email, as `POST /emails` answered it. */
  email_id: string;
  /** The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails. */
  message_id?: string;
  /** `test`: the email was simulated. */
  mode: 'live' | 'test' | (string & {});
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent; cc and bcc are not told. */
  to: string[];
  /** The subject. */
  subject: string;
  /** The one address that the event is about. */
  recipient: string;
  /** The kind of the email; left out when it has none. */
  kind?: string;
  /** The tags that were sent; an object with the template, too, when the email was sent from one. */
  tags?: EmailTag[] | TemplateTags;
  /** The `metadata` of the send; left out when there was none, or when retention deleted it. */
  metadata?: Record<string, string>;
  /** What the receiver or provider said of it, where it said more. */
  detail?: string;
  /** Where the clicked link leads. */
  url?: string;
}

/** The recipient has unsubscribed by a link of the email. */
export interface EmailUnsubscribedWebhook {
  /** The type of the event: `email.unsubscribed`. */
  type: 'email.unsubscribed';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
}

/** The email could not be sent and is not tried again. */
export interface EmailFailedWebhook {
  /** The type of the event: `email.failed`. */
  type: 'email.failed';
  /** When it happened. */
  created_at: string;
  data: EmailFailureData;
}

/** An email came to the reply address of a domain, or to an address that the domain receives at. */
export interface EmailReceivedWebhook {
  /** The type of the event: `email.received`. */
  type: 'email.received';
  /** When the email came. */
  created_at: string;
  data: ReceivedData;
}

/** The received email, without its text. */
export interface ReceivedData {
  /** Id of the received email: `GET /inbound/{id}` has its text and files. */
  inbound_id: string;
  /** The email that it answers; left out when none was found. */
  email_id?: string;
  /** Message-ID of the email that it answers. */
  in_reply_to_message_id?: string;
  /** The `metadata` of the email that it answers. */
  metadata?: Record<string, string>;
  /** Who wrote it, as its From header says. */
  from: string;
  /** The addresses of its To header. */
  to: string[];
  /** The addresses of yours that it came to, in lower case, also when no header names them. Empty for emails that were received before this field existed. */
  received_for: string[];
  /** What of the domain received it: `replies`, its reply address; `addresses`, an address that it lists; `catch_all`. With several addresses: that of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Its subject. */
  subject: string;
}

/** A test that `POST /webhooks/{id}/test` asked for. */
export interface WebhookTestWebhook {
  /** The type of the event: `webhook.test`. */
  type: 'webhook.test';
  /** When the test was asked for. */
  created_at: string;
  data: TestData;
}

/** What is tested. */
export interface TestData {
  /** The endpoint that is tested. */
  webhook_id: string;
}

/** A contact was added. */
export interface ContactCreatedWebhook {
  /** The type of the event: `contact.created`. */
  type: 'contact.created';
  /** When it happened. */
  created_at: string;
  data: ContactEventData;
}

/** The contact as it is when the webhook is made. */
export interface ContactEventData {
  /** The type of this object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Its address. */
  email: string;
  /** First name; null: not known. */
  first_name: string | null;
  /** Last name; null: not known. */
  last_name: string | null;
  /** Values under names of your own. */
  properties: Record<string, unknown>;
  /** Whether it gets bulk mail at all; BOUNCED and COMPLAINED come from what its mail met. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Choices that were made; of other topics their `default_opt_in` holds. */
  topics: ContactTopic[];
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** What a contact chose about a topic. */
export interface ContactTopic {
  /** Slug of the topic. */
  topic: string;
  /** What it chose. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
}

/** An existing contact changed: its address, names, properties, status or subscriptions. */
export interface ContactUpdatedWebhook {
  /** The type of the event: `contact.updated`. */
  type: 'contact.updated';
  /** When it happened. */
  created_at: string;
  data: ContactEventData;
}

/** A contact was deleted. */
export interface ContactDeletedWebhook {
  /** The type of the event: `contact.deleted`. */
  type: 'contact.deleted';
  /** When it happened. */
  created_at: string;
  data: DeletedContact;
}

/** A contact that is forgotten. */
export interface DeletedContact {
  /** The type of this object: always `contact`. */
  object: 'contact';
  /** Id that the contact had. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** A contact subscribed, as a whole or to topics. */
export interface ContactSubscribedWebhook {
  /** The type of the event: `contact.subscribed`. */
  type: 'contact.subscribed';
  /** When it happened. */
  created_at: string;
  data: ContactChangeData;
}

/** The contact, and the change of its subscriptions. */
export interface ContactChangeData {
  /** The type of this object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Its address. */
  email: string;
  /** First name; null: not known. */
  first_name: string | null;
  /** Last name; null: not known. */
  last_name: string | null;
  /** Values under names of your own. */
  properties: Record<string, unknown>;
  /** Whether it gets bulk mail at all; BOUNCED and COMPLAINED come from what its mail met. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Choices that were made; of other topics their `default_opt_in` holds. */
  topics: ContactTopic[];
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  change: ContactChange;
}

/** What a contact subscribed to or unsubscribed from, and how. */
export interface ContactChange {
  /** Whether the status of the contact changed. */
  status: boolean;
  /** Slugs of the topics whose subscription changed. */
  topics: string[];
  /** Who or what made the change. */
  actor: 'api_key' | 'import' | 'bounce' | 'complaint' | 'recipient' | 'form' | 'automation' | (string & {});
  /** Source of the consent, where the change has one. */
  source?: string;
}

/** A contact unsubscribed, bounced or complained, or left topics. */
export interface ContactUnsubscribedWebhook {
  /** The type of the event: `contact.unsubscribed`. */
  type: 'contact.unsubscribed';
  /** When it happened. */
  created_at: string;
  data: ContactChangeData;
}

/** The email was accepted, and is sent from now on or when scheduled. */
export interface SendEmailResponse {
  /** Id of the email. Track it with `GET /emails/{id}`. */
  id: string;
  /** Recipients that get nothing, since they are on the suppression list; absent: none. */
  suppressed?: string[];
  /** What looks odd about recipients; absent: nothing. */
  warnings?: SendWarning[];
}

/** Something odd about a recipient; the email is sent all the same. */
export interface SendWarning {
  /** What is odd: a domain that looks mistyped, or one that lends addresses for minutes. */
  code: 'possible_typo' | 'disposable_suspected' | (string & {});
  /** The address that looks odd. */
  address: string;
  /** Of `possible_typo`: what was probably meant. */
  suggestion?: string;
}

/** The body of every answer that is not 2xx. */
export interface ErrorBody {
  error: ErrorDetail;
}

/** Every code of this version. Later versions add more; none changes its meaning or goes away. */
export type ErrorCode =
  | 'invalid_json'
  | 'unauthorized'
  | 'forbidden_domain'
  | 'forbidden'
  | 'sending_paused'
  | 'under_review'
  | 'test_key_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'not_cancelable'
  | 'not_schedulable'
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

/** What went wrong. */
export interface ErrorDetail {
  /** What went wrong, for programs: branch on it. It never changes for the same fault; treat a code that you do not know by the HTTP status. */
  code: ErrorCode | (string & {});
  /** What went wrong, for people: log it, show it to developers. The wording may change. Of a `validation_error` it names each field that is wrong. */
  message: string;
}

export interface EmailList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: EmailSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** An email as lists show it. */
export interface EmailSummary {
  /** The type of this object: always `email`. */
  object: 'email';
  /** Id of the email, as the send answered it. */
  id: string;
  /** The sender, as it was sent. */
  from: string;
  /** The `to` list as it was sent, suppressed addresses included. */
  to: string[];
  /** The subject. */
  subject: string;
  /** Where the email is now. With several recipients, the worst outcome once all are known. `unconfirmed`: it left, and nobody told what became of it. */
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
  /** Mode of the key that sent it. `test`: it was simulated, nothing was delivered. */
  mode: 'live' | 'test' | (string & {});
  /** The kind that was sent with it; null: none. */
  kind: string | null;
  /** When it was accepted. */
  created_at: string;
  /** When it was first handed over; null: not yet. */
  sent_at: (string & {}) | null;
}

/** What became of each item. */
export interface BatchResponse {
  /** An answer for each item, in their order. */
  data: (SendEmailResponse | RefusedItem)[];
}

/** An item that was refused; it stops no other. */
export interface RefusedItem {
  /** Why this item was refused. */
  error: ErrorDetail;
}

/** An email with its content and its events. */
export interface Email {
  /** The type of this object: always `email`. */
  object: 'email';
  /** Id of the email, as the send answered it. */
  id: string;
  /** The sender, as it was sent: an address, or a name with an address. */
  from: string;
  /** The `to` list as it was sent, suppressed addresses included. */
  to: string[];
  /** The `cc` list; empty: none. */
  cc: string[];
  /** The `bcc` list; empty: none. */
  bcc: string[];
  /** Where answers go; null: to the sender. */
  reply_to: string | null;
  /** The subject; of a template, as it was rendered. */
  subject: string;
  /** The HTML body. Null when there is none, when retention deleted it, and of a live email that a test key reads. */
  html: string | null;
  /** The text body; null as `html`. */
  text: string | null;
  /** The kind that was sent with it; null: none. */
  kind: string | null;
  /** The tags that were sent; null: none. */
  tags: EmailTag[] | null;
  /** When it was accepted. */
  created_at: string;
  /** When it is to be sent; null: at once. */
  scheduled_at: (string & {}) | null;
  /** When it is no longer worth sending; null: never. */
  expires_at: (string & {}) | null;
  /** When it was first handed over; null: not yet. */
  sent_at: (string & {}) | null;
  /** Where the email is now. With several recipients, the worst outcome once all are known. `unconfirmed`: it left, and nobody told what became of it. */
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
  /** Mode of the key that sent it. `test`: it was simulated, nothing was delivered. */
  mode: 'live' | 'test' | (string & {});
  /** The Message-ID header as recipients see it, with angle brackets. Null until it is handed over, and of test emails. */
  message_id: string | null;
  /** The metadata that was sent; null: none, or retention deleted it. */
  metadata: Record<string, string> | null;
  /** The files that were sent with it; empty: none. */
  attachments: EmailAttachment[];
  /** What happened to it so far, oldest first, of all recipients. */
  events: EmailEvent[];
}

/** A file of an email; its content is never answered. */
export interface EmailAttachment {
  /** Name of the file. */
  filename: string;
  /** Its media type. */
  content_type: string;
  /** Its size in bytes. */
  size: number;
}

/** Something that happened to an email at one of its recipients. */
export interface EmailEvent {
  /** What happened. `queued` and `suppressed` come from the send itself; the others are webhooks, too. */
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
  /** The address that it happened to. */
  recipient: string;
  /** When it happened. */
  at: string;
  /** Of `bounced`: whether the address is wrong (`hard`) or may work another time (`soft`). */
  bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
  /** What the receiver or provider said of it. */
  detail?: string;
  /** Of what did not arrive, yet or at all: why, and who can do what about it. */
  diagnosis?: Diagnosis;
  /** Of `delivery_delayed`: when it is tried again. */
  next_attempt_at?: string;
  reply?: EventReply;
  suppression?: EventSuppression;
  /** Of `clicked`: where the link leads. Not shown to a test key that reads a live email. */
  url?: string;
}

/** Of `suppressed`: the entry of the suppression list that stopped the email. */
export interface EventSuppression {
  /** Id of the suppression entry. */
  id: string;
  /** Why the address is suppressed. */
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
}

/** An email with another time. */
export interface RescheduledEmail {
  /** Id of the email, as the send answered it. */
  id: string;
  /** The type of this object: always `email`. */
  object: 'email';
  /** When it will be sent. */
  scheduled_at: string;
}

/** An email that will not be sent. */
export interface CanceledEmail {
  /** Id of the email, as the send answered it. */
  id: string;
  /** The type of this object: always `email`. */
  object: 'email';
  /** Always `canceled`. */
  status: 'canceled';
}

/** Events of emails in order, and where to go on from. */
export interface EmailEventFeed {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The events, in the order in which they were recorded. */
  data: EmailEventEntry[];
  /** Where to go on from: pass it as `after`, also when nothing came. */
  next_cursor: string;
  /** True: more can be read at once. False: come back later. */
  has_more: boolean;
}

/** An event of an email, told apart by its `type`. */
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
  /** The type of the event: `email.sent`. */
  type: 'email.sent';
  /** When it happened. */
  created_at: string;
  data: EmailHandoverData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The recipient's server has taken the email. */
export interface EmailDeliveredEvent {
  /** The type of the event: `email.delivered`. */
  type: 'email.delivered';
  /** When it happened. */
  created_at: string;
  data: EmailHandoverData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The recipient's server cannot take the email now; it is tried again. */
export interface EmailDeliveryDelayedEvent {
  /** The type of the event: `email.delivery_delayed`. */
  type: 'email.delivery_delayed';
  /** When it happened. */
  created_at: string;
  data: EmailDelayData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The recipient's server has refused the email, or returned it later. */
export interface EmailBouncedEvent {
  /** The type of the event: `email.bounced`. */
  type: 'email.bounced';
  /** When it happened. */
  created_at: string;
  data: EmailBounceData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The recipient has marked the email as spam, and is now suppressed. */
export interface EmailComplainedEvent {
  /** The type of the event: `email.complained`. */
  type: 'email.complained';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The provider would not send the email. */
export interface EmailRejectedEvent {
  /** The type of the event: `email.rejected`. */
  type: 'email.rejected';
  /** When it happened. */
  created_at: string;
  data: EmailFailureData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The email was opened; only with `track.opens`. */
export interface EmailOpenedEvent {
  /** The type of the event: `email.opened`. */
  type: 'email.opened';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** A link in the email was clicked; only with `track.clicks`. */
export interface EmailClickedEvent {
  /** The type of the event: `email.clicked`. */
  type: 'email.clicked';
  /** When it happened. */
  created_at: string;
  data: EmailClickData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The recipient has unsubscribed by a link of the email. */
export interface EmailUnsubscribedEvent {
  /** The type of the event: `email.unsubscribed`. */
  type: 'email.unsubscribed';
  /** When it happened. */
  created_at: string;
  data: EmailEventData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** The email could not be sent and is not tried again. */
export interface EmailFailedEvent {
  /** The type of the event: `email.failed`. */
  type: 'email.failed';
  /** When it happened. */
  created_at: string;
  data: EmailFailureData;
  /** The type of this object: always `email_event`. */
  object: 'email_event';
  /** Id of the event: the same whenever and however it is read. */
  id: string;
}

/** A new endpoint with its signing secret. */
export interface CreatedWebhook {
  /** The type of this object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** Where deliveries go. */
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
  /** How deliveries are written and signed. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend writes them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable it. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410 (`gone`), or only failed for 5 days (`failing`). Null: it was not. */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was added. */
  created_at: string;
  /** What deliveries are signed with. In the format `postrider` all of it, `whsec_` included, is the key; in the format `resend` the base64 after `whsec_`. It is shown in this answer only: store it now. */
  signing_secret: string;
}

export interface WebhookList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Webhook[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** An endpoint that receives events. */
export interface Webhook {
  /** The type of this object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** Where deliveries go. */
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
  /** How deliveries are written and signed. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend writes them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable it. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410 (`gone`), or only failed for 5 days (`failing`). Null: it was not. */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was added. */
  created_at: string;
}

/** An endpoint with its new signing secret. */
export interface RotatedWebhook {
  /** The type of this object: always `webhook`. */
  object: 'webhook';
  /** Id of the endpoint. */
  id: string;
  /** Where deliveries go. */
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
  /** How deliveries are written and signed. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend writes them, with `svix-signature`. */
  format: 'postrider' | 'resend' | (string & {});
  /** `disabled`: nothing is delivered until you enable it. */
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410 (`gone`), or only failed for 5 days (`failing`). Null: it was not. */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** First failure since the last success. Null: not failing. */
  failing_since: (string & {}) | null;
  /** When it was added. */
  created_at: string;
  /** What deliveries are signed with. In the format `postrider` all of it, `whsec_` included, is the key; in the format `resend` the base64 after `whsec_`. It is shown in this answer only: store it now. */
  signing_secret: string;
  /** Until then the secret before signs, too. */
  previous_secret_until: string;
}

/** A delivery with its tries. */
export interface WebhookDelivery {
  /** The type of this object: always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Id of the delivery: the header `postrider-delivery-id` of every try. */
  id: string;
  /** The endpoint that it goes to. */
  webhook_id: string;
  /** Type of the event that it tells of. */
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
  /** The email that it is about; null: none. */
  email_id: string | null;
  /** `pending`: it is tried again; `delivered`: a 2xx came; `exhausted`: it is not tried again by itself. */
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  /** How often it was tried. */
  attempt_count: number;
  /** When it is tried next; null: it is not. */
  next_attempt_at: (string & {}) | null;
  /** When the event was recorded. */
  created_at: string;
  /** When a 2xx last came; it stays when it is replayed. Null: never. */
  delivered_at: (string & {}) | null;
  /** The tries, oldest first; the last 50 are kept. */
  attempts: WebhookAttempt[];
}

/** A try to deliver. */
export interface WebhookAttempt {
  /** Which try it was, from 1 on. */
  number: number;
  /** When it was made. */
  at: string;
  /** HTTP status of the answer; null: none came. */
  status: number | null;
  /** Milliseconds until the answer, or until it was given up. */
  latency_ms: number;
  /** Why no answer came, for example `timeout`; null: one did. */
  error: string | null;
  /** The first 4 KB of the answer; null: none came. */
  response: string | null;
}

export interface WebhookDeliveryList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: WebhookDeliverySummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A delivery as lists show it. */
export interface WebhookDeliverySummary {
  /** The type of this object: always `webhook_delivery`. */
  object: 'webhook_delivery';
  /** Id of the delivery: the header `postrider-delivery-id` of every try. */
  id: string;
  /** The endpoint that it goes to. */
  webhook_id: string;
  /** Type of the event that it tells of. */
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
  /** The email that it is about; null: none. */
  email_id: string | null;
  /** `pending`: it is tried again; `delivered`: a 2xx came; `exhausted`: it is not tried again by itself. */
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  /** How often it was tried. */
  attempt_count: number;
  /** When it is tried next; null: it is not. */
  next_attempt_at: (string & {}) | null;
  /** When the event was recorded. */
  created_at: string;
  /** When a 2xx last came; it stays when it is replayed. Null: never. */
  delivered_at: (string & {}) | null;
}

/** Events of a stretch of time that are sent again. */
export interface WebhookReplay {
  /** The type of this object: always `webhook_replay`. */
  object: 'webhook_replay';
  /** Id of the replay. */
  id: string;
  /** The endpoint that it goes to. */
  webhook_id: string;
  /** Where the stretch begins. */
  since: string;
  /** Where it ends. */
  until: string;
  /** Only these event types; empty: all that the endpoint wants. */
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
  /** How far it is; `stopped`: the endpoint was disabled. */
  status: 'running' | 'finished' | 'stopped' | (string & {});
  /** Deliveries that were made due so far. */
  deliveries: number;
  /** When it was asked for. */
  created_at: string;
  /** When it ended; null: it runs. */
  finished_at: (string & {}) | null;
}

export interface InboundEmailList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: InboundEmailSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A received email as lists show it. */
export interface InboundEmailSummary {
  /** The type of this object: always `inbound_email`. */
  object: 'inbound_email';
  /** Id of the received email. */
  id: string;
  /** The domain that it came to. */
  domain: string;
  /** The email that it answers; null: none was found. */
  email_id: string | null;
  /** Who wrote it, as its From header says. */
  from: string;
  /** The addresses of its To header. */
  to: string[];
  /** The addresses of yours that it came to, in lower case, also when no header names them. Empty for emails that were received before this field existed. */
  received_for: string[];
  /** What of the domain received it: `replies`, its reply address; `addresses`, an address that it lists; `catch_all`. With several addresses: that of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Its subject. */
  subject: string;
  /** Written by a machine: an absence note, a receipt, a report, a bounce. */
  automatic: boolean;
  /** Whether the sending server may send for the domain. */
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Whether it is signed by a domain that it names. */
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** Whether either speaks for the domain of the From header: trust `pass` only. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** When it came. */
  received_at: string;
}

/** A received email with its content. */
export interface InboundEmail {
  /** The type of this object: always `inbound_email`. */
  object: 'inbound_email';
  /** Id of the received email. */
  id: string;
  /** The domain that it came to. */
  domain: string;
  /** The email that it answers; null: none was found. */
  email_id: string | null;
  /** Who wrote it, as its From header says. */
  from: string;
  /** The addresses of its To header. */
  to: string[];
  /** The addresses of yours that it came to, in lower case, also when no header names them. Empty for emails that were received before this field existed. */
  received_for: string[];
  /** What of the domain received it: `replies`, its reply address; `addresses`, an address that it lists; `catch_all`. With several addresses: that of the first. */
  rule: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** Its subject. */
  subject: string;
  /** Written by a machine: an absence note, a receipt, a report, a bounce. */
  automatic: boolean;
  /** Whether the sending server may send for the domain. */
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Whether it is signed by a domain that it names. */
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** Whether either speaks for the domain of the From header: trust `pass` only. */
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** When it came. */
  received_at: string;
  /** Its own Message-ID; null: it has none. */
  message_id: string | null;
  /** Message-ID of the email that it answers; null: unknown. */
  in_reply_to_message_id: string | null;
  /** The metadata of the email that it answers; null: none. */
  metadata: Record<string, string> | null;
  /** Its HTML body. Null when there is none, when retention deleted it, and to a test key. */
  html: string | null;
  /** Its text body; null as `html`. */
  text: string | null;
  /** The text without what it quotes; null as `html`. */
  reply_text: string | null;
  /** Its header fields in their order, unfolded; null as `html`. */
  headers: InboundHeader[] | null;
  authentication: InboundAuthentication;
  /** The files that came with it. */
  attachments: InboundAttachment[];
}

/** A header field of the mail. */
export interface InboundHeader {
  /** Name of the header field. */
  name: string;
  /** Its value. */
  value: string;
}

/** Whether the mail is from who it says. */
export interface InboundAuthentication {
  spf: InboundSpf;
  dkim: InboundDkim;
  dmarc: InboundDmarc;
}

/** The check of the sending server. */
export interface InboundSpf {
  /** Whether the sending server may send for the domain (RFC 7208). */
  result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Domain of MAIL FROM, or of HELO where that is empty; null: none. */
  domain: string | null;
}

/** The check of the signatures. */
export interface InboundDkim {
  /** That of the best signature; `none`: there is none. */
  result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** Each signature of the mail. */
  signatures: InboundSignature[];
}

/** A DKIM signature. */
export interface InboundSignature {
  /** Whether it is good (RFC 6376). */
  result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  /** Who signed. */
  domain: string;
  /** With which of its keys. */
  selector: string;
  /** What is wrong with it; absent: nothing. */
  comment?: string;
}

/** The check of the visible sender. */
export interface InboundDmarc {
  /** Whether either check speaks for the domain of the From header (RFC 7489). */
  result: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  /** Domain whose policy it was; null: there is none. */
  domain: string | null;
  /** What it asks for; absent: there is none. */
  policy?: string;
}

/** A file that came with the mail. */
export interface InboundAttachment {
  /** Its place in `/inbound/{id}/attachments/{index}`. */
  index: number;
  /** Name of the file. */
  filename: string;
  /** Its media type, as the mail says. */
  content_type: string;
  /** Its size in bytes. */
  size: number;
  /** What html refers to it by; absent: it is no inline image. */
  content_id?: string;
}

/** A template with its draft. */
export interface Template {
  /** The type of this object: always `template`. */
  object: 'template';
  /** Id of the template. */
  id: string;
  /** What sends name it by. */
  slug: string;
  /** Name of the template. */
  name: string;
  /** `draft`: never published; `published`: sends may name it; `archived`: sends that name it are refused. */
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** The highest published version, which sends get; null: none. */
  current_version: number | null;
  /** When that version was published; null: none was. */
  published_at: (string & {}) | null;
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Subject of the draft; null: none yet. */
  subject: string | null;
  /** HTML body of the draft; null: none. */
  html: string | null;
  /** Text body of the draft; null: none. */
  text: string | null;
  /** Variables of the draft. */
  variables: TemplateVariable[];
}

/** A variable that the template uses. */
export interface TemplateVariable {
  /** Its name, a path into objects. */
  key: string;
  /** What a value has to be. */
  type: 'string' | 'number' | 'boolean' | 'list' | 'object' | (string & {});
  /** Whether a send has to give it. */
  required: boolean;
  /** What stands in where a send gives nothing; absent: nothing. */
  fallback?: unknown;
}

export interface TemplateList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: TemplateSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A template as lists show it. */
export interface TemplateSummary {
  /** The type of this object: always `template`. */
  object: 'template';
  /** Id of the template. */
  id: string;
  /** What sends name it by. */
  slug: string;
  /** Name of the template. */
  name: string;
  /** `draft`: never published; `published`: sends may name it; `archived`: sends that name it are refused. */
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** The highest published version, which sends get; null: none. */
  current_version: number | null;
  /** When that version was published; null: none was. */
  published_at: (string & {}) | null;
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** What a send would become. */
export interface RenderedTemplate {
  /** The type of this object: always `rendered_template`. */
  object: 'rendered_template';
  /** The subject. */
  subject: string;
  /** The HTML body; null: the template has none. */
  html: string | null;
  /** The text body; null: the template has none. */
  text: string | null;
}

/** A sending domain with its DNS records. */
export interface Domain {
  /** The type of this object: always `domain`. */
  object: 'domain';
  /** Id of the domain. */
  id: string;
  /** The domain. */
  name: string;
  /** `pending`: records are looked for; `verified`: it may send; `failed`: they were not found in time, or are lost; `disabled`: it is being removed. */
  status: 'pending' | 'verified' | 'failed' | 'disabled' | (string & {});
  /** Why it failed: its records were not found in 72 hours, were missing for 72 hours, or another organization has proved that the name is its own. Null: it has not. */
  failed_reason: 'not_verified' | 'records_lost' | 'claimed_by_another' | (string & {}) | null;
  /** What may be sent from it; `bulk` takes bulk kinds, too. */
  stream: 'transactional' | 'bulk' | (string & {});
  /** Who publishes the records: you, or this service. */
  dns_mode: 'manual' | 'cloudflare' | (string & {});
  /** When it was added. */
  created_at: string;
  /** When it was verified. Null: not verified. */
  verified_at: (string & {}) | null;
  /** When its records were last looked for; null: not yet. */
  last_checked_at: (string & {}) | null;
  /** The host that bounces come back to. */
  return_path: string;
  /** The host that tracked links lead over. */
  tracking_host: string;
  /** Put it into `reply_to`, and what is written there becomes `email.received`. */
  reply_address: string;
  inbound: InboundRule;
  dkim: DomainDkim;
  /** The DNS records to publish. */
  records: DomainRecord[];
}

/** What the domain receives. */
export interface InboundRule {
  /** `replies`: replies at `reply_address` alone; `addresses`: also emails to the listed addresses; `catch_all`: also emails to any address of the domain. The last two need the `INBOUND` record. */
  mode: 'replies' | 'addresses' | 'catch_all' | (string & {});
  /** What stands before the @ of each address, in lower case, without a `+tag`. */
  addresses: string[];
}

/** How its mail is signed. */
export interface DomainDkim {
  /** The selector that mail is signed with. */
  selector: string;
}

/** A DNS record to publish, and what is published. */
export interface DomainRecord {
  /** What it is for. `REPLY`: replies. `INBOUND`: emails to addresses of the domain itself; only with the inbound modes `addresses` and `catch_all`. */
  record: 'DKIM' | 'SPF' | 'MX' | 'DMARC' | 'TRACKING' | 'REPLY' | 'INBOUND' | (string & {});
  /** Its type in the DNS. */
  type: 'TXT' | 'MX' | 'CNAME' | (string & {});
  /** The name to publish it at, in full. */
  name: string;
  /** What to publish, exactly. */
  value: string;
  /** How many seconds resolvers may keep it. */
  ttl: number;
  /** Of MX records: their priority. */
  priority?: number;
  /** Without it the domain does not count as verified. */
  required: boolean;
  /** What the last look found: not looked yet, as it should be, nothing, or something else. */
  status: 'pending' | 'verified' | 'missing' | 'mismatch' | (string & {});
  /** What the last look found at that name; empty: nothing. */
  observed: string[];
  /** What is wrong with it, in words; absent: nothing. */
  error?: string;
  /** Of a record that will do: what it could do beside that. */
  hint?: string;
}

export interface DomainList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Domain[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** What receivers report about mail that claims to be from a domain. */
export interface Dmarc {
  /** The type of this object: always `dmarc`. */
  object: 'dmarc';
  /** The domain. */
  domain: string;
  /** How many days are told. */
  days: number;
  totals: DmarcTotals;
  /** A row for each day, oldest first. */
  series: DmarcDay[];
  /** The 100 addresses with the most messages. */
  sources: DmarcSource[];
}

/** Sums over all days. */
export interface DmarcTotals {
  /** Messages that claimed to be from the domain. */
  messages: number;
  /** Of these: aligned DKIM or aligned SPF passed. */
  passed: number;
  /** Of these: neither did. */
  failed: number;
  /** Of these: put aside as spam because of your policy. */
  quarantined: number;
  /** Of these: refused because of your policy. */
  rejected: number;
  /** Of these: DKIM passed for this domain. */
  dkim_aligned: number;
  /** Of these: SPF passed for this domain. */
  spf_aligned: number;
  /** Reports that came. */
  reports: number;
  /** Messages of reports whose own mail did not pass DMARC: anybody could have written them. Not counted above. */
  unauthenticated: number;
}

/** A day. */
export interface DmarcDay {
  /** Messages that claimed to be from the domain. */
  messages: number;
  /** Of these: aligned DKIM or aligned SPF passed. */
  passed: number;
  /** Of these: neither did. */
  failed: number;
  /** Of these: put aside as spam because of your policy. */
  quarantined: number;
  /** Of these: refused because of your policy. */
  rejected: number;
  /** The day, in UTC. */
  day: string;
}

/** An address that mail was sent from. */
export interface DmarcSource {
  /** Messages that claimed to be from the domain. */
  messages: number;
  /** Of these: aligned DKIM or aligned SPF passed. */
  passed: number;
  /** Of these: neither did. */
  failed: number;
  /** Of these: put aside as spam because of your policy. */
  quarantined: number;
  /** Of these: refused because of your policy. */
  rejected: number;
  /** Of these: DKIM passed for this domain. */
  dkim_aligned: number;
  /** Of these: SPF passed for this domain. */
  spf_aligned: number;
  /** The address that it was sent from. */
  source_ip: string;
  /** Who told of it, at most ten. */
  reporters: string[];
}

/** The key that made the call. */
export interface KeyIdentity {
  /** The type of this object: always `api_key`. */
  object: 'api_key';
  /** Id of the key: also the user name of the SMTP relay. */
  id: string;
  /** Name of the key. */
  name: string;
  /** `live` sends; `test` simulates. */
  mode: 'live' | 'test' | (string & {});
  /** What it may do; each includes the ones before it: SEND, FULL, ADMIN. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** Names of the domains that it may send from: those it is restricted to, or every verified one. */
  domains: string[];
}

/** A new key with its token. */
export interface CreatedApiKey {
  /** The type of this object: always `api_key`. */
  object: 'api_key';
  /** Id of the key: also the user name of the SMTP relay. */
  id: string;
  /** Name of the key. */
  name: string;
  /** What it may do; each includes the ones before it: SEND, FULL, ADMIN. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** `live` sends; `test` simulates. */
  mode: 'live' | 'test' | (string & {});
  /** The only domains it may use; empty: every one. */
  domains: string[];
  /** The first 12 characters of the token: enough to tell keys apart. */
  prefix: string;
  /** `active`; `rotated`: replaced, and good for 24 hours from then; `revoked` and `expired`: refused. */
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  /** Requests per second. Null: the default of 10; 0: no limit. */
  rate_limit: number | null;
  /** Id of the key that replaced it. Null: none. */
  replaced_by: string | null;
  /** When it was made. */
  created_at: string;
  /** When it expires. Null: never. */
  expires_at: (string & {}) | null;
  /** When it was last used, to some minutes; null: never. */
  last_used_at: (string & {}) | null;
  /** The key itself, for the Authorization header. It is shown in this answer only and cannot be read again: store it now. */
  token: string;
}

export interface ApiKeyList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: ApiKey[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A key, without its token. */
export interface ApiKey {
  /** The type of this object: always `api_key`. */
  object: 'api_key';
  /** Id of the key: also the user name of the SMTP relay. */
  id: string;
  /** Name of the key. */
  name: string;
  /** What it may do; each includes the ones before it: SEND, FULL, ADMIN. */
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  /** `live` sends; `test` simulates. */
  mode: 'live' | 'test' | (string & {});
  /** The only domains it may use; empty: every one. */
  domains: string[];
  /** The first 12 characters of the token: enough to tell keys apart. */
  prefix: string;
  /** `active`; `rotated`: replaced, and good for 24 hours from then; `revoked` and `expired`: refused. */
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  /** Requests per second. Null: the default of 10; 0: no limit. */
  rate_limit: number | null;
  /** Id of the key that replaced it. Null: none. */
  replaced_by: string | null;
  /** When it was made. */
  created_at: string;
  /** When it expires. Null: never. */
  expires_at: (string & {}) | null;
  /** When it was last used, to some minutes; null: never. */
  last_used_at: (string & {}) | null;
}

export interface SuppressionList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Suppression[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** An address that gets no mail. */
export interface Suppression {
  /** The type of this object: always `suppression`. */
  object: 'suppression';
  /** Id of the entry. */
  id: string;
  /** The address in lower case, its domain as A-labels; of a contact that was deleted, `sha256:` and a digest. */
  email: string;
  /** Why: the recipient complained, the address is wrong, it was found to be unusable, somebody added it, or the recipient unsubscribed, which stops bulk mail only. */
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
  /** What it stops: mail of the whole organization, or of one sending domain. */
  scope: 'organization' | 'domain' | (string & {});
  /** Of scope `domain`: the sending domain. */
  domain?: string;
  /** The email that it came from; absent: none. */
  source_email_id?: string;
  /** When it was added. */
  created_at: string;
  /** When it ends by itself; absent: never. */
  expires_at?: string;
}

/** A file of suppressed addresses, and how far it is read. */
export interface SuppressionImport {
  /** The type of this object: always `suppression_import`. */
  object: 'suppression_import';
  /** Id of the import. */
  id: string;
  /** How far it is; `failed`: it stopped as a whole, and `error` says why. */
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Size of the file in bytes. */
  bytes: number;
  /** How many bytes are done. */
  bytes_read: number;
  /** How many rows are done, without the header row. */
  rows_read: number;
  /** Why it failed as a whole; what was read before stays. Absent: it did not. */
  error?: string;
  /** When the file came. */
  created_at: string;
  /** When it began; absent: not yet. */
  started_at?: string;
  /** When it ended; absent: not yet. */
  finished_at?: string;
  /** Whose export it is, by its header row. */
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
  /** Scope of all rows; absent: the whole organization. */
  domain?: string;
  /** Entries that were added, or got a stronger reason. */
  rows_added: number;
  /** Entries that were there already, as strong or stronger. */
  rows_unchanged: number;
  /** Rows that were not taken: `GET /suppressions/imports/{id}/refused` lists why. */
  rows_refused: number;
}

export interface SuppressionImportList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: SuppressionImport[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** Daily sending counters; they count recipients of live mail. */
export interface Metrics {
  /** The type of this object: always `metrics`. */
  object: 'metrics';
  /** How many days are told. */
  days: number;
  /** The domain; null: the whole organization. */
  domain: string | null;
  /** A row for each day, oldest first. */
  series: MetricsDay[];
  totals: MetricCounters;
  rates: MetricRates;
  /** What `by` is by; absent: it was not asked for. */
  facet?: 'provider' | 'key' | 'template' | 'kind' | (string & {});
  /** A row for each; absent: no `facet` was asked for. */
  by?: MetricsGroup[];
}

/** A day. */
export interface MetricsDay {
  /** Recipients whose mail was handed over. */
  sent: number;
  /** Recipients whose server has taken it. */
  delivered: number;
  /** Recipients whose address is wrong. */
  bouncedHard: number;
  /** Recipients whose mail came back for another reason. */
  bouncedSoft: number;
  /** Recipients who marked it as spam. */
  complained: number;
  /** Recipients who opened it; only tracked mail can tell. */
  opened: number;
  /** Recipients who clicked a link; only tracked mail can tell. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
  /** The day, in UTC. */
  day: string;
}

/** Sums over all days; live mail only. */
export interface MetricCounters {
  /** Recipients whose mail was handed over. */
  sent: number;
  /** Recipients whose server has taken it. */
  delivered: number;
  /** Recipients whose address is wrong. */
  bouncedHard: number;
  /** Recipients whose mail came back for another reason. */
  bouncedSoft: number;
  /** Recipients who marked it as spam. */
  complained: number;
  /** Recipients who opened it; only tracked mail can tell. */
  opened: number;
  /** Recipients who clicked a link; only tracked mail can tell. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
}

/** Rates over all days; 0 where there is nothing to divide by. */
export interface MetricRates {
  /** `delivered` of `sent`. A fraction, 0 to 1. */
  delivery: number;
  /** Both kinds of bounces of `sent`. A fraction, 0 to 1. */
  bounce: number;
  /** `bouncedHard` of `sent`. A fraction, 0 to 1. */
  hardBounce: number;
  /** `bouncedSoft` of `sent`. A fraction, 0 to 1. */
  softBounce: number;
  /** `complained` of `delivered`; above 0.001 receivers begin to mind. A fraction, 0 to 1. */
  complaint: number;
  /** `opened` of `delivered`. A fraction, 0 to 1. */
  open: number;
  /** `clicked` of `delivered`. A fraction, 0 to 1. */
  click: number;
}

/** The part of one provider, key, template or kind. */
export interface MetricsGroup {
  /** Recipients whose mail was handed over. */
  sent: number;
  /** Recipients whose server has taken it. */
  delivered: number;
  /** Recipients whose address is wrong. */
  bouncedHard: number;
  /** Recipients whose mail came back for another reason. */
  bouncedSoft: number;
  /** Recipients who marked it as spam. */
  complained: number;
  /** Recipients who opened it; only tracked mail can tell. */
  opened: number;
  /** Recipients who clicked a link; only tracked mail can tell. */
  clicked: number;
  /** Recipients who unsubscribed. */
  unsubscribed: number;
  /** What the row is of: an id, a kind, a provider. */
  key: string;
  /** The same for people. */
  label: string;
  /** Delays of delivery. */
  delayed: number;
  /** Answers by which a provider blocked or slowed the mail down. */
  blocked: number;
}

/** What the organization uses of its plan. */
export interface Usage {
  /** The type of this object: always `usage`. */
  object: 'usage';
  /** Name of the plan. */
  plan: string;
  emails: EmailUsage;
  contacts: ContactUsage;
  rate_limit: RateLimit;
}

/** Emails, counted by recipient; test mail never counts. */
export interface EmailUsage {
  monthly: MonthlyUsage;
  daily: DailyUsage;
}

/** This month. */
export interface MonthlyUsage {
  /** Recipients of live mail in this month (UTC); each recipient is one email. */
  used: number;
  /** From here on live sends answer `quota_exceeded` until the next month; null: no limit, 0: sending is stopped. */
  limit: number | null;
  /** What the plan includes; null: everything. */
  allowance: number | null;
  /** Whether mail past the allowance is billed, up to `limit`. */
  overage: boolean;
  /** When the count begins again at 0. */
  resets_at: string;
}

/** Today. */
export interface DailyUsage {
  /** Recipients of live mail today (UTC). */
  used: number;
  /** From here on live sends answer `quota_exceeded` until the next day; null: no limit. */
  limit: number | null;
  /** When the count begins again at 0. */
  resets_at: string;
}

/** Contacts. */
export interface ContactUsage {
  /** Contacts that are stored. */
  used: number;
  /** How many the plan lets you store; null: any number. */
  limit: number | null;
}

/** How fast the calling key may call. */
export interface RateLimit {
  /** Requests that the calling key may make in that time; null: any number. */
  limit: number | null;
  /** That time: a number of seconds with the unit `s`. */
  duration: string;
}

/** Somebody that bulk mail can go to. */
export interface Contact {
  /** The type of this object: always `contact`. */
  object: 'contact';
  /** Id of the contact. */
  id: string;
  /** Its address. */
  email: string;
  /** First name; null: not known. */
  first_name: string | null;
  /** Last name; null: not known. */
  last_name: string | null;
  /** Values under names of your own. */
  properties: Record<string, unknown>;
  /** Whether it gets bulk mail at all; BOUNCED and COMPLAINED come from what its mail met. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Choices that were made; of other topics their `default_opt_in` holds. */
  topics: ContactTopic[];
  /** Only in the answer to a change: what the call asked to subscribe and stayed unsubscribed, because the contact chose so itself. Absent: nothing. */
  kept_unsubscribed?: KeptUnsubscribed;
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** What stayed unsubscribed because the contact chose so itself; `resubscribe` overrides it. */
export interface KeptUnsubscribed {
  /** True: the status of the contact stayed. */
  status: boolean;
  /** Slugs of the topics that stayed. */
  topics: string[];
}

export interface ContactList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Contact[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** What became of each item. */
export interface BatchContactsResponse {
  /** An answer for each item, in their order. */
  data: (TakenContact | RefusedItem)[];
}

/** An item that was taken. */
export interface TakenContact {
  /** Id of the contact. */
  id: string;
  /** True: it is new; false: it was there. */
  created: boolean;
  /** What the item asked to subscribe and stayed unsubscribed; absent: nothing. */
  kept_unsubscribed?: KeptUnsubscribed;
}

/** A file of contacts, and how far it is read. */
export interface ContactImport {
  /** The type of this object: always `contact_import`. */
  object: 'contact_import';
  /** Id of the import. */
  id: string;
  /** How far it is; `failed`: it stopped as a whole, and `error` says why. */
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Size of the file in bytes. */
  bytes: number;
  /** How many bytes are done. */
  bytes_read: number;
  /** How many rows are done, without the header row. */
  rows_read: number;
  /** Why it failed as a whole; what was read before stays. Absent: it did not. */
  error?: string;
  /** When the file came. */
  created_at: string;
  /** When it began; absent: not yet. */
  started_at?: string;
  /** When it ended; absent: not yet. */
  finished_at?: string;
  /** Whose export it is, by its header row. */
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
  /** New contacts. */
  rows_added: number;
  /** Contacts that were there, or stood in the file before. */
  rows_updated: number;
  /** Rows that say that the contact unsubscribed; among those that were added or updated. */
  rows_unsubscribed: number;
  /** Rows whose contact was unsubscribed and stayed so; among those that were added or updated. */
  kept_unsubscribed: number;
  /** Rows that say that the address bounced or complained: it is suppressed. */
  rows_suppressed: number;
  /** Rows that were not taken: `GET /contacts/imports/{id}/refused` lists why. */
  rows_refused: number;
}

export interface ContactImportList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: ContactImport[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

export interface SubscriptionChangeList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: SubscriptionChange[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** How a contact came to a status or subscription. */
export interface SubscriptionChange {
  /** The type of this object: always `subscription_change`. */
  object: 'subscription_change';
  /** Id of the change. */
  id: string;
  /** Slug of the topic; null: the status of the contact itself changed. */
  topic: string | null;
  /** What it was; null: nothing was known. */
  from: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {}) | null;
  /** What it became. */
  to: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** By whose act. */
  actor: 'api_key' | 'import' | 'bounce' | 'complaint' | 'recipient' | 'form' | 'automation' | (string & {});
  /** The API key that did it; null: none did. */
  key_id: string | null;
  /** Where the consent was given; null: not said. */
  source: string | null;
  /** IP address of the person; null: not said. */
  ip_address: string | null;
  /** Their browser; null: not said. */
  user_agent: string | null;
  /** When it changed, or when the consent was given. */
  at: string;
}

/** Something that contacts can subscribe to. */
export interface Topic {
  /** The type of this object: always `topic`. */
  object: 'topic';
  /** Id of the topic. */
  id: string;
  /** What it is named by. */
  slug: string;
  /** Its name, as subscribers see it. */
  name: string;
  /** What subscribers get; null: not said. */
  description: string | null;
  /** Whether a contact that never chose counts as subscribed. Leave it false for what needs a consent. */
  default_opt_in: boolean;
  /** `public`: shown on the preferences page. `private`: never shown there; the unsubscribe links of its emails still end it. */
  visibility: 'public' | 'private' | (string & {});
  /** When it was added. */
  created_at: string;
}

export interface TopicList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Topic[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** The contacts that meet a filter, whenever it is asked. */
export interface Segment {
  /** The type of this object: always `segment`. */
  object: 'segment';
  /** Id of the segment. */
  id: string;
  /** What you call it. */
  name: string;
  filter: StoredSegmentFilter;
  /** Number of contacts in the segment at `counted_at`. Null until a large segment has been counted for the first time. */
  contact_count: number | null;
  /** When `contact_count` was counted. Null until then. */
  counted_at: (string & {}) | null;
  /** When it was added. */
  created_at: string;
}

/** Whom it holds, as it was stored. */
export interface StoredSegmentFilter {
  /** Conditions and groups. The contact meets each one. */
  all: unknown[];
  /** Conditions and groups. The contact meets at least one. */
  any?: unknown[];
}

export interface SegmentList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Segment[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

export interface SegmentContactList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: Contact[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A mail to the contacts of a segment, with its content and counts. */
export interface Broadcast {
  /** The type of this object: always `broadcast`. */
  object: 'broadcast';
  /** Id of the broadcast. */
  id: string;
  /** What you call it. */
  name: string;
  /** Where it is; `scheduled` also while it is being sent, `testing` while an A/B test runs. */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** The status, but `sending` from `sent_at` on while emails are being sent. */
  phase: 'draft' | 'scheduled' | 'sending' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** The segment whose contacts get it. */
  segment_id: string;
  /** Who gets it: the segment, or, of a resend, those who did not open the first. */
  audience: 'segment' | 'not_opened' | (string & {});
  /** Slug of the topic that it is about. */
  topic: string;
  /** The sender. */
  from: string;
  /** Where answers go; null: to the sender. */
  reply_to: string | null;
  /** The subject; null: that of the template. */
  subject: string | null;
  /** Shown behind the subject in lists of mail; null: none. */
  preview_text: string | null;
  /** The template; null: it has content of its own. */
  template: BroadcastTemplate | null;
  track: BroadcastTracked;
  counts: BroadcastCounts;
  /** Index of the variant that the rest gets; null: not decided, or no A/B test. */
  winner: number | null;
  /** What keeps it at the moment, in words; null: nothing. */
  waiting_for: string | null;
  /** Of a resend: the broadcast that is sent again; null: it is none. */
  parent_id: string | null;
  /** When it was added. */
  created_at: string;
  /** When it is to begin; null: it is a draft. */
  scheduled_at: (string & {}) | null;
  /** When it began; null: not yet. */
  sent_at: (string & {}) | null;
  /** When the metric decides its A/B test; null: there is none to decide. */
  decide_at: (string & {}) | null;
  /** When the last recipient had its turn; null: not yet. */
  finished_at: (string & {}) | null;
  /** When it was canceled; null: it was not. */
  canceled_at: (string & {}) | null;
  /** The HTML body; null: none of its own. */
  html: string | null;
  /** The text body; null: none of its own. */
  text: string | null;
  /** Its A/B test; null: none. */
  ab_test: BroadcastTest | null;
}

/** A template that content comes from. */
export interface BroadcastTemplate {
  /** Id of the template. */
  id: string;
  /** Slug of the template. */
  slug: string;
  /** Which of its versions. */
  version: number;
  /** Values that are the same for everybody; absent: none. */
  data?: Record<string, unknown>;
}

/** What is tracked. */
export interface BroadcastTracked {
  /** Whether openings are tracked. */
  opens: boolean;
  /** Whether clicks are tracked. */
  clicks: boolean;
}

/** What became of its recipients, up to some seconds ago. */
export interface BroadcastCounts {
  /** Contacts of the segment that were found so far. */
  recipients: number;
  /** Of these: their turn is to come. */
  waiting: number;
  /** Of these: an email was made. */
  submitted: number;
  /** Of these: their address is on the suppression list. */
  suppressed: number;
  /** Of these: unsubscribed from the topic, or at all, before it was sent to them. */
  unsubscribed: number;
  /** Of these: the plan had no email left. */
  over_quota: number;
  /** Of these: the content could not be rendered for them. */
  invalid: number;
  /** Of these: it was canceled, or their email was, before that was sent. */
  canceled: number;
  /** Mails that were handed over. */
  sent: number;
  /** Mails that the receiving server has taken. */
  delivered: number;
  /** Mails that came back, for good or for the time being. */
  bounced: number;
  /** Recipients who marked it as spam. */
  complained: number;
  /** Mails that could not be sent at all, expired or were rejected. */
  failed: number;
  /** Recipients who opened it. */
  opened: number;
  /** Recipients who clicked a link. */
  clicked: number;
  /** Recipients who unsubscribed by a link of it. */
  unsubscribed_by_link: number;
  /** Of an A/B test: a row for each variant. */
  by_variant?: BroadcastVariantCounts[];
}

/** What became of the mails of a variant. */
export interface BroadcastVariantCounts {
  /** Index of the variant, from 0 on. */
  variant: number;
  /** Mails that were handed over. */
  sent: number;
  /** Mails that the receiving server has taken. */
  delivered: number;
  /** Mails that came back, for good or for the time being. */
  bounced: number;
  /** Recipients who marked it as spam. */
  complained: number;
  /** Mails that could not be sent at all, expired or were rejected. */
  failed: number;
  /** Recipients who opened it. */
  opened: number;
  /** Recipients who clicked a link. */
  clicked: number;
  /** Recipients who unsubscribed by a link of it. */
  unsubscribed_by_link: number;
}

/** An A/B test. */
export interface BroadcastTest {
  /** Its variants. */
  variants: BroadcastVariant[];
  /** How many percent of the recipients get the variants. */
  percent: number;
  /** Minutes from the last mail of the test until its metric decides. */
  wait_minutes: number;
  /** What decides. */
  metric: 'open' | 'click' | (string & {});
}

/** Content for a share of the recipients. */
export interface BroadcastVariant {
  /** Its subject; absent: that of the broadcast. */
  subject?: string;
  /** Its HTML body; absent: that of the broadcast. */
  html?: string;
  /** Its text body; absent: that of the broadcast. */
  text?: string;
  /** Its template; absent: none of its own. */
  template?: BroadcastTemplate;
}

export interface BroadcastList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: BroadcastSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A broadcast as lists show it. */
export interface BroadcastSummary {
  /** The type of this object: always `broadcast`. */
  object: 'broadcast';
  /** Id of the broadcast. */
  id: string;
  /** What you call it. */
  name: string;
  /** Where it is; `scheduled` also while it is being sent, `testing` while an A/B test runs. */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** The status, but `sending` from `sent_at` on while emails are being sent. */
  phase: 'draft' | 'scheduled' | 'sending' | 'testing' | 'sent' | 'canceled' | (string & {});
  /** The segment whose contacts get it. */
  segment_id: string;
  /** Who gets it: the segment, or, of a resend, those who did not open the first. */
  audience: 'segment' | 'not_opened' | (string & {});
  /** Slug of the topic that it is about. */
  topic: string;
  /** The sender. */
  from: string;
  /** Where answers go; null: to the sender. */
  reply_to: string | null;
  /** The subject; null: that of the template. */
  subject: string | null;
  /** Shown behind the subject in lists of mail; null: none. */
  preview_text: string | null;
  /** The template; null: it has content of its own. */
  template: BroadcastTemplate | null;
  track: BroadcastTracked;
  counts: BroadcastCounts;
  /** Index of the variant that the rest gets; null: not decided, or no A/B test. */
  winner: number | null;
  /** What keeps it at the moment, in words; null: nothing. */
  waiting_for: string | null;
  /** Of a resend: the broadcast that is sent again; null: it is none. */
  parent_id: string | null;
  /** When it was added. */
  created_at: string;
  /** When it is to begin; null: it is a draft. */
  scheduled_at: (string & {}) | null;
  /** When it began; null: not yet. */
  sent_at: (string & {}) | null;
  /** When the metric decides its A/B test; null: there is none to decide. */
  decide_at: (string & {}) | null;
  /** When the last recipient had its turn; null: not yet. */
  finished_at: (string & {}) | null;
  /** When it was canceled; null: it was not. */
  canceled_at: (string & {}) | null;
}

/** What a contact would get. */
export interface BroadcastPreview {
  /** The type of this object: always `broadcast_preview`. */
  object: 'broadcast_preview';
  /** The subject. */
  subject: string;
  /** The HTML body; null: there is none. */
  html: string | null;
  /** The text body; null: there is none. */
  text: string | null;
}

/** What became of each test. */
export interface TestBroadcastResponse {
  /** An answer for each address, in their order. */
  data: (SentTest | RefusedTest)[];
}

/** A test that was sent. */
export interface SentTest {
  /** The address. */
  to: string;
  /** Id of the email that it got: `GET /emails/{id}`. */
  id: string;
  /** The address, when it is on the suppression list and gets nothing; absent: it gets it. */
  suppressed?: string[];
}

/** A test that was refused. */
export interface RefusedTest {
  /** The address. */
  to: string;
  /** Why nothing was sent to it. */
  error: ErrorDetail;
}

export interface BroadcastRecipientList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: BroadcastRecipient[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** Somebody whom a broadcast goes to. */
export interface BroadcastRecipient {
  /** The type of this object: always `broadcast_recipient`. */
  object: 'broadcast_recipient';
  /** The contact. */
  contact_id: string;
  /** Its address; null: the contact was deleted. */
  email: string | null;
  /** What became of it; `waiting`: its turn is to come. */
  outcome:
    | 'submitted'
    | 'suppressed'
    | 'unsubscribed'
    | 'over_quota'
    | 'invalid'
    | 'canceled'
    | 'waiting'
    | (string & {});
  /** Id of the email that it got: `GET /emails/{id}`; null: none. */
  message_id: string | null;
  /** Index of the variant that it got; null: no A/B test. */
  variant: number | null;
}

/** The event was taken; runs go on from here. */
export interface PostedEvent {
  /** The type of this object: always `event`. */
  object: 'event';
  /** Id of the event. */
  id: string;
  /** Name of the event. */
  event: string;
  /** The contact that it happened to. */
  contact_id: string;
  /** How many runs it began. */
  runs_started: number;
}

/** What is done for a contact when an event of it is posted. */
export interface Automation {
  /** The type of this object: always `automation`. */
  object: 'automation';
  /** Id of the automation. */
  id: string;
  /** Its short name: its mails have the kind `sequence.<slug>`. */
  slug: string;
  /** What you call it. */
  name: string;
  /** `paused`: no run begins, and those that run wait. */
  status: 'active' | 'paused' | (string & {});
  /** Whether a contact that is in a run starts no second one. */
  one_per_contact: boolean;
  trigger: ShownTrigger;
  /** Counts the changes of trigger and steps; a run finishes on the one it began with. */
  version: number;
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Its steps in their order. */
  steps: AutomationStepOutput[];
}

/** The event that begins a run. */
export interface ShownTrigger {
  /** Name of the event. */
  event: string;
}

export interface AutomationList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: AutomationSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** An automation as lists show it. */
export interface AutomationSummary {
  /** The type of this object: always `automation`. */
  object: 'automation';
  /** Id of the automation. */
  id: string;
  /** Its short name: its mails have the kind `sequence.<slug>`. */
  slug: string;
  /** What you call it. */
  name: string;
  /** `paused`: no run begins, and those that run wait. */
  status: 'active' | 'paused' | (string & {});
  /** Whether a contact that is in a run starts no second one. */
  one_per_contact: boolean;
  trigger: ShownTrigger;
  /** Counts the changes of trigger and steps; a run finishes on the one it began with. */
  version: number;
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface AutomationRunList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: AutomationRunSummary[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A run as lists show it. */
export interface AutomationRunSummary {
  /** The type of this object: always `automation_run`. */
  object: 'automation_run';
  /** Id of the run. */
  id: string;
  /** The automation. */
  automation_id: string;
  /** The version that it began with. */
  version: number;
  /** The contact that it is for. */
  contact_id: string;
  /** Id of the event that began it. */
  event_id: string;
  /** `stopped`: the contact is gone or may not be mailed; `failed`: a step could not be taken. */
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why it stopped or failed; null: it did not. */
  detail: string | null;
  /** Of the step in hand: `0`, `2.then.1`; null: it has ended. */
  position: string | null;
  /** When that step is due; null: it has ended, or the automation is paused. */
  due_at: (string & {}) | null;
  /** The event that it waits for; null: none. */
  waiting_event: string | null;
  /** How many steps it has taken. */
  steps_taken: number;
  /** When it began. */
  started_at: string;
  /** When it ended; null: not yet. */
  finished_at: (string & {}) | null;
}

/** What is done for one contact after one event. */
export interface AutomationRun {
  /** The type of this object: always `automation_run`. */
  object: 'automation_run';
  /** Id of the run. */
  id: string;
  /** The automation. */
  automation_id: string;
  /** The version that it began with. */
  version: number;
  /** The contact that it is for. */
  contact_id: string;
  /** Id of the event that began it. */
  event_id: string;
  /** `stopped`: the contact is gone or may not be mailed; `failed`: a step could not be taken. */
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why it stopped or failed; null: it did not. */
  detail: string | null;
  /** Of the step in hand: `0`, `2.then.1`; null: it has ended. */
  position: string | null;
  /** When that step is due; null: it has ended, or the automation is paused. */
  due_at: (string & {}) | null;
  /** The event that it waits for; null: none. */
  waiting_event: string | null;
  /** How many steps it has taken. */
  steps_taken: number;
  /** When it began. */
  started_at: string;
  /** When it ended; null: not yet. */
  finished_at: (string & {}) | null;
  /** Properties of the event that began it. */
  properties: Record<string, unknown>;
  /** The steps that it has taken, in their order. */
  history: AutomationRunStep[];
}

/** A step that was taken. */
export interface AutomationRunStep {
  /** Which step it was, from 1 on. */
  number: number;
  /** Its place among the steps. */
  position: string;
  /** Type of the step. */
  type: string;
  /** What became of it. */
  outcome: 'done' | 'skipped' | 'failed' | (string & {});
  /** Why it was skipped or failed, or which way it led; null: nothing to say. */
  detail: string | null;
  /** Of a step that sent: the email; null: it sent none. */
  email_id: string | null;
  /** When it was taken. */
  at: string;
}

/** A page on which people subscribe, with a mail that asks to confirm. */
export interface SignupForm {
  /** The type of this object: always `signup_form`. */
  object: 'signup_form';
  /** Id of the form. */
  id: string;
  /** What you call it. */
  name: string;
  /** The page: link to it, or post to it from a form of your own. */
  url: string;
  /** Who the mail that asks to confirm is from. */
  from: string;
  /** Where answers to it go; null: to the sender. */
  reply_to: string | null;
  /** Slugs of the topics that it subscribes to. */
  topics: string[];
  /** Heading of the page; null: the name. */
  title: string | null;
  /** What the page says below it; null: nothing. */
  description: string | null;
  /** What the page asks for beside the address; nobody has to fill them in. */
  fields: ('first_name' | 'last_name' | (string & {}))[];
  /** Where the browser goes after the confirmation; null: a page of ours. */
  redirect_url: string | null;
  /** Subject of the confirmation email. Null: the default. */
  confirmation_subject: string | null;
  /** What the confirmation email says. Null: the default. */
  confirmation_text: string | null;
  /** `disabled`: the page takes nobody; links in mails still work. */
  status: 'enabled' | 'disabled' | (string & {});
  /** When it was added. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface SignupFormList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: SignupForm[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

export interface SignupRequestList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: SignupRequest[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** Somebody who has filled in a form, and whether it was confirmed. */
export interface SignupRequest {
  /** The type of this object: always `signup_request`. */
  object: 'signup_request';
  /** Id of the request. */
  id: string;
  /** The address that was given. */
  email: string;
  /** First name; null: not given. */
  first_name: string | null;
  /** Last name; null: not given. */
  last_name: string | null;
  /** Slugs that the form had when it was filled in. */
  topics: string[];
  /** `pending`: the mail was not answered yet; `confirmed`; `expired`: the link is past its time. */
  state: 'pending' | 'confirmed' | 'expired' | (string & {});
  /** From which the form was filled in. */
  ip_address: string;
  /** With which browser; null: not said. */
  user_agent: string | null;
  /** The mail that asks to confirm. */
  email_id: string;
  /** The contact that was subscribed; null: not confirmed. */
  contact_id: string | null;
  /** When the form was filled in. */
  created_at: string;
  /** When the link in the mail ends. */
  expires_at: string;
  /** When it was confirmed; null: not yet. */
  confirmed_at: (string & {}) | null;
  /** From which it was confirmed; null: not yet. */
  confirmed_ip_address: string | null;
}

/** The organization of the key. */
export interface Organization {
  /** The type of this object: always `organization`. */
  object: 'organization';
  /** Id of the organization. */
  id: string;
  /** Its short name, unique on the platform. */
  slug: string;
  /** Its name, as the footer of bulk mail shows it. */
  name: string;
  /** `internal`: one of the operator's own; `client`: made by another organization. */
  kind: string;
  /** Its plan; `GET /usage` tells its limits. */
  plan: string;
  /** Stands in the footer of bulk mail; null: none. */
  postal_address: string | null;
  /** Logo on public pages. Null: none. */
  logo_url: string | null;
  /** Colour of buttons on public pages. Null: the default blue. */
  brand_color: string | null;
  /** Privacy policy that public pages link to. Null: none. */
  privacy_url: string | null;
  /** How many days contents and metadata are kept; 0: until sent. */
  body_retention_days: number;
  /** Who is told of alerts; null: nobody. */
  alert_email: string | null;
  /** Emails with HTML and without text get a text part made from the HTML. */
  generate_text: boolean;
  /** Since when live sending is paused; null: it is not. */
  sending_paused_at: (string & {}) | null;
  /** Why it was paused; null: it is not, or nobody said. */
  sending_paused_reason: string | null;
  /** Sending is held by the platform until a review ends; an admin cannot end it. */
  under_review: boolean;
  /** When it was made. */
  created_at: string;
}

/** A new client organization with its first key. */
export interface CreatedOrganization {
  organization: ClientOrganization;
  api_key: CreatedApiKey;
}

/** An organization that yours has made. */
export interface ClientOrganization {
  /** The type of this object: always `organization`. */
  object: 'organization';
  /** Id of the organization. */
  id: string;
  /** Name of the client. */
  name: string;
  /** Its short name, unique on the platform. */
  slug: string;
  /** Always `client`. */
  kind: string;
  /** Plan of the client. */
  plan: string;
  /** Who made it: your organization. */
  parent_organization_id: string;
  /** Who is told of its alerts; null: nobody. */
  alert_email: string | null;
  /** Since when its live sending is paused; null: it is not. */
  sending_paused_at: (string & {}) | null;
  /** Its sending is held by the platform until a review ends. */
  under_review: boolean;
  /** When it was made. */
  created_at: string;
}

export interface ClientOrganizationList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: ClientOrganization[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** What was revoked. */
export interface RevokedKeys {
  /** The type of this object: always `revoked_keys`. */
  object: 'revoked_keys';
  /** The client organization. */
  organization_id: string;
  /** How many keys were revoked. */
  revoked: number;
  /** The key that took their place, with its token; null: none was asked for. */
  api_key: CreatedApiKey | null;
}

export interface AuditEntryList {
  /** The type of this object: always `list`. */
  object: 'list';
  /** The items of this page. */
  data: AuditEntry[];
  /** Pass it as `cursor` for the next page. Absent: this page is the last one; a page may hold few items and still not be the last. */
  next_cursor?: string;
}

/** A change of the organization, and who made it. */
export interface AuditEntry {
  /** The type of this object: always `audit_entry`. */
  object: 'audit_entry';
  /** Id of the entry. */
  id: string;
  /** What was done: the type of the object and a verb. */
  action: string;
  actor: AuditActor;
  target: AuditTarget;
  /** The values that changed, as they were; null: the object is new. */
  before: Record<string, unknown> | null;
  /** The values that changed, as they are now; null: the object is gone. Never a secret. */
  after: Record<string, unknown> | null;
  /** `X-Request-Id` of the call; null: it was none. */
  request_id: string | null;
  /** When it was done. */
  created_at: string;
}

/** Who did it. */
export interface AuditActor {
  /** An API `key`, a `user` of the console, an `operator` of the platform, or the `system` itself. */
  type: 'key' | 'user' | 'operator' | 'system' | (string & {});
  /** Id of the key or user; null: it has none. */
  id: string | null;
  /** Its name at that time; null: it has none. */
  name: string | null;
}

/** What it was done to. */
export interface AuditTarget {
  /** Type of the object. */
  type: string;
  /** Id of the object; null: it has none. */
  id: string | null;
}

/** A step of an automation, told apart by its `type`. */
export type AutomationStepOutput =
  SendStep | WaitStep | WaitUntilStep | ConditionStepOutput | UpdateContactStepOutput | WebhookStep;

/** Takes one of two ways; then both go on with the next step. */
export interface ConditionStepOutput {
  /** The type of the step: `condition`. */
  type: 'condition';
  if: AutomationFilterOutput;
  /** The steps of those for whom it holds. */
  then: AutomationStepOutput[];
  /** The steps of the others. */
  else: AutomationStepOutput[];
}

/** Holds when every condition does. */
export interface AutomationFilterOutput {
  /** Up to 20 conditions, all of which must hold. */
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
    | EventEqualConditionOutput
    | EventContainsConditionOutput
    | EventOrderConditionOutput
    | EventExistsConditionOutput
    | WaitConditionOutput
  )[];
}

/** The contact has this status. */
export interface StatusConditionOutput {
  /** The status that the contact has. */
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
}

/** The contact is, or is not, subscribed to the topic; one that never chose, as `default_opt_in` says. */
export interface TopicConditionOutput {
  /** Slug of the topic. */
  topic: string;
  /** Whether it is subscribed. */
  state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
}

/** A property equals a value, or does not. */
export interface EqualConditionOutput {
  /** Name of the property. */
  property: string;
  /** Equal, or not equal; what is missing equals nothing. */
  op: 'eq' | 'neq' | (string & {});
  /** What it is compared with. */
  value: (string & {}) | number | boolean;
}

/** A property contains a text. */
export interface ContainsConditionOutput {
  /** Name of the property. */
  property: string;
  /** A text has it as a part, a list as an item. */
  op: 'contains';
  /** What is looked for. */
  value: string;
}

/** A property is greater or less than a value. */
export interface OrderConditionOutput {
  /** Name of the property. */
  property: string;
  /** Greater, or less. */
  op: 'gt' | 'lt' | (string & {});
  /** What it is compared with. */
  value: (string & {}) | number;
}

/** The contact has a property, or has not. */
export interface ExistsConditionOutput {
  /** Name of the property. */
  property: string;
  /** Whether it has the property. */
  op: 'exists';
  /** False: it has not. */
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

/** A property of the event equals a value, or does not. */
export interface EventEqualConditionOutput {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Equal, or not equal. */
  op: 'eq' | 'neq' | (string & {});
  /** What it is compared with. */
  value: (string & {}) | number | boolean;
}

/** A property of the event contains a text. */
export interface EventContainsConditionOutput {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** A text has it as a part, a list as an item. */
  op: 'contains';
  /** What is looked for. */
  value: string;
}

/** A property of the event is greater or less than a value. */
export interface EventOrderConditionOutput {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Greater, or less. */
  op: 'gt' | 'lt' | (string & {});
  /** What it is compared with. */
  value: (string & {}) | number;
}

/** The event has a property, or has not. */
export interface EventExistsConditionOutput {
  /** Name of a property of the event that began the run. */
  event_property: string;
  /** Whether it has the property. */
  op: 'exists';
  /** False: it has not. */
  value: boolean;
}

/** How the last `wait_until` for an event ended. */
export interface WaitConditionOutput {
  /** Whether the event came, or its time ran out. */
  waited: 'event' | 'timeout' | (string & {});
}

/** Changes the contact; what is left out stays. */
export interface UpdateContactStepOutput {
  /** The type of the step: `update_contact`. */
  type: 'update_contact';
  /** First name, up to 200 characters; null clears it. */
  first_name?: (string & {}) | null;
  /** Last name, up to 200 characters; null clears it. */
  last_name?: (string & {}) | null;
  /** Values under names of your own, up to 100; merged into those that are there, null removes one. Segments and templates use them. */
  properties?: Record<string, (string & {}) | number | boolean | string[] | null>;
  /** Choices about topics, up to 100; other topics stay as they are. */
  topics?: TopicChoice[];
  /** Unsubscribes the contact from all bulk mail. */
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
