import { z } from 'zod';
import {
  count,
  createdAt,
  flag,
  line,
  lineOrNull,
  objectName,
  queryFlag,
  time,
  timeOrNull,
} from '../fields/fields';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText, text } from '../fields/text';
import { contactStatuses, subscriptionStates } from '../statuses/statuses';
import { keptUnsubscribed, upsertContactRequest } from './contact';

const contactStatus = z.enum(contactStatuses);

export const listContactsQuery = pageQuery.extend({
  email: upsertContactRequest.shape.email
    .optional()
    .meta({ description: 'Only the contact with exactly this address.' }),
  search: text()
    .trim()
    .min(1, 'required')
    .max(200)
    .optional()
    .meta({
      description: 'Only contacts whose address or name contains this. Case-insensitive.',
      examples: ['ada'],
    }),
  status: contactStatus.optional().meta({ description: 'Only contacts with this status.' }),
  topic: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'Slug of a topic. Only contacts subscribed to it.',
      examples: ['news'],
    }),
});

export const contactResource = z
  .object({
    object: objectName('contact'),
    id: line('Id of the contact.', sample.contactId),
    email: line('Address of the contact.', sample.to),
    first_name: lineOrNull('First name. Null if unknown.', 'Ada'),
    last_name: lineOrNull('Last name. Null if unknown.', 'Lovelace'),
    properties: z.record(z.string(), z.unknown()).meta({
      description: 'Your own properties of the contact.',
      examples: [{ city: 'London', orders: 3 }],
    }),
    status: contactStatus.meta({
      description:
        'Status. Only `SUBSCRIBED` contacts receive bulk email. `BOUNCED` and `COMPLAINED` are set automatically.',
    }),
    topics: z
      .array(
        z
          .object({
            topic: line('Slug of the topic.', 'news'),
            state: z.enum(subscriptionStates).meta({ description: 'Whether the contact is subscribed.' }),
          })
          .meta({ id: 'ContactTopic', description: "A contact's subscription to a topic." }),
      )
      .meta({ description: 'Explicit topic subscriptions. For other topics `default_opt_in` applies.' }),
    kept_unsubscribed: keptUnsubscribed.optional().meta({
      description:
        'Subscriptions that this request did not change because the contact had unsubscribed. Only in responses to changes; absent if there are none.',
    }),
    created_at: createdAt('it was created'),
    updated_at: time('When the contact was last updated.', sample.acceptedAt),
  })
  .meta({ id: 'Contact', description: 'A recipient of bulk email.' });
export type ContactResource = z.infer<typeof contactResource>;

const activityTimes = z
  .object({
    last_received_at: timeOrNull('When the contact last received an email.', sample.acceptedAt),
    last_opened_at: timeOrNull('When the contact last opened an email.', sample.acceptedAt),
    last_clicked_at: timeOrNull('When the contact last clicked a link.', null),
  })
  .meta({
    id: 'ContactActivity',
    description:
      'When a contact last received, opened and clicked live email. Null: never, as far as stored.',
  });

/** One contact, as it is read by itself. */
export const contactDetail = contactResource
  .omit({ kept_unsubscribed: true })
  .extend({
    activity: activityTimes.nullable().meta({
      description:
        'Last activity, as conditions of segments use it. Null until stored events are read after an upgrade, or if the update is over an hour behind.',
    }),
  })
  .meta({ id: 'ContactDetail', description: 'A recipient of bulk email, with its activity.' });

export const deletedContact = z
  .object({
    object: objectName('contact'),
    id: line('Id of the deleted contact.', sample.contactId),
    deleted: z.literal(true).meta({ description: 'Always true.' }),
  })
  .meta({ id: 'DeletedContact', description: 'A deleted contact.' });

/** By whose act a status or a subscription changed. */
export const subscriptionChangeActors = [
  'api_key',
  'user',
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
    topic: lineOrNull('Slug of the topic. Null if the status of the contact changed.', 'news'),
    from: contactStatus
      .nullable()
      .meta({ description: 'Previous state. Null if there was none.', examples: [null] }),
    to: contactStatus.meta({ description: 'New state.' }),
    actor: z.enum(subscriptionChangeActors).meta({ description: 'Who or what made the change.' }),
    key_id: lineOrNull(
      'Id of the API key that made the change. Null if it was not made with a key.',
      sample.keyId,
    ),
    source: lineOrNull('Where consent was given. Null if not recorded.', 'https://acme.example/newsletter'),
    ip_address: lineOrNull('IP address of the person. Null if not recorded.', sample.ipAddress),
    user_agent: lineOrNull('User agent of the person. Null if not recorded.', sample.userAgent),
    at: time('When the change was made or consent was given.', sample.acceptedAt),
  })
  .meta({ id: 'SubscriptionChange', description: 'A change to the status or a subscription of a contact.' });
export type SubscriptionChangeResource = z.infer<typeof subscriptionChangeResource>;

export const exportContactsQuery = listContactsQuery.omit({ limit: true, cursor: true });
export type ContactFilters = z.output<typeof exportContactsQuery>;

/** What a column of a file of contacts can be mapped to, besides `properties.<name>`. */
export const importFields = [
  ...['email', 'name', 'first_name', 'last_name', 'status', 'unsubscribed', 'subscribed', 'ignore'],
] as const;

/** Of an upload: what the file is called where it comes from. */
export const importFilename = lineOfText()
  .trim()
  .min(1)
  .max(255)
  .optional()
  .meta({
    description: 'Name of the file, shown with the import. Default: none.',
    examples: ['subscribers.csv'],
  });

export const importContactsQuery = z.object({
  filename: importFilename,
  columns: lineOfText()
    .min(1)
    .max(8_000)
    .optional()
    .meta({
      description:
        'JSON object that maps column names to fields: `email`, `name`, `first_name`, `last_name`, `status`, `unsubscribed` (yes or a time: the contact left), `subscribed` (yes or a time: the contact subscribed), `ignore` or `properties.<name>`. Other columns are recognized by name.',
      examples: ['{"Vorname": "first_name", "Kunde seit": "properties.since", "Status": "ignore"}'],
    }),
  topics: lineOfText()
    .min(1)
    .max(1_000)
    .optional()
    .meta({
      description: 'Comma-separated slugs of topics to subscribe every contact to. Default: none.',
      examples: ['news,offers'],
    }),
  source: lineOfText()
    .trim()
    .max(200)
    .optional()
    .meta({
      description: 'Source of the consent, stored with the subscription changes. Default: none.',
      examples: ['Trade fair, May 2026'],
    }),
  dry_run: queryFlag('Read the file and report the result without changing any contact. Default: false.'),
});

export const listContactImportsQuery = pageQuery.extend({
  dry_run: queryFlag('`true`: only dry runs. `false`: only imports that change contacts. Default: both.'),
});

export const contactImportFormats = [
  ...['mailchimp', 'listmonk', 'kit', 'brevo', 'mailerlite', 'klaviyo', 'activecampaign', 'constantcontact'],
  ...['campaignmonitor', 'hubspot', 'beehiiv', 'substack', 'resend', 'plain'],
] as const;
export type ContactImportFormat = (typeof contactImportFormats)[number];

/** Fields of imports of contacts and of suppressions. */
export const importProgress = {
  id: line('Id of the import.', sample.importId),
  status: z.enum(['queued', 'running', 'finished', 'failed']).meta({
    examples: ['finished'],
    description: 'Status of the import. If `failed`, `error` says why.',
  }),
  filename: line('Name of the file. Absent if the upload did not give one.', 'subscribers.csv').optional(),
  bytes: count('Size of the file in bytes.', 82_400),
  bytes_read: count('Number of bytes processed.', 82_400),
  rows_read: count('Number of rows processed, without the header row.', 1_200),
  error: line(
    'Why the import failed. Rows processed before the failure are kept. Absent if it did not fail.',
    'row 812: not UTF-8',
  ).optional(),
  created_at: time('When the file was uploaded.', sample.acceptedAt),
  started_at: time('When processing started. Absent until then.', sample.acceptedAt).optional(),
  finished_at: time('When processing ended. Absent until then.', sample.acceptedAt).optional(),
};

const columnReadings = [
  ...[
    'email',
    'name',
    'first_name',
    'last_name',
    'status',
    'consent',
    'property',
    'topics',
    'properties',
    'ignored',
  ],
] as const;

const importColumn = z
  .object({
    name: line('Name of the column in the file.', 'EMAIL_BLACKLISTED'),
    read_as: z.enum(columnReadings).meta({
      description:
        'Field that the column is read as. `status` columns decide who is subscribed, `consent` columns are kept as proof, and `ignored` columns are not imported.',
    }),
    property: line('Property that the values are stored in. Absent if there is none.', 'plan').optional(),
    type: z.enum(['text', 'number', 'boolean', 'list', 'object']).optional().meta({
      description:
        'Type of the property: the same for all rows of the file. Absent until all rows have been checked.',
    }),
    rows_unsubscribed: count('Number of rows that the column marks as unsubscribed.', 40).optional(),
    rows_suppressed: count('Number of rows that the column marks as bounced or complained.', 5).optional(),
    rows_refused: count(
      'Number of rows with an unknown status, or one that is no subscription.',
      0,
    ).optional(),
  })
  .meta({
    id: 'ImportColumn',
    description: 'How a column of a file is read. The counts are those of `status` columns.',
  });
export type ImportColumn = z.infer<typeof importColumn>;

export const contactImportResource = z
  .object({
    object: objectName('contact_import'),
    ...importProgress,
    format: z
      .enum(contactImportFormats)
      .meta({ description: 'Format of the file, detected from its header row.' }),
    dry_run: z.boolean().meta({ description: 'Whether the import only reports what it would do.' }),
    columns: z.array(importColumn).meta({
      description:
        'How the columns of the file are read, up to 200. The counts are complete when the rows are imported.',
    }),
    keeps_contacts: flag(
      'Whether conditions of segments can name the import. False for a dry run, and if an earlier version ran it.',
    ),
    rows_added: count('Number of new contacts.', 1_100),
    rows_updated: count('Number of rows whose contact already existed or appeared earlier in the file.', 97),
    rows_unsubscribed: count(
      'Number of rows that mark the contact as unsubscribed. Included in `rows_added` or `rows_updated`.',
      40,
    ),
    kept_unsubscribed: count(
      'Number of rows whose contact had unsubscribed and stays unsubscribed. Included in `rows_added` or `rows_updated`.',
      12,
    ),
    rows_suppressed: count(
      'Number of rows that mark the address as bounced or complained. The address is suppressed.',
      5,
    ),
    rows_refused: count(
      'Number of invalid rows. `GET /contacts/imports/{id}/refused` lists them with the reason.',
      3,
    ),
  })
  .meta({ id: 'ContactImport', description: 'An import of contacts.' });
export type ContactImportResource = z.infer<typeof contactImportResource>;
