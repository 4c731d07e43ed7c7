import { templateResource } from '@postrider/contracts';
import type { Clock } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { renderableDraft } from './draft';
import { found, nameOf, requireTemplateAuthor, type TemplateRouteParts } from './template-route-parts';
import { presentTemplate } from './templates.presenter';

export function publishTemplateRoute(parts: TemplateRouteParts, clock: Clock): Route {
  const { templates, bumpOrganizationEpoch } = parts;
  return defineRoute({
    method: 'POST',
    path: '/templates/:id_or_slug/publish',
    permission: 'ADMIN',
    testKeys: 'refused',
    summary: 'Make the draft the next version; an archived template is in use again',
    tag: 'Templates',
    success: { status: 200, schema: templateResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireTemplateAuthor(principal);
      const name = nameOf({ principal, params });
      const data = { status: 'published', currentVersion: { increment: 1 }, publishedAt: clock.now() };
      const change = { action: 'publish', data, publish: renderableDraft };
      const row = found(await templates.change(name, change, authorOf({ principal, requestId })));
      await bumpOrganizationEpoch(principal.organization.id);
      return { status: 200, body: presentTemplate(row) };
    },
  });
}
