import type { ContactImportResource, ContactResource } from '@postrider/contracts/contacts';
import { subscriptionStates } from '@postrider/contracts/statuses';
import type { TopicResource } from '@postrider/contracts/topics';
import { z } from 'zod';
import { absentField, bodyOf, listReply, resendCall, type ResendCall } from './resend-call';
import { requireMemberProperty, setMembership, visibleProperties } from './segment-members';

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
const audienceBody = bodyOf({ ...fields, email: z.unknown() });
const createBody = bodyOf({
  ...audienceBody.shape,
  topics: z.array(topicChoice).max(100).optional(),
  segments: absentField('add the contact with contacts.segments.add'),
});
const updateBody = bodyOf(fields);

export const contactCalls: readonly ResendCall[] = [
  resendCall({
    name: 'contacts.create',
    method: 'POST',
    path: '/contacts',
    like: 'upsertContact',
    differs: "an existing address is updated; a topic's `id` is its slug",
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
      return { ...reply, body: presentWhole(contact) };
    },
  }),
  resendCall({
    name: 'contacts.update',
    method: 'PATCH',
    path: '/contacts/:id_or_email',
    like: 'upsertContact',
    also: ['readContact'],
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
    differs: "a topic's `id` is its slug",
    body: z.array(topicChoice).max(100),
    handle: async ({ body }, run) => {
      const reply = await run('setSubscriptions', { body: { topics: body } });
      return { ...reply, body: { id: (reply.body as ContactResource).id } };
    },
  }),
];

/** Paths of earlier versions of their API, which the client still uses for `audienceId`. */
export const audienceCalls: readonly ResendCall[] = [
  resendCall({
    name: 'contacts.create',
    method: 'POST',
    path: '/audiences/:id/contacts',
    like: 'readSegment',
    also: ['upsertContact'],
    differs: '`audienceId` is a segment created with `segments.create` of this client',
    body: audienceBody,
    handle: async ({ body }, run) => {
      const member = { [await requireMemberProperty(run)]: true };
      const contact = contactOf({ ...body, properties: { ...(body.properties as object), ...member } });
      return idOf(await run('upsertContact', { body: contact }));
    },
  }),
  resendCall({
    name: 'contacts.get',
    method: 'GET',
    path: '/audiences/:id/contacts/:id_or_email',
    like: 'readContact',
    handle: async (_request, run) => {
      const reply = await run('readContact');
      return { ...reply, body: presentWhole(reply.body as ContactResource) };
    },
  }),
  resendCall({
    name: 'contacts.update',
    method: 'PATCH',
    path: '/audiences/:id/contacts/:id_or_email',
    like: 'upsertContact',
    also: ['readContact'],
    body: updateBody,
    handle: async ({ body }, run) => {
      const { email } = (await run('readContact')).body as ContactResource;
      return idOf(await run('upsertContact', { body: contactOf({ ...body, email }) }));
    },
  }),
  resendCall({
    name: 'contacts.remove',
    method: 'DELETE',
    path: '/audiences/:id/contacts/:id_or_email',
    like: 'readSegment',
    also: ['readContact', 'upsertContact'],
    differs: 'with `audienceId`: from that segment only',
    handle: async (_request, run) => {
      const reply = await setMembership(null, run);
      return {
        ...reply,
        body: { object: 'contact', contact: (reply.body as ContactResource).id, deleted: true },
      };
    },
  }),
];

/** Imports of contacts and topics of one contact. */
export const contactListCalls: readonly ResendCall[] = [
  resendCall({
    name: 'contacts.topics.list',
    method: 'GET',
    path: '/contacts/:id_or_email/topics',
    like: 'listTopics',
    also: ['readContact'],
    list: 'topics',
    differs: 'topics without a choice have their default',
    handle: async (_request, run) => {
      const { topics: choices } = (await run('readContact', { query: {} })).body as ContactResource;
      return listReply<TopicResource>(
        await run('listTopics'),
        ({ slug, name, description, default_opt_in }) => {
          const chosen = choices.find(({ topic }) => topic === slug)?.state;
          const isIn = chosen === undefined ? default_opt_in : chosen === 'SUBSCRIBED';
          return { id: slug, name, description, subscription: isIn ? 'opt_in' : 'opt_out' };
        },
      );
    },
  }),
  resendCall({
    name: 'contacts.imports.list',
    method: 'GET',
    path: '/contacts/imports',
    like: 'listContactImports',
    list: 'contacts imports',
    filters: { status: absentField('the list has no filter: read the status of each import') },
    handle: async (_request, run) => listReply(await run('listContactImports'), presentImport),
  }),
  resendCall({
    name: 'contacts.imports.get',
    method: 'GET',
    path: '/contacts/imports/:id',
    like: 'readContactImport',
    handle: async (_request, run) => {
      const reply = await run('readContactImport');
      return { ...reply, body: presentImport(reply.body as ContactImportResource) };
    },
  }),
];

const importStatuses: Readonly<Record<ContactImportResource['status'], string>> = {
  queued: 'queued',
  running: 'in_progress',
  finished: 'completed',
  failed: 'failed',
};

function presentImport(entry: ContactImportResource): object {
  const { id, status, created_at, finished_at = null, rows_read: total } = entry;
  const { rows_added: created, rows_updated: updated, rows_refused: failed } = entry;
  const counts = { total, created, updated, skipped: total - created - updated - failed, failed };
  const common = { object: 'contact_import', id, created_at, completed_at: finished_at, counts };
  return { ...common, status: importStatuses[status] };
}

function contactOf({
  unsubscribed,
  ...contact
}: Omit<z.output<typeof createBody>, 'topics' | 'segments'>): object {
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

function presentWhole(contact: ContactResource): object {
  const properties = typed(visibleProperties(contact.properties));
  return { object: 'contact', ...presentContact(contact), properties };
}

/** Texts and numbers are all that theirs know; other values are shown as JSON. */
function typed(properties: ContactResource['properties']): object {
  const entries = Object.entries(properties).map(([key, value]) => {
    if (typeof value === 'number') return [key, { type: 'number', value }];
    return [key, { type: 'string', value: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
  return Object.fromEntries(entries) as object;
}
