import assert from 'node:assert';
import { parseStoredFilter } from '@postrider/audiences';
import type { Principal } from '@postrider/contracts/access';
import { broadcastEstimate, type BroadcastEstimateResource } from '@postrider/contracts/broadcasts';
import { AppError } from '@postrider/contracts/errors';
import { planNamed, type PlanTable } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import type { CountSegments } from '../segments/segment-counts';
import type { SegmentsRepository } from '../segments/segments.repository';
import type { UsageRepository } from '../usage/usage.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import type { BroadcastRow } from './broadcast-row';
import { sampleAudience } from './sample-audience';

interface EstimateRouteOptions extends BroadcastRouteOptions {
  readonly pool: Pool;
  readonly segments: Pick<SegmentsRepository, 'find'>;
  readonly countSegments: CountSegments;
  readonly usage: UsageRepository;
  readonly plans: PlanTable;
}

/** What a broadcast reaches beside transactional mail (docs/broadcasts.md), where the organization has sent none. */
const usualPerSecond = 100;

export function estimateBroadcastRoute(options: EstimateRouteOptions): Route {
  const { broadcasts, pool } = options;
  return defineRoute({
    operationId: 'estimateBroadcast',
    method: 'GET',
    path: '/broadcasts/:id/estimate',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Estimate a broadcast',
    description:
      'Returns how many contacts a broadcast would go to if it started now, how many of a sample of up to 2,000 would get no email, how long sending takes, and the limits that apply. A count of contacts that takes longer than two seconds continues in the background: repeat the request for it. A resend has no estimate: its recipients are those of the original.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastEstimate },
    errors: ['not_found', 'not_schedulable', 'unknown_segment', 'invalid_segment'],
    handle: async ({ principal, params }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      if (broadcast.parentId !== null) throw new AppError('not_schedulable', 'A resend has no estimate.');
      const [audience, limits, perSecond] = await Promise.all([
        estimateAudience(options, broadcast),
        readLimits(options, principal, broadcast),
        readRate(pool, broadcast.organizationId),
      ]);
      const { recipients } = audience;
      const isLimited =
        recipients !== null &&
        [limits.daily_remaining, limits.domain_daily_cap].some(
          (limit) => limit !== null && limit < recipients,
        );
      const seconds = recipients === null || isLimited || limits.warming_up ? null : recipients / perSecond;
      return {
        status: 200,
        body: {
          object: 'broadcast_estimate' as const,
          ...audience,
          expected_seconds: seconds === null ? null : Math.ceil(seconds),
          limits,
        },
      };
    },
  });
}

/** @throws AppError `unknown_segment`, `invalid_segment` */
async function estimateAudience(
  { pool, segments, countSegments, clock }: EstimateRouteOptions,
  { organizationId, segmentId, domainId, topicId }: BroadcastRow,
): Promise<Pick<BroadcastEstimateResource, 'contacts' | 'counted_at' | 'sample' | 'recipients'>> {
  const segment = await segments.find({ organizationId, id: segmentId });
  if (segment === null) throw new AppError('unknown_segment');
  const filter = parseStoredFilter(segment.filter);
  if (filter === null) throw new AppError('invalid_segment');
  const sample = await sampleAudience(pool, { organizationId, filter, domainId, topicId });
  const [counted] = sample.complete
    ? [{ count: sample.contacts, countedAt: clock.now() }]
    : await countSegments(organizationId, [segment]);
  assert(counted !== undefined, 'a count for each segment');
  const contacts = counted?.count ?? null;
  const eligible = sample.contacts - sample.suppressed - sample.unsubscribed;
  const share = sample.contacts === 0 ? 1 : eligible / sample.contacts;
  return {
    contacts,
    counted_at: counted?.countedAt.toISOString() ?? null,
    sample,
    recipients: contacts === null ? null : Math.round(contacts * share),
  };
}

async function readLimits(
  { pool, usage, plans, clock }: EstimateRouteOptions,
  { organization: { id, plan } }: Principal,
  { domainId }: BroadcastRow,
): Promise<BroadcastEstimateResource['limits']> {
  const [used, { rows }] = await Promise.all([
    usage.read(id, plan, clock.now()),
    pool.query<{ dailyCap: number | null; warmingUp: boolean }>({
      name: 'broadcasts.find-domain-limits',
      text: `SELECT daily_cap AS "dailyCap", warm_up_started_at IS NOT NULL AS "warmingUp" FROM domains
             WHERE organization_id = $1 AND id = $2`,
      values: [id, domainId],
    }),
  ]);
  const { monthlyLimit, dailyCap } = planNamed(plan, plans);
  const left = (limit: number | null, count: number) => (limit === null ? null : Math.max(0, limit - count));
  return {
    monthly_remaining: left(monthlyLimit, used.month),
    daily_remaining: left(dailyCap, used.day),
    domain_daily_cap: rows[0]?.dailyCap ?? null,
    warming_up: rows[0]?.warmingUp ?? false,
  };
}

/** Emails a second of the last broadcast of some size, among the newest hundred. A test waits for its decision, and tells nothing. */
async function readRate(pool: Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ perSecond: number }>({
    name: 'broadcasts.find-rate',
    text: `SELECT b.submitted / extract(epoch FROM b.finished_at - b.started_at)::float8 AS "perSecond"
           FROM (SELECT * FROM broadcasts WHERE organization_id = $1 ORDER BY id DESC LIMIT 100) b
           WHERE b.status = 'sent' AND b.submitted >= 1000 AND b.ab_test IS NULL AND b.finished_at > b.started_at
           ORDER BY b.id DESC LIMIT 1`,
    values: [organizationId],
  });
  return rows[0]?.perSecond ?? usualPerSecond;
}
