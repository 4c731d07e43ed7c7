import { z } from 'zod';
import { lineOfText, text } from './text';

/** What an organization's bodies are kept for unless it says otherwise. */
export const defaultBodyRetentionDays = 30;

/** Fields left out stay; null clears: no address, the default retention. */
export const updateOrganizationRequest = z
  .object({
    name: lineOfText().trim().min(1, 'required').max(120).optional(),
    postal_address: text()
      .trim()
      .min(1, 'must not be blank; null clears it')
      .max(500)
      .nullable()
      .optional()
      .meta({ description: 'Stands in the footer of bulk mail, which has none without it' }),
    body_retention_days: z
      .int()
      .min(0)
      .max(3_650)
      .nullable()
      .optional()
      .meta({ description: `0: bodies are deleted once sent; null: ${defaultBodyRetentionDays}` }),
    alert_email: lineOfText()
      .trim()
      .min(1, 'must not be blank; null clears it')
      .max(320)
      .nullable()
      .optional(),
    sending_paused: z
      .boolean()
      .optional()
      .meta({ description: 'false resumes after any pause, but does not end a review' }),
  })
  .meta({ id: 'UpdateOrganizationRequest' });
export type UpdateOrganizationRequest = z.infer<typeof updateOrganizationRequest>;

/** The calling key's own organization. */
export const organizationResource = z
  .object({
    object: z.literal('organization'),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    kind: z.string(),
    plan: z.string(),
    postal_address: z.string().nullable(),
    body_retention_days: z.int(),
    alert_email: z.string().nullable(),
    sending_paused_at: z.string().nullable(),
    sending_paused_reason: z.string().nullable(),
    under_review: z.boolean().describe('Sending is held by the platform; an admin cannot end that'),
    created_at: z.string(),
  })
  .meta({ id: 'Organization' });
export type OrganizationResource = z.infer<typeof organizationResource>;
