import {
  listReviewsQuery,
  operatorReview,
  operatorReviewList,
  reviewDecision,
  type OperatorReview,
  type OperatorReviewSummary,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId, lowestId } from '@postrider/contracts/ids';
import { findReview, listFlagged, type FlaggedMessage, type ReviewedMessage } from '@postrider/operator';
import { rejectReview, releaseReview } from '@postrider/reviews';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import type { ConsoleTools } from '../console-tools';
import { listScope, loginOf, organizationIdOf } from './platform';

export const reviewRoutes = [
  operatorRoute({
    operationId: 'listOperatorReviews',
    method: 'GET',
    path: '/operator/reviews',
    query: listReviewsQuery,
    summary: 'List emails that wait for a review',
    description:
      'Returns the emails that the screening flagged and no operator has decided about, oldest first.',
    success: { status: 200, schema: operatorReviewList },
    errors: ['invalid_cursor'],
    handle: async ({ query }, { pool, cursors }) => {
      const { organization } = query;
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-reviews'));
      // Oldest first: a page goes on after the last id of the one before.
      const { limit, beforeId: lastId } = pager.start(query);
      const rows = await listFlagged(pool, { organizationId, afterId: lastId ?? lowestId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentSummary) };
    },
  }),
  operatorRoute({
    operationId: 'readOperatorReview',
    method: 'GET',
    path: '/operator/reviews/:id',
    summary: 'Get an email that was held for review',
    description: 'Returns the email with its content and the findings, whatever was decided.',
    success: { status: 200, schema: operatorReview },
    errors: ['not_found'],
    handle: async ({ params: { id } }, { pool }) => {
      const review = isId(id) ? await findReview(pool, id.toLowerCase()) : undefined;
      if (review === undefined) throw new AppError('not_found');
      return { body: present(review) };
    },
  }),
  operatorRoute({
    operationId: 'releaseOperatorReview',
    method: 'POST',
    path: '/operator/reviews/:id/release',
    summary: 'Send an email that was held for review',
    description:
      'The email is sent when due. If it is the last flagged email of its organization, the review of the organization ends too. Only the first decision holds.',
    success: { status: 200, schema: reviewDecision },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, tools) => ({
      body: await decide(tools, id, { decision: releaseReview, operator: loginOf(session) }),
    }),
  }),
  operatorRoute({
    operationId: 'rejectOperatorReview',
    method: 'POST',
    path: '/operator/reviews/:id/reject',
    summary: 'Fail an email that was held for review',
    description:
      'The email fails with the detail `rejected`, also in webhooks. Its organization stays under review. Only the first decision holds.',
    success: { status: 200, schema: reviewDecision },
    errors: ['not_found'],
    handle: async ({ session, params: { id } }, tools) => ({
      body: await decide(tools, id, { decision: rejectReview, operator: loginOf(session) }),
    }),
  }),
];

/** @throws AppError `not_found` */
async function decide(
  { pool, bumpCacheVersion }: ConsoleTools,
  id: string,
  { decision, operator }: { readonly decision: typeof releaseReview; readonly operator: string },
) {
  if (!isId(id)) throw new AppError('not_found');
  const messageId = id.toLowerCase();
  const outcome = await decision({ pool, bumpCacheVersion }, { messageId, operator });
  if (outcome === 'not_found') throw new AppError('not_found');
  return { object: 'review_decision' as const, id: messageId, outcome };
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
