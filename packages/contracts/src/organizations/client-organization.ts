import { z } from 'zod';
import { createdAt, flag, line, lineOrNull, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { addressLine, lineOfText } from '../fields/text';
import { requestedPermission } from '../keys/key';

/** Names that a platform needs for itself, or that people would take for the platform. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'api',
  'admin',
  'www',
  'mail',
  'smtp',
  'mx',
  'console',
  'docs',
  'status',
  'support',
  'security',
  'billing',
  'abuse',
  'postmaster',
  'root',
  'internal',
  'system',
  'postrider',
]);

const keyName = lineOfText()
  .trim()
  .min(1, 'required')
  .max(120)
  .default('Partner key')
  .meta({ description: 'Name, 1 to 120 characters.', examples: ['Partner key'] });
const keyPermission = requestedPermission
  .default('ADMIN')
  .meta({ description: 'Permission: `admin`, `full` or `send`. Case-insensitive.', examples: ['admin'] });

/** A client's first key, or the one that takes the place of all of them. Always live. */
const partnerKey = z
  .object({ name: keyName, permission: keyPermission })
  .meta({ id: 'PartnerKeyRequest', description: 'A live key to create for a client organization.' });

export const createOrganizationRequest = z
  .object({
    name: lineOfText()
      .trim()
      .min(1, 'required')
      .max(120)
      .meta({ description: 'Name, 1 to 120 characters.', examples: ['Globex Ltd'] }),
    slug: z
      .string()
      .min(2, 'at least 2 characters')
      .max(60)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a-z 0-9, with single hyphens between them')
      .meta({
        description:
          'Slug, 2 to 60 characters a-z 0-9 with single hyphens. Unique on the platform; cannot be changed.',
        examples: ['globex'],
      }),
    alert_email: addressLine()
      .max(320)
      .optional()
      .meta({
        description:
          'Address for alerts. Default: the alert address of your organization, or else the address of its first admin.',
        examples: ['ops@globex.example'],
      }),
    api_key: partnerKey
      .prefault({})
      .meta({ description: 'First key of the organization. Default: a key with the permission `admin`.' }),
  })
  .meta({
    id: 'CreateOrganizationRequest',
    description: 'A client organization to create.',
    examples: [{ name: 'Globex Ltd', slug: 'globex', alert_email: 'ops@globex.example' }],
  });

export const revokeKeysRequest = z
  .object({ replace_with: partnerKey.optional().meta({ description: 'New key to create. Default: none.' }) })
  .meta({
    id: 'RevokeKeysRequest',
    description: 'A key to replace the revoked ones.',
    examples: [{ replace_with: { name: 'After the incident', permission: 'admin' } }],
  })
  .optional();

export const clientOrganization = z
  .object({
    object: objectName('organization'),
    id: line('Id of the organization.', sample.clientOrganizationId),
    name: line('Name of the client.', 'Globex Ltd'),
    slug: line('Slug of the organization, unique on the platform.', 'globex'),
    kind: line('Always `client`.', 'client'),
    plan: line('Plan of the organization.', 'free'),
    parent_organization_id: line('Id of the organization that created it: yours.', sample.organizationId),
    alert_email: lineOrNull('Address for alerts. Null: none.', 'ops@globex.example'),
    sending_paused_at: timeOrNull('When live sending was paused. Null if it is not paused.', null),
    under_review: flag('True while the platform holds sending for a review.'),
    created_at: createdAt('it was created'),
  })
  .meta({ id: 'ClientOrganization', description: 'An organization that your organization created.' });
export type ClientOrganization = z.infer<typeof clientOrganization>;
