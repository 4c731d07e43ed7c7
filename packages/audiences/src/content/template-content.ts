import { isId } from '@postrider/contracts/ids';
import type { TemplateVariable } from '@postrider/contracts/templates';
import type { Pool } from '@postrider/db';
import type { ContentSource } from './personal-content';

/** A published version, as a broadcast or a step names it. */
export interface TemplateRef {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
}

/** By id or slug; without `version` the highest that is published. */
export interface TemplateQuery {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
  readonly version?: number | 'latest' | undefined;
  /** What was sent may be shown, although the template has been archived since. */
  readonly wasSent?: boolean;
}

interface VersionRow {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

/** Of a column of 32 bits. */
const versionMax = 2_147_483_647;

/** Null: there is no such version, or the template is a draft or archived. */
export async function findTemplateContent(
  pool: Pool,
  organizationId: string,
  { id, slug, version = 'latest', wasSent = false }: TemplateQuery,
): Promise<{ readonly ref: TemplateRef; readonly source: ContentSource } | null> {
  if (id !== undefined && !isId(id)) return null;
  if (version !== 'latest' && version > versionMax) return null;
  const { rows } = await pool.query<VersionRow>({
    name: 'content.find-template',
    text: `SELECT t.id, t.slug, v.number AS version, v.subject, v.html, v.text, v.variables
           FROM templates t
           JOIN template_versions v ON v.template_id = t.id AND v.number = coalesce($4, t.current_version)
           WHERE t.organization_id = $1 AND (t.id = $2 OR t.slug = $3) AND (t.status = 'published' OR $5 AND t.status = 'archived')`,
    values: [organizationId, id ?? null, slug ?? null, version === 'latest' ? null : version, wasSent],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { subject, html, text, variables } = row;
  return {
    ref: { id: row.id, slug: row.slug, version: row.version },
    source: { subject, html, text, variables, previewText: null, wasAccepted: true },
  };
}
