import { z } from 'zod';
import { count, line, objectName } from '../fields/fields';
import { sample } from '../fields/sample';
import { sendEmailRequest } from './send-email';

/** Every finding of `POST /emails/check`. */
export const emailCheckCodes = [
  ...(['clipped', 'client_support', 'missing_alt', 'missing_text', 'insecure_link', 'broken_link'] as const),
  ...(['link_mismatch', 'shortener', 'unfilled_variable', 'missing_unsubscribe', 'alignment'] as const),
  ...(['image_only', 'large_image'] as const),
] as const;

/** Body of `POST /emails/check`: an email as `POST /emails` takes it. */
export const checkEmailRequest = sendEmailRequest
  .safeExtend({
    links: z.boolean().optional().meta({
      description:
        'Whether to request the first 20 links and report those that fail as `broken_link`. An organization can have 200 links an hour requested. Default: false.',
    }),
  })
  .meta({
    id: 'CheckEmailRequest',
    description: 'An email to check, and whether to follow its links.',
    examples: [
      {
        ...{ from: sample.from, to: sample.to, subject: sample.subject },
        html: '<p>Thank you for your order, {{ name }}!</p>',
      },
    ],
  });

export const emailCheckFinding = z
  .object({
    code: z.enum(emailCheckCodes).meta({ description: 'What was found.', examples: ['unfilled_variable'] }),
    severity: z.enum(['error', 'warning', 'info']).meta({
      description:
        '`error`: recipients or the law will object; mend it before sending. `warning`: many readers are affected. `info`: good to know.',
      examples: ['error'],
    }),
    message: line('What is wrong, for people.', '{{ name }} is not filled in.'),
    field: z
      .enum(['from', 'subject', 'html', 'text', 'headers', 'attachments'])
      .optional()
      .meta({ description: 'Part of the email. Absent if it is none of them.', examples: ['html'] }),
    line: count('Line of the field, from 1. Absent if there is none.', 1).optional(),
    clients: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Mail clients without support. Only for `client_support`.',
        examples: [['Outlook (Windows)', 'Yahoo']],
      }),
  })
  .meta({ id: 'EmailCheckFinding', description: 'Something that a check found in an email.' });

export type EmailCheckFinding = z.infer<typeof emailCheckFinding>;

export const emailCheck = z
  .object({
    object: objectName('email_check'),
    size_bytes: count(
      'Size of the HTML part as it is sent: with tracked links, footer and tracking pixel. Without HTML, that of the text.',
      4_096,
    ),
    findings: z.array(emailCheckFinding).meta({
      description: 'What was found, the most severe first; at most 200. Empty if there is nothing to mend.',
    }),
  })
  .meta({ id: 'EmailCheck', description: 'What was found in an email that was not sent.' });
