import type { InboxEmail, InboxEmailSummary } from '../generated/schemas';
import { refusal, type FakeAnswer } from './answer';
import type { FakeEmail } from './fake-email';
import { linksOf } from './test-mode';

/** The inbox of the fake: its emails, as they are sent, until it is emptied. */
export class FakeInbox {
  readonly #deleted = new Set<string>();

  answer(request: Request, parts: readonly string[], all: readonly FakeEmail[]): FakeAnswer {
    const { searchParams: query, pathname } = new URL(request.url);
    const emails = all.filter(({ email }) => !this.#deleted.has(email.id));
    const [id] = parts;
    if (request.method === 'GET' && parts.length === 1) {
      const found = emails.find(({ email }) => email.id === id);
      return found
        ? { status: 200, body: inboxEmailOf(found) }
        : refusal(404, 'not_found', 'no such email in the inbox');
    }
    if (parts.length > 0) return refusal(404, 'not_found', `the fake has no ${request.method} ${pathname}`);
    const found = emails.filter((each) => matches(each, query));
    if (request.method === 'GET') {
      const limit = Number(query.get('limit') ?? 25);
      return { status: 200, body: { object: 'list', data: found.reverse().slice(0, limit).map(summaryOf) } };
    }
    const settled = found.filter(({ email }) => email.last_event !== 'queued');
    for (const { email } of settled) this.#deleted.add(email.id);
    return { status: 200, body: { object: 'inbox_cleared', deleted: settled.length, has_more: false } };
  }
}

function matches({ email }: FakeEmail, query: URLSearchParams): boolean {
  const [to, tag, since, search] = ['to', 'tag', 'since', 'search'].map((name) => query.get(name));
  const { from, subject, html, text } = email;
  const content = [subject, from, ...email.to, text ?? html].join('\n').toLowerCase();
  return (
    (!to || email.to.some((address) => bare(address) === bare(to))) &&
    (!tag || (email.tags ?? []).some(({ name, value }) => tag === name || tag === `${name}:${value}`)) &&
    (!since || new Date(email.created_at) >= new Date(since)) &&
    (!search || content.includes(search.toLowerCase()))
  );
}

const bare = (address: string): string => (/<([^>]*)>/.exec(address)?.[1] ?? address).toLowerCase();

function summaryOf({ email }: FakeEmail): InboxEmailSummary {
  const { id, from, to, subject, last_event, mode, created_at } = email;
  return { object: 'inbox_email', id, from, to, subject, last_event, mode, created_at };
}

function inboxEmailOf(fake: FakeEmail): InboxEmail {
  const { from, to, cc, bcc, tags, subject, html, text, attachments } = fake.email;
  const custom = Object.entries(fake.request.headers ?? {});
  const headers = Object.entries({ From: from, To: to.join(', '), Subject: subject }).concat(custom);
  return {
    ...summaryOf(fake),
    ...{ cc, bcc, tags, html, text },
    headers: headers.map(([name, value]) => ({ name, value })),
    codes: codesOf(`${subject}\n${text ?? html?.replace(/<[^>]*>/g, ' ') ?? ''}`),
    links: linksOf(fake.email),
    attachments: attachments.map((file, index) => ({ ...file, index, content_id: null })),
    size_bytes: new TextEncoder().encode(html ?? text ?? '').length,
    findings: [],
  };
}

/** The API knows codes better; this finds digits in a text about a code. */
function codesOf(text: string): string[] {
  if (!/code|pin|password|verif/i.test(text)) return [];
  const codes = text.replace(/https?:\S+/g, ' ').matchAll(/(?<![\w#$€.,:/+-])\d{4,8}(?![\w%])/g);
  return [...new Set([...codes].map(([code]) => code))];
}
