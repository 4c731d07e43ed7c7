import type { CreateTemplateRequest, SendEmailRequest, Template } from '../generated/schemas';
import type { PostriderOptions } from '../postrider';
import { refusal, Refused, type FakeAnswer } from './answer';
import { emailOf, type FakeEmail } from './fake-email';
import { FakeInbox } from './fake-inbox';
import { FakeTemplates, type RenderTemplate } from './templates';
import { problemOf } from './test-mode';
import {
  FakeWebhooks,
  type FakeDelivery,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhooks';

export interface FakePostriderOptions {
  /** Secret that signs webhooks. Default: `whsec_fake`. */
  readonly webhookSecret?: string | undefined;
  /** Renders templates instead of the package `liquidjs`. */
  readonly renderTemplate?: RenderTemplate | undefined;
}

/**
 * What happens to the next request:
 * - an error, before anything is done
 * - `lost`: it is done, but the response is lost
 */
export type FakeFault =
  { readonly status: number; readonly code: string; readonly retryAfterSeconds?: number } | 'lost';

/**
 * The API in memory, for tests: sending, batches, reading, listing, rescheduling and canceling emails as with test keys, with
 * idempotency keys, an inbox, templates and webhooks. No network, no ports, no shared state.
 *
 *     const fake = new FakePostrider();
 *     const client = new Postrider(fake.options);
 */
export class FakePostrider {
  readonly #emails: FakeEmail[] = [];
  readonly #idByKey = new Map<string, string>();
  readonly #faults: FakeFault[] = [];
  readonly #inbox = new FakeInbox();
  readonly #templates: FakeTemplates;
  readonly #webhooks: FakeWebhooks;

  constructor({ webhookSecret = 'whsec_fake', renderTemplate }: FakePostriderOptions = {}) {
    this.#templates = new FakeTemplates(renderTemplate);
    this.#webhooks = new FakeWebhooks(webhookSecret);
  }

  /** For `new Postrider(…)`. */
  readonly options: Pick<PostriderOptions, 'apiKey' | 'baseUrl' | 'fetch'> = {
    apiKey: 'pr_test_fake',
    baseUrl: 'https://fake.postrider.test',
    fetch: (input, init) => this.#fetch(new Request(input, init)),
  };

  /** Accepted emails, oldest first. */
  get emails(): readonly FakeEmail[] {
    return this.#emails;
  }

  /** Accepted emails with the address in to, cc or bcc. */
  emailsTo(address: string): readonly FakeEmail[] {
    return this.#emails.filter(({ email }) => [...email.to, ...email.cc, ...email.bcc].includes(address));
  }

  /** What happens to the next requests, one each. */
  fail(...faults: readonly FakeFault[]): void {
    this.#faults.push(...faults);
  }

  /** Secret for the verifier. */
  get webhookSecret(): string {
    return this.#webhooks.secret;
  }

  /** Adds a published template. It is rendered with the package `liquidjs`, which you install yourself. */
  addTemplate(template: CreateTemplateRequest): Template {
    return this.#templates.publish(this.#templates.create(template).slug);
  }

  /** Adds a webhook endpoint for the events of emails from now on. */
  onWebhook(receiver: WebhookReceiver, options: WebhookReceiverOptions = {}): void {
    this.#webhooks.add(receiver, options, this.#emails.length);
  }

  /**
   * Delivers signed webhooks to the endpoints, in the order of the emails and their events, and returns the attempts. An event that was
   * not answered with 2xx comes again the next time, with the same delivery id.
   */
  deliverWebhooks(): Promise<FakeDelivery[]> {
    return this.#webhooks.deliver(this.#emails);
  }

  /** Forgets emails and faults. Templates and webhook endpoints stay. */
  clear(): void {
    this.#webhooks.clear();
    this.#emails.length = 0;
    this.#faults.length = 0;
    this.#idByKey.clear();
  }

  async #fetch(request: Request): Promise<Response> {
    request.signal.throwIfAborted();
    const fault = this.#faults.shift();
    if (fault !== undefined && fault !== 'lost') {
      const { status, code, retryAfterSeconds } = fault;
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      return respond({ ...refusal(status, code, `the test asked for ${code}`), headers });
    }
    const answer = await this.#answer(request).catch((error: unknown) => {
      if (error instanceof Refused) return error.answer;
      throw error;
    });
    if (fault === 'lost') throw new TypeError('fetch failed', { cause: new Error('the connection was cut') });
    return respond(answer);
  }

  async #answer(request: Request): Promise<FakeAnswer> {
    const { pathname } = new URL(request.url);
    const [, room, ...parts] = pathname.slice('/api/v1'.length).split('/').map(decodeURIComponent);
    if (room === 'templates') {
      const text = await request.text();
      return this.#templates.answer(request.method, parts, text === '' ? {} : JSON.parse(text));
    }
    if (room === 'inbox') return this.#inbox.answer(request, parts, this.#emails);
    const [, id, action] = /^\/api\/v1\/emails(?:\/([^/]+))?(?:\/(cancel))?$/.exec(pathname) ?? [null];
    const name = `${request.method} ${id === undefined ? '' : id === 'batch' ? 'batch' : 'id'}${action ?? ''}`;
    if (!pathname.startsWith('/api/v1/emails'))
      return refusal(404, 'not_found', `the fake has no ${pathname}`);
    switch (name) {
      case 'POST ':
        return this.#send((await request.json()) as SendEmailRequest, request.headers.get('idempotency-key'));
      case 'POST batch':
        return this.#sendBatch((await request.json()) as SendEmailRequest[]);
      case 'GET ':
        return this.#list(new URL(request.url).searchParams);
      case 'GET id':
        return this.#read(id ?? '', ({ email }) => ({ status: 200, body: email }));
      case 'PATCH id': {
        const { scheduled_at } = (await request.json()) as { readonly scheduled_at?: string };
        return this.#read(id ?? '', (found) => this.#reschedule(found, scheduled_at));
      }
      case 'POST idcancel':
        return this.#read(id ?? '', (found) => this.#cancel(found));
      default:
        return refusal(404, 'not_found', `the fake has no ${request.method} ${pathname}`);
    }
  }

  async #send(request: SendEmailRequest, header: string | null): Promise<FakeAnswer> {
    const key = header ?? request.idempotency_key ?? '';
    const problem = problemOf(request);
    const isNew = !this.#idByKey.has(key) && !problem;
    const rendered = isNew && request.template ? await this.#templates.render(request.template) : undefined;
    // From here on nothing waits: of two requests with one key, the second gets the answer of the first.
    const earlier = this.#idByKey.get(key);
    if (earlier !== undefined)
      return { status: 200, body: { id: earlier }, headers: { 'idempotent-replayed': 'true' } };
    if (problem) return refusal(422, problem.code, problem.message);
    const email = emailOf({ ...request, ...rendered?.content });
    const template = rendered?.reference;
    this.#emails.push({ request, email, template });
    if (key !== '') this.#idByKey.set(key, email.id);
    return { status: 200, body: { id: email.id } };
  }

  async #sendBatch(requests: readonly SendEmailRequest[]): Promise<FakeAnswer> {
    const data: unknown[] = [];
    for (const request of requests) {
      const answer = request.attachments
        ? refusal(422, 'attachments_not_in_batch', 'items of a batch have no attachments')
        : await this.#send(request, null).catch((error: unknown) => {
            if (error instanceof Refused) return error.answer;
            throw error;
          });
      data.push(answer.body);
    }
    return { status: 200, body: { data } };
  }

  #read(id: string, found: (email: FakeEmail) => FakeAnswer): FakeAnswer {
    const email = this.#emails.find((each) => each.email.id === id);
    return email ? found(email) : refusal(404, 'not_found', 'no such email');
  }

  #reschedule({ email }: FakeEmail, scheduledAt: string | undefined): FakeAnswer {
    const at = new Date(scheduledAt ?? '');
    if (Number.isNaN(at.getTime())) return refusal(422, 'validation_error', 'scheduled_at: required, a time');
    if (email.last_event !== 'queued' || at <= new Date())
      return refusal(409, 'not_schedulable', 'the email or its time cannot be changed any more');
    email.scheduled_at = at.toISOString();
    if (email.waiting) email.waiting.next_attempt_at = email.scheduled_at;
    return { status: 200, body: { id: email.id, object: 'email', scheduled_at: email.scheduled_at } };
  }

  #cancel({ email }: FakeEmail): FakeAnswer {
    if (email.last_event !== 'queued')
      return refusal(409, 'not_cancelable', 'the email is not queued any more');
    email.last_event = 'canceled';
    email.waiting = null;
    return { status: 200, body: { id: email.id, object: 'email', status: 'canceled' } };
  }

  /** Newest first; the cursor is how many came before. */
  #list(query: URLSearchParams): FakeAnswer {
    const limit = Number(query.get('limit') ?? 25);
    const from = Number(query.get('cursor') ?? 0);
    const newest = [...this.#emails].reverse().slice(from, from + limit);
    const data = newest.map(({ request, email }) => {
      const { id, from: sender, to, subject, last_event, waiting, mode, created_at } = email;
      return {
        id,
        from: sender,
        to,
        subject,
        last_event,
        waiting,
        mode,
        kind: request.kind ?? null,
        created_at,
        sent_at: created_at,
      };
    });
    const next = from + limit < this.#emails.length ? { next_cursor: String(from + limit) } : {};
    return { status: 200, body: { object: 'list', data, ...next } };
  }
}

function respond({ status, body, headers }: FakeAnswer): Response {
  return Response.json(body, { status, headers: { 'x-request-id': crypto.randomUUID(), ...headers } });
}
