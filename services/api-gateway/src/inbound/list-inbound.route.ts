import type { Principal } from '@postrider/contracts/access';
import { invalidField } from '@postrider/contracts/errors';
import { listOf } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import { inboundSummary, listInboundQuery, type ListInboundQuery } from '@postrider/contracts/inbound';
import { normaliseAddress, parseMailbox, toAsciiDomain } from '@postrider/mail';
import { seesContent } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createPager, type PageStart } from '../paging/page';
import type { SearchTurns } from '../paging/search-turns';
import type { InboundFilter, InboundRepository } from './inbound.repository';

export function listInboundRoute({
  inbound,
  cursors,
  searchTurns,
}: {
  readonly inbound: InboundRepository;
  readonly cursors: CursorCodec;
  readonly searchTurns: SearchTurns;
}): Route {
  return defineRoute({
    operationId: 'listInbound',
    method: 'GET',
    path: '/inbound',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listInboundQuery,
    summary: 'List received emails',
    description:
      'Returns the emails received by your domains, newest first: replies to `reply_address`, and emails to other addresses that you enabled with `PATCH /domains/{id}`.',
    tag: 'Inbound',
    success: { status: 200, schema: listOf(inboundSummary).meta({ id: 'InboundEmailList' }) },
    errors: ['validation_error', 'invalid_cursor', 'rate_limited'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'inbound', organizationId });
      const filter = filterOf(query, principal, pager.start(query));
      const find = () => inbound.list(organizationId, filter);
      const found = await (filter.words === undefined ? find() : searchTurns(organizationId, find));
      return { status: 200, body: pager.finishLarge(found, filter.limit) };
    },
  });
}

function filterOf(query: ListInboundQuery, principal: Principal, start: PageStart): InboundFilter {
  const { email_id: emailId, from, domain, received_for: receivedFor, rule, replied, search } = query;
  const { since, until } = query;
  if (emailId !== undefined && !isId(emailId)) throw invalidField('email_id', 'must be an id');
  return {
    ...start,
    domainIds: principal.domainIds,
    emailId,
    fromKey: from === undefined ? undefined : addressKey('from', from),
    domain: domain === undefined ? undefined : domainName(domain),
    receivedFor: receivedFor === undefined ? undefined : addressKey('received_for', receivedFor),
    rule,
    isReplied: replied,
    words: search,
    searchesText: seesContent(principal, { mode: 'live' }),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

function addressKey(parameter: string, text: string): string {
  if (!parseMailbox(text).ok) throw invalidField(parameter, 'not an email address');
  return normaliseAddress(text);
}

function domainName(text: string): string {
  const name = toAsciiDomain(text);
  if (name === null) throw invalidField('domain', 'must be a domain name');
  return name;
}
