import { deliveryAttemptList } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { defineRoute, type Route } from '../http/route';
import { presentAttempt } from './email-attempt.presenter';
import type { FindAttempts } from './email-attempts.repository';

export function listEmailAttemptsRoute(findAttempts: FindAttempts): Route {
  return defineRoute({
    operationId: 'listEmailAttempts',
    method: 'GET',
    path: '/emails/:id/attempts',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'List delivery attempts',
    description:
      'Returns the delivery attempts of an email, newest first, one per recipient and round: where it was handed over, over which TLS, what the server replied, how long each phase took, why it failed and when it is tried again. Test emails have none. The SMTP conversation is stored for attempts that failed.',
    tag: 'Emails',
    success: { status: 200, schema: deliveryAttemptList },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const attempts = await findAttempts(principal.organization.id, id, principal.domainIds);
      if (attempts === null) throw new AppError('not_found');
      return { status: 200, body: { object: 'list' as const, data: attempts.map(presentAttempt) } };
    },
  });
}
