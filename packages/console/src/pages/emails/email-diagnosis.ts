import type { Email } from '../../api/types';

/** The delivery of an email as text, for a ticket: no content, no other recipients' data than what it is about. */
export function diagnosisOf(email: Email): string {
  const lines = [
    `Email: ${email.id}`,
    `Status: ${email.last_event}`,
    `From: ${email.from}`,
    `To: ${email.to.join(', ')}`,
    `Message-ID: ${email.message_id ?? '-'}`,
    `Accepted: ${email.created_at}`,
    '',
    ...email.events.flatMap(({ at, type, recipient, reply, diagnosis, detail }) => [
      `${at} ${type} ${recipient}`,
      ...(reply ? [`  ${reply.host}: ${reply.code} ${reply.text}`] : []),
      ...(diagnosis
        ? [`  ${diagnosis.class}, to be solved by the ${diagnosis.actor}: ${diagnosis.advice}`]
        : []),
      ...(!reply && detail ? [`  ${detail}`] : []),
    ]),
  ];
  return lines.join('\n');
}
