import { listOf } from '@postrider/contracts/fields';
import { listTemplatesQuery, templateSummary } from '@postrider/contracts/templates';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { TemplateRouteOptions } from './template-request';
import { presentTemplateSummary } from './templates.presenter';

export function listTemplatesRoute({ templates, cursors }: TemplateRouteOptions): Route {
  return defineRoute({
    operationId: 'listTemplates',
    method: 'GET',
    path: '/templates',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listTemplatesQuery,
    summary: 'List templates',
    description: 'Returns the templates without their content. `GET /templates/{id_or_slug}` includes it.',
    tag: 'Templates',
    success: { status: 200, schema: listOf(templateSummary).meta({ id: 'TemplateList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'templates', organizationId });
      const found = await templates.list(organizationId, pager.start(query), query.status);
      return { status: 200, body: pager.finishSearch(found, query.limit, presentTemplateSummary) };
    },
  });
}
