import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, type BroadcastRouteOptions } from './broadcast-request';

export function deleteBroadcastRoute({ broadcasts }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteBroadcast',
    method: 'DELETE',
    path: '/broadcasts/:id',
    access: { key: 'FULL' },
    testKeys: 'refused',
    summary: 'Delete a broadcast',
    description: 'Deletes a draft, or a broadcast that was canceled before it started.',
    tag: 'Broadcasts',
    success: { status: 204, schema: null },
    errors: ['not_found', 'not_cancelable'],
    handle: async ({ principal, params, requestId }) => {
      const isRemoved = await broadcasts.remove(
        broadcastOf({ principal, params }),
        ({ startedAt }) => {
          if (startedAt === null) return;
          throw new AppError('not_cancelable', 'The broadcast has started and cannot be deleted.');
        },
        authorOf({ principal, requestId }),
      );
      if (!isRemoved) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
