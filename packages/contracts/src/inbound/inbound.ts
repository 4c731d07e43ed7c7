import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, queryFlag, time, timeOrNull } from '../fields/fields';
import { pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { addressLine, lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { inboundRules } from '../statuses/statuses';

/** Results of the checks of who an inbound mail is from (RFC 8601 section 2.7). */
export const spfResults = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'] as const;
export const dkimResults = ['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror'] as const;
export const dmarcResults = ['pass', 'fail', 'none', 'temperror', 'permerror'] as const;

const spf = z.enum(spfResults);
const dkim = z.enum(dkimResults);
const dmarc = z.enum(dmarcResults);

/** An email with more Reply-To addresses is answered to its sender: a stranger cannot choose that many recipients. */
export const replyToMax = 5;

/** Details of these checks. */
export const inboundAuthentication = z
  .object({
    spf: z
      .object({
        result: spf.meta({
          description: 'SPF result: whether the server may send for the domain (RFC 7208).',
        }),
        domain: lineOrNull(
          'Domain of MAIL FROM, or of HELO if MAIL FROM is empty. Null if there is none.',
          'example.com',
        ),
      })
      .meta({ id: 'InboundSpf', description: 'SPF check of the sending server.' }),
    dkim: z
      .object({
        result: dkim.meta({ description: 'Result of the best signature. `none` if there is none.' }),
        signatures: z
          .array(
            z
              .object({
                result: dkim.meta({ description: 'Result of the signature (RFC 6376).' }),
                domain: line('Signing domain.', 'example.com'),
                selector: line('Selector of the key.', 's1'),
                comment: line(
                  'What is wrong with the signature. Absent if nothing is.',
                  'body hash did not verify',
                ).optional(),
              })
              .meta({ id: 'InboundSignature', description: 'A DKIM signature.' }),
          )
          .meta({ description: 'The DKIM signatures of the email.' }),
      })
      .meta({ id: 'InboundDkim', description: 'DKIM check of the signatures.' }),
    dmarc: z
      .object({
        result: dmarc.meta({
          description:
            'DMARC result: whether SPF or DKIM passes for the domain of the From header (RFC 7489).',
        }),
        domain: lineOrNull('Domain whose policy was applied. Null if there is none.', 'example.com'),
        policy: line('Policy of the domain. Absent if there is none.', 'reject').optional(),
      })
      .meta({ id: 'InboundDmarc', description: 'DMARC check of the From header.' }),
  })
  .meta({ id: 'InboundAuthentication', description: 'Authentication results of the email.' });
export type InboundAuthentication = z.infer<typeof inboundAuthentication>;

/** An attachment of a received email, in resources and webhooks. */
export const inboundAttachment = z
  .object({
    index: count('Index of the attachment in `/inbound/{id}/attachments/{index}`.', 0),
    filename: line('Name of the file.', 'photo.jpg'),
    content_type: line('Media type, as declared in the email.', 'image/jpeg'),
    size: count('Size of the file in bytes.', 182_044),
    content_id: line(
      'Content id that the HTML refers to. Absent if the file is not an inline image.',
      'photo@example.com',
    ).optional(),
  })
  .meta({ id: 'InboundAttachment', description: 'An attachment of a received email.' });
export type InboundAttachment = z.infer<typeof inboundAttachment>;

/** By what an email was received, in resources and webhooks. */
export const receivedBy = {
  received_for: z.array(z.string()).meta({
    description:
      'Your addresses that received the email, in lowercase, even if no header contains them. Empty for emails received before this field was added.',
    examples: [['reply@reply.acme.example']],
  }),
  rule: z.enum(inboundRules).meta({
    description:
      'Inbound rule that matched: `replies`, the reply address; `addresses`, a listed address; `catch_all`. With several addresses, the rule of the first.',
    examples: ['replies'],
  }),
};

/** Items of `GET /inbound`. */
export const inboundSummary = z
  .object({
    object: objectName('inbound_email'),
    id: line('Id of the received email.', sample.inboundId),
    domain: line('Domain that received the email.', sample.domain),
    email_id: lineOrNull('Id of the email that this one replies to. Null if there is none.', sample.emailId),
    from: line('Sender, as in the From header.', 'Ada Lovelace <ada@example.com>'),
    to: z
      .array(z.string())
      .meta({ description: 'Addresses in the To header.', examples: [['reply@reply.acme.example']] }),
    ...receivedBy,
    subject: line('Subject of the email.', 'Re: Your order 1042'),
    automatic: flag(
      'True for automatic emails such as out-of-office replies, receipts, reports and bounces.',
    ),
    spf: spf.meta({ description: 'SPF result: whether the server may send for the domain.' }),
    dkim: dkim.meta({ description: 'DKIM result of the best signature.' }),
    dmarc: dmarc.meta({
      description:
        'DMARC result: whether SPF or DKIM passes for the domain of the From header. Trust only `pass`.',
    }),
    received_at: time('When the email was received.', sample.laterAt),
    replied_at: timeOrNull(
      'When the last reply to it was sent with `POST /inbound/{id}/reply`. Null if there is none.',
      null,
    ),
  })
  .meta({ id: 'InboundEmailSummary', description: 'A received email in a list.' });
export type InboundSummary = z.infer<typeof inboundSummary>;

/** What a reply has where its request does not say. */
const replyDefaults = z
  .object({
    from: lineOrNull(
      'Sender: the address that received the email, or for the rule `replies` the sender of the email that it answers. Null if its domain is not verified: a reply then needs `from`.',
      'support@acme.example',
    ),
    to: z.array(z.string()).meta({
      description: `Recipients: the Reply-To addresses of the email, ${replyToMax} at most, else its sender. Retention deletes Reply-To, and a test key does not see it. Empty if there is no usable address.`,
      examples: [['Ada Lovelace <ada@example.com>']],
    }),
    reply_to: lineOrNull(
      'Reply-To address: for the rule `replies` the address that receives replies. Null: the sender.',
      null,
    ),
    subject: line('Subject of the email, with `Re:` in front.', 'Re: Your order 1042'),
  })
  .meta({
    id: 'ReplyDefaults',
    description: 'What `POST /inbound/{id}/reply` uses for fields that its body leaves out.',
  });

/** `GET /inbound/:id`. */
export const inboundResource = inboundSummary
  .extend({
    message_id: lineOrNull(
      'Message-ID of the received email. Null if it has none.',
      '<CAF1042@mail.example.com>',
    ),
    in_reply_to_message_id: lineOrNull(
      'Message-ID of the email that this one replies to. Null if unknown.',
      sample.messageId,
    ),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description: 'Metadata of the email that this one replies to. Null if there is none.',
        examples: [{ order_id: '1042' }],
      }),
    html: lineOrNull(
      'HTML body. Null if there is none, if retention deleted it, and for a test key.',
      '<p>Where is it?</p>',
    ),
    text: lineOrNull(
      'Text body. Null in the same cases as `html`.',
      'Where is it?\n\n> Thank you for your order, Ada!',
    ),
    reply_text: lineOrNull(
      'Text body without quoted text. Null in the same cases as `html`.',
      'Where is it?',
    ),
    headers: z
      .array(
        z
          .object({
            name: line('Name of the header field.', 'In-Reply-To'),
            value: line('Value of the header field.', sample.messageId),
          })
          .meta({ id: 'InboundHeader', description: 'A header field.' }),
      )
      .nullable()
      .meta({ description: 'Header fields in order, unfolded. Null in the same cases as `html`.' }),
    authentication: inboundAuthentication,
    attachments: z.array(inboundAttachment).meta({ description: 'Attachments of the email.' }),
    reply_defaults: replyDefaults,
  })
  .meta({ id: 'InboundEmail', description: 'A received email with its content.' });
export type InboundResource = z.infer<typeof inboundResource>;

/** Characters of a text that a search looks at, and emails whose text one page reads: 0.3 s if every one is as long. */
export const searchedCharsMax = 50_000;
export const searchedEmailsMax = 500;

export const listInboundQuery = pageQuery
  .extend({
    email_id: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only replies to this email.', examples: [sample.emailId] }),
    from: addressLine()
      .min(1)
      .max(320)
      .optional()
      .meta({ description: 'Only emails from this address. Case-insensitive.', examples: [sample.to] }),
    domain: lineOfText()
      .min(1)
      .max(253)
      .optional()
      .meta({
        description: 'Only emails received by this domain, including deleted ones.',
        examples: [sample.domain],
      }),
    received_for: addressLine()
      .min(1)
      .max(320)
      .optional()
      .meta({
        description: 'Only emails received by this address of yours, including its `+tag`.',
        examples: ['sales@acme.example'],
      }),
    rule: z
      .enum(inboundRules)
      .optional()
      .meta({ description: 'Only emails matched by this rule.', examples: ['catch_all'] }),
    replied: queryFlag(
      '`true`: only emails with a reply sent by `POST /inbound/{id}/reply`. `false`: only those without one.',
    ),
    search: lineOfText()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description: `Only emails with this text in the subject, the From header, or the first ${searchedCharsMax.toLocaleString('en')} characters of the text. Case-insensitive. The text is not searched after retention has deleted it, with a test key, or without the right to read content. A page looks at ${searchedEmailsMax} emails: it may have fewer items than \`limit\`, and \`next_cursor\` continues.`,
        examples: ['order 1042'],
      }),
    ...sinceUntil('received'),
  })
  .refine(isRange, rangeFault);
export type ListInboundQuery = z.infer<typeof listInboundQuery>;
