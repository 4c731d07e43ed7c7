import { z } from 'zod';
import { waitingFacts, waitingOfEmail } from '../emails/waiting';
import { count, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { emailStatuses, lanes } from '../statuses/statuses';

export const findOperatorEmailsQuery = pageQuery
  .extend({
    recipient: lineOfText()
      .min(3)
      .max(320)
      .meta({ description: 'Address in `to`, `cc` or `bcc`.', examples: [sample.to] }),
    organization: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
    ...sinceUntil('accepted'),
  })
  .refine(isRange, rangeFault);

const status = z.enum(emailStatuses).meta({ description: 'Status of the email.' });
const common = {
  id: line('Id of the email.', sample.emailId),
  organization_id: line('Id of the organization.', sample.organizationId),
  organization: line('Slug of the organization.', 'acme'),
  domain: lineOrNull('Domain that it is sent from. Null: it was deleted.', 'acme.example'),
  from: line('Address that it is sent from.', 'shop@acme.example'),
  mode: z.enum(['live', 'test']).meta({ description: 'Mode of the email.' }),
  status,
  created_at: time('When it was accepted.', sample.acceptedAt),
};

const foundEmail = z
  .object({
    object: objectName('operator_email'),
    ...common,
    recipient: line('The address.', sample.to),
    recipient_status: line('Status for the recipient.', 'delivered'),
    detail: lineOrNull('Reason for this status.', 'busy: 451 4.7.1 Greylisted'),
  })
  .meta({ id: 'FoundEmail', description: 'An email to an address, without its content.' });
export type FoundEmail = z.infer<typeof foundEmail>;

export const foundEmails = listOf(foundEmail);

const recipient = z
  .object({
    address: line('Address of the recipient.', sample.to),
    role: line('`to`, `cc` or `bcc`.', 'to'),
    status: line('Status for the recipient.', 'delivered'),
    provider: lineOrNull('Mailbox provider, known after a first attempt.', 'gmail'),
    detail: lineOrNull('Reason for this status.', 'busy: 451 4.7.1 Greylisted'),
    updated_at: time('When it changed last.'),
  })
  .meta({ id: 'OperatorRecipient', description: 'A recipient of an email.' });

const attempt = z
  .object({
    round: count('Number of the attempt, from 1.', 1),
    recipient: line('Address of the recipient.', sample.to),
    result: lineOrNull('Result. Null: it runs, or its worker died.', 'deferred'),
    reply: lineOrNull('Reply of the server.', '451 4.7.1 Greylisted'),
    peer: lineOrNull('Host that it was tried at.', 'mx.example.net [192.0.2.1]:25'),
    source_address: lineOrNull('Address that it was sent from.', '198.51.100.7'),
    transport: lineOrNull('Transport that was used.', 'mx'),
    started_at: time('When it began.'),
    finished_at: timeOrNull('When it ended.'),
    conversation: z
      .array(z.string())
      .meta({ description: 'SMTP conversation without the body.', examples: [['S: 451 4.7.1 Greylisted']] }),
  })
  .meta({ id: 'OperatorAttempt', description: 'A delivery attempt for a recipient.' });

const event = z
  .object({
    type: line('Type of the event.', 'delivery_delayed'),
    recipient: lineOrNull('Address of the recipient.', sample.to),
    detail: lineOrNull('Reason for the event.', 'busy: 451 4.7.1 Greylisted'),
    failure_class: lineOrNull('Class of the failure.', 'recipient_busy'),
    occurred_at: time('When it happened.'),
    next_attempt_at: timeOrNull('When delivery is tried next.', null),
  })
  .meta({ id: 'OperatorEmailEvent', description: 'An event of an email.' });

export const operatorEmail = z
  .object({
    object: objectName('operator_email'),
    ...common,
    where: line('What it waits for: the advice of `waiting`, and its details.', waitingFacts.retry.advice),
    waiting: waitingOfEmail.nullable().meta({
      description: 'Why it has not been sent yet, as its sender sees it. Null if sending is finished.',
    }),
    lane: z.enum(lanes).meta({ description: 'Lane of the email.' }),
    kind: lineOrNull('Kind of the email.', 'order.receipt'),
    message_id: lineOrNull('Message-ID header.', '<0197f2e4@acme.example>'),
    due_at: timeOrNull('When it is due.', null),
    scheduled_at: timeOrNull('When it was scheduled for.', null),
    expires_at: timeOrNull('When it is given up.', null),
    final_at: timeOrNull('When it was finished.'),
    content_kept: flag('Whether its content is stored.'),
    recipients: z.array(recipient).meta({ description: 'Recipients.' }),
    attempts: z.array(attempt).meta({ description: 'The first 2,000 delivery attempts, oldest first.' }),
    events: z.array(event).meta({ description: 'The first 2,000 events, oldest first.' }),
  })
  .meta({ id: 'OperatorEmail', description: 'An email of any organization, without its content.' });
export type OperatorEmail = z.infer<typeof operatorEmail>;
