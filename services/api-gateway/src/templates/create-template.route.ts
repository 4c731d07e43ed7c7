import { createTemplateRequest, templateResource } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { authorOf } from '../audit/record-audit-entry';
import { renderOwnDocument } from '../documents/render-own-document';
import { defineRoute, type Route } from '../http/route';
import {
  requireConsistent,
  requireTemplateAuthor,
  templateVersion,
  type TemplateRouteOptions,
} from './template-request';
import { presentTemplate } from './templates.presenter';

/** Two bodies of 500,000 bytes with their escapes, and the variables with theirs. */
export const templateBodyBytesMax = 4_000_000;
/** A hundred variables whose fallbacks are lists of hundreds. */
export const templateBodyValuesMax = 50_000;

const neverPublished = { status: 'draft', current_version: null, published_at: null };

export function createTemplateRoute({
  pool,
  templates,
}: TemplateRouteOptions & { readonly pool: Pool }): Route {
  return defineRoute({
    operationId: 'createTemplate',
    method: 'POST',
    path: '/templates',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: createTemplateRequest,
    bodyBytesMax: templateBodyBytesMax,
    bodyValuesMax: templateBodyValuesMax,
    summary: 'Create a template',
    description:
      'Creates a template as a draft. It can be sent once you publish it with `POST /templates/{id_or_slug}/publish`. Preview it with `…/render`.',
    tag: 'Templates',
    versioned: templateVersion,
    success: { status: 201, schema: templateResource, example: neverPublished },
    errors: ['validation_error', 'forbidden_domain', 'slug_taken', 'payload_too_large'],
    handle: async ({ principal, body, requestId }) => {
      requireTemplateAuthor(principal);
      requireConsistent(body.variables);
      const { slug, name = slug, subject = null, document = null, html = null, text = null } = body;
      const fields = {
        ...{ slug, name, subject, document, html, text, variables: body.variables },
        ...(document && (await renderOwnDocument(pool, principal.organization.id, document))),
      };
      const author = authorOf({ principal, requestId });
      const row = await templates.create(principal.organization.id, fields, author);
      return { status: 201, body: presentTemplate(row) };
    },
  });
}
