import { AppError } from '@postrider/contracts/errors';
import { templateResource } from '@postrider/contracts/templates';
import type { TemplateSource } from '@postrider/templating';
import { isDeepStrictEqual } from 'node:util';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  found,
  nameOf,
  renderableDraft,
  requireTemplateAuthor,
  type TemplateRouteOptions,
} from './template-request';
import { presentTemplate } from './templates.presenter';
import type { TemplateRow } from './templates.repository';

export function publishTemplateRoute(options: TemplateRouteOptions): Route {
  const { templates, renderer, bumpCacheVersion, clock } = options;
  return defineRoute({
    operationId: 'publishTemplate',
    method: 'POST',
    path: '/templates/:id_or_slug/publish',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Publish a template',
    description:
      'Checks the draft and publishes it as the next version. All problems are reported together. Versions never change. Publishing an archived template restores it.',
    tag: 'Templates',
    success: { status: 200, schema: templateResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireTemplateAuthor(principal);
      const name = nameOf({ principal, params });
      const data = { status: 'published', currentVersion: { increment: 1 }, publishedAt: clock.now() };
      const draft = found(await templates.find(name));
      const by = { organizationId: principal.organization.id, call: { spentMs: 0 } };
      // Before the transaction, which must not wait for a processor.
      const source = await renderableDraft(renderer, draft, by);
      const publish = (row: TemplateRow): TemplateSource => {
        if (!isSameDraft(draft, row))
          throw new AppError('service_unavailable', 'The draft is being changed by another request.');
        return source;
      };
      const change = { action: 'publish' as const, data, publish };
      const row = found(await templates.change(name, change, authorOf({ principal, requestId })));
      await bumpCacheVersion(principal.organization.id);
      return { status: 200, body: presentTemplate(row) };
    },
  });
}

function isSameDraft(one: TemplateRow, other: TemplateRow): boolean {
  const source = ({ subject, document, html, text, variables }: TemplateRow) => ({
    ...{ subject, document, html, text, variables },
  });
  return isDeepStrictEqual(source(one), source(other));
}
