import { z } from 'zod';
import { contactResource, deletedContact, subscriptionChangeActors } from '../contacts/contact-list';
import type { ContactEventType } from '../events/events';
import { flag, line, time } from '../fields/fields';
import { sample } from '../fields/sample';

const change = z
  .object({
    status: flag('Whether the status of the contact changed.'),
    topics: z
      .array(z.string())
      .meta({ description: 'Slugs of the topics whose subscription changed.', examples: [['news']] }),
    actor: z.enum(subscriptionChangeActors).meta({
      description: 'Who or what made the change.',
      examples: ['form'],
    }),
    source: line(
      'Source of the consent. Absent if not recorded.',
      'https://acme.example/newsletter',
    ).optional(),
  })
  .meta({ id: 'ContactChange', description: 'A change to the subscriptions of a contact.' });
export type ContactChange = z.infer<typeof change>;

const contactData = contactResource.omit({ kept_unsubscribed: true }).meta({
  id: 'ContactEventData',
  description: 'The contact at the time the webhook is created.',
});
const changedData = z
  .object({ ...contactData.shape, change })
  .meta({ id: 'ContactChangeData', description: 'The contact, and how its subscriptions changed.' });

/** What each type means, and the name of its schema in the document. */
const meanings: Readonly<Record<ContactEventType, readonly [id: string, meaning: string]>> = {
  'contact.created': ['ContactCreated', 'A contact was created.'],
  'contact.updated': [
    'ContactUpdated',
    "A contact's address, names, properties, status or subscriptions changed.",
  ],
  'contact.deleted': ['ContactDeleted', 'A contact was deleted.'],
  'contact.subscribed': ['ContactSubscribed', 'A contact subscribed to bulk email or to topics.'],
  'contact.unsubscribed': [
    'ContactUnsubscribed',
    'A contact unsubscribed from bulk email or from topics, bounced or complained.',
  ],
};

function webhookOf<const Type extends ContactEventType, Data extends z.ZodType>(type: Type, data: Data) {
  const [name, meaning] = meanings[type];
  return z
    .object({
      type: z.literal(type).meta({ description: `Type of the event: \`${type}\`.` }),
      created_at: time('When the event occurred.', sample.acceptedAt),
      data,
    })
    .meta({ id: `${name}Webhook`, description: meaning });
}

/** Bodies of `contact.*` webhooks as endpoints receive them, by their type. */
export const contactWebhooks = {
  'contact.created': webhookOf('contact.created', contactData),
  'contact.updated': webhookOf('contact.updated', contactData),
  'contact.deleted': webhookOf('contact.deleted', deletedContact),
  'contact.subscribed': webhookOf('contact.subscribed', changedData),
  'contact.unsubscribed': webhookOf('contact.unsubscribed', changedData),
} as const satisfies Record<ContactEventType, z.ZodType>;
export type ContactWebhook = z.infer<(typeof contactWebhooks)[ContactEventType]>;
