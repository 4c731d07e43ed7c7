import { listOf, pageQuery } from '@postrider/contracts/fields';
import { templateVersionSummary } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { found, nameOf, type TemplateRouteOptions } from './template-request';
import { listVersions } from './template-versions.repository';
import { presentVersionSummary } from './templates.presenter';

export function listTemplateVersionsRoute({
  templates,
  cursors,
  pool,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'listTemplateVersions',
    method: 'GET',
    path: '/templates/:id_or_slug/versions',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: pageQuery,
    summary: 'List template versions',
    description:
      'Returns the published versions of a template without their bodies and variables, newest first.',
    tag: 'Templates',
    success: { status: 200, schema: listOf(templateVersionSummary).meta({ id: 'TemplateVersionList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const template = found(await templates.find(nameOf({ principal, params })));
      const { organizationId, id } = template;
      const pager = createPager(cursors, { list: `template versions ${id}`, organizationId });
      const rows = await listVersions(pool, template, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentVersionSummary) };
    },
  });
}
