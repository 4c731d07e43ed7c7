import type { Pool } from '@postrider/db';
import type { Route } from '../http/route';
import { archiveTemplateRoute } from './archive-template.route';
import { createTemplateRoute } from './create-template.route';
import { listTemplatesRoute } from './list-templates.route';
import { listTemplateVersionsRoute } from './list-template-versions.route';
import { publishTemplateRoute } from './publish-template.route';
import { readTemplateRoute } from './read-template.route';
import { readTemplateUsesRoute } from './read-template-uses.route';
import { readTemplateVersionRoute } from './read-template-version.route';
import { renderTemplateRoute } from './render-template.route';
import type { TemplateRouteOptions } from './template-request';
import { updateTemplateRoute } from './update-template.route';

export function templateRoutes(options: TemplateRouteOptions & { readonly pool: Pool }): Route[] {
  return [
    createTemplateRoute(options),
    listTemplatesRoute(options),
    readTemplateRoute(options),
    updateTemplateRoute(options),
    publishTemplateRoute(options),
    archiveTemplateRoute(options),
    renderTemplateRoute(options),
    listTemplateVersionsRoute(options),
    readTemplateVersionRoute(options),
    readTemplateUsesRoute(options),
  ];
}
