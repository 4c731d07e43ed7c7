import { z } from 'zod';
import { inboundRules } from '../statuses';
import { pageQuery, sinceUntil } from './email';
import { count, flag, line, lineOrNull, objectName, time } from './fields';
import { sample } from './sample';
import { lineOfText } from './text';
import { isRange, rangeFault } from './time-range';

/** Results of the checks of who an inbound mail is from (RFC 8601 section 2.7). */
export const spfResults = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'] as const;
export const dkimResults = ['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror'] as const;
export const dmarcResults = ['pass', 'fail', 'none', 'temperror', 'permerror'] as const;

const spf = z.enum(spfResults);
const dkim = z.enum(dkimResults);
const dmarc = z.enum(dmarcResults);

/** Details of these checks. */
export const inboundAuthentication = z
  .object({
    spf: z
      .object({
        result: spf.meta({ description: 'Whether the sending server may send for the domain (RFC 7208).' }),
        domain: lineOrNull('Domain of MAIL FROM, or of HELO where that is empty; null: none.', 'example.com'),
      })
      .meta({ id: 'InboundSpf', description: 'The check of the sending server.' }),
    dkim: z
      .object({
        result: dkim.meta({ description: 'That of the best signature; `none`: there is none.' }),
        signatures: z
          .array(
            z
              .object({
                result: dkim.meta({ description: 'Whether it is good (RFC 6376).' }),
                domain: line('Who signed.', 'example.com'),
                selector: line('With which of its keys.', 's1'),
                comment: line(
                  'What is wrong with it; absent: nothing.',
                  'body hash did not verify',
                ).optional(),
              })
              .meta({ id: 'InboundSignature', description: 'A DKIM signature.' }),
          )
          .meta({ description: 'Each signature of the mail.' }),
      })
      .meta({ id: 'InboundDkim', description: 'The check of the signatures.' }),
    dmarc: z
      .object({
        result: dmarc.meta({
          description: 'Whether either check speaks for the domain of the From header (RFC 7489).',
        }),
        domain: lineOrNull('Domain whose policy it was; null: there is none.', 'example.com'),
        policy: line('What it asks for; absent: there is none.', 'reject').optional(),
      })
      .meta({ id: 'InboundDmarc', description: 'The check of the visible sender.' }),
  })
  .meta({ id: 'InboundAuthentication', description: 'Whether the mail is from who it says.' });
export type InboundAuthentication = z.infer<typeof inboundAuthentication>;

/** By what an email was received, in resources and webhooks. */
export const receivedBy = {
  received_for: z.array(z.string()).meta({
    description:
      'The addresses of yours that it came to, in lower case, also when no header names them. Empty for emails that were received before this field existed.',
    examples: [['reply@reply.acme.example']],
  }),
  rule: z.enum(inboundRules).meta({
    description:
      'What of the domain received it: `replies`, its reply address; `addresses`, an address that it lists; `catch_all`. With several addresses: that of the first.',
    examples: ['replies'],
  }),
};

/** Items of `GET /inbound`. */
export const inboundSummary = z
  .object({
    object: objectName('inbound_email'),
    id: line('Id of the received email.', sample.inboundId),
    domain: line('The domain that it came to.', sample.domain),
    email_id: lineOrNull('The email that it answers; null: none was found.', sample.emailId),
    from: line('Who wrote it, as its From header says.', 'Ada Lovelace <ada@example.com>'),
    to: z
      .array(z.string())
      .meta({ description: 'The addresses of its To header.', examples: [['reply@reply.acme.example']] }),
    ...receivedBy,
    subject: line('Its subject.', 'Re: Your order 1042'),
    automatic: flag('Written by a machine: an absence note, a receipt, a report, a bounce.'),
    spf: spf.meta({ description: 'Whether the sending server may send for the domain.' }),
    dkim: dkim.meta({ description: 'Whether it is signed by a domain that it names.' }),
    dmarc: dmarc.meta({
      description: 'Whether either speaks for the domain of the From header: trust `pass` only.',
    }),
    received_at: time('When it came.', sample.laterAt),
  })
  .meta({ id: 'InboundEmailSummary', description: 'A received email as lists show it.' });
export type InboundSummary = z.infer<typeof inboundSummary>;

/** `GET /inbound/:id`. */
export const inboundResource = inboundSummary
  .extend({
    message_id: lineOrNull('Its own Message-ID; null: it has none.', '<CAF1042@mail.example.com>'),
    in_reply_to_message_id: lineOrNull(
      'Message-ID of the email that it answers; null: unknown.',
      sample.messageId,
    ),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description: 'The metadata of the email that it answers; null: none.',
        examples: [{ order_id: '1042' }],
      }),
    html: lineOrNull(
      'Its HTML body. Null when there is none, when retention deleted it, and to a test key.',
      '<p>Where is it?</p>',
    ),
    text: lineOrNull('Its text body; null as `html`.', 'Where is it?\n\n> Thank you for your order, Ada!'),
    reply_text: lineOrNull('The text without what it quotes; null as `html`.', 'Where is it?'),
    headers: z
      .array(
        z
          .object({
            name: line('Name of the header field.', 'In-Reply-To'),
            value: line('Its value.', sample.messageId),
          })
          .meta({ id: 'InboundHeader', description: 'A header field of the mail.' }),
      )
      .nullable()
      .meta({ description: 'Its header fields in their order, unfolded; null as `html`.' }),
    authentication: inboundAuthentication,
    attachments: z
      .array(
        z
          .object({
            index: count('Its place in `/inbound/{id}/attachments/{index}`.', 0),
            filename: line('Name of the file.', 'photo.jpg'),
            content_type: line('Its media type, as the mail says.', 'image/jpeg'),
            size: count('Its size in bytes.', 182_044),
            content_id: line(
              'What html refers to it by; absent: it is no inline image.',
              'photo@example.com',
            ).optional(),
          })
          .meta({ id: 'InboundAttachment', description: 'A file that came with the mail.' }),
      )
      .meta({ description: 'The files that came with it.' }),
  })
  .meta({ id: 'InboundEmail', description: 'A received email with its content.' });
export type InboundResource = z.infer<typeof inboundResource>;

export const listInboundQuery = pageQuery
  .extend({
    email_id: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only replies to this email.', examples: [sample.emailId] }),
    from: lineOfText()
      .min(1)
      .max(320)
      .optional()
      .meta({ description: 'Only emails from this address, in any spelling.', examples: [sample.to] }),
    domain: lineOfText()
      .min(1)
      .max(253)
      .optional()
      .meta({
        description: 'Name of a domain, also of one that is gone: only emails that came to it.',
        examples: [sample.domain],
      }),
    received_for: lineOfText()
      .min(1)
      .max(320)
      .optional()
      .meta({
        description: 'Only emails that came to this address of yours, `+tag` included.',
        examples: ['sales@acme.example'],
      }),
    rule: z
      .enum(inboundRules)
      .optional()
      .meta({ description: 'Only emails that this rule received.', examples: ['catch_all'] }),
    ...sinceUntil('came'),
  })
  .refine(isRange, rangeFault);
export type ListInboundQuery = z.infer<typeof listInboundQuery>;
