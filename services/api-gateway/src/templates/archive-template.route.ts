import { templateResource } from '@postrider/contracts/templates';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { found, nameOf, requireTemplateAuthor, type TemplateRouteOptions } from './template-request';
import { presentTemplate } from './templates.presenter';

export function archiveTemplateRoute({ templates, bumpCacheVersion }: TemplateRouteOptions): Route {
  return defineRoute({
    operationId: 'archiveTemplate',
    method: 'POST',
    path: '/templates/:id_or_slug/archive',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Archive a template',
    description:
      'Archives a template: sends that use it fail with `template_not_found`. Versions are kept. Publish the template to restore it.',
    tag: 'Templates',
    success: { status: 200, schema: templateResource, example: { status: 'archived' } },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireTemplateAuthor(principal);
      const name = nameOf({ principal, params });
      const change = { action: 'archive' as const, data: { status: 'archived' } };
      const row = found(await templates.change(name, change, authorOf({ principal, requestId })));
      await bumpCacheVersion(principal.organization.id);
      return { status: 200, body: presentTemplate(row) };
    },
  });
}
