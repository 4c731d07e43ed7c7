import { z } from 'zod';
import { broadcastMetrics, broadcastOutcomes, broadcastPhases, broadcastStatuses } from './broadcast-content';
import { pageQuery } from './email';
import { errorDetail } from './error-body';
import { count, countOrNull, createdAt, flag, line, lineOrNull, objectName, timeOrNull } from './fields';
import { sample } from './sample';

const sentTest = z
  .object({
    to: line('The address.', sample.to),
    id: line('Id of the email that it got: `GET /emails/{id}`.', sample.emailId),
    suppressed: z
      .array(z.string())
      .optional()
      .meta({
        description: 'The address, when it is on the suppression list and gets nothing; absent: it gets it.',
        examples: [[sample.to]],
      }),
  })
  .meta({ id: 'SentTest', description: 'A test that was sent.' });
const refusedTest = z
  .object({
    to: line('The address.', 'ada@'),
    error: errorDetail.meta({ description: 'Why nothing was sent to it.' }),
  })
  .meta({ id: 'RefusedTest', description: 'A test that was refused.' });

export const testBroadcastResponse = z
  .object({
    data: z
      .array(z.union([sentTest, refusedTest]))
      .meta({ description: 'An answer for each address, in their order.' }),
  })
  .meta({ id: 'TestBroadcastResponse', description: 'What became of each test.' });
export type TestBroadcastResponse = z.infer<typeof testBroadcastResponse>;

export const broadcastPreview = z
  .object({
    object: objectName('broadcast_preview'),
    subject: line('The subject.', 'News for Ada'),
    html: lineOrNull('The HTML body; null: there is none.', '<p>Hello Ada</p>'),
    text: lineOrNull('The text body; null: there is none.', 'Hello Ada'),
  })
  .meta({ id: 'BroadcastPreview', description: 'What a contact would get.' });

const engagement = {
  sent: count('Mails that were handed over.', 400),
  delivered: count('Mails that the receiving server has taken.', 396),
  bounced: count('Mails that came back, for good or for the time being.', 4),
  complained: count('Recipients who marked it as spam.', 0),
  failed: count('Mails that could not be sent at all, expired or were rejected.', 0),
  opened: count('Recipients who opened it.', 180),
  clicked: count('Recipients who clicked a link.', 52),
  unsubscribed_by_link: count('Recipients who unsubscribed by a link of it.', 1),
};

const counts = z
  .object({
    recipients: count('Contacts of the segment that were found so far.', 412),
    waiting: count('Of these: their turn is to come.', 0),
    submitted: count('Of these: an email was made.', 404),
    suppressed: count('Of these: their address is on the suppression list.', 3),
    unsubscribed: count('Of these: unsubscribed from the topic, or at all, before it was sent to them.', 5),
    over_quota: count('Of these: the plan had no email left.', 0),
    invalid: count('Of these: the content could not be rendered for them.', 0),
    canceled: count('Of these: it was canceled, or their email was, before that was sent.', 0),
    ...engagement,
    by_variant: z
      .array(
        z
          .object({ variant: count('Index of the variant, from 0 on.', 0), ...engagement })
          .meta({ id: 'BroadcastVariantCounts', description: 'What became of the mails of a variant.' }),
      )
      .optional()
      .meta({ description: 'Of an A/B test: a row for each variant.' }),
  })
  .meta({ id: 'BroadcastCounts', description: 'What became of its recipients, up to some seconds ago.' });
export type BroadcastCounts = z.infer<typeof counts>;

const shownTemplate = z
  .object({
    id: line('Id of the template.', sample.templateId),
    slug: line('Slug of the template.', 'newsletter'),
    version: count('Which of its versions.', 3),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Values that are the same for everybody; absent: none.',
        examples: [{ issue: 'May' }],
      }),
  })
  .meta({ id: 'BroadcastTemplate', description: 'A template that content comes from.' });

/** Items of `GET /broadcasts`. */
export const broadcastSummary = z
  .object({
    object: objectName('broadcast'),
    id: line('Id of the broadcast.', sample.broadcastId),
    name: line('What you call it.', 'May news'),
    status: z.enum(broadcastStatuses).meta({
      examples: ['sent'],
      description: 'Where it is; `scheduled` also while it is being sent, `testing` while an A/B test runs.',
    }),
    phase: z.enum(broadcastPhases).meta({
      examples: ['sent'],
      description: 'The status, but `sending` from `sent_at` on while emails are being sent.',
    }),
    segment_id: line('The segment whose contacts get it.', sample.segmentId),
    audience: z.enum(['segment', 'not_opened']).meta({
      description: 'Who gets it: the segment, or, of a resend, those who did not open the first.',
    }),
    topic: line('Slug of the topic that it is about.', 'news'),
    from: line('The sender.', sample.newsFrom),
    reply_to: lineOrNull('Where answers go; null: to the sender.', null),
    subject: lineOrNull('The subject; null: that of the template.', 'News for {{ contact.first_name }}'),
    preview_text: lineOrNull('Shown behind the subject in lists of mail; null: none.', 'What is new in May'),
    template: shownTemplate
      .nullable()
      .meta({ description: 'The template; null: it has content of its own.', examples: [null] }),
    track: z
      .object({ opens: flag('Whether openings are tracked.'), clicks: flag('Whether clicks are tracked.') })
      .meta({ id: 'BroadcastTracked', description: 'What is tracked.' }),
    counts,
    winner: countOrNull('Index of the variant that the rest gets; null: not decided, or no A/B test.', null),
    waiting_for: lineOrNull('What keeps it at the moment, in words; null: nothing.', null),
    parent_id: lineOrNull('Of a resend: the broadcast that is sent again; null: it is none.', null),
    created_at: createdAt('it was added'),
    scheduled_at: timeOrNull('When it is to begin; null: it is a draft.', sample.acceptedAt),
    sent_at: timeOrNull('When it began; null: not yet.', sample.acceptedAt),
    decide_at: timeOrNull('When the metric decides its A/B test; null: there is none to decide.', null),
    finished_at: timeOrNull('When the last recipient had its turn; null: not yet.', sample.deliveredAt),
    canceled_at: timeOrNull('When it was canceled; null: it was not.', null),
  })
  .meta({ id: 'BroadcastSummary', description: 'A broadcast as lists show it.' });
export type BroadcastSummary = z.infer<typeof broadcastSummary>;

const shownVariant = z
  .object({
    subject: line('Its subject; absent: that of the broadcast.', 'What is new in May').optional(),
    html: line('Its HTML body; absent: that of the broadcast.', '<p>Good morning</p>').optional(),
    text: line('Its text body; absent: that of the broadcast.', 'Good morning').optional(),
    template: shownTemplate.optional().meta({ description: 'Its template; absent: none of its own.' }),
  })
  .meta({ id: 'BroadcastVariant', description: 'Content for a share of the recipients.' });

export const broadcastResource = broadcastSummary
  .extend({
    html: lineOrNull('The HTML body; null: none of its own.', '<p>Hello {{ contact.first_name }}</p>'),
    text: lineOrNull('The text body; null: none of its own.', null),
    ab_test: z
      .object({
        variants: z.array(shownVariant).meta({ description: 'Its variants.' }),
        percent: count('How many percent of the recipients get the variants.', 20),
        wait_minutes: count('Minutes from the last mail of the test until its metric decides.', 240),
        metric: z.enum(broadcastMetrics).meta({ description: 'What decides.' }),
      })
      .meta({ id: 'BroadcastTest', description: 'An A/B test.' })
      .nullable()
      .meta({ description: 'Its A/B test; null: none.', examples: [null] }),
  })
  .meta({
    id: 'Broadcast',
    description: 'A mail to the contacts of a segment, with its content and counts.',
  });
export type BroadcastResource = z.infer<typeof broadcastResource>;

export const listBroadcastsQuery = pageQuery.extend({
  status: z.enum(broadcastStatuses).optional().meta({ description: 'Only broadcasts of this status.' }),
});

const outcome = z.enum([...broadcastOutcomes, 'waiting']);

export const broadcastRecipient = z
  .object({
    object: objectName('broadcast_recipient'),
    contact_id: line('The contact.', sample.contactId),
    email: lineOrNull('Its address; null: the contact was deleted.', sample.to),
    outcome: outcome.meta({ description: 'What became of it; `waiting`: its turn is to come.' }),
    message_id: lineOrNull('Id of the email that it got: `GET /emails/{id}`; null: none.', sample.emailId),
    variant: countOrNull('Index of the variant that it got; null: no A/B test.', null),
  })
  .meta({ id: 'BroadcastRecipient', description: 'Somebody whom a broadcast goes to.' });
export type BroadcastRecipientResource = z.infer<typeof broadcastRecipient>;

export const listBroadcastRecipientsQuery = pageQuery.extend({
  outcome: outcome.optional().meta({ description: 'Only recipients of whom this became.' }),
});
