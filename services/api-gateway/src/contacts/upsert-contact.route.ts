import assert from 'node:assert';
import { contactResource, upsertContactRequest } from '@postrider/contracts/contacts';
import { defineRoute, type Route } from '../http/route';
import { keptOf, requireContact, upsertOf, type ContactRouteOptions } from './contact-request';

export function upsertContactRoute({ contacts, upsertContacts, plans }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'upsertContact',
    method: 'POST',
    path: '/contacts',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: upsertContactRequest,
    bodyBytesMax: 262_144,
    bodyValuesMax: 10_000,
    summary: 'Create or update a contact',
    description:
      'Creates a contact (201), or updates the one with this address (200). Missing fields keep their values; properties are merged. If the contact has unsubscribed, it stays unsubscribed unless you set `resubscribe`; see `kept_unsubscribed`. Automations are started by `POST /events`, not here. For many contacts use `POST /contacts/batch`; for a file, `POST /contacts/import`.',
    tag: 'Contacts',
    success: { status: 201, repeated: 200, schema: contactResource },
    errors: ['validation_error', 'forbidden_domain', 'unknown_topic', 'plan_limit', 'not_found'],
    handle: async ({ principal, requestId, body }) => {
      const wanted = upsertOf({ principal, requestId, plans }, body);
      const [result] = await upsertContacts([wanted]);
      assert(result !== undefined && result.kind !== 'absent', 'an upsert makes what is not there');
      if (result.kind === 'refused') throw result.error;
      const { organizationId } = wanted;
      const { contact } = await requireContact(contacts, { organizationId, id: result.id });
      return { status: result.isNew ? 201 : 200, body: { ...contact, ...keptOf(result.kept) } };
    },
  });
}
