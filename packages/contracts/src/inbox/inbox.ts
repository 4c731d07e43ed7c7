import { z } from 'zod';
import { emailCheckFinding, emailFilters, emailSummary, emailTag } from '../emails';
import { count, flag, line, lineOrNull, objectName } from '../fields/fields';
import { pageQuery } from '../fields/page';
import { optionalQueryNumber } from '../fields/query-number';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';

const { to, tag, key, since, until } = emailFilters;

const inboxFilters = {
  ...{ to, tag, key, since, until },
  search: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description:
        'Only emails with this text in the subject, the sender, a `to` address, or the first 50,000 characters of the content. Case-insensitive.',
      examples: ['verification code'],
    }),
};

export const inboxWaitSecondsMax = 60;

/** Parameters of `GET /inbox`. */
export const listInboxQuery = pageQuery
  .extend({
    ...inboxFilters,
    wait: optionalQueryNumber({ min: 1, max: inboxWaitSecondsMax }).meta({
      description: `Seconds to wait, 1 to ${inboxWaitSecondsMax}, until there is an email that matches. Default: do not wait.`,
      examples: [30],
    }),
  })
  .refine(isRange, rangeFault);

/** Parameters of `DELETE /inbox`. */
export const clearInboxQuery = z.object(inboxFilters).refine(isRange, rangeFault);

/** Items of `GET /inbox`. */
export const inboxEmailSummary = emailSummary
  .pick({ id: true, from: true, to: true, subject: true, last_event: true, mode: true, created_at: true })
  .extend({ object: objectName('inbox_email') })
  .meta({ id: 'InboxEmailSummary', description: 'An email of the inbox in a list.' });
export type InboxEmailSummary = z.infer<typeof inboxEmailSummary>;

const inboxHeader = z
  .object({ name: line('Name of the header.', 'Subject'), value: line('Its value.', 'Your code: 481516') })
  .meta({ id: 'InboxHeader', description: 'A header of the email.' });

const inboxLink = z
  .object({
    url: line('Address of the link, before click tracking.', 'https://acme.example/confirm?token=x'),
    text: line('Text of the link. Empty if it has none.', 'Confirm your address'),
  })
  .meta({ id: 'InboxLink', description: 'A link of the email.' });

const inboxAttachment = z
  .object({
    index: count('Index of the attachment in `/inbox/{id}/attachments/{index}`.', 0),
    filename: line('Name of the file.', 'invoice-1042.pdf'),
    content_type: line('Media type of the file.', 'application/pdf'),
    size: count('Size of the file in bytes.', 48_213),
    content_id: lineOrNull('Content id that the HTML refers to. Null if it is no inline image.', null),
  })
  .meta({ id: 'InboxAttachment', description: 'A file of the email.' });

/** `GET /inbox/:id`. */
export const inboxEmail = inboxEmailSummary
  .extend({
    cc: z.array(z.string()).meta({ description: '`cc` list. Empty if there is none.', examples: [[]] }),
    bcc: z.array(z.string()).meta({ description: '`bcc` list. Empty if there is none.', examples: [[]] }),
    tags: z.array(emailTag).nullable().meta({ description: 'Tags of the email. Null if there are none.' }),
    headers: z.array(inboxHeader).meta({ description: 'Headers as they would be sent, in order.' }),
    html: lineOrNull(
      'HTML part as it would be sent, with tracked links and footer. Null if there is none.',
      '<p>Your code: 481516</p>',
    ),
    text: lineOrNull('Text part as it would be sent. Null if there is none.', 'Your code: 481516'),
    codes: z.array(z.string()).meta({
      description:
        'Codes in the subject and the content, such as a one-time password, without blanks and hyphens; the likeliest first. Empty if there are none.',
      examples: [['481516']],
    }),
    links: z.array(inboxLink).meta({
      description: 'Links of the content as they were written, in order; at most 100.',
    }),
    attachments: z
      .array(inboxAttachment)
      .meta({ description: 'Files of the email. Empty if there are none.' }),
    size_bytes: count('Size of the HTML part as it would be sent. Without HTML, that of the text.', 4_096),
    findings: z.array(emailCheckFinding).meta({
      description:
        'What `POST /emails/check` finds in the email, the most severe first. Empty if there is nothing to mend.',
    }),
  })
  .meta({ id: 'InboxEmail', description: 'An email of the inbox as it would be sent.' });
export type InboxEmail = z.infer<typeof inboxEmail>;

/** `DELETE /inbox`. */
export const inboxCleared = z
  .object({
    object: objectName('inbox_cleared'),
    deleted: count('Emails that were deleted from the inbox.', 3),
    has_more: flag('Whether there are more that match. Repeat the request to delete them.'),
  })
  .meta({ id: 'InboxCleared', description: 'How much was deleted from the inbox.' });
