import type { EmailDocument } from '@postrider/contracts/email-documents';
import type {
  TemplateResource,
  TemplateStatus,
  TemplateSummary,
  TemplateVersionResource,
  TemplateVersionSummary,
} from '@postrider/contracts/templates';
import type { VersionRow, VersionSummaryRow } from './template-versions.repository';
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
  // Validated before they were stored.
  const document = row.document as EmailDocument | null;
  const variables = row.variables as TemplateResource['variables'];
  return { ...presentTemplateSummary(row), subject, document, html, text, variables };
}

export function presentVersionSummary(row: VersionSummaryRow): TemplateVersionSummary {
  const { number: version, subject, actorType: type, actorId: id, actorName: name } = row;
  return {
    object: 'template_version',
    version,
    subject,
    published_at: row.createdAt.toISOString(),
    published_by: type === null ? null : { type, id, name },
  };
}

export function presentVersion(row: VersionRow): TemplateVersionResource {
  const { html, text } = row;
  const document = row.document as EmailDocument | null;
  const variables = row.variables as TemplateVersionResource['variables'];
  return { ...presentVersionSummary(row), document, html, text, variables };
}
