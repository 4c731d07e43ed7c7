import { templateResource } from '@postrider/contracts/templates';
import { defineRoute, type Route } from '../http/route';
import { found, nameOf, templateVersion, type TemplateRouteOptions } from './template-request';
import { presentTemplate } from './templates.presenter';

export function readTemplateRoute({ templates }: TemplateRouteOptions): Route {
  return defineRoute({
    operationId: 'readTemplate',
    method: 'GET',
    path: '/templates/:id_or_slug',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get a template',
    description: 'Returns the draft of a template, which may differ from the published version.',
    tag: 'Templates',
    versioned: templateVersion,
    success: { status: 200, schema: templateResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await templates.find(nameOf({ principal, params }));
      return { status: 200, body: presentTemplate(found(row)) };
    },
  });
}
