import type { DeliveryAttempt, Email } from 'postrider';
import { fields } from '../command-line/output';

/** An email as `emails get` shows it. */
export function emailText(email: Email): string {
  const head = fields({
    ...{ id: email.id, from: email.from, to: email.to.join(', '), subject: email.subject },
    ...{ mode: email.mode, accepted: email.created_at, status: email.last_event },
  });
  const events = email.events.map(
    ({ at, type, recipient, detail }) => `  ${at}  ${type}  ${recipient}${detail ? `  ${detail}` : ''}`,
  );
  return [head, 'events:', ...events].join('\n');
}

/** Why an email is where it is: what it waits for, what failed and who can mend it, and what the servers said. */
export function whyText(email: Email, attempts: readonly DeliveryAttempt[]): string {
  const { waiting } = email;
  const parts = [`${email.subject}\n${email.last_event}, accepted at ${email.created_at}`];
  if (waiting) {
    parts.push(
      fields({
        ...{ 'waits for': waiting.cause, since: waiting.since, detail: waiting.detail },
        ...{ 'next attempt': waiting.next_attempt_at, 'who can act': waiting.actor, advice: waiting.advice },
      }),
    );
  }
  for (const { type, recipient, at, detail, diagnosis } of email.events) {
    if (!diagnosis) continue;
    parts.push(
      fields({
        ...{ [type]: `${recipient} at ${at}`, reply: detail, class: diagnosis.class },
        ...{ 'who can act': diagnosis.actor, advice: diagnosis.advice },
      }),
    );
  }
  for (const attempt of attempts) parts.push(attemptText(attempt));
  if (parts.length === 1) parts.push('Nothing failed, and nothing waits.');
  return parts.join('\n\n');
}

function attemptText({
  round,
  recipient,
  host,
  result,
  reply,
  conversation,
  tls,
  finished_at: at,
}: DeliveryAttempt): string {
  const head = fields({
    attempt: `${round} to ${recipient}`,
    ...{
      host,
      result,
      reply,
      finished: at,
      tls: tls?.encrypted ? `${tls.version} ${tls.verified ?? 'not verified'}` : null,
    },
  });
  return [head, ...(conversation ?? []).map((line) => `  ${line}`)].join('\n');
}
