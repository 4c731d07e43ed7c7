import type { RenderReact } from './emails/email';
import { EmailEvents } from './emails/email-events';
import { Emails } from './emails/emails';
import * as made from './generated/resources';
import { Api, type ApiSettings } from './http/api';
import type { Answer, CallOptions, RawRequest } from './http/call';
import { createSafe, type Safe } from './safe';

export interface PostriderOptions extends ApiSettings {
  /** Replaces the installed `@react-email/render`, if a bundler cannot find it. */
  readonly renderReact?: RenderReact | undefined;
}

/** A client of the Postrider API. It holds no connection; create one per program. */
export class Postrider {
  readonly #api: Api;
  /** Sending, reading and canceling emails. */
  readonly emails: Emails;
  /** The events of all emails, in one stream. */
  readonly emailEvents: EmailEvents;
  readonly apiLogs: made.ApiLogsResource;
  readonly alerts: made.AlertsResource;
  readonly auditLog: made.AuditLogResource;
  readonly notices: made.NoticesResource;
  readonly automations: made.AutomationsResource;
  readonly broadcasts: made.BroadcastsResource;
  readonly contacts: made.ContactsResource;
  readonly deliverability: made.DeliverabilityResource;
  readonly domains: made.DomainsResource;
  /** Events of contacts, which start automations. */
  readonly events: made.EventsResource;
  /** Pictures for emails. */
  readonly images: made.ImagesResource;
  /** Received emails. */
  readonly inbound: made.InboundResource;
  /** Test emails as they would be sent. */
  readonly inbox: made.InboxResource;
  readonly keys: made.KeysResource;
  readonly metrics: made.MetricsResource;
  /** The organization of the API key. */
  readonly organization: made.OrganizationResource;
  /** Client organizations of a partner. */
  readonly organizations: made.OrganizationsResource;
  /** Blocks of emails under a name, to insert into others. */
  readonly savedBlocks: made.SavedBlocksResource;
  readonly segments: made.SegmentsResource;
  readonly signupForms: made.SignupFormsResource;
  readonly suppressions: made.SuppressionsResource;
  readonly templates: made.TemplatesResource;
  readonly topics: made.TopicsResource;
  readonly usage: made.UsageResource;
  readonly webhooks: made.WebhooksResource;

  /**
   * The same methods, returning `{ ok: true, data }` or `{ ok: false, error }` instead of throwing:
   * `const { ok, data, error } = await client.safe.emails.send(…)`.
   */
  get safe(): Safe<Omit<Postrider, 'safe' | 'request'>> {
    return createSafe<Omit<Postrider, 'safe' | 'request'>>(this);
  }

  constructor(options: PostriderOptions = {}) {
    const api = new Api(options);
    this.#api = api;
    this.emails = new Emails(api, options.renderReact);
    this.emailEvents = new EmailEvents(api);
    this.apiLogs = new made.ApiLogsResource(api);
    this.alerts = new made.AlertsResource(api);
    this.auditLog = new made.AuditLogResource(api);
    this.notices = new made.NoticesResource(api);
    this.automations = new made.AutomationsResource(api);
    this.broadcasts = new made.BroadcastsResource(api);
    this.contacts = new made.ContactsResource(api);
    this.deliverability = new made.DeliverabilityResource(api);
    this.domains = new made.DomainsResource(api);
    this.events = new made.EventsResource(api);
    this.images = new made.ImagesResource(api);
    this.inbound = new made.InboundResource(api);
    this.inbox = new made.InboxResource(api);
    this.keys = new made.KeysResource(api);
    this.metrics = new made.MetricsResource(api);
    this.organization = new made.OrganizationResource(api);
    this.organizations = new made.OrganizationsResource(api);
    this.savedBlocks = new made.SavedBlocksResource(api);
    this.segments = new made.SegmentsResource(api);
    this.signupForms = new made.SignupFormsResource(api);
    this.suppressions = new made.SuppressionsResource(api);
    this.templates = new made.TemplatesResource(api);
    this.topics = new made.TopicsResource(api);
    this.usage = new made.UsageResource(api);
    this.webhooks = new made.WebhooksResource(api);
  }

  /**
   * Calls an endpoint for which this version has no method:
   * `client.request<{ id: string }>({ method: 'POST', path: '/things', body: { name: 'x' } })`.
   *
   * @returns the JSON of the response; `{}` when it has no body
   */
  request<T extends object>(request: RawRequest, options?: CallOptions): Promise<Answer<T>> {
    return this.#api.raw<T>(request, options);
  }
}
