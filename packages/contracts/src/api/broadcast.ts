import { z } from 'zod';
import {
  abTest,
  broadcastBody,
  broadcastLimits,
  broadcastSubject,
  broadcastTemplate,
  named,
} from './broadcast-content';
import { list } from './list';
import { sample } from './sample';
import { lineOfText, text, timestamp } from './text';

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(broadcastLimits.nameCharsMax)
  .meta({
    description: 'Name, 1 to 200 characters. Never shown to recipients.',
    examples: ['May news'],
  });
const mailbox = text().max(1_000);
const from = mailbox.meta({
  description: 'The sender: `email` or `Name <email>`, at a verified domain of stream `bulk`.',
  examples: [sample.newsFrom],
});
const subjectMeta = {
  description: 'The subject, with variables of the contact as `{{ contact.first_name }}`.',
  examples: ['News for {{ contact.first_name }}'],
};
const previewText = lineOfText().max(broadcastLimits.previewTextCharsMax);
const htmlMeta = {
  description:
    'The HTML body in the template language, up to 500 kB; `{{ preferences_url }}` is the page on which the reader chooses.',
  examples: ['<p>Hello {{ contact.first_name }}</p><p><a href="{{ preferences_url }}">What you get</a></p>'],
};
const textMeta = {
  description: 'Text body in Liquid, up to 500 kB. Default: none.',
  examples: ['Hello {{ contact.first_name }}'],
};

const track = z
  .object({
    opens: z.boolean().optional().meta({ description: 'Whether openings are tracked.' }),
    clicks: z.boolean().optional().meta({ description: 'Whether clicks are tracked.' }),
  })
  .meta({ id: 'BroadcastTracking', description: 'What is tracked.' });

const fields = {
  name,
  segment_id: named.meta({
    description: 'The segment whose contacts get it, as they are when it begins.',
    examples: [sample.segmentId],
  }),
  topic: named.meta({
    description: 'Slug of the topic that it is about: who is not subscribed to it gets nothing.',
    examples: ['news'],
  }),
  from,
  reply_to: mailbox
    .min(1, 'required')
    .nullable()
    .optional()
    .meta({ description: 'Reply-To address. Null: the sender.', examples: ['support@acme.example'] }),
  subject: broadcastSubject.nullable().optional().meta(subjectMeta),
  preview_text: previewText
    .nullable()
    .optional()
    .meta({
      description:
        'Shown after the subject in the inbox, up to 500 characters. Null: the beginning of the text.',
      examples: ['What is new in May'],
    }),
  html: broadcastBody.nullable().optional().meta(htmlMeta),
  text: broadcastBody.nullable().optional().meta(textMeta),
  template: broadcastTemplate
    .nullable()
    .optional()
    .meta({ description: 'A template instead of subject, html and text.' }),
  track: track.optional().meta({
    description: "Open and click tracking. Default: on if the domain's tracking host is verified.",
  }),
  ab_test: abTest.nullable().optional().meta({ description: 'An A/B test; null: none.' }),
};

export const createBroadcastRequest = z
  .object({
    ...fields,
    scheduled_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description: 'When to send it. Default: a draft until `POST /broadcasts/{id}/send`.',
        examples: ['2026-06-01T08:00:00+02:00'],
      }),
  })
  .meta({
    id: 'CreateBroadcastRequest',
    description: 'A broadcast to add.',
    examples: [
      {
        name: 'May news',
        segment_id: sample.segmentId,
        topic: 'news',
        from: sample.newsFrom,
        subject: 'News for {{ contact.first_name }}',
        preview_text: 'What is new in May',
        html: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ preferences_url }}">What you get</a></p>',
        ab_test: {
          variants: [{}, { subject: 'What is new in May' }],
          percent: 20,
          wait_minutes: 240,
          metric: 'open',
        },
      },
    ],
  });
export type CreateBroadcastRequest = z.output<typeof createBroadcastRequest>;

/** Fields left out stay; null clears. */
export const updateBroadcastRequest = z
  .object({
    ...fields,
    name: name.optional(),
    segment_id: fields.segment_id.optional(),
    topic: fields.topic.optional(),
    from: from.optional(),
    scheduled_at: z
      .null()
      .optional()
      .meta({
        description: 'Null: a draft again. `POST /broadcasts/{id}/send` schedules.',
        examples: [null],
      }),
  })
  .meta({
    id: 'UpdateBroadcastRequest',
    description: 'Fields to change. Missing fields keep their values; null clears a field.',
    examples: [{ subject: 'What is new in May' }],
  });
export type UpdateBroadcastRequest = z.output<typeof updateBroadcastRequest>;

const beginning = timestamp()
  .optional()
  .meta({
    description: 'When to send it. Default: now.',
    examples: ['2026-06-01T08:00:00+02:00'],
  });

export const sendBroadcastRequest = z
  .object({ scheduled_at: beginning })
  .meta({
    id: 'SendBroadcastRequest',
    description: 'When it begins.',
    examples: [{ scheduled_at: '2026-06-01T08:00:00+02:00' }],
  })
  .optional();

export const decideBroadcastRequest = z
  .object({
    winner: z
      .int()
      .min(0)
      .meta({ description: 'Index of the variant in `ab_test.variants`, from 0 on.', examples: [1] }),
  })
  .meta({
    id: 'DecideBroadcastRequest',
    description: 'The variant that the rest gets.',
    examples: [{ winner: 0 }],
  });

export const resendBroadcastRequest = z
  .object({
    subject: broadcastSubject.optional().meta({
      description: 'Another subject. Default: the same. Not for a broadcast with a template.',
      examples: ['In case you missed it: news in May'],
    }),
    audience: z.literal('not_opened').default('not_opened').meta({
      description: 'Who gets it: those of whom no opening is known.',
    }),
    scheduled_at: beginning,
  })
  .meta({
    id: 'ResendBroadcastRequest',
    description: 'How it is sent again.',
    examples: [{ subject: 'In case you missed it: news in May' }],
  })
  .optional();

const variantIndex = z
  .int()
  .min(0)
  .optional()
  .meta({
    description: 'Index of a variant of the A/B test. Default: the first.',
    examples: [0],
  });
const shownContact = lineOfText()
  .min(1, 'required')
  .max(320)
  .optional()
  .meta({
    description: 'Id or address of the contact to render it for. Default: a sample contact.',
    examples: [sample.to],
  });

export const previewBroadcastRequest = z
  .object({ contact: shownContact, variant: variantIndex })
  .meta({
    id: 'PreviewBroadcastRequest',
    description: 'For whom it is shown.',
    examples: [{ variant: 0 }],
  })
  .optional();

export const testBroadcastRequest = z
  .object({
    to: z
      .union(
        [
          lineOfText()
            .min(1, 'required')
            .max(1_000)
            .transform((one) => [one]),
          list(lineOfText().min(1, 'required').max(1_000), broadcastLimits.testRecipientsMax).refine(
            ({ length }) => length > 0,
            'needs at least one address',
          ),
        ],
        { error: `must be an address or an array of up to ${broadcastLimits.testRecipientsMax} addresses` },
      )
      .meta({
        description: 'An address or an array of up to 10; they need not be contacts.',
        examples: [[sample.to]],
      }),
    contact: shownContact,
    variant: variantIndex,
  })
  .meta({ id: 'TestBroadcastRequest', description: 'Who gets the test.', examples: [{ to: [sample.to] }] });
