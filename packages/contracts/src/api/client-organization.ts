import { z } from 'zod';
import { createdAt, flag, line, lineOrNull, objectName, timeOrNull } from './fields';
import { requestedPermission } from './key';
import { sample } from './sample';
import { lineOfText } from './text';

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
  .meta({ description: 'What you call it, 1 to 120 characters.', examples: ['Partner key'] });
const keyPermission = requestedPermission
  .default('ADMIN')
  .meta({ description: '`admin`, `full` or `send`, in any case.', examples: ['admin'] });

/** A client's first key, or the one that takes the place of all of them. Always live. */
const partnerKey = z
  .object({ name: keyName, permission: keyPermission })
  .meta({ id: 'PartnerKeyRequest', description: 'A live key to make for a client organization.' });

export const createOrganizationRequest = z
  .object({
    name: lineOfText()
      .trim()
      .min(1, 'required')
      .max(120)
      .meta({ description: 'Its name, 1 to 120 characters.', examples: ['Globex Ltd'] }),
    slug: z
      .string()
      .min(2, 'at least 2 characters')
      .max(60)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a-z 0-9, with single hyphens between them')
      .meta({
        description:
          'Its short name: 2 to 60 characters a-z 0-9 with single hyphens, unique on the platform, never changed.',
        examples: ['globex'],
      }),
    alert_email: lineOfText()
      .max(320)
      .optional()
      .meta({
        description: 'Who is told of its alerts; left out: who is told of yours.',
        examples: ['ops@globex.example'],
      }),
    api_key: partnerKey
      .prefault({})
      .meta({ description: 'Its first key; left out: one of permission `admin`.' }),
  })
  .meta({
    id: 'CreateOrganizationRequest',
    description: 'A client organization to make.',
    examples: [{ name: 'Globex Ltd', slug: 'globex', alert_email: 'ops@globex.example' }],
  });

export const revokeKeysRequest = z
  .object({ replace_with: partnerKey.optional().meta({ description: 'A new key to make; left out: none.' }) })
  .meta({
    id: 'RevokeKeysRequest',
    description: 'What takes the place of the keys.',
    examples: [{ replace_with: { name: 'After the incident', permission: 'admin' } }],
  })
  .optional();

export const clientOrganization = z
  .object({
    object: objectName('organization'),
    id: line('Id of the organization.', sample.clientOrganizationId),
    name: line('Name of the client.', 'Globex Ltd'),
    slug: line('Its short name, unique on the platform.', 'globex'),
    kind: line('Always `client`.', 'client'),
    plan: line('Plan of the client.', 'free'),
    parent_organization_id: line('Who made it: your organization.', sample.organizationId),
    alert_email: lineOrNull('Who is told of its alerts; null: nobody.', 'ops@globex.example'),
    sending_paused_at: timeOrNull('Since when its live sending is paused; null: it is not.', null),
    under_review: flag('Its sending is held by the platform until a review ends.'),
    created_at: createdAt('it was made'),
  })
  .meta({ id: 'ClientOrganization', description: 'An organization that yours has made.' });
export type ClientOrganization = z.infer<typeof clientOrganization>;
