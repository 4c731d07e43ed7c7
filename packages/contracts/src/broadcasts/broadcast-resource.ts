import { z } from 'zod';
import { emailDocument } from '../email-documents/email-document';
import { waitingOfEmail } from '../emails/waiting';
import { errorDetail } from '../errors/error-body';
import {
  count,
  countOrNull,
  createdAt,
  flag,
  line,
  lineOrNull,
  objectName,
  queryFlag,
  time,
  timeOrNull,
} from '../fields/fields';
import { timezoneName } from '../fields/local-time';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { text } from '../fields/text';
import { broadcastStatuses } from '../statuses/statuses';
import { broadcastMetrics, broadcastOutcomes, broadcastPhases, broadcastUtm } from './broadcast-content';

const sentTest = z
  .object({
    to: line('Address of the recipient.', sample.to),
    id: line('Id of the email, for `GET /emails/{id}`.', sample.emailId),
    suppressed: z
      .array(z.string())
      .optional()
      .meta({
        description: 'The address, if it is suppressed and gets no email. Absent otherwise.',
        examples: [[sample.to]],
      }),
  })
  .meta({ id: 'SentTest', description: 'An accepted test email.' });
const refusedTest = z
  .object({
    to: line('Address of the recipient.', 'ada@'),
    error: errorDetail.meta({ description: 'Why the test was refused.' }),
  })
  .meta({ id: 'RefusedTest', description: 'A refused test email.' });

export const testBroadcastResponse = z
  .object({
    data: z
      .array(z.union([sentTest, refusedTest]))
      .meta({ description: 'One result per address, in order.' }),
  })
  .meta({ id: 'TestBroadcastResponse', description: 'The results of the test.' });

export const broadcastPreview = z
  .object({
    object: objectName('broadcast_preview'),
    subject: line('Rendered subject.', 'News for Ada'),
    preview_text: lineOrNull('Rendered preview text. Null if it is not set.', 'What is new in May'),
    html: lineOrNull('Rendered HTML body. Null if there is none.', '<p>Hello Ada</p>'),
    text: lineOrNull('Rendered text body. Null if there is none.', 'Hello Ada'),
  })
  .meta({ id: 'BroadcastPreview', description: 'The broadcast as a contact receives it.' });

const engagement = {
  sent: count('Emails handed over to the receiving server or a provider.', 400),
  delivered: count('Emails that the receiving server accepted.', 396),
  bounced: count('Emails that bounced, hard or soft.', 4),
  complained: count('Recipients who marked the email as spam.', 0),
  failed: count('Emails that failed, expired or were rejected.', 0),
  opened: count('Recipients who opened the email.', 180),
  clicked: count('Recipients who clicked a link.', 52),
  unsubscribed_by_link: count('Recipients who unsubscribed through a link in the email.', 1),
};

const counts = z
  .object({
    recipients: count('Contacts added to the broadcast so far.', 412),
    waiting: count('Recipients whose email has not been created yet.', 0),
    submitted: count('Recipients whose email was created.', 404),
    suppressed: count('Recipients skipped because their address is suppressed.', 3),
    unsubscribed: count(
      'Recipients skipped because they unsubscribed from the topic or from all bulk email.',
      5,
    ),
    over_quota: count('Recipients skipped because the sending limit of the plan was reached.', 0),
    invalid: count('Recipients skipped because the content could not be rendered for them.', 0),
    canceled: count('Recipients whose email was canceled, or who were skipped because the broadcast was.', 0),
    ...engagement,
    by_variant: z
      .array(
        z
          .object({ variant: count('Index of the variant, starting at 0.', 0), ...engagement })
          .meta({ id: 'BroadcastVariantCounts', description: 'Counts of one variant.' }),
      )
      .optional()
      .meta({ description: 'Counts by variant. Only with an A/B test.' }),
  })
  .meta({ id: 'BroadcastCounts', description: 'Recipient and engagement counts, a few seconds old.' });
export type BroadcastCounts = z.infer<typeof counts>;

const shownTemplate = z
  .object({
    id: line('Id of the template.', sample.templateId),
    slug: line('Slug of the template.', 'newsletter'),
    version: count('Version of the template.', 3),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Values that are the same for all recipients. Absent if there are none.',
        examples: [{ issue: 'May' }],
      }),
  })
  .meta({ id: 'BroadcastTemplate', description: 'The template of the broadcast or variant.' });

/** Items of `GET /broadcasts`. */
export const broadcastSummary = z
  .object({
    object: objectName('broadcast'),
    id: line('Id of the broadcast.', sample.broadcastId),
    name: line('Name of the broadcast.', 'May news'),
    status: z.enum(broadcastStatuses).meta({
      examples: ['sent'],
      description:
        'Status. `scheduled` includes broadcasts that are being sent; `testing`: an A/B test is running.',
    }),
    phase: z.enum(broadcastPhases).meta({
      examples: ['sent'],
      description: 'Same as `status`, but `sending` from `sent_at` until the broadcast is finished.',
    }),
    segment_id: line('Id of the segment that receives the broadcast.', sample.segmentId),
    audience: z.enum(['segment', 'not_opened']).meta({
      description: 'Audience: the segment, or for a resend, the recipients who did not open the original.',
    }),
    topic: line('Slug of the topic.', 'news'),
    from: line('Sender of the broadcast.', sample.newsFrom),
    reply_to: lineOrNull('Reply-To address. Null: the sender.', null),
    subject: lineOrNull('Subject. Null if the template sets it.', 'News for {{ contact.first_name }}'),
    preview_text: lineOrNull(
      'Text that inboxes show after the subject. Null if not set.',
      'What is new in May',
    ),
    template: shownTemplate
      .nullable()
      .meta({ description: 'Template. Null if the broadcast has its own content.', examples: [null] }),
    track: z
      .object({ opens: flag('Whether opens are tracked.'), clicks: flag('Whether clicks are tracked.') })
      .meta({ id: 'BroadcastTracked', description: 'Open and click tracking.' }),
    in_archive: flag('Whether it is shown in the archive of its topic, if the topic has one.'),
    tested_at: timeOrNull(
      'When a test of this content was sent last. Null if none was sent since the content changed.',
      null,
    ),
    counts,
    winner: countOrNull('Index of the winning variant. Null until decided, and without an A/B test.', null),
    waiting_for: lineOrNull(
      'Why sending is waiting, as text: `detail` of `waiting`, or its `advice`. Null if it is not.',
      null,
    ),
    waiting: waitingOfEmail.nullable().meta({
      description:
        'Why sending is waiting, with the causes of an email. `retry` with the actor `sender`: the segment, template or content must be corrected. Null if it is not waiting.',
      examples: [null],
    }),
    parent_id: lineOrNull('Id of the original broadcast, for a resend. Null otherwise.', null),
    created_at: createdAt('it was created'),
    scheduled_at: timeOrNull('When sending is scheduled to start. Null for a draft.', sample.acceptedAt),
    send_at_local: lineOrNull(
      'Time of day at which each contact gets it in their own time zone. Null: all get it at once.',
      null,
    ),
    send_on_local: lineOrNull('Date of `send_at_local`. Null without it.', null),
    timezone_property: lineOrNull(
      'Property of contacts with their time zone. Null without `send_at_local`.',
      null,
    ),
    default_timezone: lineOrNull(
      'Time zone of contacts without a valid one. Null without `send_at_local`.',
      null,
    ),
    sent_at: timeOrNull('When sending started. Null until then.', sample.acceptedAt),
    decide_at: timeOrNull('When the A/B test is decided. Null if nothing is to be decided.', null),
    finished_at: timeOrNull('When the last recipient was processed. Null until then.', sample.deliveredAt),
    canceled_at: timeOrNull('When the broadcast was canceled. Null if it was not.', null),
    paused_at: timeOrNull('Since when the broadcast has been paused. Null if it is not.', null),
  })
  .meta({ id: 'BroadcastSummary', description: 'A broadcast in a list.' });
export type BroadcastSummary = z.infer<typeof broadcastSummary>;

const shownVariant = z
  .object({
    subject: line('Subject. Absent: the subject of the broadcast.', 'What is new in May').optional(),
    html: line('HTML body. Absent: the body of the broadcast.', '<p>Good morning</p>').optional(),
    text: line('Text body. Absent: the body of the broadcast.', 'Good morning').optional(),
    template: shownTemplate
      .optional()
      .meta({ description: 'Template. Absent: the content of the broadcast.' }),
  })
  .meta({ id: 'BroadcastVariant', description: 'Content for a part of the recipients.' });

export const broadcastResource = broadcastSummary
  .extend({
    document: emailDocument.nullable().meta({
      description: 'Document, from which `html` and `text` were rendered. Null if it has none.',
      examples: [null],
    }),
    html: lineOrNull('HTML body. Null if it has none.', '<p>Hello {{ contact.first_name }}</p>'),
    text: lineOrNull('Text body. Null if it has none.', null),
    utm: broadcastUtm
      .nullable()
      .meta({ description: 'UTM parameters of its links. Null if they get none.', examples: [null] }),
    ab_test: z
      .object({
        variants: z.array(shownVariant).meta({ description: 'The variants.' }),
        percent: count('Percentage of recipients in the test.', 20),
        wait_minutes: count('Minutes between the last test email and the decision.', 240),
        metric: z.enum(broadcastMetrics).meta({ description: 'Metric that decides.' }),
      })
      .meta({ id: 'BroadcastTest', description: 'An A/B test.' })
      .nullable()
      .meta({ description: 'A/B test. Null if there is none.', examples: [null] }),
  })
  .meta({
    id: 'Broadcast',
    description: 'A broadcast with its content and counts.',
  });
export type BroadcastResource = z.infer<typeof broadcastResource>;

export const listBroadcastsQuery = pageQuery.extend({
  search: text()
    .trim()
    .min(1, 'required')
    .max(200)
    .optional()
    .meta({
      description: 'Only broadcasts whose name or subject contains this. Case-insensitive.',
      examples: ['may'],
    }),
  status: z.enum(broadcastStatuses).optional().meta({ description: 'Only broadcasts with this status.' }),
});

const outcome = z.enum([...broadcastOutcomes, 'waiting']);

export const broadcastRecipient = z
  .object({
    object: objectName('broadcast_recipient'),
    contact_id: line('Id of the contact.', sample.contactId),
    email: lineOrNull('Address of the contact. Null if the contact was deleted.', sample.to),
    outcome: outcome.meta({
      description: 'Outcome for this recipient. `waiting`: the email has not been created yet.',
    }),
    detail: lineOrNull(
      'Why the outcome is `invalid`: code and message of the error. Null for other outcomes.',
      null,
    ),
    message_id: lineOrNull('Id of the email, for `GET /emails/{id}`. Null if there is none.', sample.emailId),
    variant: countOrNull(
      'Index of the variant: of the test, or the winner. Null without an A/B test, and while the winner is not decided.',
      null,
    ),
    opened: flag('Whether the recipient opened the email. False if opens are not tracked.'),
    clicked: flag('Whether the recipient clicked a link. False if clicks are not tracked.'),
  })
  .meta({ id: 'BroadcastRecipient', description: 'A recipient of a broadcast.' });
export type BroadcastRecipientResource = z.infer<typeof broadcastRecipient>;

const recipientFilters = {
  outcome: outcome.optional().meta({ description: 'Only recipients with this outcome.' }),
  opened: queryFlag(
    'True: only recipients who opened the email. False: only recipients with an email that they did not open.',
  ),
  clicked: queryFlag(
    'True: only recipients who clicked a link. False: only recipients with an email in which they did not.',
  ),
};

export const listBroadcastRecipientsQuery = pageQuery.extend(recipientFilters);
export const exportBroadcastRecipientsQuery = z.object(recipientFilters);

const clicks = {
  clicks: count('Clicks of people, including repeated ones.', 73),
  unique_clicks: count('Recipients who clicked the link.', 52),
};

/** Links shown, with the most recipients first. */
export const broadcastLinksMax = 200;

export const broadcastLink = z
  .object({
    object: objectName('broadcast_link'),
    url: lineOrNull(
      'URL of the link. Null: all links beyond the first 500 of a variant, counted together.',
      'https://acme.example/may',
    ),
    ...clicks,
    by_variant: z
      .array(
        z
          .object({ variant: count('Index of the variant, starting at 0.', 0), ...clicks })
          .meta({ id: 'BroadcastLinkVariant', description: 'Clicks in one variant.' }),
      )
      .optional()
      .meta({ description: 'Clicks by variant. Only with an A/B test.' }),
  })
  .meta({ id: 'BroadcastLink', description: 'A link of a broadcast that people clicked.' });
export type BroadcastLinkResource = z.infer<typeof broadcastLink>;

export const broadcastLinkList = z
  .object({
    object: objectName('list'),
    data: z.array(broadcastLink).meta({ description: 'Links, the most clicked first.' }),
  })
  .meta({ id: 'BroadcastLinkList', description: 'The clicked links of a broadcast.' });

/** A week, and as long as metrics go back. */
export const broadcastSeriesRows = { hour: 168, day: 90 } as const;

export const broadcastSeriesQuery = z.object({
  interval: z.enum(['hour', 'day']).default('hour').meta({
    description:
      '`hour`: up to the first 168 hours after sending started. `day`: up to the first 90 days, in `timezone`.',
  }),
  timezone: timezoneName
    .regex(/^[A-Za-z]/, 'must be an IANA time zone, for example Europe/Berlin')
    .default('UTC')
    .meta({
      description: 'IANA time zone in which days begin. Hours are those of UTC.',
      examples: ['Europe/Berlin'],
    }),
});

export const broadcastSeries = z
  .object({
    object: objectName('broadcast_series'),
    interval: z.enum(['hour', 'day']).meta({ description: 'Length of a row.' }),
    series: z
      .array(
        z
          .object({ time: time('Beginning of the hour or day.', sample.acceptedAt), ...engagement })
          .meta({ id: 'BroadcastSeriesRow', description: 'Counts of one hour or day.' }),
      )
      .meta({
        description:
          'One row per hour or day, oldest first, from the start of sending to the last count. Empty before that.',
      }),
  })
  .meta({ id: 'BroadcastSeries', description: 'Counts of a broadcast over time.' });
export type BroadcastSeriesResource = z.infer<typeof broadcastSeries>;
