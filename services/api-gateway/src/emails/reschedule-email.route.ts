import { rescheduleEmailRequest, rescheduleEmailResponse } from '@postrider/contracts/emails';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { RescheduleEmail } from '@postrider/submission';
import { defineRoute, type Route } from '../http/route';

export function rescheduleEmailRoute(rescheduleEmail: RescheduleEmail): Route {
  return defineRoute({
    operationId: 'rescheduleEmail',
    method: 'PATCH',
    path: '/emails/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    body: rescheduleEmailRequest,
    bodyBytesMax: 65_536,
    summary: 'Reschedule an email',
    description:
      'Changes the time of a scheduled email that is still `queued` and not yet due. Other emails fail with `not_schedulable`. Repeating a request is safe. Quotas count the email on the day it was accepted.',
    tag: 'Emails',
    success: { status: 200, schema: rescheduleEmailResponse },
    errors: ['not_found', 'validation_error', 'test_key_not_allowed', 'not_schedulable'],
    handle: async ({ principal, params: { id }, body }) => {
      if (!isId(id)) throw new AppError('not_found');
      const at = new Date(body.scheduled_at);
      const outcome = await rescheduleEmail(principal, id, at);
      switch (outcome.state) {
        case 'rescheduled':
          return {
            status: 200,
            body: { id: id.toLowerCase(), object: 'email' as const, scheduled_at: at.toISOString() },
          };
        case 'expires_before': {
          const text = `must be before expires_at, ${outcome.expiresAt.toISOString()}`;
          throw invalidField('scheduled_at', text);
        }
        case 'not_schedulable':
          throw new AppError(
            'not_schedulable',
            'Only a scheduled email that is not yet due can be rescheduled.',
          );
        case 'not_found':
        case 'test_key_not_allowed':
          throw new AppError(outcome.state);
      }
    },
  });
}
