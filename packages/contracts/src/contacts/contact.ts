import { z } from 'zod';
import { refusedItem } from '../errors/error-body';
import { flag, line } from '../fields/fields';
import { list } from '../fields/list';
import { record } from '../fields/record';
import { sample } from '../fields/sample';
import { addressLine, lineOfText, textOfBytes, timestamp } from '../fields/text';
import { subscriptionStates } from '../statuses/statuses';

export const contactLimits = { batchItemsMax: 1_000, propertiesMax: 100, topicsMax: 100 } as const;

const address = addressLine()
  .min(1, 'required')
  .max(320)
  .meta({ description: 'Address of the contact. Case-insensitive.', examples: [sample.to] });
const firstName = lineOfText()
  .trim()
  .max(200)
  .nullable()
  .optional()
  .meta({
    description: 'First name, up to 200 characters. Null clears it.',
    examples: ['Ada'],
  });
const lastName = lineOfText()
  .trim()
  .max(200)
  .nullable()
  .optional()
  .meta({
    description: 'Last name, up to 200 characters. Null clears it.',
    examples: ['Lovelace'],
  });

/** How long a text a property of a contact may be, in bytes. */
export const propertyBytesMax = 2_000;

/** A list of texts is what `contains` of a segment looks into. */
const propertyValue = z.union(
  [textOfBytes(propertyBytesMax), z.number(), z.boolean(), list(textOfBytes(500), 50), z.null()],
  {
    error:
      'must be a string of up to 2000 bytes, a number, true or false, a list of up to 50 strings, or null',
  },
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
    state: z.enum(subscriptionStates).meta({ description: 'Whether the contact is subscribed.' }),
  })
  .meta({ id: 'TopicChoice', description: "A contact's subscription to a topic." });
export type TopicState = z.output<typeof topicState>;

/** What the sender can prove of a consent: who gave it, where and when. Kept with the changes that the call makes. */
const consent = z
  .object({
    source: lineOfText()
      .trim()
      .max(200)
      .optional()
      .meta({
        description: 'Where consent was given, for example the name or URL of a form.',
        examples: ['https://acme.example/newsletter'],
      }),
    ip_address: z
      .union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })
      .optional()
      .meta({ description: 'IP address of the person.', examples: [sample.ipAddress] }),
    user_agent: lineOfText()
      .trim()
      .max(500)
      .optional()
      .meta({ description: 'User agent of the person.', examples: [sample.userAgent] }),
    at: timestamp()
      .optional()
      .meta({ description: 'When consent was given. Default: now.', examples: [sample.acceptedAt] }),
  })
  .meta({ id: 'Consent', description: 'Proof of consent.' });
export type Consent = z.output<typeof consent>;

const resubscribe = flag(
  'Subscribe a contact that has unsubscribed. Requires `consent` with `source` and `at`, and is recorded in the audit log. Contacts that complained do not change.',
).optional();
const consentOfCall = consent.optional().meta({
  description: 'Proof of consent, stored with the subscription changes of this request.',
});
const topicChoices = list(topicState, contactLimits.topicsMax)
  .optional()
  .meta({ description: 'Topic subscriptions to set, up to 100. Other topics do not change.' });

export const upsertContactRequest = z
  .object({
    email: address,
    first_name: firstName,
    last_name: lastName,
    properties: properties.optional().meta({
      description:
        'Your own properties, up to 100, for segments and templates. Merged with existing ones; null removes a property.',
      examples: [{ city: 'London', orders: 3 }],
    }),
    status: z.enum(subscriptionStates).optional().meta({
      description:
        'Whether the contact receives bulk email. Default: unchanged, or `SUBSCRIBED` for a new contact. A contact that bounced or complained keeps its status. Subscribing a contact that has unsubscribed requires `resubscribe`.',
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
    description: '1 to 1,000 contacts, each as in `POST /contacts`.',
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
    status: flag('True if the status did not change.'),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs of the topics that did not change.', examples: [['news']] }),
  })
  .meta({
    id: 'KeptUnsubscribed',
    description:
      'Subscriptions that did not change because the contact had unsubscribed. Use `resubscribe` to override.',
  });

const takenContact = z
  .object({
    id: line('Id of the contact.', sample.contactId),
    created: flag('True if the contact is new.'),
    kept_unsubscribed: keptUnsubscribed.optional().meta({
      description:
        'Subscriptions that did not change because the contact had unsubscribed. Absent if there are none.',
    }),
  })
  .meta({ id: 'TakenContact', description: 'An accepted contact.' });

export const batchContactsResponse = z
  .object({
    data: z
      .array(z.union([takenContact, refusedItem]))
      .meta({ description: 'One result per contact, in order.' }),
  })
  .meta({ id: 'BatchContactsResponse', description: 'The results of the batch.' });

/** One topic, or several. */
export const setSubscriptionsRequest = z
  .object({
    topic: topicState.shape.topic.optional().meta({ description: 'Slug of a topic. Requires `state`.' }),
    state: topicState.shape.state
      .optional()
      .meta({ description: 'Whether the contact is subscribed to `topic`.' }),
    topics: topicChoices.meta({
      description: 'Topic subscriptions to set, up to 100. Use instead of `topic` and `state`.',
    }),
    resubscribe,
    consent: consentOfCall,
  })
  .refine(({ topic, state }) => (topic === undefined) === (state === undefined), {
    error: 'topic and state must be used together',
    path: ['state'],
  })
  .refine(({ topic, topics }) => topic !== undefined || (topics !== undefined && topics.length > 0), {
    error: 'topic or topics is required',
    path: ['topic'],
  })
  .meta({
    id: 'SetSubscriptionsRequest',
    description: 'Topic subscriptions to set.',
    examples: [{ topic: 'news', state: 'UNSUBSCRIBED' }],
  });
