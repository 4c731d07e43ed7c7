import { AppError } from '@postrider/contracts/errors';
import { renderedTemplate, renderTemplateRequest } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { renderedContent, type TemplateSource } from '@postrider/templating';
import { renderOwnDocument } from '../documents/render-own-document';
import { defineRoute, type Route } from '../http/route';
import { found, nameOf, renderableDraft, type TemplateRouteOptions } from './template-request';
import type { TemplateRow, TemplatesRepository } from './templates.repository';

/** The data of a send has at most 1,000,000 characters. */
const bodyBytesMax = 4_000_000;
/** And 20,000 values, and so has a document. */
const bodyValuesMax = 40_100;

export function renderTemplateRoute({
  pool,
  templates,
  renderer,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'renderTemplate',
    method: 'POST',
    path: '/templates/:id_or_slug/render',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    body: renderTemplateRequest,
    bodyBytesMax,
    bodyValuesMax,
    summary: 'Preview a template',
    description:
      'Renders the draft or a version without sending it. `subject` and `document` replace those of the draft, to see a change before it is saved. Missing, unknown and mistyped variables fail with `template_variables`, as in a send.',
    tag: 'Templates',
    success: { status: 200, schema: renderedTemplate },
    errors: [
      ...(['not_found', 'validation_error', 'payload_too_large'] as const),
      ...(['template_not_found', 'template_variables', 'invalid_subject'] as const),
    ],
    handle: async ({ principal, params, body }) => {
      const stored = found(await templates.find(nameOf({ principal, params })));
      const { version, data, subject: otherSubject, document } = body;
      const row = {
        ...stored,
        ...(otherSubject !== undefined && { subject: otherSubject }),
        ...(document && (await renderOwnDocument(pool, principal.organization.id, document))),
      };
      const by = { organizationId: principal.organization.id, call: { spentMs: 0 } };
      const source =
        version === undefined
          ? await renderableDraft(renderer, row, by)
          : await publishedSource(templates, row, version);
      const content = renderedContent(await renderer.renderOnce(source, data, by));
      if (content instanceof AppError) throw content;
      const { subject, html, text } = content;
      return { status: 200, body: { object: 'rendered_template' as const, subject, html, text } };
    },
  });
}

const versionMax = 2_147_483_647;

/** @throws AppError `template_not_found` */
async function publishedSource(
  templates: TemplatesRepository,
  row: TemplateRow,
  version: number | 'latest',
): Promise<TemplateSource> {
  const number = version === 'latest' ? row.currentVersion : Math.min(version, versionMax);
  const source = await templates.findVersion(row, number);
  if (source === null) throw new AppError('template_not_found', 'The template does not have this version.');
  return source;
}
