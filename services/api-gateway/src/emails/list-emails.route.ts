import {
  AppError,
  emailSummary,
  listEmailsQuery,
  listOf,
  type ListEmailsQuery,
  type Principal,
} from '@postrider/contracts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readableDomain } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager, type PageStart } from '../paging/page';
import { presentEmailSummary } from './emails.presenter';
import type { EmailsRepository } from './emails.repository';
import type { EmailFilter } from './email-filter';

export function listEmailsRoute(emails: EmailsRepository, cursors: CursorCodec): Route {
  return defineRoute({
    operationId: 'listEmails',
    method: 'GET',
    path: '/emails',
    permission: 'SEND',
    testKeys: 'allowed',
    query: listEmailsQuery,
    summary: 'List emails',
    description:
      'Returns the emails that match all filters, newest first, without content and events; `GET /emails/{id}` includes them. A key that is restricted to domains sees only their emails. A page can be short or empty and still have a `next_cursor`: continue until there is none.',
    tag: 'Emails',
    success: { status: 200, schema: listOf(emailSummary).meta({ id: 'EmailList' }) },
    errors: ['validation_error', 'unknown_domain', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'emails', organizationId });
      const filter = filterOf(query, principal, pager.start(query));
      const found = await emails.list(organizationId, filter);
      return { status: 200, body: pager.finishSearch(found, filter.limit, presentEmailSummary) };
    },
  });
}

function filterOf(query: ListEmailsQuery, principal: Principal, start: PageStart): EmailFilter {
  const { status, to, kind, broadcast, mode, subject, tag, metadata, since, until } = query;
  return {
    ...start,
    domainIds:
      query.domain === undefined ? principal.domainIds : [readableDomain(principal, query.domain).id],
    status,
    // Emails of a broadcast have a kind of their own; others may have been given the same.
    kind: broadcast === undefined ? kind : `broadcast.${broadcast.toLowerCase()}`,
    source: broadcast === undefined ? undefined : 'broadcast',
    keyId: query.key,
    template: query.template,
    failureClass: query.failure_class,
    mode,
    subject,
    tag,
    metadata: metadata === undefined ? undefined : entryOf(metadata),
    // What a test key does not see of live mail it cannot ask for either.
    metadataMode: principal.mode,
    messageIdHeader: query.message_id === undefined ? undefined : bracketed(query.message_id),
    toKey: to === undefined ? undefined : addressKey(to),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

function entryOf(metadata: string): Readonly<Record<string, string>> {
  const colon = metadata.indexOf(':');
  return { [metadata.slice(0, colon)]: metadata.slice(colon + 1) };
}

function bracketed(messageId: string): string {
  return messageId.startsWith('<') ? messageId : `<${messageId}>`;
}

function addressKey(to: string): string {
  if (!parseMailbox(to).ok) throw new AppError('validation_error', 'to: not an email address');
  return normaliseAddress(to);
}
