import { z } from 'zod';
import { count, flag, line, lineOrNull, time } from '../fields/fields';
import { sample } from '../fields/sample';
import { emailStatuses } from '../statuses/statuses';
import { dmarcResults } from './inbound';

/** Entries of one answer. */
export const conversationMax = 100;
export const previewCharsMax = 200;

/** An entry of `GET /inbound/:id/conversation`. */
export const conversationEntry = z
  .object({
    type: z.enum(['sent', 'received']).meta({
      description:
        '`sent`: an email of yours, see `GET /emails/{id}`. `received`: a received email, see `GET /inbound/{id}`.',
      examples: ['received'],
    }),
    id: line('Id of the email.', sample.inboundId),
    from: line('Sender, as in the From header.', 'Ada Lovelace <ada@example.com>'),
    to: z
      .array(z.string())
      .meta({ description: 'Addresses in the To header.', examples: [['reply@reply.acme.example']] }),
    subject: line('Subject of the email.', 'Re: Your order 1042'),
    preview: lineOrNull(
      `First ${previewCharsMax} characters of the text, without quoted text if the email was received. Null if there is no text, if retention deleted it, and for a test key.`,
      'Where is it?',
    ),
    attachment_count: count('Number of attachments.', 0),
    replies_to: lineOrNull(
      'Id of the email in this conversation that this one replies to. Null if unknown.',
      sample.emailId,
    ),
    at: time('When it was accepted for sending, or received.', sample.laterAt),
    last_event: z
      .enum(emailStatuses)
      .nullable()
      .meta({ description: 'Status of a sent email. Null if it was received.', examples: [null] }),
    automatic: flag('True for a received email that a program wrote.'),
    dmarc: z
      .enum(dmarcResults)
      .nullable()
      .meta({ description: 'DMARC result of a received email. Null if it was sent.', examples: ['pass'] }),
  })
  .meta({ id: 'ConversationEntry', description: 'A sent or received email of a conversation.' });
export type ConversationEntry = z.infer<typeof conversationEntry>;

/** `GET /inbound/:id/conversation`. */
export const conversation = z
  .object({
    data: z
      .array(conversationEntry)
      .meta({ description: `Emails of the conversation, oldest first: the newest ${conversationMax}.` }),
    truncated: z.boolean().meta({
      description: `Whether older emails are left out, because there are more than ${conversationMax}.`,
    }),
  })
  .meta({ id: 'Conversation', description: 'Sent and received emails that belong together.' });
export type Conversation = z.infer<typeof conversation>;
