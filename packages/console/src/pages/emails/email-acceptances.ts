import type { DeliveryAttempt, Email, ProviderDeliveryTimes } from '../../api/types';

export interface Acceptance {
  readonly provider: string;
  /** Of the last recipient there. */
  readonly at: string;
  /** With its code, as far as it is recorded. */
  readonly reply: string | null;
  readonly recipients: number;
}

/** Who accepted the email: a line for each mailbox provider, or for each domain while the providers are not known. */
export function acceptancesOf(
  email: Email,
  attempts: readonly DeliveryAttempt[],
  times: readonly ProviderDeliveryTimes[],
): readonly Acceptance[] {
  const delivered = email.events.filter(({ type }) => type === 'delivered');
  const byProvider = Map.groupBy(delivered, ({ recipient }) => providerOf(recipient, times));
  return [...byProvider].flatMap(([provider, events]) => {
    const last = events.at(-1);
    if (last === undefined) return [];
    const recipients = new Set(events.map(({ recipient }) => recipient)).size;
    return [{ provider, at: last.at, reply: replyOf(last, attempts), recipients }];
  });
}

/** A delivery that a provider reports later has no reply of ours: an attempt belongs to it only if both have one time. */
function replyOf(
  { recipient, at, reply }: Email['events'][number],
  attempts: readonly DeliveryAttempt[],
): string | null {
  if (reply !== undefined) return `${reply.code} ${reply.text}`;
  const attempt = attempts.find(
    (each) => each.result === 'accepted' && each.recipient === recipient && each.finished_at === at,
  );
  return attempt?.reply ?? null;
}

/** Where an email waits: the provider of the recipient whose last event is a deferral, else the first one's. */
export function waitingProviderOf(email: Email, times: readonly ProviderDeliveryTimes[]): string {
  const deferred = email.events.findLast(({ type }) => type === 'delivery_delayed');
  const recipient = deferred?.recipient ?? email.to[0] ?? email.cc[0] ?? email.bcc[0] ?? '';
  return providerOf(addressOf(recipient), times);
}

function providerOf(recipient: string, times: readonly ProviderDeliveryTimes[]): string {
  return times.find(({ recipients }) => recipients.includes(recipient))?.provider ?? domainOf(recipient);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Events name addresses; the lists of an email can have names, too. */
export function addressOf(recipient: string): string {
  return /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;
}
