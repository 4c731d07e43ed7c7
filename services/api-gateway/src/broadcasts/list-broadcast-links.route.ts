import { broadcastLinkList, broadcastLinksMax } from '@postrider/contracts/broadcasts';
import { defineRoute, type Route } from '../http/route';
import type { BroadcastReportRepository } from './broadcast-report.repository';
import { broadcastOf, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentLink } from './broadcasts.presenter';

export function listBroadcastLinksRoute({
  broadcasts,
  report,
}: BroadcastRouteOptions & { readonly report: BroadcastReportRepository }): Route {
  return defineRoute({
    operationId: 'listBroadcastLinks',
    method: 'GET',
    path: '/broadcasts/:id/links',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'List clicked links',
    description: `Returns the links that people clicked, the most clicked first, at most ${broadcastLinksMax}. Clicks of machines are not counted. Counts are a few seconds old.`,
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastLinkList },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const broadcast = found(await broadcasts.find(broadcastOf({ principal, params })));
      const rows = await report.listLinks(broadcast);
      const data = rows.map((row) => presentLink(row, broadcast.hasTest));
      return { status: 200, body: { object: 'list' as const, data } };
    },
  });
}
