import { z } from 'zod';
import { count, flag, objectName } from '../fields/fields';

/** Why an organization is not deleted unless the request has `force`; with `clients`, it never is. */
export const deletionRefusals = ['clients', 'not_paused', 'open_messages', 'registered_domains'] as const;
export type DeletionRefusal = (typeof deletionRefusals)[number];

export const organizationContents = z
  .object({
    object: objectName('organization_contents'),
    emails: count('Number of emails.', 120_000),
    open_emails: count('Number of emails that may still be sent.', 0),
    inbound_emails: count('Number of received emails.', 40),
    contacts: count('Number of contacts.', 9_800),
    domains: count('Number of domains.', 2),
    keys: count('Number of API keys.', 3),
    webhooks: count('Number of webhook endpoints.', 1),
    broadcasts: count('Number of broadcasts.', 12),
    automations: count('Number of automations.', 2),
    clients: count('Number of client organizations.', 0),
    registered_domains: z.array(z.string()).meta({
      description:
        'Domains with records at a DNS provider or identities at Amazon SES. They remain there unless the domains are deleted first.',
      examples: [['acme.example']],
    }),
    refusals: z.array(z.enum(deletionRefusals)).meta({
      description:
        'Why the organization is not deleted without `force`. `not_paused`: its sending was not paused for a minute. `open_messages`: emails may still be sent. `registered_domains`: domains are registered at a provider. `clients`: it has client organizations, and `force` does not help.',
      examples: [['not_paused']],
    }),
  })
  .meta({ id: 'OrganizationContents', description: 'What the deletion of an organization would delete.' });
export type OrganizationContents = z.infer<typeof organizationContents>;

export const deleteOrganizationRequest = z
  .object({
    slug: z
      .string()
      .max(60)
      .meta({ description: 'Slug of the organization, as confirmation.', examples: ['acme'] }),
    force: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether it is deleted despite refusals other than `clients`.',
        examples: [false],
      }),
  })
  .meta({
    id: 'DeleteOrganizationRequest',
    description: 'Confirms the deletion.',
    examples: [{ slug: 'acme' }],
  });

export const organizationDeletion = z
  .object({
    object: objectName('organization_deletion'),
    rows: count('Rows that this request deleted.', 5_000),
    is_more: flag('Whether there are more rows: repeat the request. False: the organization is deleted.'),
  })
  .meta({ id: 'OrganizationDeletion', description: 'Progress of the deletion of an organization.' });
