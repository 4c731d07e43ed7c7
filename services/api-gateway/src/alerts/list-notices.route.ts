import { noticeResource } from '@postrider/contracts/alerts';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { ofAllDomains, type AlertRouteOptions } from './alert-request';

export function listNoticesRoute({ alerts, cursors }: AlertRouteOptions): Route {
  return defineRoute({
    operationId: 'listNotices',
    method: 'GET',
    path: '/notices',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List notices',
    description:
      'Returns what the platform wrote to the alert address of the organization, newest first: alerts, pauses, domains and webhooks that fail.',
    tag: 'Alerts',
    success: { status: 200, schema: listOf(noticeResource).meta({ id: 'NoticeList' }) },
    errors: ['invalid_cursor', 'forbidden_domain'],
    handle: async ({ principal, query }) => {
      requireUnrestricted(principal, ofAllDomains);
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'notices', organizationId });
      const rows = await alerts.notices(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit) };
    },
  });
}
