import assert from 'node:assert/strict';
import { listOf, pageQuery, timelineEntry, type TimelineEntry } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { contactOf, requireContact, type ContactRouteOptions } from './contact-request';
import { listTimeline, type TimelineRow } from './contact-timeline.repository';
import { presentSubscriptionChange } from './contacts.presenter';

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
      const contact = await requireContact(contacts, contactOf(principal, params.id_or_email));
      const pager = createPager(cursors, { list: 'contact-timeline', organizationId });
      const { domainIds } = principal;
      const found = await listTimeline(pool, { organizationId, contact, domainIds, ...pager.start(query) });
      return { status: 200, body: pager.finishSearch(found, query.limit, presentEntry) };
    },
  });
}

function presentEntry({ id, type, email, run, change }: TimelineRow): TimelineEntry {
  const at = email?.at_ms ?? run?.at_ms ?? change?.at_ms;
  assert(at !== undefined, 'an entry is an email, a run or a change');
  return {
    object: 'timeline_entry',
    ...{ id, type, at: isoOf(at) },
    email: email && {
      ...{ id, from: email.from, subject: email.subject, last_event: email.last_event, mode: email.mode },
      events: email.events.map(({ at_ms: ms, ...event }) => ({ ...event, at: isoOf(ms) })),
    },
    automation_run: run && {
      ...{ id, automation_id: run.automation_id, automation_name: run.automation_name },
      ...{ status: run.status, detail: run.detail },
      finished_at: run.finished_at_ms === null ? null : isoOf(run.finished_at_ms),
    },
    subscription_change:
      change && presentSubscriptionChange({ ...change, changedAt: new Date(change.at_ms) }),
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
