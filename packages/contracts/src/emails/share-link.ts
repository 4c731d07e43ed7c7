import { z } from 'zod';
import { createdAt, flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';

export const shareLinkDays = { default: 7, max: 30 } as const;
/** Links of an email that work at the same time. */
export const shareLinksMax = 20;

export const createShareLinkRequest = z
  .object({
    expires_in_days: z
      .int()
      .min(1)
      .max(shareLinkDays.max)
      .default(shareLinkDays.default)
      .meta({ description: 'After how many days the link stops working.', examples: [7] }),
    with_content: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether the page shows subject and text of the email. Needs the right to read content.',
        examples: [false],
      }),
  })
  .meta({
    id: 'CreateShareLinkRequest',
    description: 'What the link shows, and for how long.',
    examples: [{ expires_in_days: 7 }],
  });

export const shareLink = z
  .object({
    object: objectName('share_link'),
    id: line('Id of the link.', '01990c9e-6a1f-7c3d-9f1b-3a5c7e9d1b2f'),
    email_id: line('Id of the email.', sample.emailId),
    with_content: flag('Whether the page shows subject and text of the email.'),
    created_by: lineOrNull('Name of the user or key that created the link. Null if it was deleted.', 'Ada'),
    created_at: createdAt('it was created'),
    expires_at: time('When the link stops working.', sample.laterAt),
    last_viewed_at: timeOrNull('When the page was opened last, to the minute. Null if it was not.', null),
  })
  .meta({ id: 'ShareLink', description: 'A link to a public page about an email.' });
export type ShareLinkResource = z.infer<typeof shareLink>;

export const createdShareLink = shareLink
  .extend({
    url: line(
      'URL of the page. It is shown only in this answer.',
      'https://mail.acme.example/s/pr_share_0f3a…',
    ),
  })
  .meta({ id: 'CreatedShareLink', description: 'A new link, with its URL.' });
export type CreatedShareLink = z.infer<typeof createdShareLink>;

export const shareLinkList = z
  .object({
    object: objectName('list'),
    data: z.array(shareLink).meta({ description: 'Links that work, newest first.' }),
  })
  .meta({ id: 'ShareLinkList', description: 'The share links of an email.' });
