import type { SMTPServerAddress } from 'smtp-server';
import { ReplyError, replies } from './smtp-reply';

/** Resolves into smtp-server's callback; what is not a reply is a bug or an outage, and temporary for the client. */
export function answer<Value>(
  work: Promise<Value>,
  callback: (error: Error | null, value?: Value) => void,
): void {
  work.then(
    (value) => callback(null, value),
    (error: unknown) => callback(error instanceof ReplyError ? error : new ReplyError(replies.temporary)),
  );
}

/** Whether a command has parameters beside those that EHLO names. */
export function hasOther({ args }: SMTPServerAddress, known: readonly string[]): boolean {
  return args !== false && Object.keys(args).some((name) => !known.includes(name));
}

/** SIZE of MAIL (RFC 1870); 0 when it is not given. */
export function declaredSize(address: SMTPServerAddress): number {
  const size = address.args === false ? undefined : address.args['SIZE'];
  return typeof size === 'string' && /^\d{1,15}$/.test(size) ? Number(size) : 0;
}
