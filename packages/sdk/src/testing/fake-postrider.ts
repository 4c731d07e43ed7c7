import type { Email, EmailEvent, SendEmailRequest } from '../generated/schemas';
import type { PostriderOptions } from '../postrider';
import { eventsOf, lastEventOf, problemOf } from './test-mode';

/** An email accepted by the fake: the request, and the resource. */
export interface FakeEmail {
  readonly request: SendEmailRequest;
  readonly email: Email;
}

/**
 * What happens to the next request:
 * - an error, before anything is done
 * - `lost`: it is done, but the response is lost
 */
export type FakeFault =
  { readonly status: number; readonly code: string; readonly retryAfterSeconds?: number } | 'lost';

interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusal = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  body: { error: { code, message } },
});

/**
 * The API in memory, for tests: sending, batches, reading, listing, rescheduling and canceling emails as with test keys, with
 * idempotency keys. No network, no ports, no shared state.
 *
 *     const fake = new FakePostrider();
 *     const client = new Postrider(fake.options);
 */
export class FakePostrider {
  readonly #emails: FakeEmail[] = [];
  readonly #idByKey = new Map<string, string>();
  readonly #faults: FakeFault[] = [];

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

  clear(): void {
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
    const answer = await this.#answer(request);
    if (fault === 'lost') throw new TypeError('fetch failed', { cause: new Error('the connection was cut') });
    return respond(answer);
  }

  async #answer(request: Request): Promise<FakeAnswer> {
    const { pathname } = new URL(request.url);
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

  #send(request: SendEmailRequest, header: string | null): FakeAnswer {
    const key = header ?? request.idempotency_key;
    const earlier = key === undefined ? undefined : this.#idByKey.get(key);
    if (earlier !== undefined)
      return { status: 200, body: { id: earlier }, headers: { 'idempotent-replayed': 'true' } };
    const problem = problemOf(request);
    if (problem) return refusal(422, problem.code, problem.message);
    const email = emailOf(request);
    this.#emails.push({ request, email });
    if (key !== undefined) this.#idByKey.set(key, email.id);
    return { status: 200, body: { id: email.id } };
  }

  #sendBatch(requests: readonly SendEmailRequest[]): FakeAnswer {
    const data = requests.map((request) =>
      request.attachments
        ? refusal(422, 'attachments_not_in_batch', 'items of a batch have no attachments').body
        : this.#send(request, null).body,
    );
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
    return { status: 200, body: { id: email.id, object: 'email', scheduled_at: email.scheduled_at } };
  }

  #cancel({ email }: FakeEmail): FakeAnswer {
    if (email.last_event !== 'queued')
      return refusal(409, 'not_cancelable', 'the email is not queued any more');
    email.last_event = 'canceled';
    return { status: 200, body: { id: email.id, object: 'email', status: 'canceled' } };
  }

  /** Newest first; the cursor is how many came before. */
  #list(query: URLSearchParams): FakeAnswer {
    const limit = Number(query.get('limit') ?? 25);
    const from = Number(query.get('cursor') ?? 0);
    const newest = [...this.#emails].reverse().slice(from, from + limit);
    const data = newest.map(({ request, email }) => {
      const { id, from: sender, to, subject, last_event, mode, created_at } = email;
      return {
        id,
        from: sender,
        to,
        subject,
        last_event,
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

const iso = (time: string | Date | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const list = (addresses: string | readonly string[] = []): string[] =>
  typeof addresses === 'string' ? [addresses] : [...addresses];

function emailOf(request: SendEmailRequest): Email {
  const at = new Date().toISOString();
  const [to, cc, bcc] = [list(request.to), list(request.cc), list(request.bcc)];
  const isScheduled = request.scheduled_at !== undefined && new Date(request.scheduled_at) > new Date();
  const events = [...to, ...cc, ...bcc].flatMap((recipient): EmailEvent[] =>
    isScheduled ? [{ type: 'queued', recipient, at }] : eventsOf(request, recipient, at),
  );
  return {
    object: 'email',
    id: crypto.randomUUID(),
    from: request.from,
    to,
    cc,
    bcc,
    reply_to: request.reply_to ?? null,
    subject: request.subject ?? '',
    html: request.html ?? null,
    text: request.text ?? null,
    kind: request.kind ?? null,
    tags: request.tags ? [...request.tags] : null,
    created_at: at,
    scheduled_at: iso(request.scheduled_at),
    expires_at: iso(request.expires_at),
    sent_at: isScheduled ? null : at,
    last_event: isScheduled ? 'queued' : lastEventOf(events.map(({ type }) => type)),
    mode: 'test',
    message_id: null,
    metadata: request.metadata ?? null,
    attachments: (request.attachments ?? []).map(({ filename, content, content_type }) => ({
      filename,
      content_type: content_type ?? 'application/octet-stream',
      size: atob(content).length,
    })),
    holds: [],
    events,
    events_truncated: false,
  };
}
