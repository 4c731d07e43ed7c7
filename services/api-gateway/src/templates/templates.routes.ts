import type { Clock } from '@postrider/runtime';
import type { Route } from '../http/route';
import { archiveTemplateRoute } from './archive-template.route';
import { createTemplateRoute } from './create-template.route';
import { listTemplatesRoute } from './list-templates.route';
import { publishTemplateRoute } from './publish-template.route';
import { readTemplateRoute } from './read-template.route';
import { renderTemplateRoute } from './render-template.route';
import type { TemplateRouteParts } from './template-route-parts';
import { updateTemplateRoute } from './update-template.route';

export function templateRoutes(parts: TemplateRouteParts, clock: Clock): Route[] {
  return [
    createTemplateRoute(parts),
    listTemplatesRoute(parts),
    readTemplateRoute(parts),
    updateTemplateRoute(parts),
    publishTemplateRoute(parts, clock),
    archiveTemplateRoute(parts),
    renderTemplateRoute(parts),
  ];
}
