import {
  templateResource,
  updateTemplateRequest,
  type UpdateTemplateRequest,
} from '@postrider/contracts/templates';
import { jsonNull, type Pool, type Prisma } from '@postrider/db';
import type { RenderedDocument } from '@postrider/templating';
import { authorOf } from '../audit/record-audit-entry';
import { renderOwnDocument } from '../documents/render-own-document';
import { defineRoute, type Route } from '../http/route';
import { templateBodyBytesMax, templateBodyValuesMax } from './create-template.route';
import {
  found,
  nameOf,
  requireConsistent,
  requireTemplateAuthor,
  templateVersion,
  type TemplateRouteOptions,
} from './template-request';
import { presentTemplate } from './templates.presenter';
import type { TemplateChange } from './templates.repository';

export function updateTemplateRoute({
  pool,
  templates,
  bumpCacheVersion,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'updateTemplate',
    method: 'PATCH',
    path: '/templates/:id_or_slug',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateTemplateRequest,
    bodyBytesMax: templateBodyBytesMax,
    bodyValuesMax: templateBodyValuesMax,
    summary: 'Update a template',
    description:
      'Changes the given fields of the draft; null clears a field. Sends use the published version until the next `POST /templates/{id_or_slug}/publish`. A new slug takes effect at once.',
    tag: 'Templates',
    versioned: templateVersion,
    success: { status: 200, schema: templateResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain', 'slug_taken', 'payload_too_large'],
    handle: async ({ principal, params, body, requestId, version }) => {
      requireTemplateAuthor(principal);
      requireConsistent(body.variables);
      const name = nameOf({ principal, params });
      const rendered = body.document
        ? await renderOwnDocument(pool, principal.organization.id, body.document)
        : null;
      const change: TemplateChange = {
        action: 'update',
        data: changesOf(body, rendered),
        check: (before) => version.require(presentTemplate(before)),
      };
      const author = authorOf({ principal, requestId, version });
      const row = found(await templates.change(name, change, author));
      // Sends do not see a draft, but they may name the template by its slug.
      if (body.slug !== undefined) await bumpCacheVersion(principal.organization.id);
      return { status: 200, body: presentTemplate(row) };
    },
  });
}

function changesOf(body: UpdateTemplateRequest, rendered: RenderedDocument | null) {
  const { slug, name, subject, document, html, text, variables } = body;
  // What is written takes the place of what was rendered.
  const isWritten = html !== undefined || text !== undefined || document === null;
  return {
    ...(slug !== undefined && { slug }),
    ...(name !== undefined && { name }),
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(isWritten && { document: jsonNull() }),
    ...(document && { document: document as Prisma.InputJsonObject }),
    ...rendered,
    ...(variables !== undefined && { variables: variables as Prisma.InputJsonArray }),
  };
}
