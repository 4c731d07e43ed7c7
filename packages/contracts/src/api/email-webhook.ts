import { z } from 'zod';
import { emailEventTypes, type EmailEventType } from '../events';
import { diagnosis } from '../failure-classes';
import { bounceTypes, modes } from '../statuses';
import { emailTag } from './email';
import { eventReply } from './event-reply';
import { line, time } from './fields';
import { receivedBy } from './inbound';
import { sample } from './sample';

const tags = z.array(emailTag).meta({ description: 'The tags that were sent.' });

const taggedTemplate = z
  .object({
    template: z
      .object({
        id: line('Id of the template.', sample.templateId),
        slug: line('Its slug at that time.', 'receipt'),
        version: z.number().meta({ description: 'The version that was rendered.', examples: [3] }),
      })
      .meta({ id: 'TemplateReference', description: 'The template that the email was rendered from.' }),
    tags,
  })
  .meta({ id: 'TemplateTags', description: 'Tags of an email that was sent from a template.' });

const metadata = z.record(z.string(), z.string()).meta({
  description: 'The `metadata` of the send; left out when there was none, or when retention deleted it.',
  examples: [{ order_id: '1042' }],
});

/** Of every event of an email; what has no value is left out. */
const common = {
  email_id: line('Id of the email, as `POST /emails` answered it.', sample.emailId),
  message_id: line(
    'The Message-ID header as recipients see it, with angle brackets; replies name it in In-Reply-To. Left out while it is not known, and of test emails.',
    sample.messageId,
  ).optional(),
  mode: z.enum(modes).meta({ description: '`test`: the email was simulated.', examples: ['live'] }),
  from: line('The sender, as it was sent.', sample.from),
  to: z.array(z.string()).meta({
    description: 'The `to` list as it was sent; cc and bcc are not told.',
    examples: [[sample.to]],
  }),
  subject: line('The subject.', sample.subject),
  recipient: line('The one address that the event is about.', sample.to),
  kind: line('The kind of the email; left out when it has none.', 'receipt').optional(),
  tags: z
    .union([tags, taggedTemplate])
    .optional()
    .meta({
      description:
        'The tags that were sent; an object with the template, too, when the email was sent from one.',
      examples: [[{ name: 'campaign', value: 'spring' }]],
    }),
  metadata: metadata.optional(),
};

const detail = line(
  'What the receiver or provider said of it, where it said more.',
  'mailbox full',
).optional();
const diagnosed = diagnosis
  .optional()
  .meta({ description: 'Why it did not arrive, and who can do what about it.' });

const eventData = z
  .object({ ...common, detail })
  .meta({ id: 'EmailEventData', description: 'The email and the recipient that an event is about.' });
const handoverData = z.object({ ...common, detail, reply: eventReply.optional() }).meta({
  id: 'EmailHandoverData',
  description: 'The email and the recipient, and the reply of the server.',
});
const failureData = z
  .object({ ...common, detail, diagnosis: diagnosed, reply: eventReply.optional() })
  .meta({ id: 'EmailFailureData', description: 'What did not arrive, and why.' });
const bounceData = z
  .object({
    ...failureData.shape,
    bounce_type: z.enum(bounceTypes).optional().meta({
      description:
        '`hard`: the address is wrong and is now suppressed; `soft`: it may work another time; `undetermined`: the receiver did not say.',
    }),
  })
  .meta({ id: 'EmailBounceData', description: 'What came back, and why.' });
const delayData = z
  .object({
    ...failureData.shape,
    next_attempt_at: time('When delivery is tried again.', sample.laterAt).optional(),
  })
  .meta({ id: 'EmailDelayData', description: 'What has not arrived yet, and when it is tried again.' });
const clickData = z
  .object({
    ...eventData.shape,
    url: line('Where the clicked link leads.', 'https://acme.example/orders/1042').optional(),
  })
  .meta({ id: 'EmailClickData', description: 'The link that was clicked, and in which email.' });

/** What each type means, and the name of its schema in the document. */
const meanings: Readonly<Record<EmailEventType, readonly [id: string, meaning: string]>> = {
  'email.sent': ['EmailSent', 'The email was handed over to the receiving server or a provider.'],
  'email.delivered': ['EmailDelivered', "The recipient's server has taken the email."],
  'email.delivery_delayed': [
    'EmailDeliveryDelayed',
    "The recipient's server cannot take the email now; it is tried again.",
  ],
  'email.bounced': ['EmailBounced', "The recipient's server has refused the email, or returned it later."],
  'email.complained': [
    'EmailComplained',
    'The recipient has marked the email as spam, and is now suppressed.',
  ],
  'email.rejected': ['EmailRejected', 'The provider would not send the email.'],
  'email.opened': ['EmailOpened', 'The email was opened; only with `track.opens`.'],
  'email.clicked': ['EmailClicked', 'A link in the email was clicked; only with `track.clicks`.'],
  'email.unsubscribed': ['EmailUnsubscribed', 'The recipient has unsubscribed by a link of the email.'],
  'email.failed': ['EmailFailed', 'The email could not be sent and is not tried again.'],
};

function webhookOf<const Type extends EmailEventType, Data extends z.ZodType>(type: Type, data: Data) {
  const [name, meaning] = meanings[type];
  return z
    .object({
      type: z.literal(type).meta({ description: `The type of the event: \`${type}\`.` }),
      created_at: time('When it happened.', sample.deliveredAt),
      data,
    })
    .meta({ id: `${name}Webhook`, description: meaning });
}

/** Bodies of `email.*` webhooks as endpoints receive them, by their type. */
export const emailWebhooks = {
  'email.sent': webhookOf('email.sent', handoverData),
  'email.delivered': webhookOf('email.delivered', handoverData),
  'email.delivery_delayed': webhookOf('email.delivery_delayed', delayData),
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
  object: z.literal('email_event').meta({ description: 'The type of this object: always `email_event`.' }),
  id: line('Id of the event: the same whenever and however it is read.', sample.eventId),
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
  .meta({ id: 'EmailEventEntry', description: 'An event of an email, told apart by its `type`.' });

/** Body of an `email.received` webhook; fields without a value are left out, and there is no body of the mail in it. */
export const receivedWebhook = z
  .object({
    type: z.literal('email.received').meta({ description: 'The type of the event: `email.received`.' }),
    created_at: time('When the email came.', sample.laterAt),
    data: z
      .object({
        inbound_id: line(
          'Id of the received email: `GET /inbound/{id}` has its text and files.',
          sample.inboundId,
        ),
        email_id: line('The email that it answers; left out when none was found.', sample.emailId).optional(),
        in_reply_to_message_id: line('Message-ID of the email that it answers.', sample.messageId).optional(),
        metadata: metadata.optional().meta({
          description: 'The `metadata` of the email that it answers.',
          examples: [{ order_id: '1042' }],
        }),
        from: line('Who wrote it, as its From header says.', 'Ada Lovelace <ada@example.com>'),
        to: z.array(z.string()).meta({
          description: 'The addresses of its To header.',
          examples: [['reply@reply.acme.example']],
        }),
        ...receivedBy,
        subject: line('Its subject.', 'Re: Your order 1042'),
      })
      .meta({ id: 'ReceivedData', description: 'The received email, without its text.' }),
  })
  .meta({
    id: 'EmailReceivedWebhook',
    description:
      'An email came to the reply address of a domain, or to an address that the domain receives at.',
  });
export type ReceivedWebhook = z.infer<typeof receivedWebhook>;

/** Body of a `webhook.test`. */
export const testWebhook = z
  .object({
    type: z.literal('webhook.test').meta({ description: 'The type of the event: `webhook.test`.' }),
    created_at: time('When the test was asked for.'),
    data: z
      .object({ webhook_id: line('The endpoint that is tested.', sample.webhookId) })
      .meta({ id: 'TestData', description: 'What is tested.' }),
  })
  .meta({ id: 'WebhookTestWebhook', description: 'A test that `POST /webhooks/{id}/test` asked for.' });
export type TestWebhook = z.infer<typeof testWebhook>;
