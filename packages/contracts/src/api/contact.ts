import { z } from 'zod';
import { pageQuery } from './email';
import { list } from './list';
import { record } from './record';
import { contactStatuses, subscriptionStates } from './segment';
import { lineOfText, text, textOfBytes, timestamp } from './text';

export const contactLimits = { batchItemsMax: 1_000, propertiesMax: 100, topicsMax: 100 } as const;

const address = lineOfText().min(1, 'required').max(320);
const personName = lineOfText().trim().max(200).nullable();

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

const topicState = z.object({
  topic: lineOfText().min(1, 'required').max(64).describe('Slug'),
  state: z.enum(subscriptionStates),
});
export type TopicState = z.output<typeof topicState>;

/** What the sender can prove of a consent: who gave it, where and when. Kept with the changes that the call makes. */
const consent = z
  .object({
    source: lineOfText().trim().max(200).optional().describe('For example the name or URL of the form'),
    ip_address: z
      .union([z.ipv4(), z.ipv6()], { error: 'not an IP address' })
      .optional()
      .describe('Of the person'),
    user_agent: lineOfText().trim().max(500).optional(),
    at: timestamp().optional().describe('When; default: now'),
  })
  .meta({ id: 'Consent' });
export type Consent = z.output<typeof consent>;

export const upsertContactRequest = z
  .object({
    email: address,
    first_name: personName.optional(),
    last_name: personName.optional(),
    properties: properties
      .optional()
      .meta({ description: 'Merged into those that are there; null removes one' }),
    status: z
      .enum(subscriptionStates)
      .optional()
      .meta({ description: 'A contact that bounced or complained keeps that status' }),
    topics: list(topicState, contactLimits.topicsMax).optional(),
    consent: consent.optional(),
  })
  .meta({
    id: 'UpsertContactRequest',
    examples: [
      {
        email: 'ada@example.com',
        first_name: 'Ada',
        properties: { city: 'London' },
        topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
        consent: { source: 'https://example.com/newsletter', ip_address: '192.0.2.7' },
      },
    ],
  });
export type UpsertContactRequest = z.output<typeof upsertContactRequest>;

/** Items are validated one by one, so the batch itself is only an array of 1 to 1,000. */
export const batchContactsRequest = z
  .array(z.unknown())
  .min(1, 'needs at least one item')
  .max(contactLimits.batchItemsMax, `has at most ${contactLimits.batchItemsMax} items`)
  .meta({ id: 'BatchContactsRequest' });

export const batchContactsResponse = z
  .object({
    data: z.array(
      z.union([
        z.object({ id: z.string(), created: z.boolean() }),
        z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
      ]),
    ),
  })
  .meta({ id: 'BatchContactsResponse' });

/** One topic, or several. */
export const setSubscriptionsRequest = z
  .object({
    topic: topicState.shape.topic.optional(),
    state: topicState.shape.state.optional(),
    topics: list(topicState, contactLimits.topicsMax).optional(),
    consent: consent.optional(),
  })
  .refine(({ topic, state }) => (topic === undefined) === (state === undefined), {
    error: 'topic and state belong together',
    path: ['state'],
  })
  .refine(({ topic, topics }) => topic !== undefined || (topics !== undefined && topics.length > 0), {
    error: 'required, or topics',
    path: ['topic'],
  })
  .meta({ id: 'SetSubscriptionsRequest', examples: [{ topic: 'news', state: 'UNSUBSCRIBED' }] });

export const listContactsQuery = pageQuery.extend({
  email: address.optional().meta({ description: 'The whole address' }),
  search: text()
    .trim()
    .min(1, 'required')
    .max(200)
    .optional()
    .meta({ description: 'A part of the address or of a name; case does not matter' }),
  status: z.enum(contactStatuses).optional(),
  topic: lineOfText().min(1).max(64).optional().meta({ description: 'Slug: those who are subscribed to it' }),
});

export const contactResource = z
  .object({
    object: z.literal('contact'),
    id: z.string(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    properties: z.record(z.string(), z.unknown()),
    status: z.enum(contactStatuses),
    topics: z
      .array(z.object({ topic: z.string(), state: z.enum(subscriptionStates) }))
      .describe('Choices that were made; of other topics `default_opt_in` holds'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Contact' });
export type ContactResource = z.infer<typeof contactResource>;

export const deletedContact = z
  .object({ object: z.literal('contact'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedContact' });

/** By whose act a status or a subscription changed. */
export const subscriptionChangeActors = [
  'api_key',
  'import',
  'bounce',
  'complaint',
  'recipient',
  'form',
  'automation',
] as const;
export type SubscriptionChangeActor = (typeof subscriptionChangeActors)[number];

export const subscriptionChangeResource = z
  .object({
    object: z.literal('subscription_change'),
    id: z.string(),
    topic: z.string().nullable().describe('Slug; null: the status of the contact'),
    from: z.enum(contactStatuses).nullable().describe('Null: there was none'),
    to: z.enum(contactStatuses),
    actor: z.enum(subscriptionChangeActors),
    key_id: z.string().nullable(),
    source: z.string().nullable(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: 'SubscriptionChange' });
export type SubscriptionChangeResource = z.infer<typeof subscriptionChangeResource>;

export const exportContactsQuery = listContactsQuery.omit({ limit: true, cursor: true });
export type ContactFilters = z.output<typeof exportContactsQuery>;

export const importContactsQuery = z.object({
  topics: lineOfText()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'Slugs, divided by commas, that every row is subscribed to' }),
  source: lineOfText()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Where the consent comes from: kept with the changes' }),
});

export const contactImportFormats = ['mailchimp', 'resend', 'plain'] as const;
export type ContactImportFormat = (typeof contactImportFormats)[number];

export const contactImportResource = z
  .object({
    object: z.literal('contact_import'),
    id: z.string(),
    status: z.enum(['queued', 'running', 'finished', 'failed']),
    format: z.enum(contactImportFormats).describe('Whose export it is, by its header row'),
    bytes: z.int(),
    bytes_read: z.int().describe('How far it has come'),
    rows_read: z.int().describe('Without the header row'),
    rows_added: z.int().describe('New contacts'),
    rows_updated: z.int().describe('Contacts that were there, or stood in the file before'),
    rows_refused: z.int().describe('`GET /contacts/imports/{id}/refused` tells why'),
    error: z.string().optional().describe('Why it failed as a whole; what was read before stays'),
    created_at: z.string(),
    started_at: z.string().optional(),
    finished_at: z.string().optional(),
  })
  .meta({ id: 'ContactImport' });
export type ContactImportResource = z.infer<typeof contactImportResource>;
