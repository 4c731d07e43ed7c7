import { createHash } from 'node:crypto';
import type { Prisma } from '@postrider/db';

const listed = {
  id: true,
  slug: true,
  name: true,
  status: true,
  currentVersion: true,
  publishedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;
export const shown = {
  ...listed,
  organizationId: true,
  subject: true,
  html: true,
  text: true,
  variables: true,
} as const;

/** Without subject, bodies and variables, which may be a megabyte each. */
export type SummaryRow = Prisma.TemplateGetPayload<{ select: typeof listed }>;
export type TemplateRow = Prisma.TemplateGetPayload<{ select: typeof shown }>;

export interface TemplateFields {
  readonly slug: string;
  readonly name: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: Prisma.InputJsonArray;
}

/** For the audit log: bodies by their digest, since it is kept for good and tells who changed them, not to what. */
export function describeTemplate(row: TemplateRow): Prisma.InputJsonObject {
  const { slug, name, status, currentVersion, subject, html, text, variables } = row;
  return {
    slug,
    name,
    status,
    current_version: currentVersion,
    subject,
    html_sha256: digest(html),
    text_sha256: digest(text),
    variables,
  };
}

function digest(body: string | null): string | null {
  return body === null ? null : createHash('sha256').update(body).digest('hex');
}
