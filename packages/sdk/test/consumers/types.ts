// Compiled against the built package, as an ES module, as CommonJS and for a bundler; never run.
import { Postrider, type Email, type EmailSummary, type PostriderError, type Result } from 'postrider';
import type { WebhookEvent } from 'postrider/webhooks';

const client = new Postrider({ apiKey: 'k', baseUrl: 'https://mail.example.com' });
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(value?: T): T | undefined => value;

export async function answers(): Promise<unknown> {
  const email = await client.emails.get('em_1');
  isTrue<Same<typeof email.subject, string>>();
  isTrue<Same<typeof email.response.requestId, string | undefined>>();
  const plain: Email = email;
  // Comparing with a status of a future version is no mistake.
  if (plain.last_event === 'snoozed') return plain;
  for await (const item of client.emails.list({ since: new Date(), status: 'sent' })) {
    const summary: EmailSummary = item;
    if (summary.kind === null) break;
  }
  const listed: Promise<EmailSummary[]> = client.emails.list().toArray({ limit: 3 });
  const sent = await client.emails.send({
    from: 'a@b.c',
    to: ['d@e.f'],
    subject: 's',
    text: 't',
    scheduled_at: new Date(),
  });
  const suppressed: string[] | undefined = sent.suppressed;
  const nothing = await client.domains.delete('dom_1');
  const first: EmailSummary | undefined = (await listed)[0];
  return [nothing.response.status, suppressed, first, email];
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error: as the API calls it, reply_to
  await client.emails.send({ from: 'a@b.c', to: 'd@e.f', subject: 's', text: 't', replyTo: 'x@y.z' });
  // @ts-expect-error: no such status
  await client.emails.list({ status: 'snet' }).page();
  // @ts-expect-error: a body is needed
  await client.emails.send({ from: 'a@b.c', to: 'd@e.f', subject: 's' });
  // @ts-expect-error: a recipient is needed
  await client.emails.send({ from: 'a@b.c', subject: 's', text: 't' });
  // @ts-expect-error: a subject is needed
  await client.emails.send({ from: 'a@b.c', to: 'd@e.f', html: 'h' });
  await client.emails.send({ from: 'a@b.c', to: 'd@e.f', template: { slug: 'receipt' } });
  // @ts-expect-error: an id is needed
  await client.emails.get();
  // @ts-expect-error: a limit is needed, a list may have millions
  await client.emails.list().toArray();
}

export async function results(): Promise<string> {
  const result: Result<Email> = await client.safe.emails.get('em_1');
  if (!result.ok) {
    const error: PostriderError = result.error;
    return error.code;
  }
  const page = await client.safe.emails.list().page();
  // @ts-expect-error: iterating could throw
  void client.safe.emails.list()[Symbol.asyncIterator];
  // @ts-expect-error: so could following
  void client.safe.emailEvents.follow;
  return page.ok ? (page.data.data[0]?.id ?? result.data.id) : page.error.code;
}

/** Every known type has its branch; what is left is what this version does not know. */
export function describe(event: WebhookEvent): string {
  switch (event.type) {
    case 'email.sent':
    case 'email.delivered':
    case 'email.delivery_delayed':
    case 'email.late':
    case 'email.bounced':
    case 'email.complained':
    case 'email.rejected':
    case 'email.opened':
    case 'email.clicked':
    case 'email.unsubscribed':
    case 'email.failed':
      return event.data.recipient;
    case 'email.received':
      return event.data.inbound_id;
    case 'webhook.test':
      return event.data.webhook_id;
    case 'contact.created':
    case 'contact.updated':
      return event.data.email;
    case 'contact.deleted':
      return event.data.id;
    case 'contact.subscribed':
    case 'contact.unsubscribed':
      return event.data.change.actor;
    case 'unknown':
      return event.event_type;
  }
}
