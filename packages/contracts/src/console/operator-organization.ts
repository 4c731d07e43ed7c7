import { z } from 'zod';
import { count, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { planNames } from '../organizations/plans';
import { organizationKinds } from '../statuses/statuses';

const kind = z.enum(organizationKinds);
const plan = z.enum(planNames);

export const listOperatorOrganizationsQuery = pageQuery.extend({
  kind: kind.optional().meta({ description: 'Only organizations of this kind.' }),
  plan: plan.optional().meta({ description: 'Only organizations with this plan.' }),
  state: z.enum(['paused', 'under_review']).optional().meta({
    description: 'Only organizations whose sending is paused, or that are under review.',
  }),
  search: lineOfText()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Only with this text in name or slug. Case-insensitive.', examples: ['acme'] }),
});

const fields = {
  id: line('Id of the organization.', sample.organizationId),
  slug: line('Slug of the organization.', 'acme'),
  name: line('Name of the organization.', 'Acme'),
  kind: kind.meta({ description: 'Kind of the organization.' }),
  plan: plan.meta({ description: 'Plan of the organization.' }),
  sending_paused_at: timeOrNull('When sending was paused. Null: it is not.', null),
  under_review_at: timeOrNull('When its review began. Null: it is not under review.', null),
  approved_at: timeOrNull('When its screening ended. Null: it is screened, if it is a client.'),
  created_at: time('When it was created.'),
};

const operatorOrganizationSummary = z
  .object({ object: objectName('operator_organization'), ...fields })
  .meta({ id: 'OperatorOrganizationSummary', description: 'An organization, as its operator sees it.' });
export type OperatorOrganizationSummary = z.infer<typeof operatorOrganizationSummary>;

export const operatorOrganizationList = listOf(operatorOrganizationSummary);

export const operatorOrganization = z
  .object({
    object: objectName('operator_organization'),
    ...fields,
    sending_paused_reason: lineOrNull('Why sending is paused.', null),
    under_review_reason: lineOrNull('Why it is under review.', null),
    alert_email: lineOrNull('Address for alerts.', 'ops@acme.example'),
    parent_organization_id: lineOrNull('Organization that created it. Null: none did.', null),
    domains: count('Number of domains.', 2),
    keys: count('Number of API keys that are in use.', 3),
    undecided_reviews: count('Messages that wait for screening or a decision.', 0),
    held_emails: count('Queued emails that are held for screening or review: an approval makes them due.', 0),
    waiting_emails: count(
      'Queued emails that nothing else holds, up to 10,000. While sending is paused or under review, they wait.',
      0,
    ),
  })
  .meta({ id: 'OperatorOrganization', description: 'An organization with its state and plan.' });
export type OperatorOrganization = z.infer<typeof operatorOrganization>;

export const updateOperatorOrganizationRequest = z
  .object({ plan: plan.meta({ description: 'Plan that it gets.', examples: ['scale'] }) })
  .meta({
    id: 'UpdateOperatorOrganizationRequest',
    description: 'The new plan.',
    examples: [{ plan: 'scale' }],
  });

export const pauseOrganizationRequest = z
  .object({
    reason: lineOfText()
      .min(1)
      .max(200)
      .meta({ description: 'Reason, shown to the organization.', examples: ['unpaid invoice'] }),
  })
  .meta({
    id: 'PauseOrganizationRequest',
    description: 'Why sending is paused.',
    examples: [{ reason: 'unpaid invoice' }],
  });
