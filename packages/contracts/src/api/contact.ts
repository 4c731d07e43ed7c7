import { z } from 'zod';
import { refusedItem } from './error-body';
import { flag, line } from './fields';
import { list } from './list';
import { record } from './record';
import { sample } from './sample';
import { subscriptionStates } from './segment';
import { lineOfText, textOfBytes, timestamp } from './text';

export const contactLimits = { batchItemsMax: 1_000, propertiesMax: 100, topicsMax: 100 } as const;

const address = lineOfText()
  .min(1, 'required')
  .max(320)
  .meta({ description: 'The address; capitals do not matter.', examples: [sample.to] });
const firstName = lineOfText()
  .trim()
  .max(200)
  .nullable()
  .optional()
  .meta({
    description: 'First name, up to 200 characters; null clears it.',
    examples: ['Ada'],
  });
const lastName = lineOfText()
  .trim()
  .max(200)
  .nullable()
  .optional()
  .meta({
    description: 'Last name, up to 200 characters; null clears it.',
    examples: ['Lovelace'],
  });

/** How long a text a property of a contact may be, in bytes. */
export const propertyBytesMax = 2_000;

/** A list of texts is what `contains` of a segment looks into. */
const propertyValue = z.union(
  [textOfBytes(propertyBytesMax), z.number(), z.boolean(), list(textOfBytes(500), 50), z.null()],
  { error: 'must be a text of up to 2000 bytes, a number, true or false, a list of up to 50 texts, or null' },
);
export type PropertyValue = Exclude<z.output<typeof propertyValue>, null>;

const properties = record(lineOfText().min(1, 'required').max(100), propertyValue, {
  max: contactLimits.propertiesMax,
  message: `must have at most ${contactLimits.propertiesMax} entries`,
});

const topicState = z
  .object({
    topic: lineOfText()
      .min(1, 'required')
      .max(64)
      .meta({ description: 'Slug of the topic.', examples: ['news'] }),
    state: z.enum(subscriptionStates).meta({ description: 'What the contact chose.' }),
  })
  .meta({ id: 'TopicChoice', description: 'What a contact chose about a topic.' });
export type TopicState = z.output<typeof topicState>;

/** What the sender can prove of a consent: who gave it, where and when. Kept with the changes that the call makes. */
const consent = z
  .object({
    source: lineOfText()
      .trim()
      .max(200)
      .optional()
      .meta({
        description: 'Where it was given, for example the name or URL of a form.',
        examples: ['https://acme.example/newsletter'],
      }),
    ip_address: z
      .union([z.ipv4(), z.ipv6()], { error: 'not an IP address' })
      .optional()
      .meta({ description: 'The IP address of the person.', examples: [sample.ipAddress] }),
    user_agent: lineOfText()
      .trim()
      .max(500)
      .optional()
      .meta({ description: 'Their browser.', examples: [sample.userAgent] }),
    at: timestamp()
      .optional()
      .meta({ description: 'When it was given; left out: now.', examples: [sample.acceptedAt] }),
  })
  .meta({ id: 'Consent', description: 'What proves a consent.' });
export type Consent = z.output<typeof consent>;

const resubscribe = flag(
  'Subscribe the contact although it unsubscribed itself. Needs `consent` with `source` and `at` as proof; recorded in the audit log. A contact that complained stays as it is.',
).optional();
const consentOfCall = consent.optional().meta({
  description: 'What proves it, kept with the changes that this call makes.',
});
const topicChoices = list(topicState, contactLimits.topicsMax)
  .optional()
  .meta({ description: 'Choices about topics, up to 100; other topics stay as they are.' });

export const upsertContactRequest = z
  .object({
    email: address,
    first_name: firstName,
    last_name: lastName,
    properties: properties.optional().meta({
      description:
        'Values under names of your own, up to 100; merged into those that are there, null removes one. Segments and templates use them.',
      examples: [{ city: 'London', orders: 3 }],
    }),
    status: z.enum(subscriptionStates).optional().meta({
      description:
        'Whether it gets bulk mail at all; left out: it stays, or SUBSCRIBED when new. A contact that bounced or complained keeps that status; one that unsubscribed itself keeps it without `resubscribe`.',
    }),
    topics: topicChoices,
    resubscribe,
    consent: consentOfCall,
  })
  .meta({
    id: 'UpsertContactRequest',
    description: 'A contact to create, or fields to change. Missing fields keep their values.',
    examples: [
      {
        email: sample.to,
        first_name: 'Ada',
        properties: { city: 'London' },
        topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
        consent: { source: 'https://acme.example/newsletter', ip_address: sample.ipAddress },
      },
    ],
  });
export type UpsertContactRequest = z.output<typeof upsertContactRequest>;

/** Items are validated one by one, so the batch itself is only an array of 1 to 1,000. */
export const batchContactsRequest = z
  .array(z.unknown())
  .min(1, 'needs at least one item')
  .max(contactLimits.batchItemsMax, `has at most ${contactLimits.batchItemsMax} items`);

/** What an item may be, for the document. */
export const documentedContactBatch = z
  .array(upsertContactRequest)
  .min(1)
  .max(contactLimits.batchItemsMax)
  .meta({
    id: 'BatchContactsRequest',
    description: '1 to 1,000 contacts, each as `POST /contacts` takes it.',
    examples: [
      [
        { email: sample.to, first_name: 'Ada' },
        { email: 'grace@example.com', first_name: 'Grace' },
      ],
    ],
  });

/** What a call asked to subscribe and did not: the contact unsubscribed it itself. */
export const keptUnsubscribed = z
  .object({
    status: flag('True: the status of the contact stayed.'),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs of the topics that stayed.', examples: [['news']] }),
  })
  .meta({
    id: 'KeptUnsubscribed',
    description: 'What stayed unsubscribed because the contact chose so itself; `resubscribe` overrides it.',
  });

const takenContact = z
  .object({
    id: line('Id of the contact.', sample.contactId),
    created: flag('True: it is new; false: it was there.'),
    kept_unsubscribed: keptUnsubscribed.optional().meta({
      description: 'What the item asked to subscribe and stayed unsubscribed; absent: nothing.',
    }),
  })
  .meta({ id: 'TakenContact', description: 'An item that was taken.' });

export const batchContactsResponse = z
  .object({
    data: z
      .array(z.union([takenContact, refusedItem]))
      .meta({ description: 'An answer for each item, in their order.' }),
  })
  .meta({ id: 'BatchContactsResponse', description: 'What became of each item.' });

/** One topic, or several. */
export const setSubscriptionsRequest = z
  .object({
    topic: topicState.shape.topic.optional().meta({ description: 'Slug of a topic; with `state`.' }),
    state: topicState.shape.state.optional().meta({ description: 'What the contact chose about it.' }),
    topics: topicChoices.meta({
      description: 'Several choices at once, up to 100; instead of topic and state.',
    }),
    resubscribe,
    consent: consentOfCall,
  })
  .refine(({ topic, state }) => (topic === undefined) === (state === undefined), {
    error: 'topic and state belong together',
    path: ['state'],
  })
  .refine(({ topic, topics }) => topic !== undefined || (topics !== undefined && topics.length > 0), {
    error: 'required, or topics',
    path: ['topic'],
  })
  .meta({
    id: 'SetSubscriptionsRequest',
    description: 'What the contact chose, about one topic or several.',
    examples: [{ topic: 'news', state: 'UNSUBSCRIBED' }],
  });
