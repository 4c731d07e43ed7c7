import { emailResource, readEmailQuery } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { ReadWaiting } from '@postrider/waiting';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { EmailWaits } from './email-waits';
import { presentEmail } from './emails.presenter';
import type { EmailsRepository } from './emails.repository';
import { isOpen } from './waiting-emails';

export function readEmailRoute({
  emails,
  readWaiting,
  emailWaits,
}: {
  readonly emails: EmailsRepository;
  readonly readWaiting: ReadWaiting;
  readonly emailWaits: EmailWaits;
}): Route {
  return defineRoute({
    operationId: 'readEmail',
    method: 'GET',
    path: '/emails/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: readEmailQuery,
    summary: 'Get an email',
    description:
      'Returns an email with its content and events. Content and metadata are null after the retention period of the organization. A key that is restricted to domains gets `not_found` for emails of other domains. With `wait`, the answer comes when `last_event` is no longer `queued` or `sending`, or after that many seconds with what is known then; a key can have 20 such requests open at a gateway.',
    tag: 'Emails',
    success: { status: 200, schema: emailResource },
    errors: ['validation_error', 'not_found', 'rate_limited'],
    handle: async ({ principal, params: { id }, query: { wait }, onceClosed }) => {
      if (!isId(id)) throw new AppError('not_found');
      const find = () => emails.find(principal.organization.id, id, principal.domainIds);
      let email = await find();
      if (email !== null && isOpen(email) && wait !== undefined) {
        const emailId = email.id;
        await emailWaits.until(async () => !(await emails.isOpen(emailId)), {
          isConcerned: ([, changed]) => changed === emailId || changed === null,
          ...{ principal, seconds: wait, onceClosed },
        });
        email = await find();
      }
      if (email === null) throw new AppError('not_found');
      const waiting = isOpen(email) ? ((await readWaiting([email.id])).get(email.id) ?? null) : null;
      return {
        status: 200,
        body: presentEmail(email, { withContent: seesContent(principal, email), waiting }),
      };
    },
  });
}
