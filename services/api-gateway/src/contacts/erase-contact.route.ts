import { erasure, eraseContactRequest } from '@postrider/contracts/contacts';
import type { Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';
import { erasePart } from './erase-part';

export function eraseContactRoute(options: ContactRouteOptions & { readonly pool: Pool }): Route {
  const { contacts, cursors, pool } = options;
  return defineRoute({
    operationId: 'eraseContact',
    method: 'POST',
    path: '/contacts/:id_or_email/erase',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    body: eraseContactRequest.optional(),
    bodyBytesMax: 65_536,
    summary: 'Erase a person',
    description:
      'Deletes the contact, its signups and runs, inbound email from the address, the content of emails to it, and logged requests that name it. A digest replaces the address in suppressions, recipients and events. Emails that may still be sent are left and counted; repeat the erasure after they are sent. A request erases a part: repeat it with the address and `next_cursor` until that is null. Cannot be undone.',
    tag: 'Contacts',
    success: { status: 200, schema: erasure },
    errors: ['validation_error', 'not_found', 'invalid_cursor', 'forbidden_domain'],
    handle: async ({ principal, params, body, requestId }) => {
      requireUnrestricted(principal, 'Contacts belong to the whole organization.');
      const name = contactOf(principal, params.id_or_email);
      const address = name.emailKey ?? (await requireContact(contacts, name)).emailKey;
      const { id: organizationId } = principal.organization;
      const { actor } = authorOf({ principal, requestId });
      const part = { organizationId, address, actor, cursor: body?.cursor };
      return { status: 200, body: await erasePart({ pool, cursors }, part) };
    },
  });
}
