import assert from 'node:assert';
import type { SendingDomain } from '@postrider/contracts/access';
import { metricsQuery, metricsResource } from '@postrider/contracts/metrics';
import type { Clock } from '@postrider/runtime';
import { defineRoute, type Route } from '../http/route';
import { measuredDomain } from '../auth/principal-scope';
import { metricsCsv, presentMetrics } from './metrics.presenter';
import type { MetricsRepository, MetricsWindow } from './metrics.repository';

export function readMetricsRoute({ metrics, clock }: MetricsRouteOptions): Route {
  return defineRoute({
    operationId: 'readMetrics',
    method: 'GET',
    path: '/metrics',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: metricsQuery,
    summary: 'Get daily metrics',
    description:
      'Returns daily counts (UTC) of live email by recipient, a few seconds old. Test emails and suppressed recipients are not included.',
    tag: 'Metrics',
    success: { status: 200, schema: metricsResource },
    textTypes: ['text/csv'],
    errors: ['validation_error', 'forbidden_domain', 'unknown_domain'],
    handle: async ({ principal, query: { days: count, domain: named, facet, key = null, format } }) => {
      const domain = measuredDomain(principal, named);
      const days = lastDays(clock.now(), count);
      const window = windowOf(days, domain);
      const organizationId = principal.organization.id;
      const [rows, facetRows] = await Promise.all([
        metrics.series(organizationId, window),
        facet === undefined ? [] : metrics.breakdown(organizationId, window, { facet, key }),
      ]);
      const breakdown = facet === undefined ? null : { facet, rows: facetRows };
      const body = presentMetrics({ days, domain: domain?.name ?? null, rows, breakdown });
      if (format === 'json') return { status: 200, body };
      return { status: 200, body: metricsCsv(body), contentType: 'text/csv; charset=utf-8' };
    },
  });
}

interface MetricsRouteOptions {
  readonly metrics: MetricsRepository;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

/** The UTC day of `now` and those before it, oldest first. */
function lastDays(now: Date, count: number): string[] {
  const oldestMs = now.getTime() - (count - 1) * dayMs;
  return Array.from({ length: count }, (_, index) =>
    new Date(oldestMs + index * dayMs).toISOString().slice(0, 10),
  );
}

function windowOf(days: readonly string[], domain: SendingDomain | null): MetricsWindow {
  const [firstDay, lastDay] = [days[0], days.at(-1)];
  assert(firstDay !== undefined && lastDay !== undefined, 'a window has a day');
  return { firstDay, lastDay, domainId: domain?.id ?? null };
}
