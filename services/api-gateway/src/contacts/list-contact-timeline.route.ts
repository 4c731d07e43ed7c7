import assert from 'node:assert/strict';
import { timelineEntry, type TimelineEntry } from '@postrider/contracts/contacts';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';
import { listTimeline, type TimelineRow } from './contact-timeline.repository';

export function listContactTimelineRoute({
  contacts,
  cursors,
  pool,
}: ContactRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'listContactTimeline',
    method: 'GET',
    path: '/contacts/:id_or_email/timeline',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: "List a contact's timeline",
    description:
      'Returns the emails to a contact with their events, its runs of automations and its subscription changes, newest first. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none.',
    tag: 'Contacts',
    success: { status: 200, schema: listOf(timelineEntry).meta({ id: 'ContactTimeline' }) },
    errors: ['validation_error', 'invalid_cursor', 'not_found'],
    handle: async ({ principal, params, query }) => {
      const organizationId = principal.organization.id;
      const { contact, emailKey } = await requireContact(contacts, contactOf(principal, params.id_or_email));
      const pager = createPager(cursors, { list: 'contact-timeline', organizationId });
      const { domainIds } = principal;
      const named = { organizationId, contactId: contact.id, emailKey, domainIds };
      const found = await listTimeline(pool, { ...named, ...pager.start(query) });
      return { status: 200, body: pager.finishSearch(found, query.limit, presentEntry) };
    },
  });
}

function presentEntry({ id, type, email, run, change }: TimelineRow): TimelineEntry {
  const at = (email ?? run ?? change)?.at;
  assert(at !== undefined, 'an entry is an email, a run or a change');
  return {
    object: 'timeline_entry',
    ...{ id, type, at, email: email && email.shown, automation_run: run && run.shown },
    subscription_change: change,
  };
}
