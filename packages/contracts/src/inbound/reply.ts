import { z } from 'zod';
import { addressList, sendEmailRequest, sendLimits } from '../emails';
import { sample } from '../fields/sample';
import { textOfBytes } from '../fields/text';

const { from, cc, bcc, reply_to, subject, html, tags, metadata, attachments, idempotency_key } =
  sendEmailRequest.shape;

/** Characters of the received text that a reply quotes. */
export const quotedCharsMax = 50_000;

/** Body of `POST /inbound/:id/reply`. */
export const replyRequest = z
  .object({
    from: from.optional().meta({
      description:
        'Sender: `email` or `Name <email>`, at a verified domain that the key may use. Default: `reply_defaults.from` of the received email.',
      examples: ['Acme Support <support@acme.example>'],
    }),
    to: addressList.optional().meta({
      description: 'Recipients: an address or an array of addresses. Default: `reply_defaults.to`.',
      examples: [sample.to],
    }),
    cc,
    bcc,
    reply_to: reply_to.meta({ description: 'Reply-To address. Default: `reply_defaults.reply_to`.' }),
    subject: subject.meta({
      description: 'Subject, 1 to 998 characters on one line. Default: `reply_defaults.subject`.',
      examples: ['Re: Your order 1042'],
    }),
    text: textOfBytes(sendLimits.bodyBytesMax)
      .refine((value) => value.trim() !== '', 'required')
      .meta({
        description: 'Text of the reply, without the quoted email.',
        examples: ['It left us this morning.'],
      }),
    html: html.meta({
      description: 'HTML of the reply, without the quoted email. Default: none, the reply is plain text.',
      examples: ['<p>It left us this morning.</p>'],
    }),
    quote: z
      .boolean()
      .optional()
      .meta({
        description: `Whether the text of the received email is quoted below the reply, the first ${quotedCharsMax.toLocaleString('en')} characters of it. Requires the right to read content. Default: false.`,
      }),
    tags,
    metadata: metadata.meta({
      description:
        'Key-value pairs, as in `POST /emails`. Default: those of the received email, which are copied from the email that it answers.',
    }),
    attachments,
    idempotency_key,
  })
  .meta({
    id: 'ReplyRequest',
    description: 'A reply to a received email.',
    examples: [{ from: sample.from, text: 'It left us this morning.' }],
  });
export type ReplyRequest = z.infer<typeof replyRequest>;
