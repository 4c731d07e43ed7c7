import { AppError, isId } from '@postrider/contracts';
import type { OperatorOrganization, OperatorOrganizationSummary } from '@postrider/contracts/console';
import { createDropQuotaCounters } from '@postrider/admission';
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
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import { listScope, loginOf, type OperatorRouteOptions } from './platform';

type Change = Omit<Parameters<typeof changeOrganization>[2], 'operator'>;

export function organizationRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  const { pool, cursors, clock } = options;
  const change = createChange(options);
  const decide = createDecide(options);
  return [
    consoleRoute(endpoints.listOrganizations, async ({ query }) => {
      const { kind, plan, state, search } = query;
      const pager = createPager(cursors, listScope('operator-organizations'));
      const { limit, beforeId } = pager.start(query);
      const filter = {
        ...{ kind, plan, search, beforeId, limit: limit + 1 },
        ...{ underReview: state === 'under_review', paused: state === 'paused' },
      };
      return { body: pager.finish(await listOrganizations(pool, filter), limit, presentSummary) };
    }),
    consoleRoute(endpoints.readOrganization, async ({ params: { id } }) => ({
      body: present(await find(pool, id)),
    })),
    consoleRoute(endpoints.updateOrganization, async ({ session, body: { plan }, params: { id } }) => {
      const given = { action: 'org.set_plan' as const, columns: { plan } };
      return { body: await change(id, loginOf(session), given) };
    }),
    consoleRoute(endpoints.pauseOrganization, async ({ session, body: { reason }, params: { id } }) => {
      const columns = { sending_paused_at: clock.now(), sending_paused_reason: reason };
      return { body: await change(id, loginOf(session), { action: 'org.pause', columns }) };
    }),
    consoleRoute(endpoints.resumeOrganization, async ({ session, params: { id } }) => {
      const columns = { sending_paused_at: null, sending_paused_reason: null };
      return { body: await change(id, loginOf(session), { action: 'org.resume', columns }) };
    }),
    consoleRoute(endpoints.approveOrganization, async ({ session, params: { id } }) => ({
      body: await decide(approveOrganization, id, loginOf(session)),
    })),
    consoleRoute(endpoints.liftOrganizationReview, async ({ session, params: { id } }) => ({
      body: await decide(liftReview, id, loginOf(session)),
    })),
  ];
}

function createChange({ pool, redis, bumpCacheVersion, clock, log }: OperatorRouteOptions) {
  const dropQuotaCounters = createDropQuotaCounters({ redis, log });
  return async (id: string, operator: string, given: Change): Promise<OperatorOrganization> => {
    const row = await find(pool, id);
    await changeOrganization(pool, row.id, { ...given, operator });
    // Limits of another plan are counted again.
    if (given.action === 'org.set_plan') await dropQuotaCounters(row.id, clock.now());
    await bumpCacheVersion(row.id);
    return present(await find(pool, row.id));
  };
}

/** What was approved or lifted before is answered as it is. */
function createDecide({ pool, bumpCacheVersion }: OperatorRouteOptions) {
  return async (decision: typeof approveOrganization | typeof liftReview, id: string, operator: string) => {
    const { id: organizationId } = await find(pool, id);
    await decision({ pool, bumpCacheVersion }, { organizationId, operator });
    return present(await find(pool, organizationId));
  };
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
