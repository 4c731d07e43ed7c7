import type { EmailEvent, SendEmailRequest } from '../generated/schemas';

/** What happens to a recipient of a test send: the local part says it, without what follows a `+`. */
export function outcomeOf(recipient: string): EmailEvent['type'][] {
  const address = /<([^>]*)>/.exec(recipient)?.[1] ?? recipient;
  const localPart = address.slice(0, address.lastIndexOf('@')).replace(/\+.*/, '').toLowerCase();
  switch (localPart) {
    case 'bounce':
      return ['queued', 'sent', 'bounced'];
    case 'complaint':
      return ['queued', 'sent', 'delivered', 'complained'];
    case 'suppressionlist':
      return ['queued', 'sent', 'rejected'];
    default:
      return ['queued', 'sent', 'delivered'];
  }
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
