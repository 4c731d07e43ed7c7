import type { Email, EmailEvent, SendEmailRequest, TemplateReference } from '../generated/schemas';
import { eventsOf, lastEventOf } from './test-mode';

/** An email accepted by the fake: the request, and the resource. */
export interface FakeEmail {
  readonly request: SendEmailRequest;
  readonly email: Email;
  /** The template that it was rendered from. */
  readonly template?: TemplateReference | undefined;
}

const iso = (time: string | Date | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const list = (addresses: string | readonly string[] = []): string[] =>
  typeof addresses === 'string' ? [addresses] : [...addresses];

/** The resource that the API would have for it; of a test send, its events are there at once. */
export function emailOf(request: SendEmailRequest): Email {
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
    claimed_at: isScheduled ? null : at,
    sent_at: isScheduled ? null : at,
    last_event: isScheduled ? 'queued' : lastEventOf(events.map(({ type }) => type)),
    waiting: isScheduled ? scheduled(at, iso(request.scheduled_at)) : null,
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

function scheduled(since: string, next_attempt_at: string | null): Email['waiting'] {
  const advice =
    'No action needed: the email is sent at its scheduled time, or earlier if you reschedule it.';
  return { cause: 'scheduled', actor: 'none', since, next_attempt_at, advice, detail: null };
}
