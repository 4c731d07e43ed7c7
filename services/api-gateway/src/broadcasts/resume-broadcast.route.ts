import { broadcastResource } from '@postrider/contracts/broadcasts';
import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, broadcastState, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function resumeBroadcastRoute({ broadcasts }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'resumeBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/resume',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    summary: 'Resume a broadcast',
    description:
      'Continues a paused broadcast where it stopped: each contact gets at most one email, and none is left out. If its time has passed, it starts at once.',
    tag: 'Broadcasts',
    success: {
      status: 200,
      schema: broadcastResource,
      example: { status: 'scheduled', phase: 'sending', finished_at: null, paused_at: null },
    },
    errors: ['not_found', 'not_paused'],
    handle: async ({ principal, params, requestId }) => {
      const row = await broadcasts.change(
        broadcastOf({ principal, params }),
        (held) => {
          if (held.pausedAt === null) throw new AppError('not_paused');
          return { action: 'resume', state: { ...broadcastState(held), pausedAt: null } };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 200, body: presentBroadcast(found(row)) };
    },
  });
}
