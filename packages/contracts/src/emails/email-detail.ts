import { z } from 'zod';
import { refusedItem } from '../errors/error-body';
import { count, countOrNull, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { diagnosis } from '../outcomes/failure-classes';
import { cancelEmailResponse } from './email-actions';
import { addressList } from './send-email';
import { sendLimits } from './send-limits';

export const emailSource = z
  .object({
    object: objectName('email_source'),
    id: line('Id of the email.', sample.emailId),
    source: z
      .string()
      .nullable()
      .meta({
        description:
          'Headers and bodies as they are delivered (RFC 5322). `[content not shown]` replaces the content of attachments. Null after the retention period.',
        examples: [
          'From: Acme <hello@acme.example>\r\nTo: ada@example.com\r\nSubject: Your order\r\n\r\nThank you.\r\n',
        ],
      }),
  })
  .meta({ id: 'EmailSource', description: 'An email as a message.' });

const deliveryTls = z
  .object({
    encrypted: z.boolean().meta({ description: 'Whether the connection was encrypted.', examples: [true] }),
    version: lineOrNull('TLS version. Null if not encrypted.', 'TLSv1.3'),
    cipher: lineOrNull('Cipher suite. Null if not encrypted.', 'TLS_AES_256_GCM_SHA384'),
    verified: z
      .enum(['pkix', 'dane'])
      .nullable()
      .meta({
        description:
          'How the certificate was verified: by a certificate authority (`pkix`) or TLSA records (`dane`). Null if the destination did not require it.',
        examples: ['pkix'],
      }),
  })
  .meta({ id: 'DeliveryTls', description: 'TLS of an SMTP connection.' });

/** In the order in which they take place. */
export const deliveryPhases = ['accepted', 'claimed', 'connected', 'tls', 'data', 'reply', 'ended'] as const;

const deliveryPhase = z
  .object({
    phase: z.enum(deliveryPhases).meta({
      description:
        '`accepted`: the API accepted the email. `claimed`: a worker took it. `connected`: a connection was opened, or an open one was free. `tls`: it was encrypted. `data`: the message began to leave. `reply`: the server answered. `ended`: the attempt ended without an answer.',
      examples: ['connected'],
    }),
    at: time('When the phase was reached.', sample.sentAt),
    after_ms: countOrNull('Milliseconds since the phase before. Null for the first.', 42),
  })
  .meta({ id: 'DeliveryPhase', description: 'A phase of a delivery attempt.' });

/** One try to hand an email over for one recipient. */
export const deliveryAttempt = z
  .object({
    object: objectName('delivery_attempt'),
    recipient: line('Address of the recipient.', sample.to),
    round: count('Number of the delivery round, from 1. Recipients share rounds.', 1),
    host: line(
      'Host that the email was handed to: a mail server or the API of a provider.',
      'mx1.example.com',
    ),
    transport: lineOrNull('Name of the transport. Null if the attempt ended before the email left.', 'mx'),
    source_address: lineOrNull('IP address that the email left from. Null if unknown.', sample.ipAddress),
    tls: deliveryTls.nullable().meta({
      description:
        'TLS of the SMTP connection. Null if there was no connection, if it went to the API of a provider, or if the attempt is older than this field.',
    }),
    started_at: time('When the attempt started.', sample.sentAt),
    finished_at: timeOrNull('When the attempt ended. Null while it is running.', sample.sentAt),
    result: z
      .enum(['accepted', 'deferred', 'bounced', 'unconfirmed'])
      .nullable()
      .meta({
        description:
          'Result. `deferred`: will be tried again. `unconfirmed`: the connection ended without an answer. Null while it is running.',
        examples: ['accepted'],
      }),
    reply_code: countOrNull('SMTP reply code. Null if there was no reply.', 250),
    reply: lineOrNull(
      'Reply with its code, or why there was none. Null if neither is known.',
      '250 2.0.0 OK: queued as 4f1a9c',
    ),
    diagnosis: diagnosis.nullable().meta({
      description: 'For a failed attempt: the reason, and who can fix it. Null otherwise.',
    }),
    next_attempt_at: timeOrNull('For a deferred attempt: when the next one was due. Null otherwise.', null),
    phases: z.array(deliveryPhase).meta({
      description:
        'Phases of the attempt, in order, each only if it was reached: an open connection that is used again has no `tls`. `accepted` is part of the first round. Empty while the attempt is running, and if it is older than this field.',
    }),
    conversation: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'SMTP commands (`C: `) and replies (`S: `) of a failed attempt, without message content. Null if it is not stored.',
        examples: [['S: 220 mx1.example.com ESMTP', 'C: EHLO mail.acme.example']],
      }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'An attempt to deliver an email to a recipient.' });
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const deliveryAttemptsMax = 200;

export const deliveryAttemptList = z
  .object({
    object: objectName('list'),
    data: z.array(deliveryAttempt).meta({
      description: `Attempts, newest first: at most ${deliveryAttemptsMax}.`,
    }),
  })
  .meta({ id: 'DeliveryAttemptList', description: 'The delivery attempts of an email.' });

export const sendAgainRequest = z
  .object({
    to: addressList.optional().meta({
      description:
        'Recipients of the new email: an address or an array of addresses, without the original `cc` and `bcc`. Default: the recipients of the original.',
      examples: [sample.to],
    }),
    idempotency_key: lineOfText()
      .min(1)
      .max(sendLimits.idempotencyKeyCharsMax)
      .optional()
      .meta({
        description: 'Key that makes a retry safe, as in `POST /emails`.',
        examples: ['again-1042'],
      }),
  })
  .meta({
    id: 'SendAgainRequest',
    description: 'Who gets the new email.',
    examples: [{ to: sample.to }],
  });
export type SendAgainRequest = z.infer<typeof sendAgainRequest>;

const idsMax = 100;

export const cancelEmailsRequest = z
  .object({
    ids: list(z.string(), idsMax)
      .refine((ids) => ids.length > 0, 'must have at least 1 item')
      .meta({ description: `Ids of the emails, 1 to ${idsMax}.`, examples: [[sample.emailId]] }),
  })
  .meta({
    id: 'CancelEmailsRequest',
    description: 'The emails to cancel.',
    examples: [{ ids: [sample.emailId] }],
  });

export const cancelEmailsResponse = z
  .object({
    data: z
      .array(z.union([cancelEmailResponse, refusedItem]))
      .meta({ description: 'One result per id, in order.' }),
  })
  .meta({ id: 'CancelEmailsResponse', description: 'The results.' });
export type CancelEmailsResponse = z.infer<typeof cancelEmailsResponse>;
