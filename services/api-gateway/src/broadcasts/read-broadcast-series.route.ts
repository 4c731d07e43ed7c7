import { broadcastSeries, broadcastSeriesQuery } from '@postrider/contracts/broadcasts';
import { defineRoute, type Route } from '../http/route';
import type { BroadcastReportRepository } from './broadcast-report.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentSeries } from './broadcasts.presenter';

export function readBroadcastSeriesRoute({
  broadcasts,
  report,
}: BroadcastRouteOptions & { readonly report: BroadcastReportRepository }): Route {
  return defineRoute({
    operationId: 'readBroadcastSeries',
    method: 'GET',
    path: '/broadcasts/:id/series',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: broadcastSeriesQuery,
    summary: 'Get counts over time',
    description:
      'Returns the counts of a broadcast by hour or day, by the time of each event. Counts are a few seconds old.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastSeries },
    errors: ['not_found', 'validation_error'],
    handle: async ({ principal, params, query: { interval, timezone } }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      const rows = await report.listSeries(broadcast, interval, timezone);
      return { status: 200, body: presentSeries(rows, interval) };
    },
  });
}
