import { z } from 'zod';
import { planNames } from '../organizations/plans';
import { invitedEmail } from './credentials';

export const clientPlans = planNames.filter((name) => name !== 'internal');

export const updateClientRequest = z
  .object({
    plan: z
      .enum(clientPlans)
      .optional()
      .meta({ description: 'New plan of the client organization.', examples: ['starter'] }),
    sending_paused: z
      .boolean()
      .optional()
      .meta({ description: 'Whether live sends are refused with `sending_paused`.', examples: [true] }),
  })
  .refine(({ plan, sending_paused: paused }) => plan !== undefined || paused !== undefined, {
    message: 'must name at least one change',
  })
  .meta({
    id: 'UpdateClientRequest',
    description: 'Changes of a client organization.',
    examples: [{ plan: 'starter' }],
  });
export type UpdateClientRequest = z.infer<typeof updateClientRequest>;

export const inviteFirstOwnerRequest = z
  .object({
    email: invitedEmail,
    send_email: z.boolean().default(true).meta({ description: 'Whether to send the invitation by email.' }),
  })
  .meta({
    id: 'InviteFirstOwnerRequest',
    description: 'The first owner of a client organization.',
    examples: [{ email: 'grace@globex.example' }],
  });
