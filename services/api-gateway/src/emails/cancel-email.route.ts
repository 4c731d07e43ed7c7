import { cancelEmailResponse } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { CancelEmail } from '@postrider/submission';
import { defineRoute, type Route } from '../http/route';

export function cancelEmailRoute(cancelEmail: CancelEmail): Route {
  return defineRoute({
    operationId: 'cancelEmail',
    method: 'POST',
    path: '/emails/:id/cancel',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Cancel an email',
    description:
      'Cancels an email that is still `queued`, such as a scheduled one. Returns its quota. Once sending has started, the request fails with `not_cancelable`.',
    tag: 'Emails',
    success: { status: 200, schema: cancelEmailResponse },
    errors: ['not_found', 'test_key_not_allowed', 'not_cancelable'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const outcome = await cancelEmail(principal, id);
      if (outcome !== 'canceled') throw new AppError(outcome);
      return { status: 200, body: { id: id.toLowerCase(), object: 'email' as const, status: outcome } };
    },
  });
}
