import assert from 'node:assert';
import type { EmailDocument } from '@postrider/contracts/email-documents';
import { invalidField, type FieldProblem } from '@postrider/contracts/errors';
import { templateLimits } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import { renderDocument, type DocumentBrand, type RenderedDocument } from '@postrider/templating';

/**
 * Renders a document in the branding that its organization has now.
 * @throws AppError `validation_error` naming `document`
 */
export async function renderOwnDocument(
  pool: Pool,
  organizationId: string,
  document: EmailDocument,
): Promise<RenderedDocument> {
  const rendered = renderDocument(document, await findBrand(pool, organizationId));
  const bytes = Math.max(Buffer.byteLength(rendered.html), Buffer.byteLength(rendered.text));
  if (bytes <= templateLimits.bodyBytesMax) return rendered;
  throw invalidField(
    'document',
    `becomes ${bytes.toLocaleString('en-US')} bytes of HTML; at most ${templateLimits.bodyBytesMax.toLocaleString('en-US')} are possible`,
  );
}

/** What is wrong with html and text that were rendered is wrong with the document, once. */
export function inDocument(problems: readonly FieldProblem[]): FieldProblem[] {
  const named = problems.map(({ path, message }) => ({
    path: path === 'html' || path === 'text' ? 'document' : path,
    message,
  }));
  return named.filter(
    ({ path, message }, index) =>
      named.findIndex((other) => other.path === path && other.message === message) === index,
  );
}

async function findBrand(pool: Pool, organizationId: string): Promise<DocumentBrand> {
  const { rows } = await pool.query<DocumentBrand>({
    name: 'documents.find-brand',
    text: `SELECT name AS "organizationName", brand_color AS color, logo_url AS "logoUrl" FROM organizations WHERE id = $1`,
    values: [organizationId],
  });
  const [brand] = rows;
  assert(brand, 'a principal has an organization');
  return brand;
}
