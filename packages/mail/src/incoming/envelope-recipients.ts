import type { Address } from 'postal-mime';
import { formatMailbox, normaliseAddress, parseMailbox } from '../addresses/mailbox';
import { RefusedMessage } from './relay-reply';

/** `MAIL FROM` and `RCPT TO` of a submission; `from` is empty for the null sender. */
export interface SubmittedEnvelope {
  from: string;
  to: readonly string[];
}

export interface AddressedRecipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/**
 * Who gets the mail and who is shown: only the envelope's recipients get it. To and Cc are what the headers name of
 * them, all others are Bcc. The API needs a `to`, so without one the first recipient is named there.
 */
export function addressedRecipients(
  envelope: SubmittedEnvelope,
  header: { to: readonly Address[]; cc: readonly Address[] },
): AddressedRecipients {
  const open = new Map(envelope.to.map((address) => [normaliseAddress(address), envelopeAddress(address)]));
  const first = [...open.keys()][0];
  const take = (key: string, shown: string): string[] => (open.delete(key) ? [shown] : []);
  const named = (list: readonly Address[]) =>
    toMailboxes(list).flatMap((mailbox) => take(normaliseAddress(mailbox), mailbox));

  const to = named(header.to);
  if (to.length === 0 && first !== undefined) to.push(...take(first, open.get(first) ?? first));
  const cc = named(header.cc);
  return { to, cc, bcc: [...open.values()] };
}

/** Header mailboxes in the API's grammar, members of groups included; what it could not express is left out. */
export function toMailboxes(list: readonly Address[]): string[] {
  return list
    .flatMap((entry) => (entry.group ? entry.group : [entry]))
    .flatMap(({ name, address }) => {
      const shownName = visibleName(name);
      const parsed = parseMailbox(address);
      if (!parsed.ok) return [];
      if (shownName === '') return [parsed.mailbox.address];
      const whole = formatMailbox({ name: shownName, address: parsed.mailbox.address });
      return [parseMailbox(whole).ok ? whole : parsed.mailbox.address];
    });
}

/** An encoded word can hide line breaks in a name. */
function visibleName(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function envelopeAddress(address: string): string {
  const parsed = parseMailbox(address);
  if (parsed.ok) return parsed.mailbox.address;
  throw new RefusedMessage({ code: 501, enhanced: '5.1.3', text: 'a recipient address cannot be read' });
}
