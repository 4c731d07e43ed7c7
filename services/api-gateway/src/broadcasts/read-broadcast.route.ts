import { broadcastResource } from '@postrider/contracts/broadcasts';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, broadcastVersion, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function readBroadcastRoute({ broadcasts }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'readBroadcast',
    method: 'GET',
    path: '/broadcasts/:id',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Get a broadcast',
    description:
      'Returns a broadcast with its content and counts. Counts are a few seconds old. `waiting_for` says why sending is waiting.',
    tag: 'Broadcasts',
    versioned: broadcastVersion,
    success: { status: 200, schema: broadcastResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = found(await broadcasts.find(broadcastOf({ principal, params })));
      return { status: 200, body: presentBroadcast(row) };
    },
  });
}
