import { templateUses } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { found, nameOf, type TemplateRouteOptions } from './template-request';
import { findUses } from './template-uses.repository';

export function readTemplateUsesRoute({
  templates,
  pool,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'readTemplateUses',
    method: 'GET',
    path: '/templates/:id_or_slug/uses',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'List uses of a template',
    description:
      'Returns the automations whose current steps use a template, and the newest 20 broadcasts that use it, of the newest 2,000. Keys restricted to domains get the broadcasts of their domains.',
    tag: 'Templates',
    success: { status: 200, schema: templateUses },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const { id, slug, organizationId } = found(await templates.find(nameOf({ principal, params })));
      const uses = await findUses(pool, { id, slug, organizationId, domainIds: principal.domainIds });
      return { status: 200, body: { object: 'template_uses' as const, ...uses } };
    },
  });
}
