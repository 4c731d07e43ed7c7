import {
  listOperatorOrganizationsQuery,
  operatorOrganization,
  operatorOrganizationList,
  pauseOrganizationRequest,
  updateOperatorOrganizationRequest,
  type OperatorOrganization,
  type OperatorOrganizationSummary,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import {
  changeOrganization,
  listOrganizations,
  showOrganization,
  type OrganizationDetail,
  type OrganizationRow,
} from '@postrider/operator';
import type { Pool } from '@postrider/db';
import { approveOrganization, liftReview } from '@postrider/reviews';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { listScope, loginOf } from './platform';

type Change = Parameters<typeof changeOrganization>[2];

export const organizationRoutes = [
  operatorRoute({
    operationId: 'listOperatorOrganizations',
    method: 'GET',
    path: '/operator/organizations',
    query: listOperatorOrganizationsQuery,
    summary: 'List all organizations',
    description: 'Returns the organizations of the platform, newest first.',
    success: { status: 200, schema: operatorOrganizationList },
    errors: ['invalid_cursor'],
    handle: async ({ query }, { pool, cursors }) => {
      const { kind, plan, state, search } = query;
      const pager = createPager(cursors, listScope('operator-organizations'));
      const { limit, beforeId } = pager.start(query);
      const filter = {
        ...{ kind, plan, search, beforeId, limit: limit + 1 },
        ...{ underReview: state === 'under_review', paused: state === 'paused' },
      };
      return { body: pager.finish(await listOrganizations(pool, filter), limit, presentSummary) };
    },
  }),
  operatorRoute({
    operationId: 'readOperatorOrganization',
    method: 'GET',
    path: '/operator/organizations/:id',
    summary: 'Get any organization',
    description: 'Returns an organization with its state and plan.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ params: { id } }, { pool }) => ({
      body: present(await find(pool, id)),
    }),
  }),
  operatorRoute({
    operationId: 'updateOperatorOrganization',
    method: 'PATCH',
    path: '/operator/organizations/:id',
    body: updateOperatorOrganizationRequest,
    summary: 'Change the plan of an organization',
    description: 'The limits of the new plan hold at once. The audit log of the organization records it.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, body: { plan }, params: { id } }, tools) => {
      const given = { action: 'org.set_plan' as const, columns: { plan }, operator: loginOf(session) };
      return { body: await change(tools, id, given) };
    },
  }),
  operatorRoute({
    operationId: 'pauseOperatorOrganization',
    method: 'POST',
    path: '/operator/organizations/:id/pause',
    body: pauseOrganizationRequest,
    summary: 'Pause the sending of an organization',
    description: 'New live email is refused with `sending_paused`, and queued email waits.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, body: { reason }, params: { id } }, tools) => {
      const columns = { sending_paused_at: tools.clock.now(), sending_paused_reason: reason };
      return { body: await change(tools, id, { action: 'org.pause', columns, operator: loginOf(session) }) };
    },
  }),
  operatorRoute({
    operationId: 'resumeOperatorOrganization',
    method: 'POST',
    path: '/operator/organizations/:id/resume',
    summary: 'Resume the sending of an organization',
    description: 'Live email is accepted again, and queued email is sent.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, tools) => {
      const columns = { sending_paused_at: null, sending_paused_reason: null };
      return { body: await change(tools, id, { action: 'org.resume', columns, operator: loginOf(session) }) };
    },
  }),
  operatorRoute({
    operationId: 'approveOperatorOrganization',
    method: 'POST',
    path: '/operator/organizations/:id/approve',
    summary: 'End the screening of an organization',
    description:
      'Releases all emails that are held for screening or review, ends the review, and screens no further email. The audit log of the organization records it.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, tools) => ({
      body: await decide(tools, id, { decision: approveOrganization, operator: loginOf(session) }),
    }),
  }),
  operatorRoute({
    operationId: 'liftOperatorOrganizationReview',
    method: 'POST',
    path: '/operator/organizations/:id/lift-review',
    summary: 'End the review of an organization',
    description:
      'The organization sends again. Flagged emails stay held, and further emails are still screened. The audit log of the organization records it.',
    success: { status: 200, schema: operatorOrganization },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, tools) => ({
      body: await decide(tools, id, { decision: liftReview, operator: loginOf(session) }),
    }),
  }),
];

async function change(
  { pool, bumpCacheVersion, dropQuotaCounters, clock }: ConsoleTools,
  id: string,
  given: Change,
): Promise<OperatorOrganization> {
  const row = await find(pool, id);
  await changeOrganization(pool, row.id, given);
  // Limits of another plan are counted again.
  if (given.action === 'org.set_plan') await dropQuotaCounters(row.id, clock.now());
  await bumpCacheVersion(row.id);
  return present(await find(pool, row.id));
}

interface Decision {
  readonly decision: typeof approveOrganization | typeof liftReview;
  readonly operator: string;
}

/** What was approved or lifted before is answered as it is. */
async function decide(
  { pool, bumpCacheVersion }: ConsoleTools,
  id: string,
  { decision, operator }: Decision,
): Promise<OperatorOrganization> {
  const { id: organizationId } = await find(pool, id);
  await decision({ pool, bumpCacheVersion }, { organizationId, operator });
  return present(await find(pool, organizationId));
}

/** @throws AppError `not_found` */
export async function find(pool: Pool, id: string): Promise<OrganizationDetail> {
  const row = isId(id) ? await showOrganization(pool, id.toLowerCase()) : undefined;
  if (row === undefined) throw new AppError('not_found');
  return row;
}

function presentSummary(row: OrganizationRow): OperatorOrganizationSummary {
  return {
    object: 'operator_organization',
    ...{ id: row.id, slug: row.slug, name: row.name, kind: row.kind, plan: row.plan },
    sending_paused_at: row.sending_paused_at?.toISOString() ?? null,
    under_review_at: row.under_review_at?.toISOString() ?? null,
    approved_at: row.approved_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function present(row: OrganizationDetail): OperatorOrganization {
  return {
    ...presentSummary(row),
    sending_paused_reason: row.sending_paused_reason,
    under_review_reason: row.under_review_reason,
    ...{ alert_email: row.alert_email, parent_organization_id: row.parent_organization_id },
    ...{ domains: row.domains, keys: row.keys, undecided_reviews: row.undecided_reviews },
    ...{ held_emails: row.held_emails, waiting_emails: row.waiting_emails },
  };
}
