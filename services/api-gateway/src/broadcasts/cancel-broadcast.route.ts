import { broadcastResource } from '@postrider/contracts/broadcasts';
import { AppError } from '@postrider/contracts/errors';
import { sample } from '@postrider/contracts/fields';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, found, broadcastState, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function cancelBroadcastRoute({ broadcasts, clock }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'cancelBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/cancel',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Cancel a broadcast',
    description:
      'Cancels a broadcast and its queued emails. Emails that were already handed over cannot be recalled.',
    tag: 'Broadcasts',
    success: {
      status: 200,
      schema: broadcastResource,
      example: { status: 'canceled', finished_at: null, canceled_at: sample.deliveredAt },
    },
    errors: ['not_found', 'not_cancelable'],
    handle: async ({ principal, params, requestId }) => {
      const row = await broadcasts.change(
        broadcastOf({ principal, params }),
        (held) => {
          if (held.status === 'sent' || held.status === 'canceled') {
            throw new AppError('not_cancelable', `The broadcast is already ${held.status}.`);
          }
          const kept = { ...broadcastState(held), pausedAt: null };
          const state = { ...kept, status: 'canceled', canceledAt: clock.now() } as const;
          return { action: 'cancel', state };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 200, body: presentBroadcast(found(row)) };
    },
  });
}
