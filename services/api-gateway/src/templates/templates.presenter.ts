import type { TemplateResource, TemplateStatus, TemplateSummary } from '@postrider/contracts';
import type { SummaryRow, TemplateRow } from './templates.repository';

export function presentTemplateSummary(row: SummaryRow): TemplateSummary {
  return {
    object: 'template',
    id: row.id,
    slug: row.slug,
    name: row.name,
    status: row.status as TemplateStatus,
    current_version: row.currentVersion === 0 ? null : row.currentVersion,
    published_at: row.publishedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentTemplate(row: TemplateRow): TemplateResource {
  const { subject, html, text } = row;
  const variables = row.variables as TemplateResource['variables'];
  return { ...presentTemplateSummary(row), subject, html, text, variables };
}
