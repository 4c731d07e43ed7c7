import { z } from 'zod';
import { refuseOtherContent, requestedDocument } from '../email-documents/email-document';
import { emailCheckCodes } from '../emails/email-check';
import { list } from '../fields/list';
import { timeOfDay, timezoneName } from '../fields/local-time';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, timestamp } from '../fields/text';
import { propertyName } from '../segments/segment-condition';
import {
  abTest,
  broadcastBody,
  broadcastLimits,
  broadcastSubject,
  broadcastTemplate,
  broadcastUtm,
  named,
} from './broadcast-content';

const name = lineOfText()
  .trim()
  .min(1, 'required')
  .max(broadcastLimits.nameCharsMax)
  .meta({
    description: 'Name, 1 to 200 characters. Never shown to recipients.',
    examples: ['May news'],
  });
const mailbox = addressLine().max(1_000);
const from = mailbox.meta({
  description: 'Sender: `email` or `Name <email>`, at a verified domain of the stream `bulk`.',
  examples: [sample.newsFrom],
});
const subjectMeta = {
  description: 'Subject, with variables such as `{{ contact.first_name }}`.',
  examples: ['News for {{ contact.first_name }}'],
};
const previewText = lineOfText().max(broadcastLimits.previewTextCharsMax);
const htmlMeta = {
  description:
    'HTML body in Liquid, up to 500 kB. `{{ preferences_url }}` is a link to the preferences page, `{{ view_url }}` to the email in a browser.',
  examples: ['<p>Hello {{ contact.first_name }}</p><p><a href="{{ preferences_url }}">What you get</a></p>'],
};
const textMeta = {
  description: 'Text body in Liquid, up to 500 kB. Default: none.',
  examples: ['Hello {{ contact.first_name }}'],
};

const inArchive =
  'Whether it is shown in the archive of its topic once it has been sent, if the topic has one. Can be changed at any time, also after sending. Default: true.';

const track = z
  .object({
    opens: z.boolean().optional().meta({ description: 'Track opens.' }),
    clicks: z.boolean().optional().meta({ description: 'Track clicks.' }),
  })
  .meta({ id: 'BroadcastTracking', description: 'Open and click tracking.' });

const fields = {
  name,
  segment_id: named.meta({
    description: 'Id of the segment that receives the broadcast. Its contacts are read when sending starts.',
    examples: [sample.segmentId],
  }),
  topic: named.meta({
    description: 'Slug of the topic. Contacts that are not subscribed to it get no email.',
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
        'Text that inboxes show after the subject, up to 500 characters. Null: the beginning of the body.',
      examples: ['What is new in May'],
    }),
  document: requestedDocument.nullable().optional().meta({
    description:
      'Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot be combined with `html`, `text` and `template`. Null: the content is `html` and `text`.',
  }),
  html: broadcastBody.nullable().optional().meta(htmlMeta),
  text: broadcastBody.nullable().optional().meta(textMeta),
  template: broadcastTemplate
    .nullable()
    .optional()
    .meta({ description: 'Template to use instead of `subject`, `html` and `text`.' }),
  track: track.optional().meta({
    description: "Open and click tracking. Default: on if the domain's tracking host is verified.",
  }),
  utm: broadcastUtm.nullable().optional().meta({
    description:
      'UTM parameters that are added to its links, for web analytics. A link keeps those that it has. Links to unsubscribe and to preferences get none. Default of a new broadcast: `utm` of the organization. Null: none.',
  }),
  in_archive: z.boolean().optional().meta({ description: inArchive }),
  ab_test: abTest.nullable().optional().meta({ description: 'A/B test. Null: none.' }),
};

const localTime = {
  send_at_local: timeOfDay.optional().meta({
    description:
      'Sends it at this time of day in the time zone of each contact, on the date that `scheduled_at` has in `default_timezone`. Sending starts when the time comes in the first zone (UTC+14). Contacts in whose zone it has passed by then get the email at once. Cannot be combined with `ab_test`.',
    examples: ['09:00'],
  }),
  timezone_property: propertyName.optional().meta({
    description:
      'Property of contacts with their IANA time zone, such as `Europe/Berlin`. Default: `timezone`. Requires `send_at_local`.',
    examples: ['timezone'],
  }),
  default_timezone: timezoneName.optional().meta({
    description:
      'IANA time zone of contacts whose property is missing or not a time zone. Default: UTC. Requires `send_at_local`.',
    examples: ['Europe/Berlin'],
  }),
};

/** Whether the fields of a time zone belong to a time. */
function checkLocalTime(
  value: { readonly [Field in keyof typeof localTime]?: string | undefined },
  problem: (field: string, message: string) => void,
): void {
  if (value.send_at_local !== undefined) return;
  for (const field of ['timezone_property', 'default_timezone'] as const) {
    if (value[field] !== undefined) problem(field, 'requires send_at_local');
  }
}

export const createBroadcastRequest = z
  .object({
    ...fields,
    ...localTime,
    scheduled_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description:
          'When to send it. Must not be in the past. Default: it stays a draft until `POST /broadcasts/{id}/send`.',
        examples: ['2036-06-02T08:00:00+02:00'],
      }),
  })
  .check(refuseOtherContent)
  .check(({ value, issues }) => {
    const problem = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value });
    checkLocalTime(value, problem);
    const { send_at_local: time, scheduled_at: scheduledAt } = value;
    if (time !== undefined && (scheduledAt ?? null) === null)
      problem('send_at_local', 'requires scheduled_at');
  })
  .meta({
    id: 'CreateBroadcastRequest',
    description: 'A broadcast to create.',
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

/** Absent fields do not change; null clears. */
export const updateBroadcastRequest = z
  .object({
    ...fields,
    name: name.optional(),
    segment_id: fields.segment_id.optional(),
    topic: fields.topic.optional(),
    from: from.optional(),
    document: fields.document.meta({
      description:
        'Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot be combined with `html`, `text` and `template`: setting one of those clears it. Null: HTML and text stay as they are, and are what you edit from now on.',
    }),
    scheduled_at: z
      .null()
      .optional()
      .meta({
        description:
          'Null makes the broadcast a draft again. To schedule it, use `POST /broadcasts/{id}/send`.',
        examples: [null],
      }),
  })
  .check(refuseOtherContent)
  .meta({
    id: 'UpdateBroadcastRequest',
    description: 'Fields to change. Missing fields keep their values; null clears a field.',
    examples: [{ subject: 'What is new in May' }],
  });
export type UpdateBroadcastRequest = z.output<typeof updateBroadcastRequest>;

const beginning = timestamp()
  .optional()
  .meta({
    description: 'When to send it. Must not be in the past. Default: now.',
    examples: ['2036-06-02T08:00:00+02:00'],
  });

export const sendBroadcastRequest = z
  .object({
    scheduled_at: beginning,
    ...localTime,
    overridden_findings: list(z.enum(emailCheckCodes), emailCheckCodes.length)
      .optional()
      .meta({
        description:
          'Errors of `POST /emails/check` that you send in spite of. Changes nothing but the entry in the audit log, which names them.',
        examples: [['clipped']],
      }),
  })
  .check(({ value, issues }) =>
    checkLocalTime(value, (field, message) =>
      issues.push({ code: 'custom', path: [field], message, input: value }),
    ),
  )
  .meta({
    id: 'SendBroadcastRequest',
    description: 'When to send the broadcast.',
    examples: [{ scheduled_at: '2036-06-02T08:00:00+02:00' }],
  })
  .optional();

export type SendBroadcastRequest = z.output<typeof sendBroadcastRequest>;

export const decideBroadcastRequest = z
  .object({
    winner: z
      .int()
      .min(0)
      .meta({ description: 'Index of the winner in `ab_test.variants`, starting at 0.', examples: [1] }),
  })
  .meta({
    id: 'DecideBroadcastRequest',
    description: 'The variant to send to the remaining recipients.',
    examples: [{ winner: 0 }],
  });

export const resendBroadcastRequest = z
  .object({
    subject: broadcastSubject.optional().meta({
      description:
        'Subject of the resend. Default: the original subject. Not allowed for a broadcast with a template.',
      examples: ['In case you missed it: news in May'],
    }),
    audience: z.literal('not_opened').default('not_opened').meta({
      description: 'Recipients: contacts who did not open the original, as far as tracking shows.',
    }),
    scheduled_at: beginning,
  })
  .meta({
    id: 'ResendBroadcastRequest',
    description: 'Options for sending a broadcast again.',
    examples: [{ subject: 'In case you missed it: news in May' }],
  })
  .optional();

const variantIndex = z
  .int()
  .min(0)
  .optional()
  .meta({
    description: 'Index of a variant of the A/B test, starting at 0. Default: 0.',
    examples: [0],
  });
const shownContact = addressLine()
  .min(1, 'required')
  .max(320)
  .optional()
  .meta({
    description: 'Id or address of a contact to render the content for. Default: a sample contact.',
    examples: [sample.to],
  });

export const previewBroadcastRequest = z
  .object({
    contact: shownContact,
    variant: variantIndex,
    subject: broadcastSubject.optional().meta({
      description: 'Subject to render instead of the stored one. Cannot be combined with `variant`.',
      examples: ['News for {{ contact.first_name }}'],
    }),
    preview_text: previewText.optional().meta({
      description: 'Preview text to render instead of the stored one. Cannot be combined with `variant`.',
      examples: ['What is new in May'],
    }),
    document: requestedDocument.optional().meta({
      description: 'Document to render instead of the stored content. Cannot be combined with `variant`.',
    }),
  })
  .check(({ value, issues }) => {
    if (value.variant === undefined) return;
    for (const path of ['subject', 'preview_text', 'document'] as const) {
      if (value[path] === undefined) continue;
      issues.push({ code: 'custom', path: [path], message: 'cannot be combined with variant', input: value });
    }
  })
  .meta({
    id: 'PreviewBroadcastRequest',
    description: 'What to render.',
    examples: [{ variant: 0 }],
  })
  .optional();

export const testBroadcastRequest = z
  .object({
    to: z
      .union(
        [
          addressLine()
            .min(1, 'required')
            .max(1_000)
            .transform((one) => [one]),
          list(addressLine().min(1, 'required').max(1_000), broadcastLimits.testRecipientsMax).refine(
            ({ length }) => length > 0,
            'needs at least one address',
          ),
        ],
        { error: `must be an address or an array of up to ${broadcastLimits.testRecipientsMax} addresses` },
      )
      .meta({
        description: 'Recipient address, or an array of up to 10. They need not be contacts.',
        examples: [[sample.to]],
      }),
    contact: shownContact,
    variant: variantIndex,
  })
  .meta({
    id: 'TestBroadcastRequest',
    description: 'Recipients and content of a test.',
    examples: [{ to: [sample.to] }],
  });
