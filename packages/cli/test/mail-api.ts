import { Postrider } from 'postrider';
import {
  allowedAddress,
  allowedDomain,
  ownDomain,
  type AttackKey,
  type PlantedText,
} from '../src/mcp/attacks/attack';
import { broadcastId, emailId, receivedId } from '../src/mcp/attacks/injections';

/** What the API was asked to send. */
export interface SendRequest {
  readonly idempotencyKey: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An API in memory that answers with a planted text at one place, and records what would change something. */
export interface MailApi {
  readonly client: Postrider;
  /** Requests to `POST /emails` with an idempotency key that was not used before: what leaves. */
  readonly sent: readonly SendRequest[];
  /** All other requests that are not `GET`. */
  readonly changes: readonly string[];
}

const keyFields: Readonly<Record<AttackKey, object>> = {
  recipients: { allowed_recipients: [allowedAddress, allowedDomain] },
  templates: { templates_only: true },
  read: {},
  drafts: {},
  test: { mode: 'test' },
};
const at = '2026-05-12T09:30:00.000Z';

export function startMailApi(key: AttackKey, planted: PlantedText = { place: '', text: '' }): MailApi {
  const sent: SendRequest[] = [];
  const changes: string[] = [];
  const text = (place: string, usual = 'usual'): string =>
    planted.place === place ? String(planted.text) : usual;
  const answer = (method: string, path: string, body: Readonly<Record<string, unknown>>): Answered => {
    const found = reads(text, key)[`${method} ${path}`];
    if (found !== undefined) return { body: found };
    if (`${method} ${path}` !== 'POST /emails/check')
      return { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } };
    if (body['subject'] === 'refused') {
      return {
        status: 422,
        body: { error: { code: 'validation_error', message: text('message of a refusal') } },
      };
    }
    const finding = { code: 'shortener', severity: 'warning', message: text('finding of the check') };
    return { body: { object: 'email_check', size_bytes: 10, findings: [finding] } };
  };
  const fetchInMemory: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    const body = request.method === 'GET' ? {} : ((await request.json()) as Record<string, unknown>);
    if (request.method === 'POST' && path === '/emails') {
      const idempotencyKey = request.headers.get('idempotency-key');
      const isReplay = sent.some(
        (send) => send.idempotencyKey !== null && send.idempotencyKey === idempotencyKey,
      );
      if (!isReplay) sent.push({ idempotencyKey, body });
      return json({ body: { id: emailId } }, isReplay ? { 'idempotent-replayed': 'true' } : {});
    }
    if (request.method !== 'GET') changes.push(`${request.method} ${path}`);
    return json(answer(request.method, path, body));
  };
  const client = new Postrider({
    apiKey: 'pr_live_stub',
    baseUrl: 'https://stub.example',
    fetch: fetchInMemory,
    maxRetries: 0,
  });
  return { client, sent, changes };
}

interface Answered {
  readonly status?: number;
  readonly body: unknown;
}

function json({ status = 200, body }: Answered, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers });
}

type Text = (place: string, usual?: string) => string;

function reads(text: Text, key: AttackKey): Readonly<Record<string, unknown>> {
  const template = {
    ...{
      object: 'template',
      id: emailId,
      slug: 'receipt',
      name: text('name of a template'),
      status: 'published',
    },
    ...{ current_version: 1, published_at: at, created_at: at, updated_at: at, variables: [] },
  };
  const list = (...data: unknown[]): object => ({ object: 'list', data });
  return {
    'GET /keys/me': {
      ...{
        object: 'api_key',
        id: 'k1',
        name: 'Assistant',
        mode: 'live',
        permission: 'FULL',
        domains: [ownDomain],
      },
      ...{ allowed_recipients: [], templates_only: false, ...keyFields[key] },
    },
    'GET /emails': list({ ...email(text), subject: text('subject in the list of sent emails') }),
    [`GET /emails/${emailId}`]: email(text),
    [`GET /emails/${emailId}/attempts`]: list(attempt(text)),
    'GET /email-events': { ...list(bounce(text)), next_cursor: 'c', has_more: false },
    'GET /inbound': list({ ...received(text), subject: text('subject in the list of received emails') }),
    [`GET /inbound/${receivedId}`]: received(text),
    'GET /templates': list(template),
    'GET /templates/receipt': { ...template, subject: 's', html: null, text: 't' },
    'POST /templates/receipt/render': {
      object: 'rendered_template',
      subject: 's',
      html: null,
      text: text('rendered template'),
    },
    [`GET /broadcasts/${broadcastId}`]: {},
  };
}

function email(text: Text): object {
  return {
    ...{
      object: 'email',
      id: emailId,
      from: `hello@${ownDomain}`,
      to: [text('name of a recipient', 'ada@x.example')],
    },
    ...{
      cc: [],
      bcc: [],
      reply_to: null,
      subject: text('subject of a sent email'),
      text: text('text of a sent email'),
      html: null,
    },
    ...{
      kind: null,
      tags: null,
      metadata: { note: text('metadata of a sent email') },
      attachments: [],
      holds: [],
    },
    ...{ created_at: at, sent_at: null, last_event: 'queued', mode: 'live', events_truncated: false },
    waiting: {
      ...{ cause: 'retry', actor: 'none', since: at, next_attempt_at: at, advice: 'No action is needed.' },
      detail: text('detail of what an email waits for'),
    },
    events: [{ type: 'queued', recipient: 'ada@x.example', at }],
  };
}

function attempt(text: Text): object {
  return {
    ...{
      object: 'delivery_attempt',
      recipient: 'ada@x.example',
      round: 1,
      host: 'mx.x.example',
      transport: null,
      tls: null,
    },
    ...{
      source_address: null,
      started_at: at,
      finished_at: at,
      result: 'deferred',
      reply_code: 451,
      diagnosis: null,
    },
    ...{
      reply: text('reply of a mail server'),
      next_attempt_at: at,
      conversation: [text('conversation with a mail server')],
    },
  };
}

function bounce(text: Text): object {
  const data = {
    email_id: emailId,
    recipient: 'ada@x.example',
    subject: 's',
    detail: text('detail of a bounce'),
  };
  return { object: 'email_event', id: 'e1', type: 'email.bounced', created_at: at, data };
}

function received(text: Text): object {
  const html = text('HTML of a received email', '');
  const plain = text('text of a received email', '');
  return {
    ...{
      object: 'inbound_email',
      id: receivedId,
      domain: ownDomain,
      email_id: null,
      rule: 'replies',
      automatic: false,
    },
    ...{
      from: text('name of the sender of a received email', 'eve@x.example'),
      to: [],
      received_for: [],
      received_at: at,
    },
    ...{
      subject: text('subject of a received email'),
      spf: 'fail',
      dkim: 'none',
      dmarc: 'fail',
      in_reply_to_message_id: null,
    },
    ...{
      message_id: text('Message-ID of a received email'),
      metadata: null,
      headers: [],
      authentication: {},
    },
    reply_text: html || plain ? null : text('reply text of a received email'),
    ...{ text: html ? null : plain || null, html: html || null },
    attachments: [
      { index: 0, filename: text('name of a received file'), content_type: 'text/plain', size: 1 },
    ],
  };
}
