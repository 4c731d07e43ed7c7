import { tryEmailNowResponse } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { TryEmailNow } from '@postrider/submission';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';

export function tryEmailNowRoute(tryEmailNow: TryEmailNow): Route {
  return defineRoute({
    operationId: 'tryEmailNow',
    method: 'POST',
    path: '/emails/:id/try-now',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Try a deferred email now',
    description:
      'Makes the next attempt of an email that waits for a retry due at once. No other email is made, and limits of the receiving server hold. Emails that do not wait for a retry fail with `not_deferred`. Fails with `rate_limited` within 5 minutes of the last attempt, and beyond 30 emails a minute. Repeating a request is safe. Recorded in the audit log.',
    tag: 'Emails',
    success: { status: 200, schema: tryEmailNowResponse },
    errors: ['not_found', 'test_key_not_allowed', 'not_deferred', 'sending_paused', 'under_review'],
    handle: async ({ principal, params: { id }, requestId }) => {
      if (!isId(id)) throw new AppError('not_found');
      const dueAt = await tryEmailNow(principal, id, authorOf({ principal, requestId }).actor);
      return {
        status: 200,
        body: { id: id.toLowerCase(), object: 'email' as const, due_at: dueAt.toISOString() },
      };
    },
  });
}
