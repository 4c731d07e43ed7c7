import type { Principal } from '@postrider/contracts/access';
import { replyToMax, type InboundResource } from '@postrider/contracts/inbound';
import { parseMailbox, replySubject, replyToMailboxes } from '@postrider/mail';
import { seesContent } from '../auth/principal-scope';
import type { AnsweredEmail } from './conversations.repository';
import type { InboundEmail } from './inbound.repository';

/** What a reply has where its request does not say. */
export function replyDefaultsOf(
  principal: Principal,
  email: InboundEmail,
  answered: AnsweredEmail | null,
): InboundResource['reply_defaults'] {
  const address = email.received_for[0] ?? '';
  const isReply = email.rule === 'replies';
  const from = isReply ? (answered?.from ?? '') : address;
  return {
    from: canSend(principal, from) ? from : null,
    to: recipientsOf(email, seesContent(principal, { mode: 'live' })),
    reply_to: isReply && parseMailbox(address).ok ? withoutToken(address) : null,
    subject: replySubject(email.subject),
  };
}

function canSend({ domains }: Principal, from: string): boolean {
  const parsed = parseMailbox(from);
  return parsed.ok && domains.get(parsed.mailbox.domain)?.status === 'verified';
}

function recipientsOf({ headers, from }: InboundEmail, seesHeaders: boolean): string[] {
  const replyTo = seesHeaders && headers?.find(({ name }) => name.toLowerCase() === 'reply-to')?.value;
  const named = replyTo ? replyToMailboxes(replyTo, replyToMax) : [];
  if (named.length > 0) return named;
  return parseMailbox(from).ok ? [from] : [];
}

/** Of `reply+<token>@…`, which names the email before: the next reply names this one by its headers. */
function withoutToken(address: string): string {
  return address.replace(/^[^@]*/, 'reply');
}
