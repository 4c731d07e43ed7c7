import { z } from 'zod';
import { requestedPermission } from './key';
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

const keyName = lineOfText().trim().min(1, 'required').max(120).default('Partner key');
const keyPermission = requestedPermission
  .default('ADMIN')
  .meta({ description: '`admin`, `full` or `send`, in any case' });

/** A client's first key, or the one that takes the place of all of them. Always live. */
const partnerKey = z.object({ name: keyName, permission: keyPermission });

export const createOrganizationRequest = z
  .object({
    name: lineOfText().trim().min(1, 'required').max(120),
    slug: z
      .string()
      .min(2, 'at least 2 characters')
      .max(60)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'a-z 0-9, with single hyphens between them'),
    /** By default that of the calling organization. */
    alert_email: lineOfText().max(320).optional(),
    api_key: partnerKey.prefault({}),
  })
  .meta({ id: 'CreateOrganizationRequest' });

export const revokeKeysRequest = z
  .object({ replace_with: partnerKey.optional() })
  .meta({ id: 'RevokeKeysRequest' })
  .optional();

export const clientOrganization = z
  .object({
    object: z.literal('organization'),
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    kind: z.string(),
    plan: z.string(),
    parent_organization_id: z.string(),
    alert_email: z.string().nullable(),
    sending_paused_at: z.string().nullable(),
    under_review: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'ClientOrganization' });
export type ClientOrganization = z.infer<typeof clientOrganization>;
