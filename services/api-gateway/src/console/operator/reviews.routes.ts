import { AppError, isId, lowestId } from '@postrider/contracts';
import type { OperatorReview, OperatorReviewSummary } from '@postrider/contracts/console';
import { findReview, listFlagged, type FlaggedMessage, type ReviewedMessage } from '@postrider/operator';
import { rejectReview, releaseReview } from '@postrider/reviews';
import { createPager } from '../../paging/page';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import { listScope, loginOf, organizationIdOf, type OperatorRouteOptions } from './platform';

export function reviewRoutes(options: OperatorRouteOptions): ConsoleRoute[] {
  const { pool, cursors } = options;
  const decide = createDecide(options);
  return [
    consoleRoute(endpoints.listReviews, async ({ query }) => {
      const { organization } = query;
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-reviews'));
      // Oldest first: a page goes on after the last id of the one before.
      const { limit, beforeId: lastId } = pager.start(query);
      const rows = await listFlagged(pool, { organizationId, afterId: lastId ?? lowestId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentSummary) };
    }),
    consoleRoute(endpoints.readReview, async ({ params: { id } }) => {
      const review = isId(id) ? await findReview(pool, id.toLowerCase()) : undefined;
      if (review === undefined) throw new AppError('not_found');
      return { body: present(review) };
    }),
    consoleRoute(endpoints.releaseReview, async ({ session, params: { id } }) => ({
      body: await decide(releaseReview, id, loginOf(session)),
    })),
    consoleRoute(endpoints.rejectReview, async ({ session, params: { id } }) => ({
      body: await decide(rejectReview, id, loginOf(session)),
    })),
  ];
}

function createDecide({ pool, bumpCacheVersion }: OperatorRouteOptions) {
  /** @throws AppError `not_found` */
  return async (decision: typeof releaseReview, id: string, operator: string) => {
    if (!isId(id)) throw new AppError('not_found');
    const messageId = id.toLowerCase();
    const outcome = await decision({ pool, bumpCacheVersion }, { messageId, operator });
    if (outcome === 'not_found') throw new AppError('not_found');
    return { object: 'review_decision' as const, id: messageId, outcome };
  };
}

function presentSummary(row: FlaggedMessage): OperatorReviewSummary {
  return {
    object: 'operator_review',
    ...{ id: row.id, organization_id: row.organizationId, organization: row.organization },
    ...{ from: row.from, subject: row.subject, email_status: row.email },
    reasons: row.reasons.map(({ code, detail }) => ({ code, detail })),
    created_at: row.createdAt.toISOString(),
  };
}

function present(row: ReviewedMessage): OperatorReview {
  return {
    ...presentSummary(row),
    ...{ status: row.status, to: [...row.to], text: row.text, html: row.html },
    screened_at: row.screenedAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
  };
}
