import type { Address } from 'postal-mime';
import { formatMailbox, normaliseAddress, parseMailbox } from '../addresses/mailbox';
import { RefusedMessage } from '../parsing/refused-message';

/** `MAIL FROM` and `RCPT TO` of a submission; `from` is empty for the null sender. */
export interface SubmittedEnvelope {
  from: string;
  to: readonly string[];
}

export interface AddressedRecipients {
  to: string[];
  cc: string[];
  bcc: string[];
  /** Nobody is shown an address. */
  hidden: boolean;
}

/**
 * Who gets the mail and who is shown: only the envelope's recipients get it. To and Cc are what the headers name of
 * them, all others are Bcc. The API needs a `to`: where the headers name none, one recipient may as well read their own
 * address there, but several must not read each other's.
 */
export function addressedRecipients(
  envelope: SubmittedEnvelope,
  header: { to: readonly Address[]; cc: readonly Address[] },
): AddressedRecipients {
  const open = new Map(envelope.to.map((address) => [normaliseAddress(address), envelopeAddress(address)]));
  const all = [...open.values()];
  const named = (list: readonly Address[]) =>
    toMailboxes(list).filter((mailbox) => open.delete(normaliseAddress(mailbox)));

  const to = named(header.to);
  if (to.length === 0) return { to: all, cc: [], bcc: [], hidden: all.length > 1 };
  const cc = named(header.cc);
  return { to, cc, bcc: [...open.values()], hidden: false };
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
