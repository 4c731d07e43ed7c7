import assert from 'node:assert';
import { contactResource, setSubscriptionsRequest } from '@postrider/contracts/contacts';
import { AppError } from '@postrider/contracts/errors';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { contactOf, keptOf, requireContact, upsertOf, type ContactRouteOptions } from './contact-request';

export function setSubscriptionsRoute({ contacts, upsertContacts, plans }: ContactRouteOptions): Route {
  return defineRoute({
    operationId: 'setSubscriptions',
    method: 'POST',
    path: '/contacts/:id_or_email/subscriptions',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: setSubscriptionsRequest,
    bodyBytesMax: 65_536,
    summary: 'Set subscriptions',
    description:
      'Sets one subscription (`topic`, `state`) or several (`topics`). Others do not change. If the contact has unsubscribed from a topic, it stays unsubscribed unless you set `resubscribe`; `kept_unsubscribed` lists these topics. When you subscribe a contact, give its `consent` as proof.',
    tag: 'Contacts',
    success: { status: 200, schema: contactResource },
    errors: ['validation_error', 'forbidden_domain', 'not_found', 'unknown_topic'],
    handle: async ({ principal, requestId, params, body }) => {
      requireUnrestricted(principal, 'Contacts belong to the whole organization.');
      const name = contactOf(principal, params.id_or_email);
      const { email } = (await requireContact(contacts, name)).contact;
      const { topic, state, topics = [], consent, resubscribe } = body;
      const one = topic !== undefined && state !== undefined ? [{ topic, state }] : [];
      const wish = { email, topics: [...one, ...topics], consent, resubscribe };
      const wanted = upsertOf({ principal, requestId, plans }, wish);
      const [result] = await upsertContacts([{ ...wanted, mustExist: true }]);
      assert(result !== undefined, 'a result for each item');
      if (result.kind === 'refused') throw result.error;
      if (result.kind === 'absent') throw new AppError('not_found');
      const { contact } = await requireContact(contacts, name);
      return { status: 200, body: { ...contact, ...keptOf(result.kept) } };
    },
  });
}
