import type { Principal } from '@postrider/contracts/access';
import {
  cancelEmailsRequest,
  cancelEmailsResponse,
  type CancelEmailsResponse,
} from '@postrider/contracts/emails';
import { AppError, errorDetailOf } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { CancelEmail } from '@postrider/submission';
import { defineRoute, type Route } from '../http/route';

export function cancelEmailsRoute(cancelEmail: CancelEmail): Route {
  return defineRoute({
    operationId: 'cancelEmails',
    method: 'POST',
    path: '/emails/cancel',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    body: cancelEmailsRequest,
    summary: 'Cancel several emails',
    description:
      'Cancels up to 100 emails, each as `POST /emails/{id}/cancel` does. Emails succeed or fail independently: the status is 200, with a result per id, in order.',
    tag: 'Emails',
    success: { status: 200, schema: cancelEmailsResponse },
    errors: ['validation_error'],
    handle: async ({ principal, body: { ids } }) => {
      const data: CancelEmailsResponse['data'] = [];
      // One after the other: each is a transaction, and another caller's emails wait for none of these.
      for (const id of ids) data.push(await cancelOne(cancelEmail, principal, id));
      return { status: 200, body: { data } };
    },
  });
}

async function cancelOne(
  cancelEmail: CancelEmail,
  principal: Principal,
  id: string,
): Promise<CancelEmailsResponse['data'][number]> {
  const outcome = isId(id) ? await cancelEmail(principal, id) : 'not_found';
  if (outcome === 'canceled') return { id: id.toLowerCase(), object: 'email', status: outcome };
  return { error: errorDetailOf(new AppError(outcome)) };
}
