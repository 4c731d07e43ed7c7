import type { EventReply } from '@postrider/contracts';
import { hostOfPeer, type ConnectResult, type ServerReply } from '@postrider/smtp-client';

/** Enough for what servers say; what a hostile one says does not fill webhooks. */
const textCharsMax = 500;
const hostCharsMax = 255;

/** What customers see of a server's reply: `reply` of an event. */
export function eventReplyOf(host: string, { code, text }: ServerReply): EventReply {
  return { host: host.slice(0, hostCharsMax), code, text: text.slice(0, textCharsMax).toWellFormed() };
}

/** Of a try at a session's `peer`. Null where an API answered: it speaks to us, and about our account. */
export function replyOfPeer(peer: string, reply: ServerReply): EventReply | null {
  const host = hostOfPeer(peer);
  return host === null ? null : eventReplyOf(host, reply);
}

/** Null of a login, too: what a server says of it is about our account. */
export function replyOfGreeting(failure: Exclude<ConnectResult, { kind: 'open' }>): EventReply | null {
  if (failure.kind !== 'refused' || failure.step === 'AUTH') return null;
  return eventReplyOf(failure.host, failure.reply);
}
