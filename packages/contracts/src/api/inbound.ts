import { z } from 'zod';
import { pageQuery } from './email';
import { lineOfText, timestamp } from './text';
import { isRange, rangeFault } from './time-range';

/** Results of the checks of who an inbound mail is from (RFC 8601 section 2.7). */
export const spfResults = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror'] as const;
export const dkimResults = ['pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror'] as const;
export const dmarcResults = ['pass', 'fail', 'none', 'temperror', 'permerror'] as const;

/** Details of these checks. */
export const inboundAuthentication = z
  .object({
    spf: z.object({
      result: z.enum(spfResults),
      domain: z.string().nullable().describe('Of MAIL FROM, or of HELO where that is empty'),
    }),
    dkim: z.object({
      result: z.enum(dkimResults).describe('That of the best signature'),
      signatures: z.array(
        z.object({
          result: z.enum(dkimResults),
          domain: z.string(),
          selector: z.string(),
          comment: z.string().optional(),
        }),
      ),
    }),
    dmarc: z.object({
      result: z.enum(dmarcResults),
      domain: z.string().nullable(),
      policy: z.string().optional(),
    }),
  })
  .meta({ id: 'InboundAuthentication' });
export type InboundAuthentication = z.infer<typeof inboundAuthentication>;

/** Items of `GET /inbound`. */
export const inboundSummary = z
  .object({
    object: z.literal('inbound_email'),
    id: z.string(),
    domain: z.string().describe('The domain at whose reply address it came'),
    email_id: z.string().nullable().describe('The email that it answers, when it is known'),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    automatic: z.boolean().describe('Written by a machine: an absence note, a receipt, a report'),
    spf: z.enum(spfResults),
    dkim: z.enum(dkimResults),
    dmarc: z.enum(dmarcResults),
    received_at: z.string(),
  })
  .meta({ id: 'InboundEmailSummary' });
export type InboundSummary = z.infer<typeof inboundSummary>;

/** `GET /inbound/:id`. */
export const inboundResource = inboundSummary
  .extend({
    message_id: z.string().nullable().describe('Its own Message-ID'),
    in_reply_to_message_id: z.string().nullable().describe('Message-ID of the email that it answers'),
    metadata: z.record(z.string(), z.string()).nullable().describe('Of the email that it answers'),
    html: z
      .string()
      .nullable()
      .describe('Null when there is none, when retention deleted it, and to a test key'),
    text: z.string().nullable().describe('As html'),
    reply_text: z.string().nullable().describe('The text without what it quotes; else as html'),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .nullable()
      .describe('In their order, unfolded; null as html'),
    authentication: inboundAuthentication,
    attachments: z.array(
      z.object({
        index: z.int().describe('Its place in `/inbound/{id}/attachments/{index}`'),
        filename: z.string(),
        content_type: z.string(),
        size: z.int(),
        content_id: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'InboundEmail' });
export type InboundResource = z.infer<typeof inboundResource>;

export const listInboundQuery = pageQuery
  .extend({
    email_id: lineOfText().min(1).max(64).optional(),
    from: lineOfText().min(1).max(320).optional(),
    domain: lineOfText().min(1).max(253).optional(),
    since: timestamp().optional(),
    until: timestamp().optional(),
  })
  .refine(isRange, rangeFault);
export type ListInboundQuery = z.infer<typeof listInboundQuery>;
