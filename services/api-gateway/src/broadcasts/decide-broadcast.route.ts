import { broadcastResource, decideBroadcastRequest } from '@postrider/contracts/broadcasts';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, broadcastState, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function decideBroadcastRoute({ broadcasts }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'decideBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/decide',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: decideBroadcastRequest,
    summary: 'Choose the A/B test winner',
    description:
      'Ends the A/B test early and sends the chosen variant to the remaining recipients. The broadcast must be `testing`.',
    tag: 'Broadcasts',
    success: {
      status: 200,
      schema: broadcastResource,
      example: { status: 'scheduled', winner: 1, finished_at: null },
    },
    errors: ['not_found', 'not_testing', 'validation_error'],
    handle: async ({ principal, params, body: { winner }, requestId }) => {
      const row = await broadcasts.change(
        broadcastOf({ principal, params }),
        (held) => {
          if (held.status !== 'testing') throw new AppError('not_testing');
          const length = held.abTest?.variants.length ?? 0;
          if (winner >= length) {
            throw invalidField('winner', `must be at most ${length - 1}`);
          }
          return { action: 'decide', state: { ...broadcastState(held), status: 'scheduled', winner } };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 200, body: presentBroadcast(found(row)) };
    },
  });
}
