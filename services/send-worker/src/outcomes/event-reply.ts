import type { EventReply } from '@postrider/contracts';
import type { ServerReply } from '@postrider/smtp-client';

/** Enough for what servers say; what a hostile one says does not fill webhooks. */
const textCharsMax = 500;
const hostCharsMax = 255;

/** What customers see of a server's reply: `reply` of an event. */
export function eventReplyOf(host: string, { code, text }: ServerReply): EventReply {
  return { host: host.slice(0, hostCharsMax), code, text: text.slice(0, textCharsMax).toWellFormed() };
}
