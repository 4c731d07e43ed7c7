import type { DeliveryAttempt, Diagnosis, Email } from '../../api/types';

/** The delivery of an email as text, for a ticket. It has no content of the email. */
export function diagnosisOf(email: Email, attempts: readonly DeliveryAttempt[]): string {
  const lines = [
    `Email: ${email.id}`,
    `Status: ${email.last_event}`,
    ...waitingLines(email.waiting),
    `From: ${email.from}`,
    `To: ${email.to.join(', ')}`,
    `Message-ID: ${email.message_id ?? '-'}`,
    `Accepted: ${email.created_at}`,
    ...(email.scheduled_at === null ? [] : [`Scheduled for: ${email.scheduled_at}`]),
    '',
    ...email.events.flatMap(({ at, type, recipient, reply, diagnosis, detail }) => [
      `${at} ${type} ${recipient}`,
      ...(reply ? [`  ${reply.host}: ${reply.code} ${reply.text}`] : []),
      ...causeOf(diagnosis),
      ...(!reply && detail ? [`  ${detail}`] : []),
    ]),
    ...(attempts.length > 0 ? ['', 'Attempts:'] : []),
    ...attempts
      .toReversed()
      .flatMap((attempt) => [
        `${attempt.started_at} round ${attempt.round} ${attempt.result ?? 'running'} ${attempt.recipient}`,
        `  to ${attempt.host} from ${attempt.source_address ?? '-'} over ${attempt.transport ?? '-'}`,
        ...(attempt.reply === null ? [] : [`  ${attempt.reply}`]),
        ...causeOf(attempt.diagnosis),
        ...(attempt.next_attempt_at === null ? [] : [`  next attempt: ${attempt.next_attempt_at}`]),
        ...(attempt.conversation ?? []).map((line) => `  ${line}`),
      ]),
  ];
  return lines.join('\n');
}

function waitingLines(waiting: Email['waiting']): string[] {
  if (!waiting) return [];
  const { cause, since, next_attempt_at: next, advice, detail } = waiting;
  return [
    `Waiting: ${cause} since ${since}, next attempt ${next ?? 'unknown'}`,
    ...(detail === null ? [] : [`  ${detail}`]),
    `  ${advice}`,
  ];
}

function causeOf(diagnosis: Diagnosis | null | undefined): string[] {
  return diagnosis ? [`  ${diagnosis.class}${solverOf(diagnosis)}: ${diagnosis.advice}`] : [];
}

function solverOf({ actor }: Diagnosis): string {
  return actor === 'none' ? '' : `, to be solved by the ${actor}`;
}
