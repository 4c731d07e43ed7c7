import type { Pool } from '@postrider/db';
import type { TemplateSource } from '@postrider/templating';

export interface TemplateRef {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly versionId: string;
}

export interface TemplateLookup {
  /** Exactly one of id and slug is set; an id is a UUID. */
  readonly id: string | null;
  readonly slug: string | null;
  /** Null: the highest published. */
  readonly version: number | null;
}

/** The published version that a send asks for; drafts and archived templates are none. */
export async function findTemplateRef(
  pool: Pool,
  organizationId: string,
  { id, slug, version }: TemplateLookup,
): Promise<TemplateRef | undefined> {
  const { rows } = await pool.query<TemplateRef>({
    name: 'template-ref',
    text: `SELECT t.id, t.slug, v.number AS version, v.id AS "versionId"
           FROM templates t
           JOIN template_versions v ON v.template_id = t.id AND v.number = coalesce($4, t.current_version)
           WHERE t.organization_id = $1 AND (t.id = $2 OR t.slug = $3) AND t.status = 'published'`,
    values: [organizationId, id, slug, version],
  });
  return rows[0];
}

export async function readTemplateVersion(
  pool: Pool,
  organizationId: string,
  versionId: string,
): Promise<TemplateSource | undefined> {
  const { rows } = await pool.query<TemplateSource>({
    name: 'template-version',
    text: `SELECT subject, html, text, variables FROM template_versions WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, versionId],
  });
  return rows[0];
}
