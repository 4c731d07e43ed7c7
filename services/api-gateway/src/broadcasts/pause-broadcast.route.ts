import { broadcastResource } from '@postrider/contracts/broadcasts';
import { AppError } from '@postrider/contracts/errors';
import { sample } from '@postrider/contracts/fields';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, broadcastState, found, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function pauseBroadcastRoute({ broadcasts, clock }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'pauseBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/pause',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Pause a broadcast',
    description:
      'Stops a broadcast that is scheduled, being sent or in an A/B test, until `…/resume`. No further emails are created; those that were are still sent. A time that passes, and an A/B test that ends meanwhile, take effect when it is resumed.',
    tag: 'Broadcasts',
    success: {
      status: 200,
      schema: broadcastResource,
      example: {
        ...{ status: 'scheduled', phase: 'sending', finished_at: null },
        ...{ paused_at: sample.deliveredAt, waiting_for: 'the broadcast is paused' },
      },
    },
    errors: ['not_found', 'not_pausable'],
    handle: async ({ principal, params, requestId }) => {
      const row = await broadcasts.change(
        broadcastOf({ principal, params }),
        (held) => {
          if (held.status !== 'scheduled' && held.status !== 'testing') {
            throw new AppError('not_pausable', `The broadcast is ${wordOf(held.status)}.`);
          }
          if (held.pausedAt !== null) throw new AppError('not_pausable', 'The broadcast is paused already.');
          return { action: 'pause', state: { ...broadcastState(held), pausedAt: clock.now() } };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 200, body: presentBroadcast(found(row)) };
    },
  });
}

const wordOf = (status: string): string => (status === 'draft' ? 'a draft' : `already ${status}`);
