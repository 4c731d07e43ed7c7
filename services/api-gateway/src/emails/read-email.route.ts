import { AppError, emailResource, isId } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { presentEmail } from './emails.presenter';
import type { EmailsRepository } from './emails.repository';
import { seesContent } from '../auth/principal-scope';

export function readEmailRoute(emails: EmailsRepository): Route {
  return defineRoute({
    operationId: 'readEmail',
    method: 'GET',
    path: '/emails/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get an email',
    description:
      'Returns an email with its content and events. Content and metadata are null after the retention period of the organization. A key that is restricted to domains gets `not_found` for emails of other domains.',
    tag: 'Emails',
    success: { status: 200, schema: emailResource },
    errors: ['not_found'],
    handle: async ({ principal, params: { id } }) => {
      if (!isId(id)) throw new AppError('not_found');
      const email = await emails.find(principal.organization.id, id, principal.domainIds);
      if (email === null) throw new AppError('not_found');
      return { status: 200, body: presentEmail(email, { withContent: seesContent(principal, email) }) };
    },
  });
}
