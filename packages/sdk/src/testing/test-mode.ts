import type { EmailEvent, SendEmailRequest } from '../generated/schemas';

type Outcome = Pick<EmailEvent, 'type' | 'bounce_type' | 'detail'>;

const queued: Outcome = { type: 'queued' };
const sent: Outcome = { type: 'sent' };
const delivered: Outcome = { type: 'delivered' };
const opened: Outcome = { type: 'opened' };
const delayed = (detail: string): Outcome => ({ type: 'delivery_delayed', detail });
const softBounce: Outcome = { type: 'bounced', bounce_type: 'soft', detail: 'full: 452 4.2.2 Mailbox full' };

/** The events of a test send, by the recipient's local part; anything else is delivered. */
const outcomes: ReadonlyMap<string, readonly Outcome[]> = new Map([
  ['bounce', [queued, sent, { type: 'bounced', bounce_type: 'hard' }]],
  ['softbounce', [queued, sent, softBounce]],
  ['complaint', [queued, sent, delivered, { type: 'complained' }]],
  ['suppressionlist', [queued, sent, { type: 'rejected' }]],
  ['delay', [queued, delayed('system: 451 4.3.0 Temporary failure, try again later'), sent, delivered]],
  ['greylist', [queued, delayed('policy: 451 4.7.1 Greylisted, try again later'), sent, delivered]],
  ['open', [queued, sent, delivered, opened]],
  ['click', [queued, sent, delivered, opened, { type: 'clicked' }]],
]);
const otherwise: readonly Outcome[] = [queued, sent, delivered];

/** What Resend calls its test addresses, at resend.dev. */
const resendNames: ReadonlyMap<string, string> = new Map([
  ['bounced', 'bounce'],
  ['complained', 'complaint'],
  ['suppressed', 'suppressionlist'],
]);

/** What happens to a recipient of a test send: the tag `simulate` says it, or the local part, without what follows a `+`. */
function outcomeOf(recipient: string, { tags }: SendEmailRequest): readonly Outcome[] {
  const named = outcomes.get(tags?.find(({ name }) => name === 'simulate')?.value ?? '');
  if (named !== undefined) return named;
  const address = /<([^>]*)>/.exec(recipient)?.[1] ?? recipient;
  const [local = '', host] = address.toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return outcomes.get((host === 'resend.dev' && resendNames.get(name)) || name) ?? otherwise;
}

/** The events of one recipient of a test send. */
export function eventsOf(request: SendEmailRequest, recipient: string, at: string): EmailEvent[] {
  const url = (linksOf(request)[0] ?? linksOf({ text: request.text ?? null })[0])?.url;
  return outcomeOf(recipient, request).map((outcome) => ({
    ...outcome,
    recipient,
    at,
    ...(outcome.type === 'delivery_delayed' && { next_attempt_at: at }),
    ...(outcome.type === 'clicked' && url !== undefined && { url }),
  }));
}

/** The API knows links better; this finds those that are written plainly. */
export function linksOf({
  html,
  text,
}: {
  readonly html?: string | null;
  readonly text?: string | null;
}): { url: string; text: string }[] {
  if (!html) return [...(text ?? '').matchAll(/https?:\/\/[^\s<>"]+/gi)].map(([url]) => ({ url, text: '' }));
  return [...html.matchAll(/<a\s[^>]*?href="(https?:[^"]+)"[^>]*>(.*?)(?:<\/a>|$)/gis)].map(
    ([, url = '', words = '']) => ({
      url: url.replaceAll('&amp;', '&'),
      text: words
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    }),
  );
}

/** The worst that happened to any recipient. */
export function lastEventOf(types: readonly string[]): 'complained' | 'bounced' | 'failed' | 'delivered' {
  if (types.includes('complained')) return 'complained';
  if (types.includes('bounced')) return 'bounced';
  return types.includes('rejected') ? 'failed' : 'delivered';
}

/** The mistakes that tests of a sender most often look for; the API knows many more. */
export function problemOf(request: SendEmailRequest): { code: string; message: string } | undefined {
  const { from, to, cc, bcc, subject, html, text, template, mime } = request;
  const recipients = [to, cc, bcc].flat().filter((address) => address !== undefined);
  const content = html ?? text ?? mime;
  const problem = (code: string, message: string) => ({ code, message });
  if (typeof from !== 'string') return problem('validation_error', 'from: required');
  if (!isAddress(from)) return problem('invalid_from', 'from: not `email` or `Name <email>`');
  if (recipients.length === 0) return problem('validation_error', 'to: required');
  if (recipients.length > 50) return problem('validation_error', 'to, cc, bcc: at most 50 addresses');
  const wrong = recipients.find((address) => !isAddress(address));
  if (wrong !== undefined) return problem('validation_error', `to: not an email address: ${wrong}`);
  if (template) return undefined;
  if (!subject || /[\r\n]/.test(subject)) return problem('validation_error', 'subject: required, one line');
  return content ? undefined : problem('validation_error', 'html: html or text is required');
}

const isAddress = (text: string): boolean => /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text);
