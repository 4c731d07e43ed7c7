// Made from docs/openapi.json by `pnpm --filter postrider generate`; not written by hand.

export interface SendEmailRequest {
  from: string;
  to?: string | readonly string[];
  cc?: string | readonly string[];
  bcc?: string | readonly string[];
  reply_to?: string;
  /** The header reads `To: undisclosed-recipients:;` and has no Cc: nobody is shown an address. */
  hide_recipients?: boolean;
  subject?: string;
  html?: string;
  text?: string;
  /** A whole MIME entity, sent octet for octet, instead of html, text and attachments: its Content-* header fields, an empty line, its body. For signed and encrypted mail, reports, and whatever else those fields cannot express. */
  mime?: string;
  template?: {
    id?: string;
    slug?: string;
    version?: number | 'latest';
    data?: Record<string, unknown>;
  };
  headers?: Record<string, string>;
  tags?: readonly {
    name: string;
    value: string;
  }[];
  kind?: string;
  scheduled_at?: string | Date;
  expires_at?: string | Date;
  idempotency_key?: string;
  track?: {
    opens?: boolean;
    clicks?: boolean;
  };
  metadata?: Record<string, string>;
  attachments?: readonly {
    filename: string;
    content: string;
    /** Default: `"application/octet-stream"` */
    content_type?: string;
    content_id?: string;
  }[];
}

export interface CreateDomainRequest {
  name: string;
  /** Default: `"transactional"` */
  stream?: 'transactional' | 'bulk';
  /** Default: `"manual"` */
  dns_mode?: 'manual' | 'cloudflare';
  /** Default: `"bounce"` */
  return_path?: string;
  /** Default: `"links"` */
  tracking_host?: string;
  /** Default: `"reply"` */
  reply_host?: string;
}

export interface CreateApiKeyRequest {
  name: string;
  /** `send` or `full`, in any case */
  permission: string;
  /** Default: `"test"` */
  mode?: 'live' | 'test';
  /** Names or ids of the only domains that the key may use */
  domains?: readonly string[];
  /** The same for one domain */
  domain?: string;
  expires_at?: string | Date;
  /** Requests a second; by default 10 */
  rate_limit?: number;
}

export interface UpdateOrganizationRequest {
  name?: string;
  /** Stands in the footer of bulk mail, which has none without it */
  postal_address?: string | null;
  /** 0: bodies are deleted once sent; null: 30 */
  body_retention_days?: number | null;
  alert_email?: string | null;
  /** false resumes after any pause, but does not end a review */
  sending_paused?: boolean;
}

export interface CreateTopicRequest {
  slug: string;
  name: string;
  description?: string | null;
  /**
   * true: a contact that never chose counts as subscribed
   *
   * Default: `false`
   */
  default_opt_in?: boolean;
}

export interface UpdateTopicRequest {
  name?: string;
  description?: string | null;
  default_opt_in?: boolean;
}

export interface UpsertContactRequest {
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  /** Merged into those that are there; null removes one */
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** A contact that bounced or complained keeps that status */
  status?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  topics?: readonly {
    /** Slug */
    topic: string;
    state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  }[];
  consent?: Consent;
}

export interface Consent {
  /** For example the name or URL of the form */
  source?: string;
  /** Of the person */
  ip_address?: string;
  user_agent?: string;
  /** When; default: now */
  at?: string | Date;
}

export interface SetSubscriptionsRequest {
  /** Slug */
  topic?: string;
  state?: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  topics?: readonly {
    /** Slug */
    topic: string;
    state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
  }[];
  consent?: Consent;
}

export interface CreateSuppressionRequest {
  email: string;
  /** Left out: the whole organization */
  domain?: string;
  expires_at?: string | Date | null;
}

export interface CreateSegmentRequest {
  name: string;
  filter: SegmentFilter;
}

export interface SegmentFilter {
  all: readonly (
    | {
        status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
      }
    | {
        topic: string;
        state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
      }
    | {
        property: string;
        op: 'eq' | 'neq';
        value: string | number | boolean;
      }
    | {
        property: string;
        op: 'contains';
        value: string;
      }
    | {
        property: string;
        op: 'gt' | 'lt';
        value: string | number;
      }
    | {
        property: string;
        op: 'exists';
        /** Default: `true` */
        value?: boolean;
      }
  )[];
}

export interface UpdateSegmentRequest {
  name?: string;
  filter?: SegmentFilter;
}

export interface CreateBroadcastRequest {
  name: string;
  /** Whose contacts get it, as they are when it begins */
  segment_id: string;
  /** Slug; who is not subscribed to it gets nothing */
  topic: string;
  from: string;
  reply_to?: string | null;
  subject?: string | null;
  /** Shown behind the subject in lists of mail */
  preview_text?: string | null;
  html?: string | null;
  text?: string | null;
  /** Instead of subject, html and text */
  template?: {
    id?: string;
    slug?: string;
    version?: number | 'latest';
    /** Values of declared variables that are the same for everybody */
    data?: Record<string, unknown>;
  } | null;
  /** What is left out is tracked where the tracking host of the domain is verified */
  track?: {
    opens?: boolean;
    clicks?: boolean;
  };
  ab_test?: {
    variants: readonly {
      subject?: string;
      html?: string;
      text?: string;
      template?: {
        id?: string;
        slug?: string;
        version?: number | 'latest';
        /** Values of declared variables that are the same for everybody */
        data?: Record<string, unknown>;
      };
    }[];
    /** Of the recipients, who get the variants in equal parts */
    percent: number;
    /** From the last mail of the test until its metric decides */
    wait_minutes: number;
    metric: 'open' | 'click';
  } | null;
  /** Left out: it is a draft */
  scheduled_at?: string | Date;
}

export interface UpdateBroadcastRequest {
  name?: string;
  /** Whose contacts get it, as they are when it begins */
  segment_id?: string;
  /** Slug; who is not subscribed to it gets nothing */
  topic?: string;
  from?: string;
  reply_to?: string | null;
  subject?: string | null;
  /** Shown behind the subject in lists of mail */
  preview_text?: string | null;
  html?: string | null;
  text?: string | null;
  /** Instead of subject, html and text */
  template?: {
    id?: string;
    slug?: string;
    version?: number | 'latest';
    /** Values of declared variables that are the same for everybody */
    data?: Record<string, unknown>;
  } | null;
  /** What is left out is tracked where the tracking host of the domain is verified */
  track?: {
    opens?: boolean;
    clicks?: boolean;
  };
  ab_test?: {
    variants: readonly {
      subject?: string;
      html?: string;
      text?: string;
      template?: {
        id?: string;
        slug?: string;
        version?: number | 'latest';
        /** Values of declared variables that are the same for everybody */
        data?: Record<string, unknown>;
      };
    }[];
    /** Of the recipients, who get the variants in equal parts */
    percent: number;
    /** From the last mail of the test until its metric decides */
    wait_minutes: number;
    metric: 'open' | 'click';
  } | null;
  /** null: a draft again. POST …/send schedules */
  scheduled_at?: null;
}

export interface SendBroadcastRequest {
  /** Left out: now */
  scheduled_at?: string | Date;
}

export interface DecideBroadcastRequest {
  /** Index in variants */
  winner: number;
}

export interface ResendBroadcastRequest {
  subject?: string;
  /** Default: `"not_opened"` */
  audience?: 'not_opened';
  /** Left out: now */
  scheduled_at?: string | Date;
}

export interface PreviewBroadcastRequest {
  /** Id or address; left out: a made-up one */
  contact?: string;
  /** Index of a variant of the A/B test; left out: the first */
  variant?: number;
}

export interface TestBroadcastRequest {
  to?: string | readonly string[];
  /** Id or address; left out: a made-up one */
  contact?: string;
  /** Index of a variant of the A/B test; left out: the first */
  variant?: number;
}

export interface CreateSignupFormRequest {
  name: string;
  /** Of a verified domain; its stream does not matter */
  from: string;
  reply_to?: string | null;
  /** Slugs; who confirms is subscribed to each of them */
  topics: readonly string[];
  /** Default: the name */
  title?: string | null;
  /** Plain text */
  description?: string | null;
  /** What the page asks for beside the address; nobody has to fill them in */
  fields?: readonly ('first_name' | 'last_name')[];
  /** Where the browser goes after the confirmation: an https URL */
  redirect_url?: string | null;
  /** Default: `"enabled"` */
  status?: 'enabled' | 'disabled';
}

export interface UpdateSignupFormRequest {
  name?: string;
  from?: string;
  reply_to?: string | null;
  /** Slugs; who confirms is subscribed to each of them */
  topics?: readonly string[];
  /** Default: the name */
  title?: string | null;
  /** Plain text */
  description?: string | null;
  /** What the page asks for beside the address; nobody has to fill them in */
  fields?: readonly ('first_name' | 'last_name')[];
  /** Where the browser goes after the confirmation: an https URL */
  redirect_url?: string | null;
  status?: 'enabled' | 'disabled';
}

export interface CreateOrganizationRequest {
  name: string;
  slug: string;
  alert_email?: string;
  /** Default: `{}` */
  api_key?: {
    /** Default: `"Partner key"` */
    name?: string;
    /**
     * `admin`, `full` or `send`, in any case
     *
     * Default: `"ADMIN"`
     */
    permission?: string;
  };
}

export interface RevokeKeysRequest {
  replace_with?: {
    /** Default: `"Partner key"` */
    name?: string;
    /**
     * `admin`, `full` or `send`, in any case
     *
     * Default: `"ADMIN"`
     */
    permission?: string;
  };
}

export interface CreateTemplateRequest {
  slug: string;
  name?: string;
  subject?: string | null;
  html?: string | null;
  text?: string | null;
  variables?: readonly {
    key: string;
    type: 'string' | 'number' | 'boolean' | 'list' | 'object';
    /** Default: `false` */
    required?: boolean;
    fallback?: unknown;
  }[];
}

export interface UpdateTemplateRequest {
  slug?: string;
  name?: string;
  subject?: string | null;
  html?: string | null;
  text?: string | null;
  variables?: readonly {
    key: string;
    type: 'string' | 'number' | 'boolean' | 'list' | 'object';
    /** Default: `false` */
    required?: boolean;
    fallback?: unknown;
  }[];
}

export interface RenderTemplateRequest {
  version?: number | 'latest';
  /** Default: `{}` */
  data?: Record<string, unknown>;
}

export interface CreateWebhookRequest {
  url: string;
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
  )[];
  description?: string;
}

export interface UpdateWebhookRequest {
  url?: string;
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
      )[]
    | null;
  description?: string | null;
  status?: 'enabled' | 'disabled';
}

export interface ReplayWebhookRequest {
  /** Events recorded at this time or later */
  since: string | Date;
  /** Events recorded at this time or earlier; by default now */
  until?: string | Date;
  /** Empty: all that the endpoint wants */
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
  )[];
}

export interface PostEventRequest {
  event: string;
  email?: string;
  contact_id?: string;
  properties?: Record<string, string | number | boolean | readonly string[] | null>;
  /** What the contact is from now on, as in `POST /contacts` */
  contact?: {
    first_name?: string | null;
    last_name?: string | null;
    /** Merged into those that are there; null removes one */
    properties?: Record<string, string | number | boolean | readonly string[] | null>;
    topics?: readonly {
      /** Slug */
      topic: string;
      state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
    }[];
  };
  idempotency_key?: string;
}

export interface CreateAutomationRequest {
  name: string;
  /** Default: made of the name */
  slug?: string;
  /** Default: `"active"` */
  status?: 'active' | 'paused';
  /**
   * A contact that is in it starts no second run
   *
   * Default: `false`
   */
  one_per_contact?: boolean;
  trigger: {
    event: string;
  };
  steps: readonly AutomationStep[];
}

export type AutomationStep =
  | {
      type: 'send';
      from: string;
      reply_to?: string;
      template?: {
        id?: string;
        slug?: string;
        /** Default: the latest when the step is taken */
        version?: number | 'latest';
      };
      subject?: string;
      preview_text?: string;
      html?: string;
      text?: string;
      /** Slug: those who left it get no mail */
      topic?: string;
      track?: {
        opens?: boolean;
        clicks?: boolean;
      };
    }
  | {
      type: 'wait';
      duration: string;
    }
  | {
      type: 'wait_until';
      /** Until an event of that name is posted for the contact, or `timeout` */
      event?: string;
      timeout?: string;
      /** Until the clock next shows it in `timezone` */
      time?: string;
      /** Default: UTC */
      timezone?: string;
      /** Until the time (ISO 8601) in that property of the event that began the run; one that is past, missing or no time, or more than 365 days off, ends the wait at once */
      event_property?: string;
    }
  | {
      type: 'condition';
      if: AutomationFilter;
      then?: readonly AutomationStep[];
      else?: readonly AutomationStep[];
    }
  | {
      type: 'update_contact';
      first_name?: string | null;
      last_name?: string | null;
      /** Merged into those that are there; null removes one */
      properties?: Record<string, string | number | boolean | readonly string[] | null>;
      topics?: readonly {
        /** Slug */
        topic: string;
        state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
      }[];
      status?: 'UNSUBSCRIBED';
    }
  | {
      type: 'webhook';
      /** https, on a public address */
      url: string;
    };

/** Holds when every condition does */
export interface AutomationFilter {
  all: readonly (
    | {
        status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED';
      }
    | {
        topic: string;
        state: 'SUBSCRIBED' | 'UNSUBSCRIBED';
      }
    | {
        property: string;
        op: 'eq' | 'neq';
        value: string | number | boolean;
      }
    | {
        property: string;
        op: 'contains';
        value: string;
      }
    | {
        property: string;
        op: 'gt' | 'lt';
        value: string | number;
      }
    | {
        property: string;
        op: 'exists';
        /** Default: `true` */
        value?: boolean;
      }
    | {
        event_property: string;
        op: 'eq' | 'neq';
        value: string | number | boolean;
      }
    | {
        event_property: string;
        op: 'contains';
        value: string;
      }
    | {
        event_property: string;
        op: 'gt' | 'lt';
        value: string | number;
      }
    | {
        event_property: string;
        op: 'exists';
        /** Default: `true` */
        value?: boolean;
      }
    | {
        waited: 'event' | 'timeout';
      }
  )[];
}

export interface UpdateAutomationRequest {
  name?: string;
  status?: 'active' | 'paused';
  one_per_contact?: boolean;
  trigger?: {
    event: string;
  };
  steps?: readonly AutomationStep[];
}

export interface EmailWebhook {
  type:
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
    | (string & {});
  created_at: string;
  data: {
    email_id: string;
    message_id?: string;
    from: string;
    to: string[];
    subject: string;
    recipient: string;
    kind?: string;
    tags?:
      | {
          name: string;
          value: string;
        }[]
      | {
          template: {
            id: string;
            slug: string;
            version: number;
          };
          tags: {
            name: string;
            value: string;
          }[];
        };
    metadata?: Record<string, string>;
    /** email.bounced only */
    bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
    detail?: string;
    /** Of what did not arrive, yet or at all */
    diagnosis?: Diagnosis;
    /** email.delivery_delayed only */
    next_attempt_at?: string;
    /** email.clicked only */
    url?: string;
  };
}

export interface Diagnosis {
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
  actor: 'recipient' | 'sender' | 'platform' | (string & {});
  advice: string;
}

export interface ReceivedWebhook {
  type: 'email.received';
  created_at: string;
  data: {
    inbound_id: string;
    /** The email that it answers, when it is known */
    email_id?: string;
    /** Message-ID of that email */
    in_reply_to_message_id?: string;
    /** Of that email */
    metadata?: Record<string, string>;
    from: string;
    to: string[];
    subject: string;
  };
}

export interface TestWebhook {
  type: 'webhook.test';
  created_at: string;
  data: {
    webhook_id: string;
  };
}

export interface SendEmailResponse {
  id: string;
  suppressed?: string[];
  warnings?: {
    code: 'possible_typo' | 'disposable_suspected' | (string & {});
    address: string;
    suggestion?: string;
  }[];
}

export interface ErrorBody {
  error: {
    code: string;
    message: string;
  };
}

export interface EmailList {
  object: 'list';
  data: EmailSummary[];
  next_cursor?: string;
}

export interface EmailSummary {
  object: 'email';
  id: string;
  from: string;
  to: string[];
  subject: string;
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
  mode: 'live' | 'test' | (string & {});
  kind: string | null;
  created_at: string;
  sent_at: string | null;
}

export interface BatchResponse {
  data: (
    | SendEmailResponse
    | {
        error: {
          code: string;
          message: string;
        };
      }
  )[];
}

export interface Domain {
  object: 'domain';
  id: string;
  name: string;
  status: 'pending' | 'verified' | 'failed' | 'disabled' | (string & {});
  /** Why it failed: its records were not found in 72 hours, were missing for 72 hours, or another organization has proved that the name is its own */
  failed_reason: 'not_verified' | 'records_lost' | 'claimed_by_another' | (string & {}) | null;
  stream: 'transactional' | 'bulk' | (string & {});
  dns_mode: 'manual' | 'cloudflare' | (string & {});
  created_at: string;
  verified_at: string | null;
  last_checked_at: string | null;
  return_path: string;
  tracking_host: string;
  reply_address: string;
  dkim: {
    selector: string;
  };
  records: DomainRecord[];
}

export interface DomainRecord {
  record: 'DKIM' | 'SPF' | 'MX' | 'DMARC' | 'TRACKING' | 'REPLY' | (string & {});
  type: 'TXT' | 'MX' | 'CNAME' | (string & {});
  name: string;
  value: string;
  ttl: number;
  priority?: number;
  required: boolean;
  status: 'pending' | 'verified' | 'missing' | 'mismatch' | (string & {});
  observed: string[];
  error?: string;
  /** Of a record that will do: what it could do beside that */
  hint?: string;
}

export interface DomainList {
  object: 'list';
  data: Domain[];
  next_cursor?: string;
}

export interface Dmarc {
  object: 'dmarc';
  domain: string;
  days: number;
  totals: {
    messages: number;
    /** Aligned DKIM or aligned SPF passed */
    passed: number;
    /** Neither did */
    failed: number;
    quarantined: number;
    rejected: number;
    dkim_aligned: number;
    spf_aligned: number;
    reports: number;
    /** Messages of reports whose own mail did not pass DMARC: anybody could have written them */
    unauthenticated: number;
  };
  /** A row for each day, oldest first */
  series: {
    messages: number;
    /** Aligned DKIM or aligned SPF passed */
    passed: number;
    /** Neither did */
    failed: number;
    quarantined: number;
    rejected: number;
    day: string;
  }[];
  /** The 100 addresses with the most messages, at most ten reporters each */
  sources: {
    messages: number;
    /** Aligned DKIM or aligned SPF passed */
    passed: number;
    /** Neither did */
    failed: number;
    quarantined: number;
    rejected: number;
    dkim_aligned: number;
    spf_aligned: number;
    source_ip: string;
    reporters: string[];
  }[];
}

export interface KeyIdentity {
  object: 'api_key';
  id: string;
  name: string;
  mode: 'live' | 'test' | (string & {});
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  domains: string[];
}

export interface CreatedApiKey {
  object: 'api_key';
  id: string;
  name: string;
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  mode: 'live' | 'test' | (string & {});
  /** The only domains it may use; empty: every one */
  domains: string[];
  /** First 12 characters of the token */
  prefix: string;
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  /** Requests a second; null: the default, 0: no cap */
  rate_limit: number | null;
  /** The key that a rotation put in its place */
  replaced_by: string | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  token: string;
}

export interface ApiKeyList {
  object: 'list';
  data: ApiKey[];
  next_cursor?: string;
}

export interface ApiKey {
  object: 'api_key';
  id: string;
  name: string;
  permission: 'SEND' | 'FULL' | 'ADMIN' | (string & {});
  mode: 'live' | 'test' | (string & {});
  /** The only domains it may use; empty: every one */
  domains: string[];
  /** First 12 characters of the token */
  prefix: string;
  status: 'active' | 'rotated' | 'revoked' | 'expired' | (string & {});
  /** Requests a second; null: the default, 0: no cap */
  rate_limit: number | null;
  /** The key that a rotation put in its place */
  replaced_by: string | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface Organization {
  object: 'organization';
  id: string;
  slug: string;
  name: string;
  kind: string;
  plan: string;
  postal_address: string | null;
  body_retention_days: number;
  alert_email: string | null;
  sending_paused_at: string | null;
  sending_paused_reason: string | null;
  /** Sending is held by the platform; an admin cannot end that */
  under_review: boolean;
  created_at: string;
}

export interface Topic {
  object: 'topic';
  id: string;
  slug: string;
  name: string;
  description: string | null;
  default_opt_in: boolean;
  created_at: string;
}

export interface TopicList {
  object: 'list';
  data: Topic[];
  next_cursor?: string;
}

export interface Contact {
  object: 'contact';
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  properties: Record<string, unknown>;
  status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  /** Choices that were made; of other topics `default_opt_in` holds */
  topics: {
    topic: string;
    state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
  }[];
  created_at: string;
  updated_at: string;
}

export interface ContactList {
  object: 'list';
  data: Contact[];
  next_cursor?: string;
}

export interface BatchContactsResponse {
  data: (
    | {
        id: string;
        created: boolean;
      }
    | {
        error: {
          code: string;
          message: string;
        };
      }
  )[];
}

export interface ContactImport {
  object: 'contact_import';
  id: string;
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Whose export it is, by its header row */
  format: 'mailchimp' | 'resend' | 'plain' | (string & {});
  bytes: number;
  /** How far it has come */
  bytes_read: number;
  /** Without the header row */
  rows_read: number;
  /** New contacts */
  rows_added: number;
  /** Contacts that were there, or stood in the file before */
  rows_updated: number;
  /** `GET /contacts/imports/{id}/refused` tells why */
  rows_refused: number;
  /** Why it failed as a whole; what was read before stays */
  error?: string;
  created_at: string;
  started_at?: string;
  finished_at?: string;
}

export interface ContactImportList {
  object: 'list';
  data: ContactImport[];
  next_cursor?: string;
}

export interface DeletedContact {
  object: 'contact';
  id: string;
  deleted: true;
}

export interface SubscriptionChangeList {
  object: 'list';
  data: SubscriptionChange[];
  next_cursor?: string;
}

export interface SubscriptionChange {
  object: 'subscription_change';
  id: string;
  /** Slug; null: the status of the contact */
  topic: string | null;
  /** Null: there was none */
  from: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {}) | null;
  to: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
  actor: 'api_key' | 'import' | 'bounce' | 'complaint' | 'recipient' | 'form' | 'automation' | (string & {});
  key_id: string | null;
  source: string | null;
  ip_address: string | null;
  user_agent: string | null;
  at: string;
}

export interface SuppressionList {
  object: 'list';
  data: Suppression[];
  next_cursor?: string;
}

export interface Suppression {
  object: 'suppression';
  id: string;
  /** Lower case, the domain as A-labels; of a deleted contact `sha256:` and a digest */
  email: string;
  reason: 'complaint' | 'hard_bounce' | 'validation' | 'manual' | 'unsubscribe' | (string & {});
  scope: 'organization' | 'domain' | (string & {});
  /** Of scope `domain`: the sending domain */
  domain?: string;
  /** The email that it came from */
  source_email_id?: string;
  created_at: string;
  expires_at?: string;
}

export interface SuppressionImport {
  object: 'suppression_import';
  id: string;
  status: 'queued' | 'running' | 'finished' | 'failed' | (string & {});
  /** Whose export it is, by its header row */
  format: 'postmark' | 'ses' | 'sendgrid' | 'mailgun' | 'resend' | 'plain' | (string & {});
  /** Scope of all rows; absent: the whole organization */
  domain?: string;
  bytes: number;
  /** How far it has come */
  bytes_read: number;
  /** Without the header row */
  rows_read: number;
  /** Entries that were added, or got a stronger reason */
  rows_added: number;
  /** There already, as strong or stronger */
  rows_unchanged: number;
  /** `GET /suppressions/imports/{id}/refused` tells why */
  rows_refused: number;
  /** Why it failed as a whole; what was read before stays */
  error?: string;
  created_at: string;
  started_at?: string;
  finished_at?: string;
}

export interface SuppressionImportList {
  object: 'list';
  data: SuppressionImport[];
  next_cursor?: string;
}

export interface Segment {
  object: 'segment';
  id: string;
  name: string;
  filter: {
    all: unknown[];
  };
  /** Contacts that meet it now */
  contact_count: number;
  created_at: string;
}

export interface SegmentList {
  object: 'list';
  data: Segment[];
  next_cursor?: string;
}

export interface SegmentContactList {
  object: 'list';
  data: Contact[];
  next_cursor?: string;
}

export interface Broadcast {
  object: 'broadcast';
  id: string;
  name: string;
  /** `scheduled` also while it is being sent */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  segment_id: string;
  audience: 'segment' | 'not_opened' | (string & {});
  topic: string;
  from: string;
  reply_to: string | null;
  /** null: that of the template */
  subject: string | null;
  preview_text: string | null;
  template: {
    id: string;
    slug: string;
    version: number;
    data?: Record<string, unknown>;
  } | null;
  track: {
    opens: boolean;
    clicks: boolean;
  };
  counts: BroadcastCounts;
  /** Index of the variant that the rest gets */
  winner: number | null;
  /** What keeps it at the moment */
  waiting_for: string | null;
  /** Of a resend */
  parent_id: string | null;
  created_at: string;
  scheduled_at: string | null;
  /** When it began */
  sent_at: string | null;
  /** When the A/B test is decided by its metric */
  decide_at: string | null;
  /** When the last recipient had its turn */
  finished_at: string | null;
  canceled_at: string | null;
  html: string | null;
  text: string | null;
  ab_test: {
    variants: {
      subject?: string;
      html?: string;
      text?: string;
      template?: {
        id: string;
        slug: string;
        version: number;
        data?: Record<string, unknown>;
      };
    }[];
    percent: number;
    wait_minutes: number;
    metric: 'open' | 'click' | (string & {});
  } | null;
}

export interface BroadcastCounts {
  /** Found so far */
  recipients: number;
  /** Whose turn is to come */
  waiting: number;
  submitted: number;
  suppressed: number;
  /** From the topic, or at all, when their turn came */
  unsubscribed: number;
  over_quota: number;
  /** For whom the content could not be rendered */
  invalid: number;
  /** Whose turn had not come when it was canceled */
  canceled: number;
  sent: number;
  delivered: number;
  /** For good or for the time being */
  bounced: number;
  complained: number;
  opened: number;
  clicked: number;
  /** By a link of its mails */
  unsubscribed_by_link: number;
  /** Of an A/B test */
  by_variant?: {
    variant: number;
    sent: number;
    delivered: number;
    /** For good or for the time being */
    bounced: number;
    complained: number;
    opened: number;
    clicked: number;
    /** By a link of its mails */
    unsubscribed_by_link: number;
  }[];
}

export interface BroadcastList {
  object: 'list';
  data: BroadcastSummary[];
  next_cursor?: string;
}

export interface BroadcastSummary {
  object: 'broadcast';
  id: string;
  name: string;
  /** `scheduled` also while it is being sent */
  status: 'draft' | 'scheduled' | 'testing' | 'sent' | 'canceled' | (string & {});
  segment_id: string;
  audience: 'segment' | 'not_opened' | (string & {});
  topic: string;
  from: string;
  reply_to: string | null;
  /** null: that of the template */
  subject: string | null;
  preview_text: string | null;
  template: {
    id: string;
    slug: string;
    version: number;
    data?: Record<string, unknown>;
  } | null;
  track: {
    opens: boolean;
    clicks: boolean;
  };
  counts: BroadcastCounts;
  /** Index of the variant that the rest gets */
  winner: number | null;
  /** What keeps it at the moment */
  waiting_for: string | null;
  /** Of a resend */
  parent_id: string | null;
  created_at: string;
  scheduled_at: string | null;
  /** When it began */
  sent_at: string | null;
  /** When the A/B test is decided by its metric */
  decide_at: string | null;
  /** When the last recipient had its turn */
  finished_at: string | null;
  canceled_at: string | null;
}

export interface BroadcastPreview {
  object: 'broadcast_preview';
  subject: string;
  html: string | null;
  text: string | null;
}

export interface TestBroadcastResponse {
  data: (
    | {
        to: string;
        id: string;
        suppressed?: string[];
      }
    | {
        to: string;
        error: {
          code: string;
          message: string;
        };
      }
  )[];
}

export interface BroadcastRecipientList {
  object: 'list';
  data: BroadcastRecipient[];
  next_cursor?: string;
}

export interface BroadcastRecipient {
  object: 'broadcast_recipient';
  contact_id: string;
  /** null: the contact was deleted */
  email: string | null;
  outcome: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' | 'invalid' | 'waiting' | (string & {});
  /** GET /emails/{id} has its status */
  message_id: string | null;
  variant: number | null;
}

export interface SignupForm {
  object: 'signup_form';
  id: string;
  name: string;
  /** The page; what is posted there from elsewhere is taken, too */
  url: string;
  from: string;
  reply_to: string | null;
  topics: string[];
  title: string | null;
  description: string | null;
  fields: ('first_name' | 'last_name' | (string & {}))[];
  redirect_url: string | null;
  status: 'enabled' | 'disabled' | (string & {});
  created_at: string;
  updated_at: string;
}

export interface SignupFormList {
  object: 'list';
  data: SignupForm[];
  next_cursor?: string;
}

export interface SignupRequestList {
  object: 'list';
  data: SignupRequest[];
  next_cursor?: string;
}

export interface SignupRequest {
  object: 'signup_request';
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** Slugs that the form had when it was filled in */
  topics: string[];
  state: 'pending' | 'confirmed' | 'expired' | (string & {});
  /** From which the form was filled in */
  ip_address: string;
  user_agent: string | null;
  /** The mail that asks to confirm */
  email_id: string;
  contact_id: string | null;
  created_at: string;
  /** Of the link in the mail */
  expires_at: string;
  confirmed_at: string | null;
  confirmed_ip_address: string | null;
}

export interface AuditEntryList {
  object: 'list';
  data: AuditEntry[];
  next_cursor?: string;
}

export interface AuditEntry {
  object: 'audit_entry';
  id: string;
  /** For example `api_key.create` */
  action: string;
  actor: {
    type: 'key' | 'user' | 'operator' | 'system' | (string & {});
    id: string | null;
    /** At that time */
    name: string | null;
  };
  target: {
    type: string;
    id: string | null;
  };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
  created_at: string;
}

export interface CreatedOrganization {
  organization: ClientOrganization;
  api_key: CreatedApiKey;
}

export interface ClientOrganization {
  object: 'organization';
  id: string;
  name: string;
  slug: string;
  kind: string;
  plan: string;
  parent_organization_id: string;
  alert_email: string | null;
  sending_paused_at: string | null;
  under_review: boolean;
  created_at: string;
}

export interface ClientOrganizationList {
  object: 'list';
  data: ClientOrganization[];
  next_cursor?: string;
}

export interface RevokedKeys {
  object: 'revoked_keys';
  organization_id: string;
  /** How many keys were revoked */
  revoked: number;
  api_key: CreatedApiKey | null;
}

export interface Email {
  object: 'email';
  id: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string | null;
  subject: string;
  /** Null when there is none, when retention deleted it, and of live mail to a test key */
  html: string | null;
  /** As html */
  text: string | null;
  kind: string | null;
  tags:
    | {
        name: string;
        value: string;
      }[]
    | null;
  created_at: string;
  scheduled_at: string | null;
  expires_at: string | null;
  sent_at: string | null;
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
  mode: 'live' | 'test' | (string & {});
  message_id: string | null;
  metadata: Record<string, string> | null;
  attachments: {
    filename: string;
    content_type: string;
    size: number;
  }[];
  events: EmailEvent[];
}

export interface EmailEvent {
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
  recipient: string;
  at: string;
  bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
  detail?: string;
  /** Of what did not arrive, yet or at all */
  diagnosis?: Diagnosis;
  /** Of `delivery_delayed` */
  next_attempt_at?: string;
  /** Of clicks; not of live mail to a test key */
  url?: string;
}

export interface CanceledEmail {
  id: string;
  object: 'email';
  status: 'canceled';
}

export interface InboundEmailList {
  object: 'list';
  data: InboundEmailSummary[];
  next_cursor?: string;
}

export interface InboundEmailSummary {
  object: 'inbound_email';
  id: string;
  /** The domain at whose reply address it came */
  domain: string;
  /** The email that it answers, when it is known */
  email_id: string | null;
  from: string;
  to: string[];
  subject: string;
  /** Written by a machine: an absence note, a receipt, a report */
  automatic: boolean;
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  received_at: string;
}

export interface InboundEmail {
  object: 'inbound_email';
  id: string;
  /** The domain at whose reply address it came */
  domain: string;
  /** The email that it answers, when it is known */
  email_id: string | null;
  from: string;
  to: string[];
  subject: string;
  /** Written by a machine: an absence note, a receipt, a report */
  automatic: boolean;
  spf: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
  dkim: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
  dmarc: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
  received_at: string;
  /** Its own Message-ID */
  message_id: string | null;
  /** Message-ID of the email that it answers */
  in_reply_to_message_id: string | null;
  /** Of the email that it answers */
  metadata: Record<string, string> | null;
  /** Null when there is none, when retention deleted it, and to a test key */
  html: string | null;
  /** As html */
  text: string | null;
  /** The text without what it quotes; else as html */
  reply_text: string | null;
  /** In their order, unfolded; null as html */
  headers:
    | {
        name: string;
        value: string;
      }[]
    | null;
  authentication: InboundAuthentication;
  attachments: {
    /** Its place in `/inbound/{id}/attachments/{index}` */
    index: number;
    filename: string;
    content_type: string;
    size: number;
    content_id?: string;
  }[];
}

export interface InboundAuthentication {
  spf: {
    result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'temperror' | 'permerror' | (string & {});
    /** Of MAIL FROM, or of HELO where that is empty */
    domain: string | null;
  };
  dkim: {
    /** That of the best signature */
    result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
    signatures: {
      result: 'pass' | 'fail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror' | (string & {});
      domain: string;
      selector: string;
      comment?: string;
    }[];
  };
  dmarc: {
    result: 'pass' | 'fail' | 'none' | 'temperror' | 'permerror' | (string & {});
    domain: string | null;
    policy?: string;
  };
}

export interface Metrics {
  object: 'metrics';
  days: number;
  domain: string | null;
  series: {
    sent: number;
    delivered: number;
    bouncedHard: number;
    bouncedSoft: number;
    complained: number;
    opened: number;
    clicked: number;
    unsubscribed: number;
    day: string;
  }[];
  totals: {
    sent: number;
    delivered: number;
    bouncedHard: number;
    bouncedSoft: number;
    complained: number;
    opened: number;
    clicked: number;
    unsubscribed: number;
  };
  rates: {
    delivery: number;
    bounce: number;
    hardBounce: number;
    softBounce: number;
    complaint: number;
    open: number;
    click: number;
  };
  facet?: 'provider' | 'key' | 'template' | 'kind' | (string & {});
  by?: {
    sent: number;
    delivered: number;
    bouncedHard: number;
    bouncedSoft: number;
    complained: number;
    opened: number;
    clicked: number;
    unsubscribed: number;
    key: string;
    label: string;
    delayed: number;
    blocked: number;
  }[];
}

export interface Usage {
  object: 'usage';
  plan: string;
  emails: {
    monthly: {
      used: number;
      limit: number | null;
      allowance: number | null;
      overage: boolean;
      resets_at: string;
    };
    daily: {
      used: number;
      limit: number | null;
      resets_at: string;
    };
  };
  contacts: {
    used: number;
    limit: number | null;
  };
  rate_limit: {
    limit: number | null;
    duration: string;
  };
}

export interface Template {
  object: 'template';
  id: string;
  slug: string;
  name: string;
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** The highest published version */
  current_version: number | null;
  /** When that version was published */
  published_at: string | null;
  created_at: string;
  updated_at: string;
  /** Of the draft, as are the bodies and variables */
  subject: string | null;
  html: string | null;
  text: string | null;
  variables: {
    key: string;
    type: 'string' | 'number' | 'boolean' | 'list' | 'object' | (string & {});
    required: boolean;
    fallback?: unknown;
  }[];
}

export interface TemplateList {
  object: 'list';
  data: TemplateSummary[];
  next_cursor?: string;
}

export interface TemplateSummary {
  object: 'template';
  id: string;
  slug: string;
  name: string;
  status: 'draft' | 'published' | 'archived' | (string & {});
  /** The highest published version */
  current_version: number | null;
  /** When that version was published */
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface RenderedTemplate {
  object: 'rendered_template';
  subject: string;
  html: string | null;
  text: string | null;
}

export interface CreatedWebhook {
  object: 'webhook';
  id: string;
  url: string;
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
    | (string & {})
  )[];
  description: string | null;
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410, or only failed for 5 days */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** The first failure since the last success */
  failing_since: string | null;
  created_at: string;
  signing_secret: string;
}

export interface WebhookList {
  object: 'list';
  data: Webhook[];
  next_cursor?: string;
}

export interface Webhook {
  object: 'webhook';
  id: string;
  url: string;
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
    | (string & {})
  )[];
  description: string | null;
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410, or only failed for 5 days */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** The first failure since the last success */
  failing_since: string | null;
  created_at: string;
}

export interface RotatedWebhook {
  object: 'webhook';
  id: string;
  url: string;
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
    | (string & {})
  )[];
  description: string | null;
  status: 'enabled' | 'disabled' | (string & {});
  /** Why it was disabled by itself: it answered 410, or only failed for 5 days */
  disabled_reason: 'gone' | 'failing' | (string & {}) | null;
  /** The first failure since the last success */
  failing_since: string | null;
  created_at: string;
  signing_secret: string;
  /** Until then both secrets sign */
  previous_secret_until: string;
}

export interface WebhookDelivery {
  object: 'webhook_delivery';
  /** The `postrider-delivery-id` of every try */
  id: string;
  webhook_id: string;
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
    | (string & {});
  email_id: string | null;
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  /** The last time; stays when it is replayed */
  delivered_at: string | null;
  /** Oldest first; the last 50 are kept */
  attempts: {
    number: number;
    at: string;
    /** HTTP status; null: no answer came */
    status: number | null;
    latency_ms: number;
    /** Why no answer came, for example `timeout` */
    error: string | null;
    /** The first 4 KB of the answer */
    response: string | null;
  }[];
}

export interface WebhookDeliveryList {
  object: 'list';
  data: WebhookDeliverySummary[];
  next_cursor?: string;
}

export interface WebhookDeliverySummary {
  object: 'webhook_delivery';
  /** The `postrider-delivery-id` of every try */
  id: string;
  webhook_id: string;
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
    | (string & {});
  email_id: string | null;
  status: 'pending' | 'delivered' | 'exhausted' | (string & {});
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  /** The last time; stays when it is replayed */
  delivered_at: string | null;
}

export interface WebhookReplay {
  object: 'webhook_replay';
  id: string;
  webhook_id: string;
  since: string;
  until: string;
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
    | (string & {})
  )[];
  /** stopped: the endpoint was disabled */
  status: 'running' | 'finished' | 'stopped' | (string & {});
  /** Made due so far */
  deliveries: number;
  created_at: string;
  finished_at: string | null;
}

export interface EmailEventFeed {
  object: 'list';
  data: EmailEventEntry[];
  /** Pass it as `after`, also when nothing came */
  next_cursor: string;
  /** More can be read at once */
  has_more: boolean;
}

export interface EmailEventEntry {
  type:
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
    | (string & {});
  created_at: string;
  data: {
    email_id: string;
    message_id?: string;
    from: string;
    to: string[];
    subject: string;
    recipient: string;
    kind?: string;
    tags?:
      | {
          name: string;
          value: string;
        }[]
      | {
          template: {
            id: string;
            slug: string;
            version: number;
          };
          tags: {
            name: string;
            value: string;
          }[];
        };
    metadata?: Record<string, string>;
    /** email.bounced only */
    bounce_type?: 'hard' | 'soft' | 'undetermined' | (string & {});
    detail?: string;
    /** Of what did not arrive, yet or at all */
    diagnosis?: Diagnosis;
    /** email.delivery_delayed only */
    next_attempt_at?: string;
    /** email.clicked only */
    url?: string;
  };
  object: 'email_event';
  id: string;
}

export interface PostedEvent {
  object: 'event';
  id: string;
  event: string;
  contact_id: string;
  runs_started: number;
}

export interface Automation {
  object: 'automation';
  id: string;
  slug: string;
  name: string;
  status: 'active' | 'paused' | (string & {});
  one_per_contact: boolean;
  trigger: {
    event: string;
  };
  /** Counts the changes of trigger and steps; a run finishes on the one it began with */
  version: number;
  created_at: string;
  updated_at: string;
  steps: AutomationStepOutput[];
}

export interface AutomationList {
  object: 'list';
  data: AutomationSummary[];
  next_cursor?: string;
}

export interface AutomationSummary {
  object: 'automation';
  id: string;
  slug: string;
  name: string;
  status: 'active' | 'paused' | (string & {});
  one_per_contact: boolean;
  trigger: {
    event: string;
  };
  /** Counts the changes of trigger and steps; a run finishes on the one it began with */
  version: number;
  created_at: string;
  updated_at: string;
}

export interface AutomationRunList {
  object: 'list';
  data: AutomationRunSummary[];
  next_cursor?: string;
}

export interface AutomationRunSummary {
  object: 'automation_run';
  id: string;
  automation_id: string;
  version: number;
  contact_id: string;
  /** Of the event that started it */
  event_id: string;
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why it stopped or failed */
  detail: string | null;
  /** Of the step in hand: `0`, `2.then.1`; null when it is finished */
  position: string | null;
  /** When that step is due; null also while the automation is paused */
  due_at: string | null;
  waiting_event: string | null;
  steps_taken: number;
  started_at: string;
  finished_at: string | null;
}

export interface AutomationRun {
  object: 'automation_run';
  id: string;
  automation_id: string;
  version: number;
  contact_id: string;
  /** Of the event that started it */
  event_id: string;
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'canceled' | (string & {});
  /** Why it stopped or failed */
  detail: string | null;
  /** Of the step in hand: `0`, `2.then.1`; null when it is finished */
  position: string | null;
  /** When that step is due; null also while the automation is paused */
  due_at: string | null;
  waiting_event: string | null;
  steps_taken: number;
  started_at: string;
  finished_at: string | null;
  /** Of the event that started it */
  properties: Record<string, unknown>;
  history: {
    number: number;
    position: string;
    type: string;
    outcome: 'done' | 'skipped' | 'failed' | (string & {});
    detail: string | null;
    /** Of a step that sent */
    email_id: string | null;
    at: string;
  }[];
}

export type AutomationStepOutput =
  | {
      type: 'send';
      from: string;
      reply_to?: string;
      template?: {
        id?: string;
        slug?: string;
        /** Default: the latest when the step is taken */
        version?: number | 'latest';
      };
      subject?: string;
      preview_text?: string;
      html?: string;
      text?: string;
      /** Slug: those who left it get no mail */
      topic?: string;
      track?: {
        opens?: boolean;
        clicks?: boolean;
      };
    }
  | {
      type: 'wait';
      duration: string;
    }
  | {
      type: 'wait_until';
      /** Until an event of that name is posted for the contact, or `timeout` */
      event?: string;
      timeout?: string;
      /** Until the clock next shows it in `timezone` */
      time?: string;
      /** Default: UTC */
      timezone?: string;
      /** Until the time (ISO 8601) in that property of the event that began the run; one that is past, missing or no time, or more than 365 days off, ends the wait at once */
      event_property?: string;
    }
  | {
      type: 'condition';
      if: AutomationFilterOutput;
      /** Default: `[]` */
      then: AutomationStepOutput[];
      /** Default: `[]` */
      else: AutomationStepOutput[];
    }
  | {
      type: 'update_contact';
      first_name?: string | null;
      last_name?: string | null;
      /** Merged into those that are there; null removes one */
      properties?: Record<string, string | number | boolean | string[] | null>;
      topics?: {
        /** Slug */
        topic: string;
        state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
      }[];
      status?: 'UNSUBSCRIBED';
    }
  | {
      type: 'webhook';
      /** https, on a public address */
      url: string;
    };

/** Holds when every condition does */
export interface AutomationFilterOutput {
  all: (
    | {
        status: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'BOUNCED' | 'COMPLAINED' | (string & {});
      }
    | {
        topic: string;
        state: 'SUBSCRIBED' | 'UNSUBSCRIBED' | (string & {});
      }
    | {
        property: string;
        op: 'eq' | 'neq' | (string & {});
        value: string | number | boolean;
      }
    | {
        property: string;
        op: 'contains';
        value: string;
      }
    | {
        property: string;
        op: 'gt' | 'lt' | (string & {});
        value: string | number;
      }
    | {
        property: string;
        op: 'exists';
        /** Default: `true` */
        value: boolean;
      }
    | {
        event_property: string;
        op: 'eq' | 'neq' | (string & {});
        value: string | number | boolean;
      }
    | {
        event_property: string;
        op: 'contains';
        value: string;
      }
    | {
        event_property: string;
        op: 'gt' | 'lt' | (string & {});
        value: string | number;
      }
    | {
        event_property: string;
        op: 'exists';
        /** Default: `true` */
        value: boolean;
      }
    | {
        waited: 'event' | 'timeout' | (string & {});
      }
  )[];
}

/** The body of a webhook by its event type. */
export interface WebhookBodies {
  'email.sent': Omit<EmailWebhook, 'type'> & { type: 'email.sent' };
  'email.delivered': Omit<EmailWebhook, 'type'> & { type: 'email.delivered' };
  'email.delivery_delayed': Omit<EmailWebhook, 'type'> & { type: 'email.delivery_delayed' };
  'email.bounced': Omit<EmailWebhook, 'type'> & { type: 'email.bounced' };
  'email.complained': Omit<EmailWebhook, 'type'> & { type: 'email.complained' };
  'email.rejected': Omit<EmailWebhook, 'type'> & { type: 'email.rejected' };
  'email.opened': Omit<EmailWebhook, 'type'> & { type: 'email.opened' };
  'email.clicked': Omit<EmailWebhook, 'type'> & { type: 'email.clicked' };
  'email.unsubscribed': Omit<EmailWebhook, 'type'> & { type: 'email.unsubscribed' };
  'email.failed': Omit<EmailWebhook, 'type'> & { type: 'email.failed' };
  'email.received': Omit<ReceivedWebhook, 'type'> & { type: 'email.received' };
  'webhook.test': Omit<TestWebhook, 'type'> & { type: 'webhook.test' };
}
