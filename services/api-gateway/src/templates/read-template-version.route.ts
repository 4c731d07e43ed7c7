import { invalidField } from '@postrider/contracts/errors';
import { templateVersionResource } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { defineRoute, type Route } from '../http/route';
import { found, nameOf, type TemplateRouteOptions } from './template-request';
import { findVersion } from './template-versions.repository';
import { presentVersion } from './templates.presenter';

export function readTemplateVersionRoute({
  templates,
  pool,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'readTemplateVersion',
    method: 'GET',
    path: '/templates/:id_or_slug/versions/:version',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a template version',
    description:
      'Returns a published version with its content. To restore it, write its content to the draft with `PATCH /templates/{id_or_slug}`, then publish the draft.',
    tag: 'Templates',
    success: { status: 200, schema: templateVersionResource },
    errors: ['not_found', 'validation_error'],
    handle: async ({ principal, params }) => {
      const template = found(await templates.find(nameOf({ principal, params })));
      const row = await findVersion(pool, template, numberOf(params.version));
      return { status: 200, body: presentVersion(found(row)) };
    },
  });
}

/** @throws AppError `validation_error` for what is no whole number */
function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalidField('version', 'must be a whole number between 1 and 999999999');
  return Number(text);
}
