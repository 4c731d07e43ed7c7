import { subscriptionStates, type ContactResource } from '@postrider/contracts';
import { z } from 'zod';
import { bodyOf, listReply, resendCall, type ResendCall } from './resend-call';

/** Theirs name a topic by its id; ours by its slug. */
const topicChoice = bodyOf({ id: z.unknown(), subscription: z.enum(['opt_in', 'opt_out']) }).transform(
  ({ id, subscription }) => ({ topic: id, state: subscriptionStates[subscription === 'opt_in' ? 0 : 1] }),
);
const fields = {
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  unsubscribed: z.boolean().optional(),
  properties: z.unknown().optional(),
};
const createBody = bodyOf({
  ...fields,
  email: z.unknown(),
  topics: z.array(topicChoice).max(100).optional(),
});
const updateBody = bodyOf(fields);

export const contactCalls: readonly ResendCall[] = [
  resendCall({
    name: 'contacts.create',
    method: 'POST',
    path: '/contacts',
    like: 'upsertContact',
    body: createBody,
    handle: async ({ body }, run) => idOf(await run('upsertContact', { body: contactOf(body) })),
  }),
  resendCall({
    name: 'contacts.list',
    method: 'GET',
    path: '/contacts',
    like: 'listContacts',
    list: 'contacts',
    handle: async (_request, run) => listReply(await run('listContacts'), presentContact),
  }),
  resendCall({
    name: 'contacts.list',
    method: 'GET',
    path: '/segments/:id/contacts',
    like: 'listSegmentContacts',
    list: ({ id }) => `segments/${id}/contacts`,
    handle: async (_request, run) => listReply(await run('listSegmentContacts'), presentContact),
  }),
  resendCall({
    name: 'contacts.get',
    method: 'GET',
    path: '/contacts/:id_or_email',
    like: 'readContact',
    handle: async (_request, run) => {
      const reply = await run('readContact');
      const contact = reply.body as ContactResource;
      return {
        ...reply,
        body: { object: 'contact', ...presentContact(contact), properties: typed(contact.properties) },
      };
    },
  }),
  resendCall({
    name: 'contacts.update',
    method: 'PATCH',
    path: '/contacts/:id_or_email',
    like: 'upsertContact',
    body: updateBody,
    handle: async ({ body }, run) => {
      // Ours adds who is not there; theirs does not.
      const { email } = (await run('readContact')).body as ContactResource;
      return idOf(await run('upsertContact', { body: contactOf({ ...body, email }) }));
    },
  }),
  resendCall({
    name: 'contacts.remove',
    method: 'DELETE',
    path: '/contacts/:id_or_email',
    like: 'deleteContact',
    handle: async (_request, run) => {
      const reply = await run('deleteContact');
      const { id } = reply.body as { id: string };
      return { ...reply, body: { object: 'contact', contact: id, deleted: true } };
    },
  }),
  resendCall({
    name: 'contacts.topics.update',
    method: 'PATCH',
    path: '/contacts/:id_or_email/topics',
    like: 'setSubscriptions',
    body: z.array(topicChoice).max(100),
    handle: async ({ body }, run) => {
      const reply = await run('setSubscriptions', { body: { topics: body } });
      return { ...reply, body: { id: (reply.body as ContactResource).id } };
    },
  }),
];

function contactOf({ unsubscribed, ...contact }: Omit<z.output<typeof createBody>, 'topics'>): object {
  if (unsubscribed === undefined) return contact;
  return { ...contact, status: subscriptionStates[unsubscribed ? 1 : 0] };
}

/** New or not, the answer is the same. */
function idOf(reply: Awaited<ReturnType<ResendCall['handle']>>): typeof reply {
  return { ...reply, status: 200, body: { object: 'contact', id: (reply.body as ContactResource).id } };
}

function presentContact({ id, email, first_name, last_name, status, created_at }: ContactResource): object {
  return { id, email, first_name, last_name, created_at, unsubscribed: status !== 'SUBSCRIBED' };
}

/** Texts and numbers are all that theirs know; other values are shown as JSON. */
function typed(properties: ContactResource['properties']): object {
  const entries = Object.entries(properties).map(([key, value]) => {
    if (typeof value === 'number') return [key, { type: 'number', value }];
    return [key, { type: 'string', value: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
  return Object.fromEntries(entries) as object;
}
