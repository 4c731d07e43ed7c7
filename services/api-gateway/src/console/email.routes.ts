import { emailDeliveryTimes } from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { consoleRoute } from './console-route';
import { readEmailDeliveryTimes } from './email-delivery-times';

export const emailRoutes = [
  consoleRoute({
    operationId: 'readEmailDeliveryTimes',
    method: 'GET',
    path: '/emails/:id/delivery-times',
    access: 'viewer',
    summary: 'Get how long email takes',
    description:
      'Returns how long email takes to the mailbox providers of an email: in the last hour, and in the same hour of the last seven days. Email of the organization and of the whole platform is counted separately, which distinguishes a slow provider from a problem of one sender.',
    tag: 'Emails',
    success: { status: 200, schema: emailDeliveryTimes },
    errors: ['not_found'],
    handle: async ({ member: { organization, domainIds }, params: { id } }, { pool, clock }) => {
      const email = { organizationId: organization.id, id: id.toLowerCase(), domainIds };
      const body = isId(id) ? await readEmailDeliveryTimes(pool, email, clock.now()) : null;
      if (body === null) throw new AppError('not_found');
      return { body };
    },
  }),
];
