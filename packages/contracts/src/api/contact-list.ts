import { z } from 'zod';
import { keptUnsubscribed, upsertContactRequest } from './contact';
import { pageQuery } from './email';
import { count, createdAt, line, lineOrNull, objectName, time } from './fields';
import { sample } from './sample';
import { contactStatuses, subscriptionStates } from './segment';
import { lineOfText, text } from './text';

const contactStatus = z.enum(contactStatuses);

export const listContactsQuery = pageQuery.extend({
  email: upsertContactRequest.shape.email
    .optional()
    .meta({ description: 'Only the contact of this whole address.' }),
  search: text()
    .trim()
    .min(1, 'required')
    .max(200)
    .optional()
    .meta({
      description: 'Only contacts with this in their address or a name; capitals do not matter.',
      examples: ['ada'],
    }),
  status: contactStatus.optional().meta({ description: 'Only contacts of this status.' }),
  topic: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'Slug of a topic: only contacts that are subscribed to it.',
      examples: ['news'],
    }),
});

export const contactResource = z
  .object({
    object: objectName('contact'),
    id: line('Id of the contact.', sample.contactId),
    email: line('Its address.', sample.to),
    first_name: lineOrNull('First name; null: not known.', 'Ada'),
    last_name: lineOrNull('Last name; null: not known.', 'Lovelace'),
    properties: z.record(z.string(), z.unknown()).meta({
      description: 'Values under names of your own.',
      examples: [{ city: 'London', orders: 3 }],
    }),
    status: contactStatus.meta({
      description: 'Whether it gets bulk mail at all; BOUNCED and COMPLAINED come from what its mail met.',
    }),
    topics: z
      .array(
        z
          .object({
            topic: line('Slug of the topic.', 'news'),
            state: z.enum(subscriptionStates).meta({ description: 'What it chose.' }),
          })
          .meta({ id: 'ContactTopic', description: 'What a contact chose about a topic.' }),
      )
      .meta({ description: 'Choices that were made; of other topics their `default_opt_in` holds.' }),
    kept_unsubscribed: keptUnsubscribed.optional().meta({
      description:
        'Only in the answer to a change: what the call asked to subscribe and stayed unsubscribed, because the contact chose so itself. Absent: nothing.',
    }),
    created_at: createdAt('it was added'),
    updated_at: time('When it last changed.', sample.acceptedAt),
  })
  .meta({ id: 'Contact', description: 'Somebody that bulk mail can go to.' });
export type ContactResource = z.infer<typeof contactResource>;

export const deletedContact = z
  .object({
    object: objectName('contact'),
    id: line('Id that the contact had.', sample.contactId),
    deleted: z.literal(true).meta({ description: 'Always true.' }),
  })
  .meta({ id: 'DeletedContact', description: 'A contact that is forgotten.' });

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
    object: objectName('subscription_change'),
    id: line('Id of the change.', sample.changeId),
    topic: lineOrNull('Slug of the topic; null: the status of the contact itself changed.', 'news'),
    from: contactStatus
      .nullable()
      .meta({ description: 'What it was; null: nothing was known.', examples: [null] }),
    to: contactStatus.meta({ description: 'What it became.' }),
    actor: z.enum(subscriptionChangeActors).meta({ description: 'By whose act.' }),
    key_id: lineOrNull('The API key that did it; null: none did.', sample.keyId),
    source: lineOrNull('Where the consent was given; null: not said.', 'https://acme.example/newsletter'),
    ip_address: lineOrNull('IP address of the person; null: not said.', sample.ipAddress),
    user_agent: lineOrNull('Their browser; null: not said.', sample.userAgent),
    at: time('When it changed, or when the consent was given.', sample.acceptedAt),
  })
  .meta({ id: 'SubscriptionChange', description: 'How a contact came to a status or subscription.' });
export type SubscriptionChangeResource = z.infer<typeof subscriptionChangeResource>;

export const exportContactsQuery = listContactsQuery.omit({ limit: true, cursor: true });
export type ContactFilters = z.output<typeof exportContactsQuery>;

export const importContactsQuery = z.object({
  columns: lineOfText()
    .min(1)
    .max(8_000)
    .optional()
    .meta({
      description:
        'JSON object with names of columns and what they are: `email`, `first_name`, `last_name`, `status`, `ignore` or `properties.<name>`. Other columns are recognized by their names.',
      examples: ['{"Vorname": "first_name", "Kunde seit": "properties.since", "Status": "ignore"}'],
    }),
  topics: lineOfText()
    .min(1)
    .max(1_000)
    .optional()
    .meta({
      description: 'Slugs of topics, divided by commas, that every row is subscribed to; left out: none.',
      examples: ['news,offers'],
    }),
  source: lineOfText()
    .trim()
    .max(200)
    .optional()
    .meta({
      description: 'Where the consent comes from, kept with the changes; left out: not said.',
      examples: ['Trade fair, May 2026'],
    }),
});

export const contactImportFormats = [
  ...['mailchimp', 'listmonk', 'kit', 'brevo', 'mailerlite', 'klaviyo', 'activecampaign', 'constantcontact'],
  ...['campaignmonitor', 'hubspot', 'beehiiv', 'substack', 'resend', 'plain'],
] as const;
export type ContactImportFormat = (typeof contactImportFormats)[number];

/** What imports of contacts and of suppressions tell of themselves. */
export const importProgress = {
  id: line('Id of the import.', sample.importId),
  status: z.enum(['queued', 'running', 'finished', 'failed']).meta({
    examples: ['finished'],
    description: 'How far it is; `failed`: it stopped as a whole, and `error` says why.',
  }),
  bytes: count('Size of the file in bytes.', 82_400),
  bytes_read: count('How many bytes are done.', 82_400),
  rows_read: count('How many rows are done, without the header row.', 1_200),
  error: line(
    'Why it failed as a whole; what was read before stays. Absent: it did not.',
    'row 812: not UTF-8',
  ).optional(),
  created_at: time('When the file came.', sample.acceptedAt),
  started_at: time('When it began; absent: not yet.', sample.acceptedAt).optional(),
  finished_at: time('When it ended; absent: not yet.', sample.acceptedAt).optional(),
};

export const contactImportResource = z
  .object({
    object: objectName('contact_import'),
    ...importProgress,
    format: z.enum(contactImportFormats).meta({ description: 'Whose export it is, by its header row.' }),
    rows_added: count('New contacts.', 1_100),
    rows_updated: count('Contacts that were there, or stood in the file before.', 97),
    rows_unsubscribed: count(
      'Rows that say that the contact unsubscribed; among those that were added or updated.',
      40,
    ),
    kept_unsubscribed: count(
      'Rows whose contact was unsubscribed and stayed so; among those that were added or updated.',
      12,
    ),
    rows_suppressed: count('Rows that say that the address bounced or complained: it is suppressed.', 5),
    rows_refused: count('Rows that were not taken: `GET /contacts/imports/{id}/refused` lists why.', 3),
  })
  .meta({ id: 'ContactImport', description: 'A file of contacts, and how far it is read.' });
export type ContactImportResource = z.infer<typeof contactImportResource>;
