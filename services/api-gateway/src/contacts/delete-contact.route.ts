import { deletedContact } from '@postrider/contracts/contacts';
import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { contactOf, type ContactRouteOptions } from './contact-request';

export function deleteContactRoute({ contacts }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteContact',
    method: 'DELETE',
    path: '/contacts/:id_or_email',
    access: { key: 'FULL' },
    testKeys: 'refused',
    summary: 'Delete a contact',
    description:
      'Deletes a contact with its properties, subscriptions and consent history. Suppressions of its address and topics that it unsubscribed from stay in effect; only a hash of the address is kept.',
    tag: 'Contacts',
    success: { status: 200, schema: deletedContact },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireUnrestricted(principal, 'Contacts belong to the whole organization.');
      const name = contactOf(principal, params.id_or_email);
      const id = await contacts.remove(name, authorOf({ principal, requestId }));
      if (id === null) throw new AppError('not_found');
      return { status: 200, body: { object: 'contact', id, deleted: true } as const };
    },
  });
}
