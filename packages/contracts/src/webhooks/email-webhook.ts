import { z } from 'zod';
import { emailTag } from '../emails/email';
import { waitingOfEmail } from '../emails/waiting';
import { emailEventTypes, type EmailEventType } from '../events/events';
import { line, time } from '../fields/fields';
import { sample } from '../fields/sample';
import { inboundAttachment, receivedBy } from '../inbound/inbound';
import { eventReply } from '../outcomes/event-reply';
import { diagnosis } from '../outcomes/failure-classes';
import { bounceTypes, modes } from '../statuses/statuses';

const tags = z.array(emailTag).meta({ description: 'Tags of the email.' });

const taggedTemplate = z
  .object({
    template: z
      .object({
        id: line('Id of the template.', sample.templateId),
        slug: line('Slug of the template at that time.', 'receipt'),
        version: z.number().meta({ description: 'Version that was rendered.', examples: [3] }),
      })
      .meta({ id: 'TemplateReference', description: 'The template that the email was rendered from.' }),
    tags,
  })
  .meta({ id: 'TemplateTags', description: 'Tags of an email sent with a template.' });

const metadata = z.record(z.string(), z.string()).meta({
  description: '`metadata` of the email. Absent if there was none or if retention deleted it.',
  examples: [{ order_id: '1042' }],
});

/** Of every event of an email; without fields that have no value. */
const common = {
  email_id: line('Id of the email, as returned by `POST /emails`.', sample.emailId),
  message_id: line(
    'Message-ID header with angle brackets; replies refer to it in In-Reply-To. Absent if not known yet, and for test emails.',
    sample.messageId,
  ).optional(),
  mode: z.enum(modes).meta({ description: '`test`: the email was simulated.', examples: ['live'] }),
  from: line('Sender of the email.', sample.from),
  to: z.array(z.string()).meta({
    description: '`to` list of the email. Cc and Bcc are not included.',
    examples: [[sample.to]],
  }),
  subject: line('Subject of the email.', sample.subject),
  recipient: line('Recipient that the event is about.', sample.to),
  kind: line('Kind of the email. Absent if it has none.', 'receipt').optional(),
  tags: z
    .union([tags, taggedTemplate])
    .optional()
    .meta({
      description:
        'Tags of the email. For an email sent with a template, an object that also contains the template.',
      examples: [[{ name: 'campaign', value: 'spring' }]],
    }),
  metadata: metadata.optional(),
};

const detail = line(
  'Details from the receiving server or provider. Absent if there are none.',
  'mailbox full',
).optional();
const diagnosed = diagnosis
  .optional()
  .meta({ description: 'Why the email was not delivered, and who can fix it.' });

const eventData = z
  .object({ ...common, detail })
  .meta({ id: 'EmailEventData', description: 'The email and the recipient that the event is about.' });
const handoverData = z.object({ ...common, detail, reply: eventReply.optional() }).meta({
  id: 'EmailHandoverData',
  description: 'The email, the recipient and the reply of the receiving server.',
});
const failureData = z
  .object({ ...common, detail, diagnosis: diagnosed, reply: eventReply.optional() })
  .meta({ id: 'EmailFailureData', description: 'The email, the recipient and the reason of the failure.' });
const bounceData = z
  .object({
    ...failureData.shape,
    bounce_type: z.enum(bounceTypes).optional().meta({
      description:
        '`hard`: the address is invalid and now suppressed. `soft`: delivery may succeed later. `undetermined`: the receiver gave no reason.',
    }),
  })
  .meta({ id: 'EmailBounceData', description: 'The email, the recipient and the reason of the bounce.' });
const delayData = z
  .object({
    ...failureData.shape,
    next_attempt_at: time('When the next delivery attempt is due.', sample.laterAt).optional(),
    waiting: waitingOfEmail.optional().meta({
      description:
        'Why the email waits until then, as it was at this event. Absent from events of earlier releases.',
    }),
  })
  .meta({ id: 'EmailDelayData', description: 'The email, the recipient and the time of the next attempt.' });
const clickData = z
  .object({
    ...eventData.shape,
    url: line('Target URL of the clicked link.', 'https://acme.example/orders/1042').optional(),
  })
  .meta({ id: 'EmailClickData', description: 'The email, the recipient and the clicked link.' });

/** What each type means, and the name of its schema in the document. */
const meanings: Readonly<Record<EmailEventType, readonly [id: string, meaning: string]>> = {
  'email.sent': ['EmailSent', 'The email was handed over to the receiving server or a provider.'],
  'email.delivered': ['EmailDelivered', "The recipient's mail server accepted the email."],
  'email.delivery_delayed': [
    'EmailDeliveryDelayed',
    "The recipient's mail server temporarily refused the email. Postrider tries again.",
  ],
  'email.late': [
    'EmailLate',
    'The email still waits after the time that the organization has set in `late_after`. At most once for an email.',
  ],
  'email.bounced': ['EmailBounced', "The recipient's mail server refused the email or returned it later."],
  'email.complained': ['EmailComplained', 'The recipient marked the email as spam and is now suppressed.'],
  'email.rejected': ['EmailRejected', 'The provider refused to send the email.'],
  'email.opened': ['EmailOpened', 'The email was opened. Only with `track.opens`.'],
  'email.clicked': ['EmailClicked', 'A link in the email was clicked. Only with `track.clicks`.'],
  'email.unsubscribed': ['EmailUnsubscribed', 'The recipient unsubscribed through a link in the email.'],
  'email.failed': ['EmailFailed', 'The email could not be sent. Postrider does not try again.'],
};

function webhookOf<const Type extends EmailEventType, Data extends z.ZodType>(type: Type, data: Data) {
  const [name, meaning] = meanings[type];
  return z
    .object({
      type: z.literal(type).meta({ description: `Type of the event: \`${type}\`.` }),
      created_at: time('When the event occurred.', sample.deliveredAt),
      data,
    })
    .meta({ id: `${name}Webhook`, description: meaning });
}

/** Bodies of `email.*` webhooks as endpoints receive them, by their type. */
export const emailWebhooks = {
  'email.sent': webhookOf('email.sent', handoverData),
  'email.delivered': webhookOf('email.delivered', handoverData),
  'email.delivery_delayed': webhookOf('email.delivery_delayed', delayData),
  'email.late': webhookOf('email.late', eventData),
  'email.bounced': webhookOf('email.bounced', bounceData),
  'email.complained': webhookOf('email.complained', eventData),
  'email.rejected': webhookOf('email.rejected', failureData),
  'email.opened': webhookOf('email.opened', eventData),
  'email.clicked': webhookOf('email.clicked', clickData),
  'email.unsubscribed': webhookOf('email.unsubscribed', eventData),
  'email.failed': webhookOf('email.failed', failureData),
} as const satisfies Record<EmailEventType, z.ZodType>;
export type EmailWebhook = z.infer<(typeof emailWebhooks)[EmailEventType]>;

const entryIds = {
  object: z.literal('email_event').meta({ description: 'Type of the object: always `email_event`.' }),
  id: line('Id of the event. The same in webhooks and in every response.', sample.eventId),
};

function entryOf<const Type extends EmailEventType>(type: Type) {
  const [name, meaning] = meanings[type];
  return emailWebhooks[type].extend(entryIds).meta({ id: `${name}Event`, description: meaning });
}

/** An event as its webhook says it, with the id that makes it the same event whenever it is read. */
export const emailEventEntry = z
  .discriminatedUnion(
    'type',
    emailEventTypes.map(entryOf) as [ReturnType<typeof entryOf>, ...ReturnType<typeof entryOf>[]],
  )
  .meta({ id: 'EmailEventEntry', description: 'An email event. `type` says which one.' });

/** Body of an `email.received` webhook; without fields that have no value, and without the body of the mail. */
export const receivedWebhook = z
  .object({
    type: z.literal('email.received').meta({ description: 'Type of the event: `email.received`.' }),
    created_at: time('When the email was received.', sample.laterAt),
    data: z
      .object({
        inbound_id: line(
          'Id of the received email. `GET /inbound/{id}` returns its content and attachments.',
          sample.inboundId,
        ),
        message_id: line(
          'Message-ID of the received email. Absent if it has none.',
          '<CAF1042@mail.example.com>',
        ).optional(),
        email_id: line(
          'Id of the email that this one replies to. Absent if there is none.',
          sample.emailId,
        ).optional(),
        in_reply_to_message_id: line(
          'Message-ID of the email that this one replies to.',
          sample.messageId,
        ).optional(),
        metadata: metadata.optional().meta({
          description: '`metadata` of the email that this one replies to.',
          examples: [{ order_id: '1042' }],
        }),
        from: line('Sender, as in the From header.', 'Ada Lovelace <ada@example.com>'),
        to: z.array(z.string()).meta({
          description: 'Addresses in the To header.',
          examples: [['reply@reply.acme.example']],
        }),
        ...receivedBy,
        subject: line('Subject of the email.', 'Re: Your order 1042'),
        attachments: z.array(inboundAttachment).optional().meta({
          description:
            'Attachments of the email, without their content. Absent if there are none. At most 100: `GET /inbound/{id}` lists all.',
        }),
      })
      .meta({ id: 'ReceivedData', description: 'The received email without its content.' }),
  })
  .meta({
    id: 'EmailReceivedWebhook',
    description: 'An email arrived at the reply address of a domain or at one of its inbound addresses.',
  });
export type ReceivedWebhook = z.infer<typeof receivedWebhook>;

/** Body of a `webhook.test`. */
export const testWebhook = z
  .object({
    type: z.literal('webhook.test').meta({ description: 'Type of the event: `webhook.test`.' }),
    created_at: time('When the test was requested.'),
    data: z
      .object({ webhook_id: line('Id of the tested endpoint.', sample.webhookId) })
      .meta({ id: 'TestData', description: 'The tested endpoint.' }),
  })
  .meta({ id: 'WebhookTestWebhook', description: 'A test event from `POST /webhooks/{id}/test`.' });
export type TestWebhook = z.infer<typeof testWebhook>;
