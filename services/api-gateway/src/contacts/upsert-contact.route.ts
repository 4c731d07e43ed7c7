import assert from 'node:assert';
import { contactResource, upsertContactRequest } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import { requireContact, upsertOf, type ContactRouteOptions } from './contact-request';
import { presentContact } from './contacts.presenter';

export function upsertContactRoute({ contacts, upsertContacts, plans }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'upsertContact',
    method: 'POST',
    path: '/contacts',
    permission: 'SEND',
    testKeys: 'refused',
    body: upsertContactRequest,
    bodyBytesMax: 262_144,
    bodyValuesMax: 10_000,
    summary: 'Add a contact, or change the one of that address; fields left out stay',
    description:
      'By its address: answers 201 when it is new, 200 when it was there. What is left out stays; properties are merged. Starts no automation: `POST /events` does. Prefer `POST /contacts/batch` for many, and `POST /contacts/import` for a file.',
    tag: 'Contacts',
    success: { status: 201, repeated: 200, schema: contactResource },
    errors: ['validation_error', 'unknown_topic', 'plan_limit', 'not_found'],
    handle: async ({ principal, body }) => {
      const wanted = upsertOf(principal, body, plans);
      const [result] = await upsertContacts([wanted]);
      assert(result !== undefined && result.kind !== 'absent', 'an upsert makes what is not there');
      if (result.kind === 'refused') throw result.error;
      const { organizationId } = wanted;
      const row = await requireContact(contacts, { organizationId, id: result.id });
      return { status: result.isNew ? 201 : 200, body: presentContact(row) };
    },
  });
}
