import type { EmailResource } from '@postrider/contracts/emails';
import { wait } from '@postrider/runtime';
import type { Answers } from '../answers/answers';
import { explainOutcome, type Outcome } from './explain-outcome';
import type { Gateway } from './gateway';

const pollMs = 1_000;
/** A first delivery takes seconds; greylisting answers at once that it takes minutes. */
const followMs = 90_000;

/** Of a smart host: its own report may follow, or not. */
const reportMs = 5_000;
const openStatuses: ReadonlySet<string> = new Set(['queued', 'sending', 'sent']);

/** Sends one email to `to` and follows it until it has left, was refused, or waits for another attempt. */
export async function sendFirstMail(
  gateway: Gateway,
  { organization, sending_domain: domain, platform_host: host }: Answers,
  to: string,
): Promise<Outcome & { readonly id: string }> {
  // The same email within a day: a second run follows the first one.
  const id = await gateway.send(
    {
      from: `Postrider <hello@${domain}>`,
      to,
      subject: `${organization}: Postrider sends email`,
      text: `This is the first email from ${domain}, sent by Postrider at ${host}.\n\nIn the message source, Authentication-Results should say spf=pass, dkim=pass and dmarc=pass.\n`,
    },
    `postrider-setup-${to}`,
  );
  return { id, ...explainOutcome(await follow(gateway, id)) };
}

async function follow(gateway: Gateway, id: string): Promise<EmailResource> {
  let endsAt = performance.now() + followMs;
  let sentAt: number | undefined;
  for (;;) {
    const email = await gateway.readEmail(id);
    const { last_event: status, events, holds } = email;
    const isDelayed = events.at(-1)?.type === 'delivery_delayed' || holds.length > 0;
    if (!openStatuses.has(status) || isDelayed || performance.now() > endsAt) return email;
    if (status === 'sent') endsAt = Math.min(endsAt, (sentAt ??= performance.now()) + reportMs);
    await wait(pollMs);
  }
}
