import type { Address } from 'postal-mime';
import { addressKey, formatMailbox, parseMailbox, type Mailbox } from '../addresses/mailbox';
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
  /** No recipient sees an address. */
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
  const recipients = envelope.to.map(envelopeMailbox);
  const open = new Map(recipients.map((mailbox) => [addressKey(mailbox), mailbox.address]));
  const all = [...open.values()];
  // By what was read of them: to read each once more took a quarter of the time for both.
  const named = (list: readonly Address[]) =>
    readMailboxes(list)
      .filter(({ mailbox }) => open.delete(addressKey(mailbox)))
      .map(({ text }) => text);

  const to = named(header.to);
  if (to.length === 0) return { to: all, cc: [], bcc: [], hidden: all.length > 1 };
  const cc = named(header.cc);
  return { to, cc, bcc: [...open.values()], hidden: false };
}

/** Header mailboxes in the API's grammar, members of groups included; without those that it cannot express. */
export function toMailboxes(list: readonly Address[]): string[] {
  return readMailboxes(list).map(({ text }) => text);
}

/** `text`: with the name, if it can be shown. */
function readMailboxes(list: readonly Address[]): { readonly mailbox: Mailbox; readonly text: string }[] {
  const read: { mailbox: Mailbox; text: string }[] = [];
  for (const { name, address } of list.flatMap((entry) => entry.group ?? [entry])) {
    const parsed = parseMailbox(address);
    if (!parsed.ok) continue;
    const { mailbox } = parsed;
    const shownName = visibleName(name);
    const whole =
      shownName === '' ? mailbox.address : formatMailbox({ name: shownName, address: mailbox.address });
    const isShown = shownName === '' || parseMailbox(whole).ok;
    read.push({ mailbox, text: isShown ? whole : mailbox.address });
  }
  return read;
}

/** An encoded word can hide line breaks in a name. */
function visibleName(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function envelopeMailbox(address: string): Mailbox {
  const parsed = parseMailbox(address);
  if (parsed.ok) return parsed.mailbox;
  throw new RefusedMessage({ code: 501, enhanced: '5.1.3', text: 'a recipient address is not valid' });
}
